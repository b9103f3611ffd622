"""What may be asked: whether this installation computes what it should."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, repetitions_option, seed_option

__all__ = ["SelftestQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelftestQuestion(Question):
    """Whether this installation computes what it should."""

    description: ClassVar[str] = (
        "Compute scores and p-values that are known, on this machine, and measure on made-up outputs that do not "
        "differ how often tests find a difference. Takes a few seconds. Exits with status 1 if anything is wrong. "
        "Add --json to a report of a fault."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard check installation", "steelyard check installation --json")

    n_repetitions: int = repetitions_option(1000, is_first=True)
    rng: Any = seed_option()
