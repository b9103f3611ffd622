"""Scores as the metrics tasks of WMT16 to WMT19 took them: an output or a system a line, its metric before it."""

import re
from collections.abc import Callable

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.delimited import check_no_doubles
from steelyard.reading.resemblance import also_resembles
from steelyard.types import Labels, OutputScores

__all__ = ["read_metrics_task"]

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_MISSING = ("na", "nan", "none", "null")
_LENGTHS = {5: False, 6: True, 7: False, 8: True}  # cells of a line, and whether it is of a segment; 2 more may follow


def read_metrics_task(
    path: str, *, languages: str | None = None
) -> tuple[list[OutputScores], Callable[[str, int], str]]:
    """Read METRIC LP TESTSET SYSTEM [SEGMENT] SCORE [ENSEMBLE AVAILABLE], separated by tabs or blanks.

    Lines are of segments, which count from 1, or of systems; of several pairs of languages, one has to be named.
    Returns one set of scores per metric, over the systems and segments of all, and a function that says where the score
    of a system on a segment should stand.
    """
    file = read_lines(path)
    separator = "\t" if "\t" in file.lines[0] else None
    wanted = len(file.lines[0].split(separator))
    if wanted not in _LENGTHS:
        raise DataError(
            f"{path}, line 1 has {wanted} cells, but METRIC LP TESTSET SYSTEM [SEGMENT] SCORE [ENSEMBLE AVAILABLE] are "
            f"expected.{also_resembles(path)}"
        )
    is_of_segments = _LENGTHS[wanted]
    names: tuple[list[str], list[str]] = ([], [])
    rows: list[tuple[int, int, float]] = []
    homes: dict[tuple[str, str], int] = {}
    for number, line in enumerate(file.lines, 1):
        cells = line.split(separator)
        if len(cells) != wanted:
            raise AlignmentError(f"{path}, line {number} has {len(cells)} cells, but line 1 has {wanted}.")
        if languages is not None and cells[1] != languages:
            continue
        homes.setdefault((cells[1], cells[2]), number)
        names[0].append(cells[0])
        names[1].append(cells[3])
        segment = _segment(cells[4], path, number) if is_of_segments else 0
        rows.append((number, segment, _score(cells[4 + is_of_segments], path, number, 5 + is_of_segments)))
    _check_home(homes, languages, path)
    return _made(file, (Labels.of(names[0]), Labels.of(names[1])), rows, is_of_segments)


def _segment(cell: str, path: str, line: int) -> int:
    if not is_whole(cell, 1, MOST_LINES):
        raise DataError(f"{path}, line {line}, column 5: {cell!r} is no number of a segment, counted from 1.")
    return int(cell) - 1


def _score(cell: str, path: str, line: int, column: int) -> float:
    if cell.lower() in _MISSING:
        return np.nan
    score = float(cell) if _NUMBER.fullmatch(cell) else np.inf
    if not np.isfinite(score):
        raise DataError(
            f"{path}, line {line}, column {column}: {cell!r} where a finite number (1e60 at most) should be."
        )
    return score


def _check_home(homes: dict[tuple[str, str], int], languages: str | None, path: str) -> None:
    if not homes:
        raise DataError(f"{path} has no line of {languages}.")
    if len(homes) > 1:
        (first, line), (other, number) = list(homes.items())[:2]
        hint = "" if languages else " Keep the lines of one, or name the pair with languages."
        raise DataError(
            f"{path}, line {number} is of {' '.join(other)}, but line {line} of {' '.join(first)}: scores of one test "
            f"set and one pair of languages are read.{hint}"
        )


def _made(
    file: TextFile, keys: tuple[Labels, Labels], rows: list[tuple[int, int, float]], is_of_segments: bool
) -> tuple[list[OutputScores], Callable[[str, int], str]]:
    metrics, systems = keys
    lines, segments = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    shape = (len(metrics.names), len(systems.names), int(segments.max()) + 1)
    item = np.ravel_multi_index((metrics.codes, systems.codes, segments), shape)

    def twice(first: int, second: int) -> str:
        return f"{file.path}, line {lines[second]}: the score stands in line {lines[first]} too."

    check_no_doubles(item, twice)
    values = np.full(shape, np.nan)
    values.ravel()[item] = [row[2] for row in rows]
    scores = [
        OutputScores(
            name,
            systems.names,
            column if is_of_segments else column[:, :0],
            system_scores=None if is_of_segments else column[:, 0],
            files=((file.path, file.sha256),),
        )
        for name, column in zip(metrics.names, values, strict=True)
    ]
    return scores, lambda _, segment: f"of segment {segment + 1}"
