"""Flags of `steelyard human` that let a metric help: prediction-powered estimates."""

import argparse
from typing import TYPE_CHECKING, Any

from steelyard.cli.ask import add_options, question_of_arguments
from steelyard.cli.formats import write_result
from steelyard.cli.parser import add_first
from steelyard.cli.ratings_flags import read_flagged_judgements
from steelyard.errors import SpecError
from steelyard.questions.powered_ratings.question import PoweredRatingsQuestion

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile
    from steelyard.types import OutputScores

__all__ = ["add_predictions", "read_chances", "read_metrics", "run_predictions"]

_MOST_METRICS = 5  # each has tables of its own


def add_predictions(parser: argparse.ArgumentParser) -> None:
    """Add what names a metric's scores, and how the rated lines were chosen."""
    group = parser.add_argument_group("help by a metric")
    add_first(
        group,
        "--predictions", metavar="[NAME=]FILE",
        help="a metric's scores of all lines, rated or not: tightens the intervals of people's means; of a file of "
        "several metrics NAME= picks one",
    )  # fmt: skip
    add_options(group, PoweredRatingsQuestion)
    group.add_argument(
        "--chances", metavar="FILE", help="table with line and that column, as of plan-ratings (the ratings)"
    )
    group.add_argument(
        "--predictions-lower-is-better", action="store_true", help="the metric's lower scores are the better ones"
    )


def run_predictions(arguments: argparse.Namespace, documents: "TextFile | None") -> str:
    """Estimate with a metric, and return what is printed."""
    question = question_of_arguments(arguments, PoweredRatingsQuestion)
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=True)
    from steelyard.people.rated import Rated
    from steelyard.people.reading import people_of
    from steelyard.questions.powered_ratings.compute import compute

    people = people_of(
        judgements, weights=arguments.weights, scaling=arguments.scaling, lower_is_better=arguments.penalties
    )
    metrics = read_metrics(
        "--predictions", arguments.predictions, lower_is_better=arguments.predictions_lower_is_better
    )
    chances, inputs = read_chances(arguments, metrics[0].n_segments)
    rated = Rated(scales=people.scores, metrics=tuple(metrics), documents=documents, chances=chances, inputs=inputs)
    return write_result(arguments, compute(rated, question), width=arguments.width)


def read_metrics(flag: str, argument: str, *, lower_is_better: bool = False) -> "list[OutputScores]":
    """Read the scores that a flag's [NAME=]FILE names."""
    from steelyard.data.formats import read_output_scores
    from steelyard.data.score_files import split_name

    name, path = split_name(argument)
    found = read_output_scores(path, name=name, higher_is_better=False if lower_is_better else None)
    if any(not metric.n_segments for metric in found):
        raise SpecError(f"{path} has scores of whole systems alone, but every segment needs one.")
    if len(found) > _MOST_METRICS:
        raise SpecError(f"{path} has {len(found):,} metrics: choose one with {flag} NAME={path}, NAME as in the file.")
    return found


def read_chances(arguments: argparse.Namespace, n_segments: int) -> tuple[Any, tuple[dict[str, str], ...]]:
    """Read the column that --sampling weights:COLUMN names, from --chances or the ratings; else nothing."""
    kind, _, column = (arguments.sampling or "").partition(":")
    if kind != "weights" or not column:
        if arguments.chances is not None:
            raise SpecError("--chances goes with --sampling weights:COLUMN.")
        return None, ()
    if arguments.chances is None and len(arguments.ratings) > 1:
        raise SpecError("The ratings stand in several files: name the one of the chances with --chances.")
    from steelyard.data.formats import read_line_chances

    chances, (path, sha256) = read_line_chances(
        arguments.chances or arguments.ratings[0], column, n_segments=n_segments
    )
    return chances, ({"role": "chances", "name": path, "sha256": sha256},)
