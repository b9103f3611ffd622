"""The files of mt-metrics-eval: scores of segments and systems, marked spans, and whole folders of a test set."""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steelyard.data.resemblance import also_resembles, resembles_at
from steelyard.data.spans import MarkTable, read_marks
from steelyard.errors import AlignmentError, DataError
from steelyard.lines import TextFile, read_lines
from steelyard.types import ErrorMarks, Labels, TestSet

__all__ = ["MetricsEvalSet", "read_metrics_eval", "read_seg_rating", "read_seg_scores", "read_sys_scores"]

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_SCORE_FILE = re.compile(r"([a-z]{2,3}-[a-z]{2,3}\.)?(?P<name>.+)\.(?P<kind>seg|sys)\.score(\.gz|\.bz2|\.xz)?")


def read_sys_scores(path: str | os.PathLike[str]) -> dict[str, float]:
    """Read a score for each system, from a ``.sys.score`` file.

    Parameters
    ----------
    path : path-like
        Lines of a system and its score, separated by a tab or blanks.

    Returns
    -------
    dict of str to float
        In the order of the file; NaN where it says ``None``.

    Raises
    ------
    DataError
        A line is no such thing, or a system stands twice.
    """
    file = read_lines(path)
    scores: dict[str, float] = {}
    for number, line in enumerate(file.lines, 1):
        system, score = _split_line(line, file, number)
        if system in scores:
            raise DataError(f"{file.path}, line {number}: the system {system!r} stands twice.")
        scores[system] = score
    return scores


def read_seg_scores(path: str | os.PathLike[str]) -> dict[str, NDArray[np.float64]]:
    """Read a score for each system and segment, from a ``.seg.score`` file.

    Parameters
    ----------
    path : path-like
        Lines of a system and a score, separated by a tab or blanks; the segments of a system in their order.

    Returns
    -------
    dict of str to array of float64, shape (N,)
        In the order of the file; NaN where it says ``None``.

    Raises
    ------
    DataError
        A line is no such thing, or the lines of a system are not together.
    AlignmentError
        Systems have different numbers of segments.
    """
    scores, _, _ = read_score_pairs(path)
    return {system: np.array(column, np.float64) for system, column in scores.items()}


def read_score_pairs(path: str | os.PathLike[str]) -> tuple[dict[str, list[float]], dict[str, int], TextFile]:
    """Read the scores of each system in the order of the file, and the line of the first."""
    file = read_lines(path)
    scores: dict[str, list[float]] = {}
    firsts: dict[str, int] = {}
    previous = None
    for number, line in enumerate(file.lines, 1):
        system, score = _split_line(line, file, number)
        if system != previous and system in scores:
            raise DataError(f"{file.path}, line {number}: the system {system!r} comes back after {previous!r}.")
        scores.setdefault(system, []).append(score)
        firsts.setdefault(system, number)
        previous = system
    _check_lengths(scores, file)
    return scores, firsts, file


def score_name(path: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the metric that a file such as ``en-de.mqm.seg.score`` is called after, and ``seg`` or ``sys``."""
    found = _SCORE_FILE.fullmatch(os.path.basename(os.fspath(path)))
    return (found["name"], found["kind"]) if found else ("", "")


def read_seg_rating(path: str | os.PathLike[str], *, rater: str = "") -> ErrorMarks:
    """Read the marked errors of each system and segment, from a ``.seg.rating`` file.

    Parameters
    ----------
    path : path-like
        Lines of a system and ``None`` or an object with ``errors``, separated by a tab; or a table with the columns
        system, line (from 1) and errors_json.
    rater : str, default ""
        Who marked, as the file does not say.

    Returns
    -------
    ErrorMarks
        Of the outputs that were rated, with the file's weights.

    Raises
    ------
    DataError
        A line is no such thing; the message names it.
    AlignmentError
        Systems have different numbers of segments.
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
        _check_lengths(cells, file)
    n = len(systems)
    unknown = Labels.all_of("", n)
    raters, kinds = Labels.all_of(rater, n), Labels.all_of("system", n)
    made = np.array(segments, np.int64)
    found = marks.table(Labels.of(systems), made, unknown, raters, kinds, ((file.path, file.sha256),))
    return found if is_table else replace(found, n_lines=max(map(len, cells.values())))


def _line(cell: str, place: str) -> int:
    if not (cell.isascii() and cell.isdigit() and int(cell)):
        raise DataError(f"{place}: {cell!r} is no line number, counted from 1.")
    return int(cell) - 1


def _split_line(line: str, file: TextFile, number: int) -> tuple[str, float]:
    parts = line.split("\t") if "\t" in line else line.split()
    if len(parts) != 2 or not parts[0]:
        raise DataError(
            f"{file.path}, line {number} is no system with its score.{also_resembles(file.path, 'read_seg_scores')}"
        )
    score = math.nan if parts[1] == "None" else float(parts[1]) if _NUMBER.fullmatch(parts[1]) else math.inf
    if math.isinf(score):
        raise DataError(
            f"{file.path}, line {number}: the score of {parts[0]!r} is {parts[1]!r}, no finite number or None."
            f"{resembles_at(f'{file.path}, line {number}', 'read_seg_scores')}"
        )
    return parts[0], score


def _check_lengths(columns: Mapping[str, list[float]], file: TextFile) -> None:
    if not columns:
        raise DataError(f"{file.path} is empty.")
    first, *others = columns
    for other in others:
        if len(columns[other]) != len(columns[first]):
            raise AlignmentError(
                f"{file.path}: {other!r} has {len(columns[other])} segments, but {first!r} {len(columns[first])}."
            )


@dataclass(frozen=True, slots=True)
class MetricsEvalSet:
    """A language pair of a test set of mt-metrics-eval.

    Attributes
    ----------
    test_set : TestSet
        Sources, documents, references and outputs.
    reference_names : tuple of str
        Such as ``refA``.
    domains : tuple of str
        Of each segment.
    segment_scores, system_scores : dict of str to scores
        People's, by the name of the score, such as ``mqm``; systems in the order of the file, with NaN where nothing
        was rated. References that were rated count as systems.
    """

    test_set: TestSet
    reference_names: tuple[str, ...]
    domains: tuple[str, ...]
    segment_scores: Mapping[str, Mapping[str, NDArray[np.float64]]]
    system_scores: Mapping[str, Mapping[str, float]]


def read_metrics_eval(folder: str | os.PathLike[str], languages: str) -> MetricsEvalSet:
    """Read the folder of a test set, such as ``mt-metrics-eval-v2/wmt23``, for one language pair.

    Parameters
    ----------
    folder : path-like
        With ``sources/LP.txt``, ``references/LP.NAME.txt``, ``system-outputs/LP/SYSTEM.txt``, ``documents/LP.docs`` and
        ``human-scores/LP.NAME.seg.score`` and ``.sys.score``.
    languages : str
        Such as ``en-de``.

    Returns
    -------
    MetricsEvalSet
        Everything of this pair but the scores of metrics.

    Raises
    ------
    DataError
        A file is missing or no such thing.
    AlignmentError
        Texts or scores have different numbers of segments.
    """
    root = Path(folder)
    sources = read_lines(root / "sources" / f"{languages}.txt")
    references = {
        path.name[len(languages) + 1 : -4]: path for path in _files(root / "references", f"{languages}.", ".txt")
    }
    systems = {path.name[:-4]: path for path in _files(root / "system-outputs" / languages, "", ".txt")}
    if not references or not systems:
        missing = "system-outputs" if references else "references"
        raise DataError(f"{root} has no {missing} of {languages}.")
    names = read_lines(root / "documents" / f"{languages}.docs")
    rows = [line.split("\t") for line in names.lines]
    odd = next((number for number, row in enumerate(rows, 1) if len(row) != 2), None)
    if odd is not None:
        raise DataError(f"{names.path}, line {odd}: a domain and a document are expected, separated by a tab.")
    test_set = TestSet.from_files(
        references=list(references.values()),
        systems=dict(systems),
        sources=root / "sources" / f"{languages}.txt",
        documents=replace(names, lines=tuple(document for _, document in rows)),
    )
    n = len(sources.lines)
    segment_scores = {}
    for path in _files(root / "human-scores", f"{languages}.", ".seg.score"):
        scores = read_seg_scores(path)
        length = len(next(iter(scores.values())))
        if length != n:
            raise AlignmentError(f"{path} has {length} segments, but the sources have {n}.")
        segment_scores[path.name[len(languages) + 1 : -len(".seg.score")]] = scores
    system_scores = {
        path.name[len(languages) + 1 : -len(".sys.score")]: read_sys_scores(path)
        for path in _files(root / "human-scores", f"{languages}.", ".sys.score")
    }
    return MetricsEvalSet(
        test_set, tuple(references), tuple(domain for domain, _ in rows), segment_scores, system_scores
    )


def _files(folder: Path, start: str, end: str) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.name.startswith(start) and path.name.endswith(end))
