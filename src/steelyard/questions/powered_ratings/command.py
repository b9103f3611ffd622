"""Flags of `steelyard human` that let a metric help: prediction-powered estimates."""

import argparse
from typing import TYPE_CHECKING, Any

from steelyard.cli.formats import write_result
from steelyard.cli.ratings_flags import read_flagged_judgements
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.lines import TextFile
    from steelyard.types import OutputScores

__all__ = ["add_predictions", "read_chances", "read_metrics", "run_predictions", "wants_predictions"]

_MOST_METRICS = 5  # each has tables of its own
_NOT_ALONG = {
    "test": "randomization",
    "correction": None,
    "unit": None,
    "resamples": None,
    "interval": None,
    "average": "macro",
    "agreement": "interval",
    "segments": "auto",
    "quality_control": "none",
    "win_rule": "expected-wins",
    "ranks": False,
    "effects": False,
    "report": None,
    "plots": None,
}


def add_predictions(parser: argparse.ArgumentParser) -> None:
    """Add what names a metric's scores, and how the rated lines were chosen."""
    group = parser.add_argument_group("help by a metric")
    group.add_argument(
        "--predictions", metavar="[NAME=]FILE",
        help="a metric's scores of all lines, rated or not: tightens the intervals of people's means; of a file of "
        "several metrics NAME= picks one",
    )  # fmt: skip
    group.add_argument(
        "--sampling", metavar="HOW",
        help="how the rated lines were chosen: random, documents, or weights:COLUMN, a column of chances",
    )  # fmt: skip
    group.add_argument(
        "--chances", metavar="FILE", help="table with line and that column, as of plan-ratings (the ratings)"
    )
    group.add_argument(
        "--target", choices=("population", "set"), default="population",
        help="mean of text like this, or of these lines (population)",
    )  # fmt: skip
    group.add_argument(
        "--predictions-lower-is-better", action="store_true", help="the metric's lower scores are the better ones"
    )


def wants_predictions(arguments: argparse.Namespace) -> bool:
    """Say whether a metric should help; refuse what has no meaning without one."""
    if arguments.predictions is not None:
        return True
    for name in ("sampling", "chances"):
        if getattr(arguments, name) is not None:
            raise SpecError(f"--{name} goes with --predictions.")
    return False


def run_predictions(arguments: argparse.Namespace, documents: "TextFile | None") -> str:
    """Estimate with a metric, and return what is printed."""
    for name, usual in _NOT_ALONG.items():
        if getattr(arguments, name, usual) != usual:
            raise SpecError(
                f"--{name.replace('_', '-')} does not go with --predictions, whose estimates have their own."
            )
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=True)
    from steelyard.people.reading import people_of
    from steelyard.questions.powered_ratings.compute import powered_ratings

    people = people_of(
        judgements, weights=arguments.weights, scaling=arguments.scaling, lower_is_better=arguments.penalties
    ).scores
    metrics = read_metrics(
        "--predictions", arguments.predictions, lower_is_better=arguments.predictions_lower_is_better
    )
    chances, files = read_chances(arguments, metrics[0].n_segments)
    result = powered_ratings(
        people,
        metrics,
        sampling=arguments.sampling,
        chances=chances,
        documents=documents,
        target=arguments.target,
        alpha=arguments.alpha,
        files=files,
    )
    return write_result(arguments, result, width=arguments.width)


def read_metrics(flag: str, argument: str, *, lower_is_better: bool = False) -> "list[OutputScores]":
    """Read the scores that a flag's [NAME=]FILE names."""
    from steelyard.data.formats import read_output_scores

    name, separator, path = argument.partition("=")
    if not separator:
        name, path = "", argument
    if not path or (separator and not name):
        raise SpecError(f"Cannot read {argument!r}: write NAME=FILE.")
    found = read_output_scores(path, name=name, higher_is_better=not lower_is_better)
    if any(not metric.n_segments for metric in found):
        raise SpecError(f"{path} has scores of whole systems alone, but every segment needs one.")
    if len(found) > _MOST_METRICS:
        raise SpecError(f"{path} has {len(found):,} metrics: choose one with {flag} NAME={path}, NAME as in the file.")
    return found


def read_chances(arguments: argparse.Namespace, n_segments: int) -> tuple[Any, list[tuple[str, str]]]:
    """Read the column that --sampling weights:COLUMN names, from --chances or the ratings; else nothing."""
    kind, _, column = (arguments.sampling or "").partition(":")
    if kind != "weights" or not column:
        if arguments.chances is not None:
            raise SpecError("--chances goes with --sampling weights:COLUMN.")
        return None, []
    from steelyard.data.formats import read_line_chances

    chances, file = read_line_chances(arguments.chances or arguments.ratings, column, n_segments=n_segments)
    return chances, [file]
