"""What may be asked: outputs that a careful rater should like less."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from steelyard.asking.question import Question, option, seed_option

__all__ = ["ControlItemsQuestion", "Unit"]

Unit = Literal["word", "character"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlItemsQuestion(Question):
    """Outputs that a careful rater should like less."""

    description: ClassVar[str] = (
        "Damage outputs for quality control: a span of each is replaced by one as long of another output. Mixed among "
        "those to be rated, they show which raters read, and `human --quality-control degraded` leaves out the others."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard human control-items ours.txt -o damaged.txt",)

    unit: Unit = option(
        "word",
        "what is counted and replaced",
        flags=("--replace",),
        choices=get_args(Unit),
        more="Characters, for scripts without blanks.",
    )
    rng: Any = seed_option()
