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
        "Compute a stored result again, and list inputs, versions and values that changed. For a ledger of gates, "
        "check its lines and sum the error rates that its gates have used. Exit status: 0 if all is equal, 1 if not, 2 "
        "if it cannot be verified."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard check result comparison.json",
        "steelyard check result comparison.json --base data",
    )

    base: Any = option(
        None, "find the inputs in this folder, by their stored paths or by their names", metavar="DIR",
        python="path-like",
        is_first=True,
    )  # fmt: skip
    tolerance: float = option(
        0.0, "accept differences up to this relative size: 1e-9 for another machine", metavar="X",
        check=_not_negative,
        more="Relative to the larger of both values, or to 1 if both are smaller. 0 is right on the same machine. "
        "Other processors and C libraries differ in the last digit of `exp` and roots.",
        is_first=True,
    )  # fmt: skip
