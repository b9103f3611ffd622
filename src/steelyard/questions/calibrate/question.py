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
    """How often tests raise false alarms, and how often they find a difference, on these systems."""

    description: ClassVar[str] = (
        "Measure, on data sets made from two systems, how often each significance test finds a difference where there "
        "is none, and how often it finds one that is there; of several systems, how often any pair is called different "
        "that is not, after the correction over all pairs."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check level ref.txt -i ours.txt theirs.txt",
        "steelyard check level ref.txt -i ours.txt theirs.txt -m chrf --tests randomization moses -r 200",
    )
    takes: ClassVar[tuple[str, ...]] = ("plots", "report", "stats")

    tests: tuple[str, ...] = option(
        (), "names of tests", metavar="TEST", shown="all that fit the metrics", is_first=True
    )
    n_repetitions: int = repetitions_option(1000, is_first=True)
    n_resamples: int = resamples_option(1000, "draws of each test")
    shares: tuple[float, ...] = shares_option(
        "of the systems' difference, at which power is measured", may_be_empty=True, more="Of two systems only."
    )
    unit: str | None = unit_option("Units are exchanged and resampled by the tests.")
    rng: Any = seed_option()
