"""What may be asked: which metrics there are, and all about one."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Question, option

__all__ = ["MetricsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsQuestion(Question):
    """Which metrics there are, and all about one."""

    description: ClassVar[str] = (
        "List all metrics (direction, range, required inputs, source), tokenizers and views. With names, describe "
        "these metrics and their options."
    )
    command_lines: ClassVar[tuple[str, ...]] = ("steelyard metrics", "steelyard metrics bleu")

    names: tuple[str, ...] = option(
        (), "metric to describe, such as bleu", flags=("names",), metavar="NAME", more="Without a name, all are listed."
    )
