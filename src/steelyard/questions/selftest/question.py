"""What may be asked: whether this installation computes what it should."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, repetitions_option, seed_option

__all__ = ["SelftestQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelftestQuestion(Question):
    """Whether this installation computes what it should."""

    description: ClassVar[str] = (
        "Test this installation: recompute known scores and p-values, and measure the false positive rates of tests. "
        "It takes a few seconds. Exit status: 1 if a result is wrong. Send the output of --json with a fault report."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard check installation", "steelyard check installation --json")

    n_repetitions: int = repetitions_option(1000, is_first=True)
    rng: Any = seed_option()
