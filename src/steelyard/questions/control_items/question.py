"""What may be asked: degraded outputs, to which a careful rater gives lower scores."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from steelyard.asking.question import Question, option, seed_option

__all__ = ["ControlItemsQuestion", "Unit"]

Unit = Literal["word", "character"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlItemsQuestion(Question):
    """Degraded outputs, to which a careful rater gives lower scores."""

    description: ClassVar[str] = (
        "Make degraded copies of outputs to detect careless raters: a span of each is replaced by a span of another "
        "output. Add them to the outputs to rate, then use `human --quality-control degraded`."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard human control-items ours.txt -o damaged.txt",)

    unit: Unit = option(
        "word",
        "replace words or characters",
        flags=("--replace",),
        choices=get_args(Unit),
        more="Use characters for scripts without spaces.",
    )
    rng: Any = seed_option()
