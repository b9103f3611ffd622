"""Figures beside what a command prints, where --plots asks for them."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.cli.inputs import warn

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation
    from steelyard.results.comparison import Comparison
    from steelyard.results.figure import Figure
    from steelyard.results.score_table import SegmentScores

__all__ = ["check_plots", "write_comparison_plots", "write_plots"]


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


def write_comparison_plots(arguments: argparse.Namespace, evaluation: "Evaluation", comparison: "Comparison") -> None:
    """Draw again what single differences were held against, score segments, and write all figures, if asked for."""
    if arguments.plots is None:
        return
    from steelyard.plot import comparison_figures
    from steelyard.types import TestSet
    from steelyard.workflows.report_data import segment_scores

    nulls = evaluation.null_distributions(comparison)
    segments: tuple[SegmentScores, ...] = ()
    if not isinstance(evaluation.test_set, TestSet):
        warn(arguments, "scores of single segments need the texts: --plots does not draw them")
    elif arguments.runs is None:
        data = evaluation.test_set
        segments = segment_scores(data, evaluation.measurements, evaluation.segment_metrics, arguments.jobs)
    write_plots(arguments, comparison_figures(comparison, nulls=nulls, segments=segments))
