"""What may be asked: mean ratings, with the help of a metric that scored every line."""

from dataclasses import dataclass
from typing import ClassVar, get_args

from steelyard.asking.question import Question, between_0_and_1, option
from steelyard.choices import Target

__all__ = ["PoweredRatingsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoweredRatingsQuestion(Question):
    """The mean rating of every system and every difference, from ratings alone and with each metric."""

    description: ClassVar[str] = "Estimate mean ratings from some rated lines and a metric's scores of all."
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard human predict ratings.tsv --scores COMET=comet.tsv --sampling random",
    )

    sampling: str | None = option(
        None,
        "how the rated lines were chosen: random, documents, or weights:COLUMN, a column of chances",
        metavar="HOW",
        is_first=True,
    )
    target: Target = option("population", "mean of text like this, or of these lines", choices=get_args(Target))
    confidence_level: float = option(0.95, "of intervals, one by one", flags=(), check=between_0_and_1)
    alpha: float = option(0.05, "of the verdicts on all pairs together", metavar="X", check=between_0_and_1)
