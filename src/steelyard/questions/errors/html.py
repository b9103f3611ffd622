"""The HTML page of errors: its examples as segments to read, with the words of each class marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from steelyard.page.blocks import Block, Paragraph, Texts
from steelyard.page.html.blocks import Placed, blocks_page, without_figures
from steelyard.page.html.payload import Shown, segment_data
from steelyard.page.html.render import Filled
from steelyard.page.html.systems import NOTHING, PageExtras
from steelyard.page.html.text import as_data
from steelyard.questions.errors.answer import Errors, MarkedSegmentRow
from steelyard.questions.errors.page import EXAMPLES, to_page
from steelyard.results.score_rows import SegmentScores

__all__ = ["fill"]

_ALL = "all errors"
_CLASSES = ("inflection", "order", "missing", "extra", "lexical")
_OF_OUTPUT = "extra"  # the other classes are counted in the reference
_IN_REFERENCE = 2  # where a mark stands: 0 in the output, 1 in the source


@dataclass(frozen=True, slots=True)
class _Mark:
    """A run of words of a class, as the page's script takes what was marked."""

    metric: str
    system: str
    segment: int
    start: int
    end: int
    severity: str
    in_source: int
    category: str = ""
    rater: str = ""
    confidence: float | None = None


def fill(errors: Errors, beside: PageExtras = NOTHING) -> Filled:
    """Lay out the page: the examples are segments to read; on paper and without scripts they are text."""
    if not errors.segments:
        return blocks_page(errors, to_page(errors))

    def place(blocks: Sequence[Block]) -> Placed:
        first = next(i for i, block in enumerate(blocks) if _is_of_examples(block))
        placed: Placed = [
            ("AsText", block, []) if _is_of_examples(block) else without_figures([block])[0] for block in blocks
        ]
        return [*placed[:first], ("Segments", blocks[first], []), *placed[first:]]

    filled, shown = blocks_page(errors, to_page(errors), place=place), _shown(errors.segments)
    data = segment_data(shown, errors.method, beside.method)
    filled.values.update(shown=shown, segments=as_data(data), of_errors=True)
    return filled


def _is_of_examples(block: Block) -> bool:
    return isinstance(block, Texts) or (isinstance(block, Paragraph) and block.text.startswith(EXAMPLES))


def _shown(rows: Sequence[MarkedSegmentRow]) -> Shown:
    """Collect texts, the rate of each class in each output, and what is marked under it."""
    numbers = tuple(dict.fromkeys(row.segment for row in rows))
    systems = tuple(dict.fromkeys(row.system for row in rows))
    of = {(row.system, row.segment): row for row in rows}
    kinds = (_ALL, *(kind for kind in _CLASSES if any(_n_words(row, kind) for row in rows)))
    return Shown(
        numbers=numbers,
        systems=systems,
        references=(tuple(of[systems[0], number].reference for number in numbers),),
        outputs=tuple(tuple(of[system, number].output for number in numbers) for system in systems),
        scores=tuple(
            SegmentScores(kind, f"{kind} %", system, "", tuple(_rate(of[system, i], kind) for i in numbers), scale=100)
            for kind in kinds
            for system in systems
        ),
        lower_is_better=kinds,
        errors=tuple(mark for kind in kinds for row in rows for mark in _marks(row, kind)),
    )


def _rate(row: MarkedSegmentRow, kind: str) -> float:
    return 100 * _n_words(row, kind) / max(len(row.reference.split()), 1)


def _n_words(row: MarkedSegmentRow, kind: str) -> int:
    """Count words where their class is counted."""
    return sum(
        len(text[start:end].split())
        for text, marks, is_output in ((row.reference, row.in_reference, False), (row.output, row.in_output, True))
        for start, end, name in marks
        if kind in (_ALL, name) and (name == _OF_OUTPUT) == is_output
    )


def _marks(row: MarkedSegmentRow, kind: str) -> Iterator[_Mark]:
    for marks, where in ((row.in_output, 0), (row.in_reference, _IN_REFERENCE)):
        for start, end, name in marks:
            if kind in (_ALL, name):
                yield _Mark(kind, row.system, row.segment, start, end, name, where)
