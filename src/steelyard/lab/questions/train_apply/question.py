"""What may be asked: what a metric that was learned gives to outputs."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question

__all__ = ["TrainApplyQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainApplyQuestion(Question):
    """What a metric that was learned gives to outputs."""

    description: ClassVar[str] = "Score outputs with a metric learned by `lab train`; writes one line for each segment."
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab train apply learned.json ref.txt -i a.txt -o scores.tsv",
    )
