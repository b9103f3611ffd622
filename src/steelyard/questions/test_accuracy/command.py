"""Significance tests held against people: flags and run of `steelyard meta --tests`."""

import argparse

from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.plots import write_plots
from steelyard.cli.ratings_flags import oriented_judgements, read_flagged_people
from steelyard.cli.reports import write_page
from steelyard.errors import SpecError

__all__ = ["add_tests", "check_no_tests", "run_tests"]

_ALPHAS = [0.05, 0.01, 0.001]


def add_tests(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the accuracy of tests, all of which go with --tests."""
    group = parser.add_argument_group("accuracy of significance tests")
    group.add_argument(
        "--tests", nargs="+", metavar="TEST",
        help="hold these against people's verdicts of every pair: randomization, paired-bootstrap, t, wilcoxon ...",
    )  # fmt: skip
    group.add_argument(
        "--alphas", type=float, nargs="+", default=_ALPHAS, metavar="X",
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


def check_no_tests(arguments: argparse.Namespace) -> None:
    """Refuse flags of the accuracy of tests where no test is named."""
    at_rest = {"alphas": _ALPHAS, "gold": "means", "gold_alpha": None, "test_correction": "none"}
    for name, value in at_rest.items():
        if getattr(arguments, name) != value:
            raise SpecError(f"--{name.replace('_', '-')} is about significance tests: it goes with --tests TEST.")


def run_tests(arguments: argparse.Namespace) -> str:
    """Hold the tests that --tests names against people, and return what the command prints.

    Parameters
    ----------
    arguments : argparse.Namespace
        With the flags of `add_tests`, `add_input`, `add_metrics` and `add_ratings`, and `ratings`, `resamples`, `seed`,
        `jobs`, `format`, `quiet` and `no_color`.

    Returns
    -------
    str
        As ``--format`` says.
    """
    if not (arguments.refs or arguments.test_set or arguments.stats):
        raise SpecError("--tests draws from texts: name reference files, and systems with -i, or files with --stats.")
    evaluation = read_evaluation(arguments)
    people = read_flagged_people(arguments, arguments.ratings, evaluation.test_set)
    ratings = people.scores if arguments.gold == "means" else oriented_judgements(arguments, people)
    from steelyard.cli.terminal import progress_bar

    with progress_bar(arguments) as progress:
        accuracy = evaluation.test_accuracy(
            ratings,
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
    if getattr(arguments, "report", None) is not None:
        write_page(arguments, accuracy)
    return write_result(arguments, accuracy)
