"""Scores of outputs or systems in a table with named columns, a column per metric."""

import os
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.separators import has_decimal_commas, is_missing
from steelyard.reading.delimited import Block, Table, check_no_doubles, numbers, open_table
from steelyard.reading.directions import no_score
from steelyard.reading.growing_columns import (
    COLUMN_NAMES,
    GrowingLabels,
    first_of_lines,
    joined,
    kinds_of,
    segments_of_lines,
)
from steelyard.reading.ratings.language_pairs import of_one_pair
from steelyard.reading.score_matrix.same_items import MAY_DIFFER, Texts, columns_of_texts
from steelyard.types import Labels, OutputScores

__all__ = ["read_score_table"]

_FEW_CELLS, _CELLS_PER_ROW = 2**22, 1000  # of a matrix of scores, most of which no row fills
_UNNAMED = ("score", "value")  # names of columns that do not say which metric it is
_OTHERS = (  # what tables of ratings and marked errors have beside
    *("languages", "language_pair", "item", "hit", "source", "src", "target", "mt", "reference", "ref", "category"),
    *("severity", "errors", "errors_json", "spans", "start", "end", "start_time", "end_time", "start_ids", "end_ids"),
    *("n_raters", "n_segments", "n_judgements"),
)
_ROLES = ("system", "line", "document", "rater", "kind")


def read_score_table(
    path: str | os.PathLike[str],
    *,
    metric: str = "",
    counts_from: int = 1,
    languages: str | None = None,
    encoding: str = "utf-8",
) -> tuple[list[OutputScores], Callable[[str, int], str]]:
    """Read a row per output, or a row per system where there is no column of lines.

    Returns scores for each column of numbers that is not known to be something else, or is called `metric`; and a
    function that says where the score of a system on a segment should stand. An output may stand twice only where a
    column says by whom it was judged.
    """
    table = open_table(path, encoding=encoding)
    name = {role: table.column(role, COLUMN_NAMES[role], is_needed=role == "system") for role in _ROLES}
    lower = {column.lower() for column in table.names}
    if {"category", "severity"} <= lower:
        raise DataError(
            f"{table.path} holds marked errors, no scores of outputs: `steelyard human` makes scores of them."
        )
    table, of_pairs = of_one_pair(table, languages, [*name.values()])
    known = {
        *_OTHERS,
        *(column.lower() for column in of_pairs),
        *(name for names in COLUMN_NAMES.values() for name in names),
    }
    free = [column for column in table.names if column.lower() not in known]
    why = {column: no_score(column, table.names) for column in free if column != metric}
    asked = [column for column in free if not why.get(column)]
    told = columns_of_texts(table.names, [*name.values(), *asked]) if name["line"] else {}
    told = {kind: column for kind, column in told.items() if kind not in MAY_DIFFER}
    held = {role: name[role] for role in ("system", "document", "rater")} | told
    labels = {role: GrowingLabels() for role in held}
    values: dict[str, list[NDArray[np.float64]]] = {column: [] for column in asked}
    segments: list[NDArray[np.int64]] = []
    lines: list[NDArray[np.int64]] = []
    for block in table.blocks:
        kept = _system_rows(block, name["kind"], table.path)
        if not lines:
            values = {column: [] for column in asked if _has_numbers(block.columns[column])}
        for role, column in held.items():
            if column:
                labels[role].add(block.columns[column] if kept is None else _taken(block.columns[column], kept))
        for column, pieces in values.items():
            found = numbers(block, column, table.path, may_miss=True)
            pieces.append(found if kept is None else found[kept])
        if name["line"]:
            found_lines = segments_of_lines(block, name["line"], table.path, counts_from)
            segments.append(found_lines if kept is None else found_lines[kept])
        file_lines = np.asarray(block.lines, np.int64)
        lines.append(file_lines if kept is None else file_lines[kept])
    if not lines:
        raise DataError(f"{table.path} has no rows below its header: it holds no scores.")
    if not values:
        message = f"{table.path}, line 1: no column holds scores. It has {', '.join(map(repr, table.names))}."
        for column, what in why.items():
            if what:
                message += (
                    f" By its name {column!r} is {what}: if it holds scores, name it: --scores {column}={table.path}."
                )
                break
        raise DataError(message)
    columns = {column: joined(pieces, np.float64) for column, pieces in values.items()}
    made = {role: growing.labels for role, growing in labels.items()}
    rows = _Rows(table, made, name, joined(lines, np.int64))
    where = joined(segments, np.int64) if name["line"] else None
    texts = {} if where is None else {kind: first_of_lines(made[kind], where) for kind in told}
    return rows.scores(where, columns, texts)


def _system_rows(block: Block, column: str, path: str) -> NDArray[np.int64] | None:
    """Return the rows that judge the output of a system, not a control item; None for all."""
    if not column:
        return None
    kinds = kinds_of(block, column, path)
    return np.flatnonzero(np.fromiter(map("system".__eq__, kinds), bool, len(kinds)))


def _taken(cells: list[str], rows: NDArray[np.int64]) -> list[str]:
    return [cells[row] for row in rows]


def _has_numbers(cells: list[str]) -> bool:
    """Whether a column is meant to hold numbers: its first cell with something in it is one."""
    first = next((cell for cell in cells if not is_missing(cell)), None)
    if first is None:
        return True
    try:
        float(first)
    except ValueError:
        return has_decimal_commas(cells)
    return True


class _Rows:
    """The rows of a table, and what stands beside the scores."""

    def __init__(
        self, table: Table, labels: Mapping[str, Labels], name: Mapping[str, str], lines: NDArray[np.int64]
    ) -> None:
        """Keep what every metric needs."""
        self.path, self.files = table.path, ((table.path, table.sha256),)
        self.labels, self.name, self.lines = labels, name, lines
        systems = labels["system"]
        if "" in systems.names:
            row = int(np.flatnonzero(systems.codes == systems.names.index(""))[0])
            raise DataError(f"{table.path}, line {lines[row]}, column {name['system']!r}: no system is named.")

    def scores(
        self, segments: NDArray[np.int64] | None, columns: Mapping[str, NDArray[np.float64]], texts: Texts
    ) -> tuple[list[OutputScores], Callable[[str, int], str]]:
        """Make a matrix of every column."""
        systems = self.labels["system"]
        is_of_systems = segments is None
        where = np.zeros(len(systems), np.int64) if segments is None else segments
        n = int(where.max(initial=-1)) + 1
        if n * len(systems.names) > max(_FEW_CELLS, _CELLS_PER_ROW * len(systems)):
            raise DataError(
                f"{self.path}, line {self.lines[int(where.argmax())]}: segment {n:,} in a file with {len(systems):,} "
                "rows is too far away: number the lines of the test set, from its first one on."
            )
        item = systems.codes * np.int64(n) + where
        self._check_doubles(item)
        documents = self._documents(where, n)
        shape = (len(systems.names), n)
        made = []
        for name, column in columns.items():
            values, counts = _means(item, column, shape)
            made.append(
                OutputScores(
                    "" if len(columns) == 1 and name.lower() in _UNNAMED else name,
                    systems.names,
                    values[:, :0] if is_of_systems else values,
                    system_scores=values[:, 0] if is_of_systems else None,
                    documents=None if is_of_systems else documents,
                    counts=counts if self.name["rater"] and not is_of_systems else None,
                    files=self.files,
                    texts=texts,
                )
            )
        return made, self._place(item, n)

    def _check_doubles(self, item: NDArray[np.int64]) -> None:
        if self.name["rater"]:  # several judgements of one output are averaged
            return

        def twice(first: int, second: int) -> str:
            return (
                f"{self.path}, line {self.lines[second]}: what line {self.lines[first]} scores stands here again, and "
                "no column says that it is another rater's."
            )

        check_no_doubles(item, twice)

    def _documents(self, segments: NDArray[np.int64], n: int) -> tuple[str, ...] | None:
        """Return each segment's document; one line in two documents is a number that counts within documents."""
        if not self.name["document"]:
            return None
        labels = self.labels["document"]
        codes = np.full(n, -1, np.int64)
        codes[segments[::-1]] = labels.codes[::-1]
        odd = np.flatnonzero(codes[segments] != labels.codes)
        if len(odd):
            row = int(odd[0])
            raise DataError(
                f"{self.path}, line {self.lines[row]}: segment {segments[row] + 1} is of document "
                f"{labels.names[labels.codes[row]]!r} here and of {labels.names[codes[segments[row]]]!r} above. Number "
                "the lines of the whole test set."
            )
        names = (*labels.names, "")
        return tuple(names[code] for code in codes)

    def _place(self, item: NDArray[np.int64], n: int) -> Callable[[str, int], str]:
        index = {system: code for code, system in enumerate(self.labels["system"].names)}

        def place(system: str, segment: int) -> str:
            rows = np.flatnonzero(item == index[system] * n + segment)
            return f"at line {self.lines[rows[0]]}" if len(rows) else f"of segment {segment + 1}"

        return place


def _means(
    item: NDArray[np.int64], column: NDArray[np.float64], shape: tuple[int, int]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Average the scores of each output; one score stays as it is."""
    has_score = ~np.isnan(column)
    item, column = item[has_score], column[has_score]
    size = shape[0] * shape[1]
    counts = np.bincount(item, minlength=size)
    sums = np.bincount(item, weights=column, minlength=size)
    means = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return means.reshape(shape), counts.reshape(shape).astype(np.int64)
