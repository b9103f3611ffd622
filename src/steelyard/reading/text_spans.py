"""Spans of texts, such as names, terms or marked errors: a table of them, or judgements that mark errors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.parsing import is_whole
from steelyard.files.reading import TextFile
from steelyard.files.separators import folded_name, header_cells, quoted_rows, separator_of
from steelyard.reading.judgements import read_judgements
from steelyard.reading.line_files import LineIds
from steelyard.reprs import describe, listed, n_of
from steelyard.types import Labels

__all__ = ["TextSpans", "read_text_spans"]

Ints = NDArray[np.int64]
_COLUMNS = ("text", "segment", "start", "end")
_OTHER_NAMES = {"system": "text", "line": "segment"}


@dataclass(frozen=True, slots=True, eq=False)
class TextSpans:
    r"""Spans of characters in texts.

    Examples
    --------
    >>> from steelyard.reading import read_text_spans
    >>> found = read_text_spans(["text\tsegment\tstart\tend\tlabel", "reference\t1\t4\t9\tname"])
    >>> found.texts.values, found.segments.tolist(), found.labels.values
    (('reference',), [0], ('name',))
    """

    texts: Labels  # ``"source"``, ``"reference"``, ``"reference 2"`` or the name of a system
    segments: Ints  # shape (E,): from 0
    # starts, ends: shape (E,): first character, from 0, and the one past the last
    starts: Ints
    ends: Ints
    labels: Labels  # what each is; ``""`` where nothing is said

    def __repr__(self) -> str:
        return describe(self, n_of(len(self.starts), "span"), listed("texts", self.texts.names))


def read_text_spans(spans: Sequence[str] | TextFile, *, lines: LineIds | None = None) -> TextSpans:
    r"""Read a table with the columns text, segment, start, end and perhaps label; or a file of marked errors.

    `spans`: tabs, commas, semicolons or bars between cells, a line of names first. Segments count from 1, characters
    from 0, the end not included. A file may be one of marked errors in any format of `read_judgements`; labels are then
    their categories.
    `lines`: of marked errors, the line of each segment's id.
    Returns: of marked errors those that have a place in an output.

    Examples
    --------
    >>> from steelyard.reading import read_text_spans
    >>> read_text_spans(["system\tline\tstart\tend", "ours\t3\t0\t5"]).ends.tolist()
    [5]
    """
    given, name = (spans.lines, spans.path) if isinstance(spans, TextFile) else (spans, "the table of spans")
    separator = separator_of(given[0]) if given else "\t"
    cells = [folded_name(cell) for cell in header_cells(given[0])] if given else []
    names = [_OTHER_NAMES.get(cell, cell) for cell in cells]
    if all(column in names for column in _COLUMNS):
        found = _table(given, names, name, separator)
    elif isinstance(spans, TextFile):
        found = _marks(spans.path, lines)
    else:
        raise DataError(f"{name}, line 1: the columns {', '.join(_COLUMNS)} and perhaps label are expected.")
    if not len(found.starts):
        raise DataError(f"{name} has no spans.")
    return found


def _table(lines: Sequence[str], names: Sequence[str], name: str, separator: str) -> TextSpans:
    plain = ((number, line.split("\t")) for number, line in enumerate(lines, 1))
    rows = []
    for number, row in plain if separator == "\t" else quoted_rows("\n".join(lines), name, separator):
        if number == 1 or not any(map(str.strip, row)):
            continue
        cells = dict(zip(names, row, strict=False))
        if "text" not in cells:
            raise DataError(f"{name}, line {number} ends before the cell that names the text or the system.")
        try:
            segment, start, end = (_whole(cells[column]) for column in _COLUMNS[1:])
        except (KeyError, ValueError) as error:
            raise DataError(f"{name}, line {number}: segment, start and end must be whole numbers.") from error
        if segment < 1 or not 0 <= start < end:
            raise DataError(
                f"{name}, line {number}: segments count from 1, and a span has a start from 0 and an end behind it, "
                f"not segment {segment}, {start} to {end}."
            )
        rows.append((cells["text"].strip(), segment - 1, start, end, cells.get("label", "").strip()))
    texts, segments, starts, ends, labels = zip(*rows, strict=True) if rows else ((),) * 5
    numbers = [np.array(column, np.int64) for column in (segments, starts, ends)]
    return TextSpans(Labels.of(texts), numbers[0], numbers[1], numbers[2], Labels.of(labels))


def _whole(cell: str) -> int:
    if not is_whole(cell.strip().removeprefix("-")):
        raise ValueError(cell)
    return int(cell)


def _marks(path: str, lines: LineIds | None) -> TextSpans:
    try:
        marks = read_judgements(path, lines=lines, strict=False).marks
    except (AlignmentError, DataError, SpecError) as error:
        raise DataError(
            f"{path} is no table of spans ({', '.join(_COLUMNS)}, perhaps label), and as marked errors it cannot be "
            f"read either: {error}"
        ) from error
    if marks is None:
        raise DataError(
            f"{path} holds no spans: give a table with the columns {', '.join(_COLUMNS)} and perhaps label, or marked "
            "errors."
        )
    is_output = np.array([name == "hypothesis" for name in marks.places.names])[marks.places.codes]
    kept = is_output & (marks.starts >= 0) & (marks.ends > marks.starts)
    return TextSpans(
        marks.systems.take(kept),
        marks.segments[kept],
        marks.starts[kept],
        marks.ends[kept],
        marks.categories.take(kept) if any(marks.categories.names) else marks.severities.take(kept),
    )
