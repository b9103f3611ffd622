"""What may be asked of several references."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, option, seed_option
from steelyard.choices import REFERENCE_KINDS
from steelyard.errors import SpecError

__all__ = ["ReferencesQuestion"]


def _at_least_1(name: str, value: Any) -> None:
    if value < 1:
        raise SpecError(f"{name} (--subsets) must be 1 or more, not {value}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferencesQuestion(Question):
    """What each reference adds, and how many are enough."""

    description: ClassVar[str] = (
        "Compare references: score each against the others, and show how scores and rankings change with the number "
        "and choice of references."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard explain references ref.txt ref2.txt -i baseline.txt ours.txt",
        "steelyard explain references ref.txt ref2.txt -i baseline.txt ours.txt --kinds human machine",
    )
    takes: ClassVar[tuple[str, ...]] = ("width", "report")

    kinds: tuple[str, ...] = option(
        (),
        "say who wrote each reference, in their order: human, post-edit or machine; BLEU then ignores the length of "
        "machine references",
        metavar="KIND",
        choices=REFERENCE_KINDS,
        adds_up=False,
        python="sequence of str",
        shown="human",
        is_first=True,
    )
    subsets: int = option(
        20, "score N choices of references for each number of references", metavar="N", check=_at_least_1
    )
    rng: int = seed_option()
