"""What may be asked: mean ratings, from ratings of some lines and a metric's scores of all."""

from dataclasses import dataclass
from typing import ClassVar, get_args

from steelyard.asking.question import Question, between_0_and_1, option
from steelyard.choices import Target

__all__ = ["PoweredRatingsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoweredRatingsQuestion(Question):
    """The mean rating of every system and every difference, from ratings alone and with each metric."""

    description: ClassVar[str] = (
        "Estimate mean ratings of systems from ratings of some lines and a metric's scores of all lines."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard human predict ratings.tsv --scores COMET=comet.tsv --sampling random",
    )

    sampling: str | None = option(
        None,
        "say how the rated lines were sampled: random, documents, or weights:COLUMN (a column of probabilities)",
        metavar="HOW",
        is_first=True,
    )
    target: Target = option(
        "population", "estimate the mean for texts like these, or for these lines only", choices=get_args(Target)
    )
    confidence_level: float = option(0.95, "of intervals, one by one", flags=(), check=between_0_and_1)
    alpha: float = option(0.05, "set the family-wise error rate of the verdicts", metavar="X", check=between_0_and_1)
