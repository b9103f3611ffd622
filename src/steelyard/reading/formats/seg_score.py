"""Scores of segments and systems, as mt-metrics-eval keeps them: ``.seg.score`` and ``.sys.score``."""

import math
import os
import re

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.opening import unpacked_name
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.growing_columns import check_lengths, ratings_of_columns
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.resemblance import NUMBER, also_resembles, every_line

__all__ = ["RESEMBLES", "judgements", "read_seg_scores", "read_sys_scores"]

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_SCORE_FILE = re.compile(r"([a-z]{2,3}-[a-z]{2,3}\.)?(?P<name>.+)\.(?P<kind>seg|sys)\.score")
_SCORE_LINE = re.compile(rf"[^\t]+[\t ]+(?:{NUMBER}|None)")
RESEMBLES = (("scores of mt-metrics-eval (.seg.score, .sys.score)", "read_seg_scores", every_line(_SCORE_LINE)),)


def read_sys_scores(path: str | os.PathLike[str]) -> dict[str, float]:
    """Read a score for each system, from a ``.sys.score`` file.

    `path`: lines of a system and its score, separated by a tab or blanks.
    Returns: in the order of the file; NaN where it says ``None``.
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

    `path`: lines of a system and a score, separated by a tab or blanks; the segments of a system in their order.
    Returns an array of shape (N,): in the order of the file; NaN where it says ``None``.
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
    check_lengths(scores, file)
    return scores, firsts, file


def score_name(path: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the metric that a file such as ``en-de.mqm.seg.score`` is called after, and ``seg`` or ``sys``."""
    found = _SCORE_FILE.fullmatch(os.path.basename(unpacked_name(path)))
    return (found["name"], found["kind"]) if found else ("", "")


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
            f"{also_resembles(f'{file.path}, line {number}', 'read_seg_scores')}"
        )
    return parts[0], score


def judgements(path: str, options: HowRead) -> Judgements:
    """Read a score per system and segment."""
    return Judgements("seg-score", ratings=ratings_of_columns(path, read_seg_scores(path), "score"))
