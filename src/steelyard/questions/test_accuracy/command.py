"""Significance tests held against people: flags and run of `steelyard meta --tests`."""

import argparse
from dataclasses import replace

from steelyard.cli.ask import add_options, question_of_arguments
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_counted
from steelyard.cli.misfits import refuse_misfits, refuse_options
from steelyard.cli.parser import add_first
from steelyard.cli.plots import write_plots
from steelyard.cli.ratings_flags import oriented_judgements, read_flagged_people
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.errors import SpecError
from steelyard.questions.test_accuracy.question import TestAccuracyQuestion

__all__ = ["add_tests", "check_no_tests", "run_tests"]


def add_tests(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the accuracy of tests, all of which go with --tests."""
    group = parser.add_argument_group("accuracy of significance tests")
    add_first(
        group,
        "--tests", nargs="+", metavar="TEST",
        help="hold these against people's verdicts of every pair: randomization, paired-bootstrap, t, wilcoxon ...",
    )  # fmt: skip
    add_options(group, TestAccuracyQuestion)
    group.add_argument(
        "--gold", choices=("means", "judgements"), default="means",
        help="test mean ratings of segments by randomization, or single judgements by rank sums (means)",
    )  # fmt: skip


def check_no_tests(arguments: argparse.Namespace) -> None:
    """Refuse flags of the accuracy of tests where no test is named."""
    why = "is about significance tests: it goes with --tests TEST"
    refuse_options(arguments, TestAccuracyQuestion, why, but=("n_resamples", "unit", "rng"))
    refuse_misfits(arguments, {"gold": "means"}, why)


def run_tests(arguments: argparse.Namespace) -> str:
    """Hold the tests that --tests names against people, and return what the command prints."""
    if not (arguments.refs or arguments.test_set or arguments.table or arguments.stats):
        raise SpecError(
            "--tests draws from texts: name reference files, and systems with -i, or a --table, or files with --stats."
        )
    question, counted = question_of_arguments(arguments, TestAccuracyQuestion), read_counted(arguments)
    people = read_flagged_people(arguments, arguments.ratings, counted.test_set)
    ratings = people.scores if arguments.gold == "means" else oriented_judgements(arguments, people)
    from steelyard.questions.test_accuracy.compute import compute

    with progress_bar(arguments) as progress:
        accuracy = compute(replace(counted, progress=progress), ratings, question)
    if arguments.plots is not None:
        from steelyard.questions.test_accuracy.figures import draw

        write_plots(arguments, draw(accuracy))
    write_page(arguments, accuracy)
    return write_result(arguments, accuracy)
