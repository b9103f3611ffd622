"""What may be asked: which segments and documents influence a difference."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Lines, Question, between_0_and_1, option, show_option, unit_option

__all__ = ["InfluenceQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceQuestion(Question):
    """Which segments, documents and kinds of segment influence the difference of two systems."""

    description: ClassVar[str] = (
        "List the segments and documents that influence the difference of two systems most, and how few of them "
        "reverse it. With spans (names, terms, marked errors), also score texts without them."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard explain influence ref.txt -i baseline.txt ours.txt",
        "steelyard explain influence ref.txt -i baseline.txt ours.txt -m chrf --documents docs.txt",
        "steelyard explain influence ref.txt -i a.txt b.txt --spans spans.tsv",
    )
    takes: ClassVar[tuple[str, ...]] = ("stats", "width", "report")
    without_texts: ClassVar[str] = "segments are listed by their numbers alone"

    top: int = show_option(5, "segments that favour each of the systems")
    lengths: tuple[int, ...] = option(
        (10, 20, 30, 40), "group segments by length: the ends of the ranges, in words of the reference", metavar="N"
    )
    alpha: float = option(0.05, "set the significance level", metavar="X", check=between_0_and_1)
    unit: str | None = unit_option("Units are removed one by one, as segments are.")
    labels: Lines | None = option(
        None,
        "also group segments by the labels in this file: one a line, such as the genre",
        file="labels",
        is_first=True,
    )
    spans: Lines | None = option(
        None, "also score without these spans: a table (text, segment, start, end, label) or marked errors (MQM, ESA)",
        file="spans", is_first=True,
    )  # fmt: skip
    lines: Lines | None = option(
        None, "read line numbers of marked errors from this TSV: line, seg_id and perhaps doc",
        file="line ids", more="A TextFile.",
    )  # fmt: skip
