"""`steelyard human predict`: prediction-powered estimates of people's scores."""

import argparse
from typing import TYPE_CHECKING, Any

from steelyard.cli.arguments import add_directions, add_look
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import add_rating_files, read_flagged_judgements
from steelyard.cli.texts import read_documents
from steelyard.errors import SpecError
from steelyard.questions.powered_ratings.question import PoweredRatingsQuestion

if TYPE_CHECKING:
    from steelyard.types import OutputScores

__all__ = ["add_arguments", "read_chances", "read_metrics", "run"]

_MOST_METRICS = 5  # each has tables of its own


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, PoweredRatingsQuestion)
    group = add_rating_files(parser)
    add_first(
        group,
        "--scores", metavar="[NAME=]FILE", required=True,
        help="read a metric's scores of all lines, rated or not, to get narrower intervals; NAME= chooses a metric of "
        "the file",
    )  # fmt: skip
    add_directions(group)
    group.add_argument(
        "--chances", metavar="FILE",
        help="read the probabilities of --sampling weights:COLUMN from this table, as of plan ratings (the ratings)",
    )  # fmt: skip
    add_options(parser.add_argument_group("estimates"), PoweredRatingsQuestion)
    add_formats(parser)
    add_look(parser, has_width=True, width="set the decimals of scores", quiet="hide warnings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    question = question_of_arguments(arguments, PoweredRatingsQuestion)
    documents = read_documents(arguments)
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=True)
    from steelyard.questions.powered_ratings.compute import compute
    from steelyard.ratings.rated import RatingsWithScores
    from steelyard.ratings.reading import people_of

    people = people_of(
        judgements, weights=arguments.weights, scaling=arguments.scaling, lower_is_better=arguments.penalties
    )
    metrics = read_metrics(arguments)
    chances, inputs = read_chances(arguments, metrics[0].n_segments)
    rated = RatingsWithScores(
        scales=people.scores, metrics=tuple(metrics), documents=documents, chances=chances, inputs=inputs
    )
    return write_result(arguments, compute(rated, question), width=arguments.width)


def read_metrics(arguments: argparse.Namespace) -> "list[OutputScores]":
    """Read the scores that --scores [NAME=]FILE names, and settle which way they go: ratings show what is turned."""
    from steelyard.files.columns import split_name
    from steelyard.reading.directed_scores import directed
    from steelyard.reading.formats import read_output_scores

    name, path = split_name(arguments.scores)
    found = read_output_scores(path, name=name)
    found = directed(found, arguments.lower_is_better, arguments.higher_is_better, may_assume=True)
    if any(not metric.n_segments for metric in found):
        raise SpecError(f"{path} has only scores of whole systems, but every segment needs a score.")
    if len(found) > _MOST_METRICS:
        raise SpecError(
            f"{path} has {len(found):,} metrics: choose one with --scores NAME={path}, NAME as in the file."
        )
    return found


def read_chances(arguments: argparse.Namespace, n_segments: int) -> tuple[Any, tuple[dict[str, str], ...]]:
    """Read the column that --sampling weights:COLUMN names, from --chances or the ratings; else nothing."""
    kind, _, column = (arguments.sampling or "").partition(":")
    if kind != "weights" or not column:
        if arguments.chances is not None:
            raise SpecError("--chances needs --sampling weights:COLUMN.")
        return None, ()
    if arguments.chances is None and len(arguments.ratings) > 1:
        raise SpecError("There are several files of ratings: give the file of the probabilities with --chances.")
    from steelyard.reading.formats import read_line_chances

    chances, (path, sha256) = read_line_chances(
        arguments.chances or arguments.ratings[0], column, n_segments=n_segments
    )
    return chances, ({"role": "chances", "name": path, "sha256": sha256},)
