"""What may be asked: the score of every system."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    interval_option,
    option,
    resamples_option,
    seed_option,
    unit_option,
)

__all__ = ["ScoreQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuestion(Question):
    """What every system scores."""

    description: ClassVar[str] = (
        "Score systems against references: sacreBLEU's line for one system, a ranked table for several."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard score ref.txt -i ours.txt",
        "steelyard score ref.txt -i ours.txt theirs.txt -m bleu chrf ter -ci",
        "steelyard score -t wmt20 -l en-de -i ours.txt",
    )
    takes: ClassVar[tuple[str, ...]] = ("stats", "sums", "width")

    confidence_level: float | None = option(
        None,
        "add intervals of this level, such as 0.95",
        flags=(),
        kind=float,
        shown="no intervals",
        check=between_0_and_1,
    )
    n_resamples: int = resamples_option(
        1000, "set the number of bootstrap resamples", flags=("-n", "--resamples", "-cin", "--confidence-n")
    )
    rng: int = seed_option()
    unit: str | None = unit_option()
    interval: str | None = interval_option(
        "jackknife below an effective number of 40 units, else percentile",
        more="The last three do not resample; ``'student'`` is for means alone.",
    )
    segments: bool = option(False, "score every segment instead", flags=("-sl", "--sentence-level"), is_first=True)
