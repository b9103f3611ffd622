"""What may be asked: how many ratings a difference needs, and which lines to rate next."""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import REQUIRED, Question, between_0_and_1, option, seed_option
from steelyard.errors import SpecError

__all__ = ["PlanRatingsQuestion"]

_LEAST, _MOST = 1e-9, 1e9


def _countable(name: str, value: float) -> None:
    """Refuse differences for which numbers of raters have no end; those that are none are refused by what plans."""
    if value and math.isfinite(value) and not _LEAST <= abs(value) <= _MOST:
        raise SpecError(f"The wanted {name} must be from {_LEAST:g} to {_MOST:g} in size, not {value:g}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRatingsQuestion(Question):
    """Ratings of two systems that are so far apart, from ratings of systems like them."""

    description: ClassVar[str] = (
        "Plan ratings from a pilot: how many documents, segments, ratings and raters detect a difference between two "
        "systems, with and without a metric. Draw the lines to rate next, with known probabilities."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard plan ratings pilot.tsv --difference 5",
        "steelyard plan ratings pilot.tsv --difference 5 --documents docs.txt --next 40 -o next.tsv",
    )

    difference: float = option(
        REQUIRED,
        "set the difference to detect, in the unit of the ratings",
        kind=float,
        metavar="X",
        check=_countable,
        is_first=True,
    )
    power: float = option(0.8, "set the power", metavar="X", check=between_0_and_1, is_first=True)
    alpha: float = option(0.05, "set the level of the test", metavar="X", check=between_0_and_1)
    by_document: bool = option(False, "draw whole documents of about N lines", is_first=True)
    sampling: str | None = option(
        None,
        "name how the pilot was sampled: random, documents, weights:COLUMN",
        shown="not at random",
        metavar="HOW",
        is_first=True,
    )
    n_next: int | None = option(
        None,
        "draw N lines to rate next, without those of the pilot",
        flags=("--next",),
        kind=int,
        metavar="N",
        is_first=True,
    )
    systems: tuple[str, ...] | None = option(
        None,
        "use pairs of these systems only",
        flags=("--only-systems",),
        shown="all",
        is_list=True,
        metavar="NAME",
        more="Variances are of all pairs together; a pair counts with the lines on which both were rated.",
    )
    segments_per_document: tuple[int, ...] | None = option(
        None,
        "try designs with N segments of each document",
        kind=int,
        shown="1 2 5 10, up to those of the pilot",
        is_list=True,
        metavar="N",
    )
    ratings_per_segment: tuple[int, ...] | None = option(
        None,
        "try designs with N ratings of each segment",
        kind=int,
        shown="1 2 3, if the pilot has repeats",
        is_list=True,
        metavar="N",
    )
    n_raters: tuple[int, ...] | None = option(
        None,
        "try designs with N raters as a sample of all raters",
        flags=("--rater-counts",),
        kind=int,
        shown="the pilot's, and enough for all raters",
        is_list=True,
        metavar="N",
        more="The default has results for the pilot's raters alone, and for enough raters that their leniency takes "
        "half of "
        "the error allowed.",
    )
    rng: Any = seed_option()
