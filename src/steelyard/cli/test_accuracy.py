"""Significance tests held against people: flags and run of `steelyard meta --tests`."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.plots import check_plots, write_plots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.types import OutputScores, Ratings
    from steelyard.workflows import Evaluation
    from steelyard.workflows.ratings import People

__all__ = ["add_tests", "run_tests"]


def add_tests(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the accuracy of tests, all of which go with --tests."""
    group = parser.add_argument_group("accuracy of significance tests")
    group.add_argument(
        "--tests", nargs="+", metavar="TEST",
        help="hold these against people's verdicts of every pair: randomization, paired-bootstrap, t, wilcoxon ...",
    )  # fmt: skip
    group.add_argument(
        "--alphas", type=float, nargs="+", default=[0.05, 0.01, 0.001], metavar="X",
        help="levels of the tests, one-sided, in both directions (0.05 0.01 0.001)",
    )  # fmt: skip
    group.add_argument(
        "--gold", choices=("means", "judgements"), default="means",
        help="test mean ratings of segments by randomization, or single judgements by rank sums (means)",
    )  # fmt: skip
    group.add_argument("--gold-alpha", type=float, metavar="X", help="level of people's verdicts (that of the test)")
    group.add_argument(
        "--test-correction", default="none", metavar="NAME",
        help="of tests and people's verdicts, over the pairs: maxt, holm ... (none)",
    )  # fmt: skip


def run_tests(arguments: argparse.Namespace, evaluation: "Evaluation", people: "People") -> str:
    """Hold the tests that --tests names against people, and return what the command prints.

    Parameters
    ----------
    arguments : argparse.Namespace
        With the flags of `add_tests`, and those of `add_ratings`, and `resamples`, `seed`, `unit`,
        `quiet`, `no_color`, `format` and `plots`.
    evaluation : Evaluation
        Systems under the metrics.
    people : People
        What the ratings file holds.

    Returns
    -------
    str
        Text, or JSON.
    """
    from steelyard import report
    from steelyard.cli.terminal import console, progress_bar

    check_plots(arguments)
    with progress_bar(arguments) as progress:
        accuracy = evaluation.test_accuracy(
            _gold(arguments, people),
            arguments.tests,
            alphas=arguments.alphas,
            gold_alpha=arguments.gold_alpha,
            correction=arguments.test_correction,
            n_resamples=arguments.resamples,
            unit=arguments.unit,
            rng=arguments.seed,
            progress=progress,
        )
    if arguments.plots is not None:
        from steelyard.plot import conclusion_figures

        write_plots(arguments, conclusion_figures(accuracy))
    if arguments.format == "json":
        return accuracy.to_json()
    return report.accuracy_text(accuracy, console=console(arguments))


def _gold(arguments: argparse.Namespace, people: "People") -> "Sequence[OutputScores] | Ratings":
    if arguments.gold == "means":
        return people.scores
    from steelyard.workflows.rated_systems import judgements_of

    return judgements_of(people, lower_is_better=arguments.penalties, is_scaled=arguments.scaling != "raw")
