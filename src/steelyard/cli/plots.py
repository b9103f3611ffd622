"""Figures beside what a command prints, where --plots asks for them."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.results.figure import Figure

__all__ = ["check_plots", "write_plots"]


def check_plots(arguments: argparse.Namespace) -> None:
    """Refuse, before any work, a folder that could not be written to, and a missing package."""
    if arguments.plots is not None:
        from steelyard.plot import check_folder

        check_folder(arguments.plots)


def write_plots(arguments: argparse.Namespace, figures: Sequence["Figure"]) -> None:
    """Draw and write figures, if they were asked for."""
    if arguments.plots is not None:
        from steelyard.plot import save

        save(figures, arguments.plots)
