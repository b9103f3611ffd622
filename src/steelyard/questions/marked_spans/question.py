"""What may be asked: how far two sides mark the same spans."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, between_0_and_1, option
from steelyard.errors import SpecError

__all__ = ["MarkedSpansQuestion"]


def _two(_: str, raters: Sequence[str] | None) -> None:
    if raters is not None and len(raters) != 2:
        raise SpecError(f"Two raters are compared (raters, --only-raters), not {len(raters)}.")


def _share(_: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise SpecError(f"The credit for another severity (other_severity) must lie between 0 and 1, not {value:g}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedSpansQuestion(Question):
    """How well two campaigns, or two raters of one, agree on the spans that are errors."""

    description: ClassVar[str] = (
        "Measure how well two campaigns, or two raters, agree on error spans in the outputs that both judged."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard human spans esa.tsv --second mqm.tsv --texts systems/*.txt",
        "steelyard human spans mqm.tsv --only-raters rater1 rater2 --texts systems/*.txt",
    )

    raters: tuple[str, ...] | None = option(
        None, "compare only these two raters", is_list=True, is_first=True,
        metavar="RATER", shown="all", check=_two, flags=("--only-raters",),
    )  # fmt: skip
    other_severity: float = option(
        1.0, "set the credit for characters that both marked with different severities", metavar="X", check=_share
    )
    clip: bool = option(False, "cut spans that are longer than their text, in place of an error")
    confidence_level: float = option(0.95, "of the intervals", flags=(), check=between_0_and_1)
