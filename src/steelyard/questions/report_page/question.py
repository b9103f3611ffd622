"""What may be asked: what a page shows beside a comparison."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from steelyard.questions.base import Lines, Question, option

__all__ = ["ReportPageQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPageQuestion(Question):
    """What a page shows beside a comparison."""

    description: ClassVar[str] = "Collect what the page of a comparison shows beside its numbers."
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard compare ref.txt -i baseline.txt ours.txt --report page.html --labels genre.txt",
    )

    labels: Mapping[str, Lines] | None = option(
        None,
        "for the report: one label per segment, such as its genre, to score and test parts by; repeatable",
        metavar="[NAME=]FILE",
        more="By name, beside the test set's metadata.",
        python="mapping of str to sequence of str or TextFile",
    )
    texts: bool = option(
        True,
        "show texts",
        flags=(),  # the command has the flag that leaves them out
        more="A page without them can be shared where the texts cannot; it has the scores of segments. One from "
        "statistics files has no texts, and no buckets by words.",
    )
