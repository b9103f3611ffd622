"""`steelyard meta tests`: significance tests against people's verdicts."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_plots
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_counted
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import oriented_judgements, read_flagged_people
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.errors import SpecError
from steelyard.questions.meta.command import add_look_of_meta, add_rated, check_meta
from steelyard.questions.test_accuracy.question import TestAccuracyQuestion

if TYPE_CHECKING:
    from steelyard.scored import Counted
    from steelyard.types import OutputScores, Ratings

__all__ = ["add_arguments", "add_judged", "read_judged", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, TestAccuracyQuestion)
    group = add_rated(parser, has_unit=True)
    add_options(group, TestAccuracyQuestion)
    add_judged(group)
    add_look_of_meta(parser)
    add_plots(parser)
    parser.set_defaults(run=run)


def add_judged(group: argparse._ArgumentGroup) -> None:
    """Add what people's verdicts are of."""
    group.add_argument(
        "--test-on", dest="gold", choices=("means", "judgements"), default="means",
        help="test mean ratings of segments by randomization, or single judgements by rank sums (means)",
    )  # fmt: skip


def read_judged(arguments: argparse.Namespace) -> "tuple[Counted, Sequence[OutputScores] | Ratings]":
    """Count the texts, and read what people said of them."""
    if not (arguments.refs or arguments.test_set or arguments.table or arguments.stats):
        raise SpecError("Tests need texts: give reference files, and systems with -i, or --table, or --stats.")
    counted = read_counted(arguments)
    people = read_flagged_people(arguments, arguments.ratings, counted.test_set)
    return counted, people.scores if arguments.gold == "means" else oriented_judgements(arguments, people)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_meta(arguments)
    check_plots(arguments)
    question = question_of_arguments(arguments, TestAccuracyQuestion)
    counted, ratings = read_judged(arguments)
    from steelyard.questions.test_accuracy.compute import compute

    with progress_bar(arguments) as progress:
        accuracy = compute(replace(counted, progress=progress), ratings, question)
    if arguments.plots is not None:
        from steelyard.questions.test_accuracy.figures import draw

        write_plots(arguments, draw(accuracy))
    write_page(arguments, accuracy)
    return write_result(arguments, accuracy)
