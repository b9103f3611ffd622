"""MQM ratings as published by Google: a row for each marked error, ``<v>`` and ``</v>`` around it in the text."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.data.cells import CellBlock, CellLabels, cell_blocks
from steelyard.data.delimited import Block, Table, check_no_doubles, combined, one_of, open_table
from steelyard.data.growing_columns import SEVERITY_NAMES, GrowingLabels, Lines, joined, lines_of_ids
from steelyard.data.judgements import HowRead, Judgements
from steelyard.data.resemblance import has_columns
from steelyard.errors import DataError
from steelyard.types import ErrorMarks, Labels

__all__ = ["RESEMBLES", "judgements", "read_mqm"]

RESEMBLES = (
    ("MQM ratings, one marked error a row", "read_mqm", has_columns("system", "category", "severity", "target")),
)

_OPEN, _CLOSE = "<v>", "</v>"
_HYPOTHESIS, _SOURCE, _UNPLACED, _NONE = range(4)  # unplaced and none have no span
_PLACES = ("hypothesis", "source", "unplaced", "none")


def read_mqm(
    path: str | os.PathLike[str],
    *,
    lines: Lines | None = None,
    severities: Sequence[str] = (),
    strict: bool = True,
    encoding: str = "utf-8",
) -> ErrorMarks:
    """Read a table with the columns system, doc, seg_id, rater, source, target, category and severity.

    Parameters
    ----------
    path : path-like
        Separated by tabs, without quoting: ``"`` is a character like any other. ``.gz``, ``.bz2`` and ``.xz`` work.
    lines : mapping or "number", optional
        The line, from 0, of each ``seg_id``, or of each ``(doc, seg_id)``; ``"number"`` counts segments as they come.
        By default the ids are lines that count from 1; ids that return in several documents are refused.
    severities : sequence of str, default ()
        Names to be known besides minor, major, critical, neutral, undecided and no-error.
    strict : bool, default True
        Refuse spans that do not close or that are several in one text, rows that stand twice, and raters who find
        errors and none in one output. Otherwise such spans are ``unplaced``, and rows stay.
    encoding : str, default "utf-8"
        Of the file.

    Returns
    -------
    ErrorMarks
        Rows in the order of the file. A row marked in both texts is placed in the hypothesis.

    Raises
    ------
    DataError
        The file is no such table, or one of the above; the message names line and column.
    AlignmentError
        A row has another number of columns.

    Notes
    -----
    Marks are taken out of a text before its characters are counted. An error without a mark is ``unplaced``. Rows of
    severity no-error say that the rater looked at the output; a rater without any row did not. Ids may have gaps where
    segments were taken out of the test set: compare lengths, and give `lines` where ids run on beyond the texts.

    References
    ----------
    Freitag et al. 2021, "Experts, errors, and context: a large-scale study of human evaluation for machine
    translation", TACL 9, doi:10.1162/tacl_a_00437.
    """
    table = open_table(path, encoding=encoding)
    column = {
        "system": table.column("system", ["system", "mt_system"]),
        "document": table.column("document", ["doc", "document", "doc_id"], is_needed=False),
        "id": table.column("segment's id", ["seg_id", "globalSegId", "segment_id"]),
        "rater": table.column("rater", ["rater", "annotator", "annotator_id"]),
        "source": table.column("source", ["source"]),
        "target": table.column("target", ["target"]),
        "category": table.column("category", ["category"]),
        "severity": table.column("severity", ["severity"]),
    }
    known = SEVERITY_NAMES | {name.lower(): name.lower() for name in severities}
    found = _read_cells(table, column, known)
    if found is not None and not (strict and found.is_odd):
        return _joined(table, found, lines, strict)
    labels = {name: GrowingLabels() for name in ("system", "document", "id", "rater", "category", "severity")}
    starts: list[NDArray[np.int64]] = []
    ends: list[NDArray[np.int64]] = []
    places: list[NDArray[np.int8]] = []
    first_lines: list[NDArray[np.int64]] = []
    for block in table.blocks:
        for name in ("system", "id", "rater", "category"):
            labels[name].add(block.columns[column[name]])
        if column["document"]:
            labels["document"].add(block.columns[column["document"]])
        else:
            labels["document"].add_unknown(len(block))
        named = one_of(block.columns[column["severity"]], known, block, column["severity"], table.path, "severity")
        labels["severity"].add(named)
        start, end, where = _spans(block, column, named, table.path, strict)
        starts.append(start)
        ends.append(end)
        places.append(where)
        first_lines.append(np.asarray(block.lines, np.int64))
    columns = {name: growing.labels for name, growing in labels.items()}
    spans = joined(starts, np.int64), joined(ends, np.int64), joined(places, np.int32)
    return _joined(table, _Rows(columns, spans, joined(first_lines, np.int64)), lines, strict)


@dataclass(frozen=True, slots=True)
class _Rows:
    """All rows of a file: labels, spans with their places, and lines of the file."""

    columns: Mapping[str, Labels]
    spans: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]
    file_lines: NDArray[np.int64]
    is_odd: bool = False  # there is a row whose spans are not what they should be


def _read_cells(table: Table, column: Mapping[str, str], known: Mapping[str, str]) -> _Rows | None:
    """Read what a table separated by tabs holds without making strings of its texts.

    None where a row is odd or a severity unknown: reading it cell by cell then says what is wrong.
    """
    if table.rows is None:
        return None
    at = {role: table.names.index(name) for role, name in column.items() if name}
    labels = {role: CellLabels() for role in at if role not in ("source", "target")}
    spans: list[list[NDArray[Any]]] = []
    n = 0
    for block in cell_blocks(*table.rows, len(table.names)):
        if block is None:
            return None
        for role, growing in labels.items():
            growing.add(block, at[role])
        spans.append(_found_in(block, at["target"], at["source"]))
        n += len(block)
    columns = {role: growing.labels(known if role == "severity" else None) for role, growing in labels.items()}
    if None in columns.values() or not n:
        return None
    columns.setdefault("document", Labels.all_of("", n))
    made = {role: labels for role, labels in columns.items() if labels is not None}
    target_and_source = [np.concatenate(parts) for parts in zip(*spans, strict=True)]
    starts, ends, places, bad = _placed(target_and_source, made["severity"])
    return _Rows(made, (starts, ends, places.astype(np.int32)), np.arange(2, n + 2), bool(len(bad)))


def _found_in(block: CellBlock, *columns: int) -> list[NDArray[Any]]:
    """Return what `_found` does, for the cells of each column."""
    marks, continuing = block.find(_OPEN.encode(), _CLOSE.encode()), block.continuing()
    n, width = block.starts.shape
    made: list[NDArray[Any]] = []
    for column in columns:
        counts, places = [], []
        for cells, where in marks:
            is_here = cells % width == column
            rows = cells[is_here] // width
            first = np.full(n, -1, np.int64)
            first[rows[::-1]] = where[is_here][::-1]  # the last to be written is the first in the text
            counts.append(np.bincount(rows, minlength=n))
            places.append(first)
        opens, closes = places
        is_broken = (counts[0] > 1) | (counts[1] > 1) | ((opens < 0) != (closes < 0)) | (closes < opens)
        for found, shift in ((opens, 0), (closes, len(_OPEN))):
            rows = np.flatnonzero(found >= 0)
            before, where = block.starts[rows, column], found[rows]
            n_continuing = np.searchsorted(continuing, where) - np.searchsorted(continuing, before)
            characters = np.full(n, -1, np.int64)
            characters[rows] = where - before - n_continuing - shift
            made.append(characters)
        made.append(is_broken)
    return made


def _spans(
    block: Block, column: Mapping[str, str], severities: Sequence[str], path: str, strict: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]:
    """Return start, end and place of each row's span."""
    found = [*_found(block.columns[column["target"]]), *_found(block.columns[column["source"]])]
    starts, ends, places, bad = _placed(found, Labels.of(severities))
    if strict and len(bad):
        row = int(bad[0])
        is_marked = found[0][row] >= 0 or found[2][row]
        is_clean = severities[row] == "no-error"
        name = column["target"] if is_marked else column["source"]
        what = "a row without an error has a mark" if is_clean else "there is not one span from <v> to </v>"
        raise DataError(
            f"{path}, line {block.lines[row]}, column {name!r}: {what}: {_shortened(block.columns[name][row])}. A row "
            "is one error. With strict=False (--lenient) such rows are read without a place."
        )
    return starts, ends, places


def _placed(
    found: Sequence[NDArray[Any]], severities: Labels
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]:
    """Choose between target and source: start, end and place of each row's span, and the rows that have no place."""
    starts, ends, is_broken, source_starts, source_ends, is_source_broken = found
    no_error = severities.names.index("no-error") if "no-error" in severities.names else -1
    is_clean = severities.codes == no_error
    is_marked = (starts >= 0) | is_broken
    is_source_marked = (source_starts >= 0) | is_source_broken
    bad = np.flatnonzero(is_broken | (is_source_broken & ~is_marked) | (is_clean & (is_marked | is_source_marked)))
    in_source = ~is_marked & is_source_marked
    places = np.where(is_marked, _HYPOTHESIS, np.where(in_source, _SOURCE, _UNPLACED)).astype(np.int8)
    starts = np.where(in_source, source_starts, starts)
    ends = np.where(in_source, source_ends, ends)
    places[bad] = _UNPLACED
    places[is_clean] = _NONE
    starts[places >= _UNPLACED] = ends[places >= _UNPLACED] = -1
    return starts, ends, places, bad


def _found(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return where the span of each text is once its marks are gone, -1 for none, and where there is not just one."""
    n = len(texts)
    whole = "\n".join(texts)
    n_opens, n_closes = whole.count(_OPEN), whole.count(_CLOSE)
    if not n_opens and not n_closes:
        return np.full(n, -1, np.int64), np.full(n, -1, np.int64), np.zeros(n, bool)
    opens = np.fromiter([text.find(_OPEN) for text in texts], np.int64, n)
    closes = np.fromiter([text.find(_CLOSE) for text in texts], np.int64, n)
    is_broken = ((opens < 0) != (closes < 0)) | (closes < opens)
    for mark, places, wanted in ((_OPEN, opens, n_opens), (_CLOSE, closes, n_closes)):
        if np.count_nonzero(places >= 0) != wanted:  # some text has it twice: look for which, as this is rare
            is_broken |= np.fromiter([text.count(mark) > 1 for text in texts], bool, n)
    ends = np.where(closes >= 0, closes - len(_OPEN), -1)
    return opens, ends, is_broken


def _shortened(text: str) -> str:
    start = max(text.find(_OPEN), text.find(_CLOSE), 0)
    return repr(text[max(start - 20, 0) : start + 40])


def _joined(table: Table, rows: _Rows, lines: Lines | None, strict: bool) -> ErrorMarks:
    columns, (starts, ends, places) = rows.columns, rows.spans
    segments = lines_of_ids(columns["id"], columns["document"], table.path, lines)
    item = combined(columns["system"].codes, segments, columns["rater"].codes)
    if strict:
        _check_rows(table.path, columns, item, rows.spans, rows.file_lines)
    _, judgements = np.unique(item, return_inverse=True)
    n = len(starts)
    return ErrorMarks(
        systems=columns["system"],
        segments=segments,
        documents=columns["document"],
        raters=columns["rater"],
        judgements=judgements.ravel().astype(np.int64),
        categories=columns["category"],
        severities=columns["severity"],
        places=Labels(_PLACES, places),
        starts=starts,
        ends=ends,
        weights=np.full(n, np.nan),
        kinds=Labels.all_of("system", n),
        files=((table.path, table.sha256),),
    )


def _check_rows(
    path: str,
    columns: Mapping[str, Labels],
    item: NDArray[np.int64],
    spans: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]],
    file_lines: NDArray[np.int64],
) -> None:
    starts, ends, places = spans
    severity = columns["severity"]
    none = severity.names.index("no-error") if "no-error" in severity.names else -1
    is_clean = severity.codes == none

    def twice(first: int, second: int) -> str:
        return (
            f"{path}, line {file_lines[second]}: the row says what line {file_lines[first]} says. With "
            "strict=False (--lenient) rows that stand twice count twice."
        )

    key = combined(item, severity.codes, columns["category"].codes, starts, ends, places)
    check_no_doubles(key, twice, kept=(places != _UNPLACED))
    contradicting = np.flatnonzero(~is_clean & np.isin(item, item[is_clean]))
    if len(contradicting):
        row = int(contradicting[0])
        other = int(np.flatnonzero(is_clean & (item == item[row]))[0])
        raise DataError(
            f"{path}, line {file_lines[row]}: the rater marks an error, but says in line {file_lines[other]} that the "
            "same output has none. With strict=False (--lenient) both rows stay."
        )


def judgements(path: str, options: HowRead) -> Judgements:
    """Read marks of errors."""
    return Judgements(
        "mqm", marks=read_mqm(path, lines=options.lines, strict=options.strict, encoding=options.encoding)
    )
