"""Flags that do not go with others are refused, where they would be passed over in silence."""

import argparse
import os
from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any

from steelyard.asking.question import Question, option_of
from steelyard.errors import SpecError

__all__ = ["refuse_file_as_metric", "refuse_misfits", "refuse_options"]


def refuse_file_as_metric(arguments: argparse.Namespace) -> None:
    """Refuse a file of texts that stands where the metric goes, before its absence among the texts is told."""
    if os.path.exists(arguments.metric):
        raise SpecError(
            f"{arguments.metric} is a file, and the metric comes first: write `steelyard {arguments.command} bleu "
            f"{arguments.metric} ...`, or another metric."
        )


def refuse_misfits(arguments: argparse.Namespace, defaults: Mapping[str, Any], why: str) -> None:
    """Raise a sentence about the first flag that was given and has no say; flags are named by their defaults."""
    for name, default in defaults.items():
        if getattr(arguments, name, default) != default:
            raise SpecError(f"--{name.replace('_', '-')} {why}.")


def refuse_options(
    arguments: argparse.Namespace, asked: type[Question], why: str, *, but: Collection[str] = ()
) -> None:
    """Do the same for the options of a question that is not asked, but for those that another one has, too."""
    for one in fields(asked):
        known = option_of(one)
        given = vars(arguments).get(known.dest or one.name)
        if one.name not in but and given not in (None, one.default):
            flag = known.flags[-1] if known.flags else f"--{one.name.replace('_', '-')}"
            raise SpecError(f"{flag} {why}.")
