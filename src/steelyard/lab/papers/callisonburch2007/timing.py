"""Section 6.2 and figure 4: how long people take for one judgement."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.reading import TextFile
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.results.figure import Figure, Series

__all__ = ["read_times", "times_figure", "times_table"]

_LONGEST = 300.0  # seconds a judgement; beyond that somebody was interrupted
_SHOWN = 120.0
_BIN = 4.0
_SETS = ("hit", "set", "screen", "batch", "task_id")
_RATERS = ("worker", "rater", "annotator", "judge")
_TYPES = ("task", "judgement", "scale")

Array = NDArray[np.float64]


def read_times(given: TextFile | Sequence[str]) -> dict[str, Array]:
    """Read seconds a judgement, by type of judgement where a column says it.

    A row is a judgement with ``start`` and ``end`` in seconds; or with the ``seconds`` of its hit, which count once and
    are divided by the rows of the hit.
    """
    lines, name = (given.lines, given.path) if isinstance(given, TextFile) else (given, "The times")
    header = [column.strip().lower() for column in lines[0].split("\t")] if lines else []
    places = {column: i for i, column in enumerate(header)}
    if {"start", "end"} <= places.keys():
        return _of_rows(lines, places, name)
    if "seconds" in places:
        return _of_hits(lines, places, name)
    raise DataError(
        f"{name} has no columns start and end, nor seconds: its first line is {' '.join(header) or 'empty'!r}."
    )


def _of_rows(lines: Sequence[str], places: dict[str, int], name: str) -> dict[str, Array]:
    found: dict[str, list[float]] = defaultdict(list)
    for number, cells in _rows(lines, len(places), name):
        start, end = (_number(cells[places[key]], key, number, name) for key in ("start", "end"))
        if end < start:
            raise DataError(f"{name}, line {number}: a judgement ends before it starts.")
        found[_type(cells, places)].append(end - start)
    return {kind: np.array(values) for kind, values in found.items()}


def _of_hits(lines: Sequence[str], places: dict[str, int], name: str) -> dict[str, Array]:
    key = next((column for column in _SETS if column in places), None)
    raters = [column for column in _RATERS if column in places][:1]
    sets: dict[tuple[str, str], list[float]] = defaultdict(list)
    for number, cells in _rows(lines, len(places), name):
        hit = str(number) if key is None else " of ".join(cells[places[column]] for column in (key, *raters))
        sets[_type(cells, places), hit].append(_number(cells[places["seconds"]], "seconds", number, name))
    found: dict[str, list[float]] = defaultdict(list)
    for (kind, hit), values in sets.items():
        if len(set(values)) > 1:
            raise DataError(f"{name}: the judgements of hit {hit} have different seconds: give those of the whole hit.")
        found[kind] += [values[0] / len(values)] * len(values)
    return {kind: np.array(values) for kind, values in found.items()}


def _rows(lines: Sequence[str], n_columns: int, name: str) -> "list[tuple[int, list[str]]]":
    rows = [(number, line.split("\t")) for number, line in enumerate(lines[1:], 2) if line]
    for number, cells in rows:
        if len(cells) < n_columns:
            raise DataError(f"{name}, line {number}: {len(cells)} columns where the first line has {n_columns}.")
    if not rows:
        raise DataError(f"{name} holds no judgement.")
    return rows


def _number(cell: str, key: str, number: int, name: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = float("nan")
    if not (np.isfinite(value) and value >= 0):
        raise DataError(f"{name}, line {number}: {key} is no number of seconds: {cell!r}.")
    return value


def _type(cells: Sequence[str], places: dict[str, int]) -> str:
    column = next((column for column in _TYPES if column in places), None)
    return "judgements" if column is None else cells[places[column]]


def times_table(times: dict[str, Array]) -> PaperTable:
    """Average the seconds a judgement, without those during which somebody was away."""
    rows: list[tuple[Any, ...]] = []
    for kind, values in times.items():
        kept = values[values <= _LONGEST]
        n_left = len(values) - len(kept)
        spread = (float(kept.mean()), *map(float, np.quantile(kept, (0.5, 0.1, 0.9)))) if len(kept) else (None,) * 4
        rows.append((kind, len(values), n_left, *spread))
    return PaperTable(
        "Section 6.2",
        "seconds for one judgement",
        ("type of judgement", "judgements", "left out", "mean", "median", "10%", "90%"),
        tuple(rows),
        f"Left out are those of more than {_LONGEST:.0f} seconds, as the paper leaves out sets of more than five "
        "minutes. The paper: 26 for fluency and adequacy of a sentence, 20 for its rank, 11 for that of a constituent.",
        (None, 0, 0, 1, 1, 1, 1),
    )


def times_figure(times: dict[str, Array]) -> Figure:
    """Draw figure 4: the share of judgements by seconds."""
    edges = np.arange(0.0, _SHOWN + _BIN, _BIN)
    series = []
    for kind, values in times.items():
        kept = values[values <= _LONGEST]
        counts = np.histogram(kept, edges)[0]
        middles = (edges[:-1] + edges[1:]) / 2
        shares = 100 * counts / max(len(kept), 1)
        series.append(Series(kind, tuple(map(float, middles)), tuple(map(float, shares))))
    return Figure(
        "figure-4",
        "how long single judgements take",
        "lines",
        "seconds for one judgement",
        "% of judgements",
        tuple(series),
    )
