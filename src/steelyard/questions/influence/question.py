"""What may be asked: which segments and documents a difference hangs on."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Lines, Question, between_0_and_1, option, show_option, unit_option

__all__ = ["InfluenceQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceQuestion(Question):
    """Which segments, documents and kinds of segment the difference of two systems hangs on."""

    description: ClassVar[str] = (
        "Leave out segments, documents and kinds of segment, one by one, from the comparison of two systems: which "
        "move the difference most, and how few carry the verdict. With spans such as names, terms or marked errors, "
        "these are cut out of the texts, too."
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
        (10, 20, 30, 40), "words of the reference at which ranges of lengths end", metavar="N"
    )
    alpha: float = option(0.05, "level at which a difference is significant", metavar="X", check=between_0_and_1)
    unit: str | None = unit_option("Units are left out, as segments are.")
    labels: Lines | None = option(
        None, "scores by label too: one per line, such as the genre", file="labels", is_first=True
    )
    spans: Lines | None = option(
        None, "parts of texts to cut out: a table of text, segment, start, end, label; or marked errors (MQM, ESA)",
        file="spans", is_first=True,
    )  # fmt: skip
    lines: Lines | None = option(
        None, "of spans of marked errors: TSV with line, seg_id and perhaps doc, where segment ids are not lines",
        file="line ids", more="A TextFile.",
    )  # fmt: skip
