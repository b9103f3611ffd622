"""What made the score of a segment, for a terminal."""

import textwrap
from collections.abc import Sequence
from typing import Any

from steelyard.page.terminal import render
from steelyard.questions.explain.answer import ExplainedSegment, Explanation
from steelyard.results.columns import Shown, table
from steelyard.results.table import Table, clean
from steelyard.types.segment_explanation import Link

__all__ = ["as_text"]

_LINE = 80


def as_text(explanation: Explanation, *, width: int | None = None, console: Any = None) -> str:
    """Show texts with their chunks, matches, and the parts of each score, in colour where there is a Rich console.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.questions.explain.page import as_text
    >>> data = sy.TestSet(references=[["the ferry leaves"]], systems={"ours": ["leaves the ferry"]})
    >>> print(as_text(sy.explain(data, "ter", segments=[1])).splitlines()[0])
    ours, segment 1: TER 33.33
    """
    return "\n\n".join(_segment(segment, width, console) for segment in explanation.segments)


def _segment(segment: ExplainedSegment, width: int | None, console: Any) -> str:
    made = segment.explanation
    decimals = width if width is not None else 2 if segment.scale == 100 else 4
    head = f"{clean(segment.system)}, segment {segment.segment}: {segment.label} {made.score:.{decimals}f}"
    reference = f"reference {made.reference_number}" if made.reference_number else "reference"
    lines = [head, f"  {segment.signature}", ""]
    title = max(len("output"), len(reference))
    for name, words, places in (
        ("output", made.hypothesis, [link.hypothesis for link in made.links]),
        (reference, made.reference, [link.reference for link in made.links]),
    ):
        shown = _chunked(words, places, [link.chunk for link in made.links])
        lines.append(
            textwrap.fill(shown, _LINE, initial_indent=f"  {name:<{title}}  ", subsequent_indent=" " * (title + 4))
        )
    if made.links:
        lines += ["", _indent(render(_matches(made.links, made.hypothesis, made.reference), console))]
        lines += [
            f"  {text}: {_listed(words, places)}"
            for text, words, places in (
                ("only in the output", made.hypothesis, [link.hypothesis for link in made.links]),
                ("only in the reference", made.reference, [link.reference for link in made.links]),
            )
        ]
    lines += [f"  {clean(note)}" for note in made.notes]
    parts = [f"{name} {_number(value)}" for name, value in made.parts.items()]
    if parts:
        lines += ["", textwrap.fill(", ".join(parts), _LINE, initial_indent="  ", subsequent_indent="  ")]
    return "\n".join(lines)


def _chunked(words: Sequence[str], places: Sequence[tuple[int, int]], chunks: Sequence[int | None]) -> str:
    """Put chunks into brackets with their numbers, from 1."""
    opening: dict[int, int] = {}
    closing: dict[int, int] = {}
    for chunk in sorted({chunk for chunk in chunks if chunk is not None}):
        spans = [place for place, number in zip(places, chunks, strict=True) if number == chunk]
        opening[min(first for first, _ in spans)] = chunk + 1
        closing[max(last for _, last in spans)] = chunk + 1
    shown = []
    for i, word in enumerate(words):
        start = f"{opening[i]}[" if i in opening else ""
        shown.append(f"{start}{clean(word)}{']' if i + 1 in closing else ''}")
    return " ".join(shown) or "(empty)"


def _matches(links: Sequence[Link], hypothesis: Sequence[str], reference: Sequence[str]) -> Table:
    columns: tuple[Shown, ...] = (
        (">chunk", lambda link: None if link.chunk is None else link.chunk + 1),
        ("output", lambda link: _span(hypothesis, link.hypothesis)),
        ("reference", lambda link: _span(reference, link.reference)),
        ("match", lambda link: link.kind),
    )
    return table(links, columns)


def _span(words: Sequence[str], place: tuple[int, int]) -> str:
    first, last = place
    numbers = str(first + 1) if last - first == 1 else f"{first + 1}-{last}"
    return f"{numbers} {' '.join(words[first:last])}"


def _listed(words: Sequence[str], places: Sequence[tuple[int, int]]) -> str:
    matched = {i for first, last in places for i in range(first, last)}
    return " ".join(clean(word) for i, word in enumerate(words) if i not in matched) or "nothing"


def _number(value: float | tuple[float, ...]) -> str:
    return "/".join(f"{part:.4g}" for part in value) if isinstance(value, tuple) else f"{value:.4g}"


def _indent(text: str) -> str:
    return textwrap.indent(text, "  ")
