"""Candidates in tables: a row for each source with a list, a row for each candidate, or a column for each system."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import are_computable
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.json_rows import Numeral
from steelyard.files.names import first_double
from steelyard.files.records import Records
from steelyard.types.table_columns import ROLES, Columns, column_of_role, is_missing, labels, shown, string, strings

__all__ = ["TableCandidates", "candidates_of_table"]

_LISTS = (
    *("outputs", "candidates", "samples", "hypotheses", "translations", "predictions", "responses", "completions"),
    *("generations", "choices", "texts"),
)
_SCORES = ("score", "logprob", "log_prob", "cumulative_logprob", "model_score", "sequence_score")
_NAMES = {
    "id": ROLES["id"],
    "source": (*ROLES["source"], "prompt", "input", "question"),
    "document": ROLES["document"],
    "system": ROLES["system"],
    "output": (*_LISTS, *ROLES["output"], "text", "candidate"),
    "score": (*_SCORES, *(f"{name}s" for name in _SCORES)),
}
_INSIDE = ("text", "output", "content", "translation", "generated_text", "message")  # of an object that is a candidate


@dataclass(frozen=True, slots=True)
class TableCandidates:
    """What a table of candidates holds, sources in the order in which they first stand."""

    texts: list[str]
    sizes: list[int]
    files: tuple[tuple[str, str], ...]
    totals: list[float] | None = None
    systems: list[str] = field(default_factory=list)
    numbers: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    references: tuple[tuple[str | None, ...], ...] = ()
    sources: tuple[str, ...] | None = None
    documents: tuple[str, ...] | None = None
    ids: tuple[str, ...] = ()


def candidates_of_table(
    table: Records, *, systems: Sequence[str], reference: Sequence[str], columns: Mapping[str, str]
) -> TableCandidates:
    """Find candidates, and what goes with them; see `read_candidates` for the parameters."""
    if not len(table):
        raise DataError(f"{table.path} has no record: there is nothing to choose from.")
    for role in columns:
        if role not in _NAMES:
            raise SpecError(f"Columns of candidates have the roles {', '.join(_NAMES)}, not {role!r}.")
    if systems:
        return _wide(table, systems, reference, columns)
    output = column_of_role(table, "output", columns, _NAMES)
    if output is None:
        raise SpecError(
            f"Which column of {table.path} holds the candidates? Name it with --field, or a column for each system "
            f"with --systems. The table has {table.names()}."
        )
    if any(isinstance(cell, list) for cell in table.column(output)):
        return _lists(table, output, reference, columns)
    return _rows(table, output, reference, columns)


def _wide(
    table: Records, systems: Sequence[str], reference: Sequence[str], columns: Mapping[str, str]
) -> TableCandidates:
    """A column is a system."""
    double = first_double(systems)
    if double is not None:
        raise AlignmentError(f"The system {double!r} is named twice. Give each system once.")
    outputs = [strings(table, name) for name in systems]
    texts = [output[row] for row in range(len(table)) for output in outputs]
    beside = _beside(table, range(len(table)), reference, columns)
    sizes = [len(systems)] * len(table)
    return TableCandidates(texts, sizes, _files(table), systems=[*systems] * len(table), **beside)


def _lists(table: Records, output: str, reference: Sequence[str], columns: Mapping[str, str]) -> TableCandidates:
    """A row is a source, with a list of candidates, which may be objects with their score."""
    texts: list[str] = []
    sizes: list[int] = []
    totals: list[float] = []
    score_column = column_of_role(table, "score", columns, _NAMES)
    scores = None if score_column is None else table.column(score_column)
    for row, cell in enumerate(table.column(output)):
        place = f"{table.place(row)}, column {output!r}"
        if not isinstance(cell, list):
            raise DataError(f"{place}: there is {shown(cell)} where a list of candidates should be.")
        if not cell:
            raise AlignmentError(f"{place}: the list is empty, but every source needs a candidate.")
        given = None if scores is None else scores[row]
        if given is not None and (not isinstance(given, list) or len(given) != len(cell)):
            raise AlignmentError(
                f"{table.place(row)}: there are {len(cell)} candidates, but {score_column!r} is no list of as many "
                "scores."
            )
        for i, candidate in enumerate(cell):
            text, own = _candidate(table, row, output, candidate)
            texts.append(text)
            totals.append(own if given is None else _number(given[i], f"{table.place(row)}, {score_column!r}"))
        sizes.append(len(cell))
    has_scores = not all(map(math.isnan, totals))
    beside = _beside(table, range(len(table)), reference, columns)
    return TableCandidates(texts, sizes, _files(table), totals=totals if has_scores else None, **beside)


def _candidate(table: Records, row: int, column: str, cell: object) -> tuple[str, float]:
    """Return a candidate's text, and its score where it is an object that has one."""
    total = math.nan
    while isinstance(cell, dict):
        found = next((cell[name] for name in _SCORES if name in cell), None)
        if found is not None:
            total = _number(found, f"{table.place(row)}, column {column!r}")
        inside = next((name for name in _INSIDE if name in cell), None)
        if inside is None:
            raise DataError(
                f"{table.place(row)}, column {column!r}: an object without a text (one of {', '.join(_INSIDE)})."
            )
        cell = cell[inside]
    if isinstance(cell, list):
        raise DataError(f"{table.place(row)}, column {column!r}: there is a list where a text should be.")
    if isinstance(cell, Numeral):
        raise DataError(
            f"{table.place(row)}, column {column!r}: there is the number {cell} where a text should be. Candidates are "
            'strings, such as "1"; the column of texts is named with --field.'
        )
    return string(table, row, column, cell), total


def _rows(table: Records, output: str, reference: Sequence[str], columns: Mapping[str, str]) -> TableCandidates:
    """A row is a candidate, of the source that it names."""
    id_column = column_of_role(table, "id", columns, _NAMES) or column_of_role(table, "source", columns, _NAMES)
    if id_column is None:
        raise SpecError(
            f"{table.path} has a row for each candidate, but no column says of which source: name it with --id-field. "
            f"The table has {table.names()}."
        )
    keys = labels(table, id_column)
    document = column_of_role(table, "document", columns, _NAMES)
    if document not in (None, id_column):  # sources may be counted within each document
        keys = [f"{one}\t{key}" for one, key in zip(labels(table, document or ""), keys, strict=True)]
    rows_of: dict[str, list[int]] = {}
    for row, key in enumerate(keys):
        rows_of.setdefault(key, []).append(row)
    order = [row for rows in rows_of.values() for row in rows]
    cells = strings(table, output)
    system = column_of_role(table, "system", columns, _NAMES)
    writers = [] if system is None else labels(table, system)
    score = column_of_role(table, "score", columns, _NAMES)
    totals = None
    if score is not None:
        totals = [_number(table.column(score)[row], f"{table.place(row)}, column {score!r}") for row in order]
    taken = {output, id_column, document, system, score}
    return TableCandidates(
        [cells[row] for row in order],
        [len(rows) for rows in rows_of.values()],
        _files(table),
        totals=totals,
        systems=[writers[row] for row in order] if writers else [],
        numbers=_numbers(table, order, taken),
        **_beside(table, [rows[0] for rows in rows_of.values()], reference, columns),
    )


def _numbers(table: Records, order: Sequence[int], taken: set[str | None]) -> dict[str, NDArray[np.float64]]:
    """Keep the other columns that hold finite numbers alone: scores by which to choose."""
    found = {}
    for name, cells in table.columns.items():
        if name not in taken:
            try:
                values = np.array([float(cells[row]) for row in order])
            except (TypeError, ValueError):
                continue
            if are_computable(values).all():
                found[name] = values
    return found


def _beside(
    table: Records, rows: Sequence[int], reference: Sequence[str], columns: Mapping[str, str]
) -> dict[str, Any]:
    """Take what every source has from its first row."""
    known = Columns(tuple(reference), {role: name for role, name in columns.items() if role in ROLES})
    references = [_texts(table, name, rows) for name in known.references(table)]
    source = column_of_role(table, "source", columns, _NAMES)
    document = column_of_role(table, "document", columns, _NAMES)
    ids = column_of_role(table, "id", columns, _NAMES)
    return {
        "references": tuple(one for many in references for one in many),
        "sources": None if source is None else tuple(strings(table, source)[row] for row in rows),
        "documents": None if document is None else tuple(labels(table, document)[row] for row in rows),
        "ids": () if ids is None else tuple(labels(table, ids)[row] for row in rows),
    }


def _texts(table: Records, name: str, rows: Sequence[int]) -> list[tuple[str | None, ...]]:
    """Read a column of references; a cell may hold several."""
    cells = [table.column(name)[row] for row in rows]
    most = max((len(cell) for cell in cells if isinstance(cell, list)), default=1)
    many = [cell if isinstance(cell, list) else [cell] for cell in cells]
    return [
        tuple(
            string(table, row, name, cell[i]) if i < len(cell) else None for row, cell in zip(rows, many, strict=True)
        )
        for i in range(most)
    ]


def _number(cell: object, place: str) -> float:
    if is_missing(cell) or cell == "":
        return math.nan
    try:
        return float(str(cell))
    except ValueError:
        raise DataError(f"{place}: there is {shown(cell)} where a score should be.") from None


def _files(table: Records) -> tuple[tuple[str, str], ...]:
    return ((table.path, table.sha256),)
