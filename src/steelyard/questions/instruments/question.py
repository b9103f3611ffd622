"""What may be asked: which metric finds most significant differences, and how many of them people find, too."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    option,
    raters_option,
    repetitions_option,
    resamples_option,
    seed_option,
    unit_option,
)
from steelyard.questions.test_accuracy.question import scales_option

__all__ = ["InstrumentsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstrumentsQuestion(Question):
    """In how many pairs of systems the same test finds a difference by each metric, and in which of them by people."""

    description: ClassVar[str] = (
        "Count the significant differences between systems by each metric, with the same test, and compare them with "
        "people's. Measure how often the test finds a difference where there is none."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta instruments ref.txt -i a.txt b.txt c.txt -m nist bleu chrf --ratings ratings.tsv",
    )

    test: str = option(
        "randomization",
        "choose the significance test, the same for all metrics",
        metavar="TEST",
        is_first=True,
        more="A registered test that has one-sided forms.",
    )
    alpha: float = option(
        0.05, "set the level of the test, and of people's: half of it in each direction", metavar="X",
        check=between_0_and_1,
    )  # fmt: skip
    scales: tuple[str, ...] | None = scales_option()
    raters: str | None = raters_option("People's verdicts are of these raters.", shown="fixed")
    n_repetitions: int = repetitions_option(400)
    n_resamples: int = resamples_option(1000, "set the number of draws of each test")
    unit: str | None = unit_option("Tests exchange them, too.")
    rng: Any = seed_option()
