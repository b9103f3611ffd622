"""MQM ratings: a row for each marked error, ``<v>`` and ``</v>`` around it in the text (or ``<tag>``)."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.reading.cells import CellBlock, CellLabels, cell_blocks
from steelyard.reading.delimited import Block, Table, check_no_doubles, combined, one_of, open_table
from steelyard.reading.growing_columns import GrowingLabels, Lines, joined, lines_of_ids
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.ratings.columns_told import tell_columns
from steelyard.reading.ratings.language_pairs import of_one_pair
from steelyard.reading.ratings.severities import SEVERITIES, severity_named
from steelyard.reading.resemblance import column_names
from steelyard.reading.score_matrix.same_items import Texts
from steelyard.types import ErrorMarks, Labels

__all__ = ["RESEMBLES", "judgements", "read_mqm"]

_NAMES = {
    "system": ["system", "mt_system", "system_id", "mt"],
    "document": ["doc", "document", "doc_id", "document_id"],
    "id": ["seg_id", "globalSegId", "segment_id", "doc_segment_id"],
    "place": ["docSegId"],
    "rater": ["rater", "annotator", "annotator_id", "rater_id"],
    "source": ["tagged_source", "source"],
    "target": ["tagged_target", "target", "candidate"],
    "category": ["category", "error category", "error_category"],
    "severity": ["severity"],
}
_MAY_LACK = ("document", "place")


def _is_mqm(lines: Sequence[str]) -> bool:
    names = column_names(lines)
    return all(names.intersection(_NAMES[role]) for role in ("system", "target", "category", "severity"))


RESEMBLES = (("MQM ratings, one marked error a row", "read_mqm", _is_mqm),)

_MARKS = ("<v>", "</v>")
_ANY_MARK = "</?(?:v|tag)>"
_TEXTS = ("source", "target")
_TAGS = ("<tag>", "</tag>")  # of biomedical MQM, in columns beside the plain texts
_CHECK, _NOTHING = "hotw-test", "(nothing)"  # a planted error, which tests the rater; a row that says nothing
_HYPOTHESIS, _SOURCE, _UNPLACED, _NONE = range(4)  # unplaced and none have no span
_PLACES = ("hypothesis", "source", "unplaced", "none")


def read_mqm(
    path: str | os.PathLike[str],
    *,
    lines: Lines | None = None,
    severities: Sequence[str] = (),
    languages: tuple[str, str] | None = None,
    strict: bool = True,
    encoding: str = "utf-8",
) -> ErrorMarks:
    """Read a table with the columns system, doc, seg_id, rater, source, target, category and severity.

    `path`: separated by tabs, without quoting: ``"`` is a character like any other.
    `lines`: the line, from 0, of each ``seg_id``, or of each ``(doc, seg_id)``; ``"number"`` counts segments as they
    come. By default the ids are lines that count from 1; ids that return in several documents are refused.
    `severities`: names to be known besides no-error, neutral, trivial, minor, major, critical and undecided.
    Returns: rows in the order of the file. A row marked in both texts is placed in the hypothesis. Rows that test the
    rater (``HOTW-test``) are left out and counted in ``notes``.

    Marks are taken out of a text before its characters are counted. An error without a mark is ``unplaced``. Rows of
    severity no-error, or without a category and severity, say that the rater looked at the output; a rater without any
    row did not. Rows of nobody (Marot's of metadata) and repeated headers say nothing. Ids may have gaps where segments
    were taken out of the test set: compare lengths, and give `lines` where ids run on beyond the texts.

    References
    ----------
    Freitag et al. 2021, "Experts, errors, and context: a large-scale study of human evaluation for machine
    translation", TACL 9, doi:10.1162/tacl_a_00437.
    """
    return _read(path, lines, severities, languages, strict, encoding)[0]


def _read(
    path: str | os.PathLike[str],
    lines: Lines | None,
    severities: Sequence[str],
    languages: tuple[str, str] | None,
    strict: bool,
    encoding: str,
    of_texts: Sequence[str] = (),
) -> tuple[ErrorMarks, Texts]:
    """Read marks of errors, and what the columns `of_texts` say of the lines of the test set and of outputs there."""
    table = open_table(path, encoding=encoding)
    column = {
        role: table.column("segment's id" if role == "id" else role, names, is_needed=role not in _MAY_LACK)
        for role, names in _NAMES.items()
    }
    table, of_pairs = of_one_pair(table, languages, [*column.values()])
    tell_columns(table.path, column | dict(zip(("language", "target language"), of_pairs, strict=False)), table.names)
    marks = _TAGS if column["target"].lower() == "tagged_target" else _MARKS
    known = (*SEVERITIES, *(name.lower() for name in severities))

    def spell(cell: str) -> str | None:
        folded = cell.strip().lower()
        return severity_named(cell) or (folded if folded in (*known, _CHECK) else None)

    found = _read_cells(table, column, spell, marks)
    if found is not None and not (strict and found.is_odd):
        names = [column[role] for role in of_texts]
        return _joined(table, found, lines, strict, lambda rows: _cells(table, rows, names), of_texts)
    labels = {role: GrowingLabels() for role in column if role not in _TEXTS or role in of_texts}
    starts: list[NDArray[np.int64]] = []
    ends: list[NDArray[np.int64]] = []
    places: list[NDArray[np.int8]] = []
    first_lines: list[NDArray[np.int64]] = []
    for block in table.blocks:
        for role in ("system", "id", "rater", "category", *_MAY_LACK):
            if column[role]:
                labels[role].add(block.columns[column[role]])
            else:
                labels[role].add_unknown(len(block))
        named = _severities(block, column, spell, known, table.path)
        labels["severity"].add(named)
        for role in of_texts:
            labels[role].add(re.sub(_ANY_MARK, "", cell) for cell in block.columns[column[role]])
        start, end, where = _spans(block, column, named, table.path, strict, marks)
        starts.append(start)
        ends.append(end)
        places.append(where)
        first_lines.append(np.asarray(block.lines, np.int64))
    columns = {name: growing.labels for name, growing in labels.items()}
    spans = joined(starts, np.int64), joined(ends, np.int64), joined(places, np.int32)
    every = joined(first_lines, np.int64)

    def texts(file_lines: NDArray[np.int64]) -> list[str]:
        rows = np.searchsorted(every, file_lines)
        return [columns[role].names[code] for role in of_texts for code in columns[role].codes[rows].tolist()]

    return _joined(table, _Rows(columns, spans, every), lines, strict, texts, of_texts)


def _cells(table: Table, file_lines: NDArray[np.int64], columns: Sequence[str]) -> list[str]:
    """Return columns of some lines of a table separated by tabs, one after the other, without marks."""
    content, start = table.rows or (b"", 0)
    ends = np.flatnonzero(np.frombuffer(content, np.uint8) == ord("\n"))
    ends = np.append(ends[ends >= start], len(content))
    places = zip(np.append(start, ends + 1)[file_lines - 2].tolist(), ends[file_lines - 2].tolist(), strict=True)
    rows = [content[begin:end].split(b"\t") for begin, end in places]
    cells = (row[i] for i in map(table.names.index, columns) for row in rows)
    return re.sub(rf"{_ANY_MARK}|\r", "", b"\n".join(cells).decode()).split("\n")


def _texts(
    rows: "_Rows", segments: NDArray[np.int64], cells: Callable[[NDArray[np.int64]], list[str]], of_texts: Sequence[str]
) -> dict[str, dict[str, str]]:
    """Return the first source of every line, from 1, and the first output of every system there."""
    systems = rows.columns["system"]
    _, first = np.unique(combined(systems.codes, segments) if len(of_texts) > 1 else segments, return_index=True)
    first.sort()
    found, lines = cells(rows.file_lines[first]), list(map(str, (segments[first] + 1).tolist()))
    texts: dict[str, dict[str, str]] = {"source": {}, **{f"output of {name}": {} for name in systems.names}}
    for line, source in zip(lines, found, strict=False):
        texts["source"].setdefault(line, source)
    for line, code, output in zip(lines, systems.codes[first], found[len(first) :], strict=False):
        texts[f"output of {systems.names[code]}"][line] = output
    return {kind: of_kind for kind, of_kind in texts.items() if of_kind}


@dataclass(frozen=True, slots=True)
class _Rows:
    """All rows of a file: labels, spans with their places, and lines of the file."""

    columns: Mapping[str, Labels]
    spans: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]
    file_lines: NDArray[np.int64]
    is_odd: bool = False  # there is a row whose spans are not what they should be


def _severities(
    block: Block, column: Mapping[str, str], spell: Callable[[str], str | None], known: Sequence[str], path: str
) -> list[str]:
    """Return the severity of each row; one without any names no error, or, where nobody rated, says nothing."""
    name = column["severity"]

    def spelled(cell: str) -> str | None:
        return _NOTHING if not cell.strip() or cell == name else spell(cell)

    named = one_of(block, name, path, spelled, known, "severity")
    cells = (block.columns[column[role]] for role in ("system", "rater", "category", "severity"))
    for row, (system, rater, category, severity) in enumerate(zip(*cells, strict=True)):
        is_header = severity == name and system == column["system"]
        if named[row] != _NOTHING or is_header or not (rater.strip() or category.strip()):
            continue
        if severity_named(category) != "no-error" and category.strip():
            raise DataError(
                f"{path}, line {block.lines[row]}, column {name!r}: the error {category!r} has no severity. Known: "
                f"{', '.join(known)}."
            )
        named[row] = "no-error"
    return named


def _read_cells(
    table: Table, column: Mapping[str, str], spell: Callable[[str], str | None], marks: tuple[str, str]
) -> _Rows | None:
    """Read what a table separated by tabs holds without making strings of its texts.

    None where a row is odd, or a severity unknown or missing: reading it cell by cell then says what is wrong.
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
        spans.append(_found_in(block, marks, at["target"], at["source"]))
        n += len(block)
    columns = {role: growing.labels(spell if role == "severity" else None) for role, growing in labels.items()}
    if None in columns.values() or not n:
        return None
    for role in _MAY_LACK:
        columns.setdefault(role, Labels.all_of("", n))
    made = {role: labels for role, labels in columns.items() if labels is not None}
    target_and_source = [np.concatenate(parts) for parts in zip(*spans, strict=True)]
    starts, ends, places, bad = _placed(target_and_source, made["severity"])
    return _Rows(made, (starts, ends, places.astype(np.int32)), np.arange(2, n + 2), bool(len(bad)))


def _found_in(block: CellBlock, marks: tuple[str, str], *columns: int) -> list[NDArray[Any]]:
    """Return what `_found` does, for the cells of each column."""
    found_marks, continuing = block.find(*(mark.encode() for mark in marks)), block.continuing()
    n, width = block.starts.shape
    made: list[NDArray[Any]] = []
    for column in columns:
        counts, places = [], []
        for cells, where in found_marks:
            is_here = cells % width == column
            rows = cells[is_here] // width
            first = np.full(n, -1, np.int64)
            first[rows[::-1]] = where[is_here][::-1]  # the last to be written is the first in the text
            counts.append(np.bincount(rows, minlength=n))
            places.append(first)
        opens, closes = places
        is_broken = (counts[0] > 1) | (counts[1] > 1) | ((opens < 0) != (closes < 0)) | (closes < opens)
        for found, shift in ((opens, 0), (closes, len(marks[0]))):
            rows = np.flatnonzero(found >= 0)
            before, where = block.starts[rows, column], found[rows]
            n_continuing = np.searchsorted(continuing, where) - np.searchsorted(continuing, before)
            characters = np.full(n, -1, np.int64)
            characters[rows] = where - before - n_continuing - shift
            made.append(characters)
        made.append(is_broken)
    return made


def _spans(
    block: Block, column: Mapping[str, str], severities: Sequence[str], path: str, strict: bool, marks: tuple[str, str]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]:
    """Return start, end and place of each row's span."""
    found = [*_found(block.columns[column["target"]], marks), *_found(block.columns[column["source"]], marks)]
    starts, ends, places, bad = _placed(found, Labels.of(severities))
    if strict and len(bad):
        row = int(bad[0])
        is_marked = found[0][row] >= 0 or found[2][row]
        is_clean = severities[row] == "no-error"
        name = column["target"] if is_marked else column["source"]
        what = (
            "a row without an error has a mark" if is_clean else f"there is not one span from {marks[0]} to {marks[1]}"
        )
        raise DataError(
            f"{path}, line {block.lines[row]}, column {name!r}: {what}: {_shortened(block.columns[name][row], marks)}. "
            "A row is one error. Add --lenient (in Python strict=False) to read such rows without a place."
        )
    return starts, ends, places


def _placed(
    found: Sequence[NDArray[Any]], severities: Labels
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]:
    """Choose between target and source: start, end and place of each row's span, and the rows that have no place."""
    starts, ends, is_broken, source_starts, source_ends, is_source_broken = found
    no_error = severities.names.index("no-error") if "no-error" in severities.names else -1
    is_clean = severities.codes == no_error
    is_left_out = _are(severities, _CHECK, _NOTHING)
    is_marked = (starts >= 0) | is_broken
    is_source_marked = (source_starts >= 0) | is_source_broken
    is_bad = is_broken | (is_source_broken & ~is_marked) | (is_clean & (is_marked | is_source_marked))
    bad = np.flatnonzero(is_bad & ~is_left_out)
    in_source = ~is_marked & is_source_marked
    places = np.where(is_marked, _HYPOTHESIS, np.where(in_source, _SOURCE, _UNPLACED)).astype(np.int8)
    starts = np.where(in_source, source_starts, starts)
    ends = np.where(in_source, source_ends, ends)
    places[bad] = _UNPLACED
    places[is_clean] = _NONE
    starts[places >= _UNPLACED] = ends[places >= _UNPLACED] = -1
    return starts, ends, places, bad


def _are(severities: Labels, *names: str) -> NDArray[np.bool_]:
    wanted = [code for code, name in enumerate(severities.names) if name in names]
    return np.isin(severities.codes, wanted)


def _found(
    texts: Sequence[str], marks: tuple[str, str]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return where the span of each text is once its marks are gone, -1 for none, and where there is not just one."""
    n = len(texts)
    whole = "\n".join(texts)
    n_opens, n_closes = (whole.count(mark) for mark in marks)
    if not n_opens and not n_closes:
        return np.full(n, -1, np.int64), np.full(n, -1, np.int64), np.zeros(n, bool)
    opens = np.fromiter([text.find(marks[0]) for text in texts], np.int64, n)
    closes = np.fromiter([text.find(marks[1]) for text in texts], np.int64, n)
    is_broken = ((opens < 0) != (closes < 0)) | (closes < opens)
    for mark, places, wanted in ((marks[0], opens, n_opens), (marks[1], closes, n_closes)):
        if np.count_nonzero(places >= 0) != wanted:  # some text has it twice: look for which, as this is rare
            is_broken |= np.fromiter([text.count(mark) > 1 for text in texts], bool, n)
    ends = np.where(closes >= 0, closes - len(marks[0]), -1)
    return opens, ends, is_broken


def _shortened(text: str, marks: tuple[str, str]) -> str:
    start = max(text.find(marks[0]), text.find(marks[1]), 0)
    return repr(text[max(start - 20, 0) : start + 40])


def _joined(
    table: Table,
    rows: _Rows,
    lines: Lines | None,
    strict: bool,
    cells: Callable[[NDArray[np.int64]], list[str]],
    of_texts: Sequence[str],
) -> tuple[ErrorMarks, Texts]:
    n_checks, rows = int(_are(rows.columns["severity"], _CHECK).sum()), _without_checks(rows)
    columns, (starts, ends, places) = rows.columns, rows.spans
    segments = lines_of_ids(_ids(columns), columns["document"], table.path, lines)
    item = combined(columns["system"].codes, segments, columns["rater"].codes)
    if strict:
        _check_rows(table.path, columns, item, rows.spans, rows.file_lines)
    _, judgements = np.unique(item, return_inverse=True)
    n = len(starts)
    made = ErrorMarks(
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
        notes=(f"{table.path}: {n_checks:,} attention checks (HOTW-test) are left out",) if n_checks else (),
    )
    return made, _texts(rows, segments, cells, of_texts) if of_texts else {}


def _ids(columns: Mapping[str, Labels]) -> Labels:
    """Return the ids of segments: those within documents where the others are one constant, as Marot allows."""
    ids, places = columns["id"], columns["place"]
    return places if len(ids.names) == 1 < len(places.names) else ids


def _without_checks(rows: _Rows) -> _Rows:
    """Leave out rows that are no errors of an output, nor say that there is none."""
    kept = np.flatnonzero(~_are(rows.columns["severity"], _CHECK, _NOTHING))
    if len(kept) == len(rows.file_lines):
        return rows
    columns = {role: labels.only(kept) for role, labels in rows.columns.items()}
    starts, ends, places = rows.spans
    return replace(
        rows, columns=columns, spans=(starts[kept], ends[kept], places[kept]), file_lines=rows.file_lines[kept]
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
            "same output has none. Add --lenient (in Python strict=False) to keep both rows."
        )


def judgements(path: str, options: HowRead) -> Judgements:
    """Read marks of errors."""
    of_texts = _TEXTS if options.are_joined else _TEXTS[:1]
    marks, texts = _read(path, options.lines, (), options.languages, options.strict, options.encoding, of_texts)
    return Judgements("mqm", marks=marks, texts=texts)
