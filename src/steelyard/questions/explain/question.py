"""What may be asked: what made the score of a segment."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import REQUIRED, Question, option

__all__ = ["ExplainQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainQuestion(Question):
    """What made the score of a segment, for every system."""

    description: ClassVar[str] = (
        "Show how a metric scores a segment: the matched words, chunks, shifts or counts, for every system."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard explain segment bleu ref.txt -i ours.txt --segment 17",
        "steelyard explain segment ter ref.txt -i ours.txt theirs.txt --segment 17 18",
    )

    metric: Any = option(
        REQUIRED,
        "metric, such as ter, or 'chrf(word_order=2)'",
        flags=("metric",),
        metavar="METRIC",
        more="If it has a variant for single segments, this variant is used.",
        python="str or Metric",
    )
    segments: tuple[int, ...] = option(
        REQUIRED,
        "explain these segments, by number from 1",
        flags=("--segment",),
        kind=int,
        is_list=True,
        metavar="N",
        is_first=True,
    )
    systems: tuple[str, ...] | None = option(None, "names", flags=(), is_list=True, shown="all")
