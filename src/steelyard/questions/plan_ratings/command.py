"""`steelyard plan ratings`: how many ratings a difference needs, and which lines to rate next."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_directions, add_look
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import add_ratings, read_flagged_judgements
from steelyard.cli.texts import read_documents
from steelyard.errors import SpecError
from steelyard.questions.plan_ratings.question import PlanRatingsQuestion
from steelyard.questions.powered_ratings.command import read_chances, read_metrics

if TYPE_CHECKING:
    from steelyard.ratings.rated import RatingsWithScores

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, PlanRatingsQuestion)
    parser.add_argument(
        "ratings",
        nargs="+",
        metavar="RATINGS",
        help="one or more files with the judgements of the pilot; .gz, .bz2 and .xz work",
    )
    group = parser.add_argument_group("input")
    add_ratings(group)
    group.add_argument("--documents", metavar="FILE[:COLUMN]", help="name the document of every line of the test set")
    add_first(
        group,
        "--scores",
        metavar="[NAME=]FILE",
        help="use a metric's scores of all lines, rated or not; NAME= picks one metric of several",
    )
    add_directions(group)
    group.add_argument(
        "--chances",
        metavar="FILE",
        help="read the probabilities of lines from this table: line and the column of --sampling weights:COLUMN (the "
        "ratings)",
    )
    group = parser.add_argument_group("plan")
    add_options(group, PlanRatingsQuestion)
    add_first(
        group, "-o", "--output", metavar="FILE", help="write every line with its probability of being rated, as TSV"
    )
    add_formats(parser)
    add_look(parser, quiet="")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    question = question_of_arguments(arguments, PlanRatingsQuestion)
    if question.n_next is None and (arguments.output or question.by_document):
        raise SpecError("--output and --by-document need --next N.")
    rated = _read_pilot(arguments)
    from steelyard.questions.plan_ratings.compute import compute

    plan = compute(rated, question)
    if arguments.output is not None:
        from steelyard.files import write_file
        from steelyard.questions.plan_ratings.page import lines_table

        write_file(arguments.output, lines_table(plan).encode("utf-8", "backslashreplace"))
    return write_result(arguments, plan)


def _read_pilot(arguments: argparse.Namespace) -> "RatingsWithScores":
    """Read ratings on one scale, a metric's scores, documents, and the chances of lines."""
    documents = read_documents(arguments)
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=True)
    from steelyard.ratings.rated import RatingsWithScores
    from steelyard.ratings.reading import people_of

    people = people_of(
        judgements, weights=arguments.weights, scaling=arguments.scaling, lower_is_better=arguments.penalties
    )
    if len(people.scores) > 1:
        names = ", ".join(scores.name for scores in people.scores)
        raise SpecError(f"{', '.join(arguments.ratings)} has several scales ({names}): choose one with --scale.")
    metrics = []
    if arguments.scores is not None:
        metrics = read_metrics(arguments)
    n_named = 0 if documents is None else len(documents.lines)
    chances, inputs = read_chances(
        arguments, metrics[0].n_segments if metrics else max(people.scores[0].n_segments, n_named)
    )
    return RatingsWithScores(
        scales=people.scores,
        metrics=tuple(metrics),
        judgements=people.ratings,
        documents=documents,
        chances=chances,
        inputs=inputs,
    )
