"""Marked spans written as JSON, as annotation tools and mt-metrics-eval do."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from steelyard.errors import DataError
from steelyard.files.parsing import parse_json
from steelyard.reading.ratings.severities import SEVERITIES, severity_named
from steelyard.types import ErrorMarks, Labels

__all__ = ["Mark", "MarkTable", "marks_of", "read_marks"]

_LARGEST_WEIGHT = 1e15
_MOST_CHARACTERS = 2**31  # of a segment


@dataclass(frozen=True, slots=True)
class Mark:
    """One marked error."""

    category: str
    severity: str
    place: str
    start: int
    end: int
    weight: float = np.nan


_CLEAN = Mark("", "no-error", "none", -1, -1)


def read_marks(cell: str, place: str) -> list[Mark]:
    """Read a list of errors; `place` says in messages where it stands.

    Annotation tools name offsets ``start_i`` and ``end_i``. The end is the last character where a person marked the
    span, and what follows it where the tool had filled the span in, which is told by the missing ``error_type``.
    mt-metrics-eval writes ``start`` and ``end``, the end not included.
    """
    try:
        stored = parse_json(cell)
    except ValueError as error:
        raise DataError(f"{place}: no JSON that can be read: {error}.") from error
    return marks_of(stored.get("errors") if isinstance(stored, dict) else stored, place)


def marks_of(entries: object, place: str) -> list[Mark]:
    """Read a list of errors that was parsed; see `read_marks`."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise DataError(f"{place}: a list of marked errors is expected, such as [] for none.")
    return [_mark(entry, f"{place}, error {number}") for number, entry in enumerate(entries, 1)]


def _mark(entry: dict[str, Any], place: str) -> Mark:
    severity = severity_named(entry.get("severity"))
    if severity is None:
        raise DataError(f"{place}: unknown severity {entry.get('severity')!r}. Known: {', '.join(SEVERITIES)}.")
    start: Any
    end: Any
    if "start_i" in entry:
        start = entry["start_i"]
        end = entry.get("end_i")
        types = entry.get("error_type") or ()
        if not isinstance(types, list | tuple) or not all(isinstance(name, str) for name in types):
            raise DataError(f"{place}: the type of the error is {types!r:.60}, no list of words.")
        category = "/".join(types)
        if start == end == "missing":
            return Mark(category, severity, "missing", -1, -1)
        _check_offsets(start, end, place)
        return Mark(category, severity, "hypothesis", start, end + ("error_type" in entry))
    start, end = entry.get("start"), entry.get("end")
    weight = entry.get("score", np.nan)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or abs(weight) > _LARGEST_WEIGHT:
        raise DataError(f"{place}: the weight is {weight!r:.60}, no number.")
    category = entry.get("category") or ""
    if start == end == -1:
        return Mark(category, severity, "missing", -1, -1, float(weight))
    _check_offsets(start, end, place)
    side = "source" if entry.get("is_source_error") else "hypothesis"
    return Mark(category, severity, side, start, end, float(weight))


def _check_offsets(start: Any, end: Any, place: str) -> None:
    if type(start) is not int or type(end) is not int or not 0 <= start <= end < _MOST_CHARACTERS:
        raise DataError(f"{place}: the span from {start!r} to {end!r} is none. Characters count from 0.")


@dataclass(slots=True)
class MarkTable:
    """Marks as they are collected, judgement by judgement."""

    marks: list[Mark] = field(default_factory=list)
    judgements: list[int] = field(default_factory=list)

    def add(self, judgement: int, marks: Sequence[Mark]) -> None:
        """Append the marks of a judgement; none is a row of its own."""
        found = marks or (_CLEAN,)
        self.marks += found
        self.judgements += [judgement] * len(found)

    def table(
        self,
        systems: Labels,
        segments: np.ndarray[Any, np.dtype[np.int64]],
        documents: Labels,
        raters: Labels,
        kinds: Labels,
        files: tuple[tuple[str, str], ...],
    ) -> ErrorMarks:
        """Return the marks, with what is known of each judgement."""
        rows = np.array(self.judgements, np.int64)
        systems, documents, raters, kinds = (
            Labels(column.names, column.codes[rows]) for column in (systems, documents, raters, kinds)
        )
        return ErrorMarks(
            systems=systems,
            segments=segments[rows],
            documents=documents,
            raters=raters,
            judgements=rows,
            categories=Labels.of([mark.category for mark in self.marks]),
            severities=Labels.of([mark.severity for mark in self.marks]),
            places=Labels.of([mark.place for mark in self.marks]),
            starts=np.array([mark.start for mark in self.marks], np.int64),
            ends=np.array([mark.end for mark in self.marks], np.int64),
            weights=np.array([mark.weight for mark in self.marks], np.float64),
            kinds=kinds,
            files=files,
        )
