"""Error spans as WMT's quality-estimation tasks publish them: an output a row, its spans as lists of offsets."""

import os
from collections.abc import Mapping

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.ratings.severities import severity_named
from steelyard.reading.resemblance import also_resembles
from steelyard.reading.spans import Mark, MarkTable
from steelyard.types import ErrorMarks, Labels

__all__ = ["read_qe_spans"]

_COLUMNS = ["mt_system", "doc_id", "seg_id", "annotator_id", "source", "target", "start_ids", "end_ids", "errors"]


def read_qe_spans(
    path: str | os.PathLike[str], *, lines: Mapping[str, int] | None = None, may_miss: bool = False
) -> ErrorMarks:
    """Read a table of mt_system, doc_id, seg_id, annotator_id, source, target, start_ids, end_ids and errors.

    `path`: separated by tabs.
    `lines`: the line, from 0, of each ``seg_id``. By default the ids are lines that count from 0.
    `may_miss`: leave rows out that have no ``seg_id``.
    Returns: one judgement a row of the file; an output can stand in several.

    Starts and ends are characters of the output, the end not included; -1 with ``no-error`` says that there is none.
    They count without the quotes that some cells stand in, and are kept as they are: published outputs have lost their
    last punctuation, so that some ends lie behind the text. A span from a place to the same place marks that something
    is ``missing`` there. Some rows end in an empty cell, which is dropped. Files have no references, and severities but
    no categories.

    References
    ----------
    Blain et al. 2023, "Findings of the WMT 2023 shared task on quality estimation", 2023.wmt-1.52.
    """
    file = read_lines(path)
    names = file.lines[0].split("\t") if file.lines else []
    if names != _COLUMNS:
        raise DataError(
            f"{file.path}, line 1: the columns {', '.join(_COLUMNS)} are expected.{also_resembles(file.path)}"
        )
    marks = MarkTable()
    rows: list[list[str]] = []
    segments: list[int] = []
    for number, line in enumerate(file.lines[1:], 2):
        cells = line.split("\t")
        if len(cells) == len(_COLUMNS) + 1 and not cells[-1]:
            cells.pop()
        if len(cells) != len(_COLUMNS):
            raise AlignmentError(f"{file.path}, line {number} has {len(cells)} columns, but {len(_COLUMNS)} names.")
        if may_miss and not cells[2]:
            continue
        marks.add(len(rows), _marks(cells, file, number))
        segments.append(_segment(cells[2], lines, file, number))
        rows.append(cells)
    n = len(rows)
    return marks.table(
        Labels.of([row[0] for row in rows]),
        np.array(segments, np.int64),
        Labels.of([row[1] for row in rows]),
        Labels.of([row[3] for row in rows]),
        Labels.all_of("system", n),
        ((file.path, file.sha256),),
    )


def _segment(cell: str, lines: Mapping[str, int] | None, file: TextFile, number: int) -> int:
    place = f"{file.path}, line {number}, column 'seg_id'"
    if lines is not None:
        if cell not in lines:
            raise DataError(f"{place}: the table of lines (--lines) has no line for segment {cell!r}.")
        return lines[cell]
    if not is_whole(cell, 0, MOST_LINES):
        hint = "" if cell else " With may_miss=True such rows are left out."
        raise DataError(f"{place}: {cell!r} is no line, counted from 0.{hint}")
    return int(cell)


def _marks(cells: list[str], file: TextFile, number: int) -> list[Mark]:
    starts, ends, severities = (cells[column].split() for column in (6, 7, 8))
    place = f"{file.path}, line {number}"
    if not len(starts) == len(ends) == len(severities) > 0:
        raise DataError(
            f"{place}, columns 'start_ids', 'end_ids' and 'errors' list {len(starts)}, {len(ends)} and "
            f"{len(severities)}: one each is expected for every span."
        )
    if (starts, ends, severities) == (["-1"], ["-1"], ["no-error"]):
        return []
    return [_mark(*span, place) for span in zip(starts, ends, severities, strict=True)]


def _mark(start: str, end: str, severity: str, place: str) -> Mark:
    known = severity_named(severity)
    if known is None or known == "no-error":
        raise DataError(f"{place}, column 'errors': {severity!r} is no severity of a span.")
    is_span = is_whole(start) and is_whole(end) and int(start) <= int(end)
    if not is_span:
        raise DataError(f"{place}, columns 'start_ids' and 'end_ids': {start!r} to {end!r} is no span.")
    if start == end:
        return Mark("", known, "missing", -1, -1)
    return Mark("", known, "hypothesis", int(start), int(end))
