"""Texts, and people's ratings of them, segment by segment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.files.reading import TextFile
from steelyard.scored.provenance import score_input
from steelyard.types import TestSet

__all__ = ["RatedTexts", "rate_texts"]


@dataclass(frozen=True, slots=True, eq=False)
class RatedTexts:
    """Texts, and people's ratings of them."""

    test_set: TestSet  # what was rated
    ratings: NDArray[np.float64]  # (S, N): as they were given; NaN where there is none
    source: dict[str, str]  # role, name and SHA-256 of the ratings
    n_threads: int = 1  # for counting


def rate_texts(
    test_set: TestSet, human: Mapping[str, Sequence[float]], file: TextFile | None = None, *, n_threads: int = 1
) -> RatedTexts:
    """Put ratings beside the texts of every system."""
    rows = [_row(test_set, system, human) for system in test_set.system_names]
    if not rows:
        raise SpecError("There is no system: give the outputs that were rated.")
    return RatedTexts(test_set, np.stack(rows), score_input("human", human, file), n_threads)


def _row(test_set: TestSet, system: str, human: Mapping[str, Sequence[float]]) -> NDArray[np.float64]:
    if system not in human:
        raise unknown_name("system (it has no ratings):", system, human)
    row = np.asarray(human[system], dtype=np.float64)
    if row.shape != (test_set.n_segments,):
        raise AlignmentError(
            f"There are {row.size} ratings of system {system!r}, but {test_set.n_segments} segments: give one each, "
            "NaN where there is none."
        )
    if np.isinf(row).any():
        raise DataError(f"Segment {int(np.isinf(row).argmax()) + 1} of system {system!r} has an infinite rating.")
    return row
