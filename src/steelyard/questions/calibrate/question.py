"""What may be asked: how often tests are wrong on one's own outputs."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    option,
    repetitions_option,
    resamples_option,
    seed_option,
    shares_option,
    unit_option,
)

__all__ = ["CalibrateQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrateQuestion(Question):
    """How many false positives tests have on these systems, and how much power."""

    description: ClassVar[str] = (
        "Measure the false positive rate and the power of each significance test, on data sets made from two systems. "
        "With several systems, measure the family-wise error rate after the correction for all pairs."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check level ref.txt -i ours.txt theirs.txt",
        "steelyard check level ref.txt -i ours.txt theirs.txt -m chrf --tests randomization moses -r 200",
    )
    takes: ClassVar[tuple[str, ...]] = ("plots", "report", "stats")

    tests: tuple[str, ...] = option(
        (), "choose the tests", metavar="TEST", shown="all that fit the metrics", is_first=True
    )
    n_repetitions: int = repetitions_option(1000, is_first=True)
    n_resamples: int = resamples_option(1000, "set the number of draws of each test")
    shares: tuple[float, ...] = shares_option(
        "measure power at these shares of the systems' difference", may_be_empty=True, more="For two systems only."
    )
    unit: str | None = unit_option("Tests exchange and resample units.")
    rng: Any = seed_option()
