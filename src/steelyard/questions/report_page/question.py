"""What may be asked: what a page shows beside a comparison."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import Lines, Question, option
from steelyard.errors import SpecError

_PAIR = re.compile(r"[A-Za-z]{2,3}-[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")

__all__ = ["ReportPageQuestion"]


def _pair(name: str, value: str) -> None:
    if not _PAIR.fullmatch(value):
        raise SpecError(f"Cannot read {name} {value!r}: write XX-YY, such as en-de.")


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
    languages: str | None = option(
        None,
        "languages of source and target, as XX-YY",
        flags=(),  # the command has -l
        shown="what names of files and tokenizers say",
        more="Browsers choose fonts and direction of texts by them.",
        check=_pair,
    )
