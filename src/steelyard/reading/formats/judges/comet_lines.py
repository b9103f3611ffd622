"""What comet-score prints: ``FILE<TAB>Segment 0<TAB>score: 0.8512`` and ``FILE<TAB>score: 0.8401``."""

import re
from collections.abc import Sequence

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import read_lines
from steelyard.reading.logged_scores import HowScored
from steelyard.reading.resemblance import NUMBER
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

_SCORE = rf"\tscore: (?P<score>{NUMBER}|-?nan|-?inf)(\t.*)?"
_SEGMENT = re.compile(r"(?P<system>[^\t]+)\tSegment (?P<segment>\d{1,18})" + _SCORE)
_SYSTEM = re.compile(r"(?P<system>[^\t]+)" + _SCORE)


def _is_printed(lines: Sequence[str]) -> bool:
    return any(_SEGMENT.fullmatch(line) or _SYSTEM.fullmatch(line) for line in lines[:100])


RESEMBLES = (("what comet-score prints", "read_output_scores", _is_printed),)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read the scores of segments, or of whole systems where no segment is printed; other lines are left out.

    Scores are printed with four decimals: ``--to_json`` keeps them all.
    """
    file = read_lines(path)
    segments: dict[str, dict[int, float]] = {}
    systems: dict[str, float] = {}
    for number, line in enumerate(file.lines, 1):
        found = _SEGMENT.fullmatch(line)
        if found is not None:
            of_system = segments.setdefault(found["system"], {})
            if int(found["segment"]) in of_system:
                raise DataError(
                    f"{path}, line {number}: segment {found['segment']} of {found['system']!r} stands twice."
                )
            of_system[int(found["segment"])] = _finite(found["score"], f"{path}, line {number}")
            continue
        found = _SYSTEM.fullmatch(line)
        if found is not None:
            systems[found["system"]] = _finite(found["score"], f"{path}, line {number}")
    files = ((file.path, file.sha256),)
    if not segments:
        empty = np.empty((len(systems), 0))
        return [OutputScores("COMET", tuple(systems), empty, system_scores=np.array([*systems.values()]), files=files)]
    for system, scores in segments.items():
        first = next(iter(segments))
        if len(scores) != len(segments[first]) or max(scores) != len(scores) - 1:
            raise AlignmentError(
                f"{path} has {len(scores):,} segments of {system!r}, up to number {max(scores):,}, but "
                f"{len(segments[first]):,} of {first!r}: all segments of all systems are needed."
            )
    values = np.array([[scores[i] for i in range(len(scores))] for scores in segments.values()], np.float64)
    return [OutputScores("COMET", tuple(segments), values, files=files)]


def _finite(text: str, place: str) -> float:
    number = float(text)
    if not np.isfinite(number):
        raise DataError(f"{place}: {text!r} where a finite number (1e60 at most) should be.")
    return number
