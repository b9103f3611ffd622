"""What may be asked: which metric tells most pairs of systems apart, and how many of them rightly."""

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
)

__all__ = ["InstrumentsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstrumentsQuestion(Question):
    """How many pairs of systems each metric tells apart by the same test, and which of them people tell apart, too."""

    description: ClassVar[str] = (
        "Count the pairs of systems that each metric tells apart by the same test, and those that people tell "
        "apart, too. Measure how often the test is wrong where there is no difference."
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
    scales: tuple[str, ...] | None = option(
        None,
        "one or two scales of the ratings; the second is tested where the first is not significant",
        flags=(),
        is_list=True,
        shown="all, adequacy before others",
    )
    raters: str | None = raters_option("People's verdicts are of these raters.", shown="fixed")
    n_repetitions: int = repetitions_option(400)
    n_resamples: int = resamples_option(1000, "set the number of draws of each test")
    unit: str | None = option(
        None,
        "exchange and resample documents, segments, or block:K (K consecutive segments)",
        flags=(),
        shown="document, where ids are given",
    )
    rng: Any = seed_option()
