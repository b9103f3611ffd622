"""Spans that people marked, as mt-metrics-eval keeps them: ``.seg.rating``, or a table of system, line and spans."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from steelyard.errors import DataError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.reading import read_lines
from steelyard.reading.growing_columns import check_lengths
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.resemblance import also_resembles, every_line
from steelyard.reading.spans import MarkTable, read_marks
from steelyard.types import ErrorMarks, Labels

__all__ = ["RESEMBLES", "judgements", "read_seg_rating"]

_SPANS_LINE = re.compile(r"[^\t]+\t(?:None|\{.*\})")


def _is_table(lines: Sequence[str]) -> bool:
    return lines[0].split("\t") == ["system", "line", "errors_json"]


RESEMBLES = (
    ("spans in a table", "read_seg_rating", _is_table),
    ("spans of mt-metrics-eval (.seg.rating)", "read_seg_rating", every_line(_SPANS_LINE)),
)


def read_seg_rating(path: str | os.PathLike[str], *, rater: str = "") -> ErrorMarks:
    """Read the marked errors of each system and segment, from a ``.seg.rating`` file.

    `path`: lines of a system and ``None`` or an object with ``errors``, separated by a tab; or a table with the columns
    system, line (from 1) and errors_json.
    `rater`: who marked, as the file does not say.
    Returns: of the outputs that were rated, with the file's weights.
    """
    file = read_lines(path)
    is_table = bool(file.lines) and file.lines[0].split("\t") == ["system", "line", "errors_json"]
    marks = MarkTable()
    systems: list[str] = []
    segments: list[int] = []
    cells: dict[str, list[float]] = {}
    known: set[tuple[str, int]] = set()
    for number, line in enumerate(file.lines, 1):
        if is_table and number == 1:
            continue
        place = f"{file.path}, line {number}"
        parts = line.split("\t")
        if len(parts) != (3 if is_table else 2) or not parts[0]:
            raise DataError(f"{place} is no system with its errors.{also_resembles(file.path, 'read_seg_rating')}")
        segment = _line(parts[1], place) if is_table else len(cells.setdefault(parts[0], []))
        cells.setdefault(parts[0], []).append(0.0)
        if (parts[0], segment) in known:
            raise DataError(f"{place}: line {segment + 1} of {parts[0]!r} stands twice.")
        known.add((parts[0], segment))
        if parts[-1] != "None":
            marks.add(len(systems), read_marks(parts[-1], place))
            systems.append(parts[0])
            segments.append(segment)
    if not is_table:
        check_lengths(cells, file)
    n = len(systems)
    unknown = Labels.all_of("", n)
    raters, kinds = Labels.all_of(rater, n), Labels.all_of("system", n)
    made = np.array(segments, np.int64)
    found = marks.table(Labels.of(systems), made, unknown, raters, kinds, ((file.path, file.sha256),))
    return found if is_table else replace(found, n_lines=max(map(len, cells.values())))


def _line(cell: str, place: str) -> int:
    if not is_whole(cell, 1, MOST_LINES):
        raise DataError(f"{place}: {cell!r} is no line number, counted from 1.")
    return int(cell) - 1


def judgements(path: str, options: HowRead) -> Judgements:
    """Read marks."""
    return Judgements("seg-rating", marks=read_seg_rating(path))
