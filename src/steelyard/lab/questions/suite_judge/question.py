"""What may be asked: which items of a test suite every system gets right."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    not_negative,
    option,
    pairs_option,
    resamples_option,
    seed_option,
)
from steelyard.choices import SUITE_UNITS, UNDECIDED_RULES
from steelyard.errors import unknown_name

__all__ = ["SuiteQuestion"]


def _unit(name: str, value: str) -> None:
    if value not in SUITE_UNITS:
        raise unknown_name(f"{name} (--unit)", value, SUITE_UNITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteQuestion(Question):
    """Which items of a test suite every system gets right."""

    description: ClassVar[str] = (
        "Judge outputs as right or wrong by the patterns of a test suite, or by your own patterns."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab suite judge patterns.toml -i baseline.txt ours.txt --sources src.txt",
    )

    undecided: str = option(
        "leave-out",
        "leave out items that are undecided for a system; or use bounds, where a difference must be significant for "
        "all possible decisions",
        choices=UNDECIDED_RULES,
        is_first=True,
    )
    examples: int = option(
        1, "show N outputs for each phenomenon and system", metavar="N", check=not_negative, is_first=True
    )
    pairs: str | tuple[str, ...] = pairs_option()
    unit: str | None = option(
        None,
        "resample these units: document, source (items of one text), segment, or item",
        check=_unit,
        shown="document, where ids are given, else source, else segment",
    )
    alpha: float = option(
        0.05, "set the family-wise error rate", metavar="X", check=between_0_and_1,
        more="Phenomena are one family, all items with categories another, and means over these a third. Intervals "
        "have level 1 - alpha.",
    )  # fmt: skip
    n_resamples: int = resamples_option(10_000, "make N draws for the tests")
    rng: Any = seed_option()
