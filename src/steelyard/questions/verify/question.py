"""What may be asked: whether a stored result comes out the same once more."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, option
from steelyard.errors import SpecError

__all__ = ["VerifyQuestion"]


def _not_negative(_: str, value: float) -> None:
    if not value >= 0:
        raise SpecError(f"The tolerance (--tolerance) must be 0 or more, not {value}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyQuestion(Question):
    """Whether a stored result comes out the same once more."""

    description: ClassVar[str] = (
        "Compute a stored result again from the files it rests on: which inputs changed by their SHA-256, which "
        "versions, which values; or put the looks of a ledger of gates in order and add them up. Leaves with 0 where "
        "all is equal, 1 where something is not, 2 where it cannot be told."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check result comparison.json",
        "steelyard check result comparison.json --base data",
    )

    base: Any = option(
        None, "where the inputs are now: at their paths from here, or by their names alone", metavar="DIR",
        python="path-like",
        is_first=True,
    )  # fmt: skip
    tolerance: float = option(
        0.0, "how far numbers may be apart, relative to their size: 1e-9 for another machine", metavar="X",
        check=_not_negative,
        more="Relative to the larger of both, or to 1 where both are smaller. On the machine that computed the result "
        "none is needed; processors and C libraries differ in the last digit of `exp` and roots.",
        is_first=True,
    )  # fmt: skip
