"""Ways to part the segments of a test set: by length, by label, by document."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.files.reading import TextFile
from steelyard.scored.units import Units
from steelyard.types import CountedSet, TestSet

__all__ = ["Parts", "parts_by_label", "parts_by_length", "parts_of_units"]


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """A way to part the segments."""

    level: str  # what a part is: ``"segment"``, ``"document"``, ``"block"``, ``"length"``, ``"label"`` and others
    names: tuple[str, ...]  # of the parts
    codes: NDArray[np.int64]  # shape (N,): part of each segment, from 0; every part has a segment


def parts_of_units(test_set: TestSet | CountedSet, units: Units) -> Parts | None:
    """Say which unit of inference each segment belongs to; None where it is the segment."""
    if units.name == "document":
        codes = cast("NDArray[np.int64]", test_set.document_codes())
        return Parts("document", tuple(dict.fromkeys(test_set.documents or ())), codes)
    if units.name == "block" and units.block_size is not None:
        size, n = units.block_size, test_set.n_segments
        names = tuple(f"{start + 1}-{min(start + size, n)}" for start in range(0, n, size))
        return Parts("block", names, np.arange(n, dtype=np.int64) // size)
    return None


def parts_by_length(words: NDArray[np.int64], lengths: Sequence[int], level: str = "length") -> Parts:
    """Part segments where their numbers of words pass given lengths; ranges without a segment are left out."""
    edges = list(lengths)
    if any(edge < 1 for edge in edges) or sorted(set(edges)) != edges:
        raise SpecError(f"Lengths (--lengths) are numbers of words from 1, each larger than the last, not {edges}.")
    starts = [0, *(edge + 1 for edge in edges)]
    names = [f"{start}-{end}" for start, end in zip(starts, edges, strict=False)] + [f"{starts[-1]} or more"]
    return _used(level, names, np.searchsorted(edges, words).astype(np.int64))


def parts_by_label(labels: "Sequence[str] | TextFile", n_segments: int) -> Parts:
    """Part segments by what somebody wrote of each, such as its genre."""
    lines = labels.lines if isinstance(labels, TextFile) else labels
    if len(lines) != n_segments:
        raise AlignmentError(f"There are {len(lines)} labels for {n_segments} segments: give one per segment.")
    places = {name: i for i, name in enumerate(dict.fromkeys(lines))}
    return _used("label", list(places), np.array([places[label] for label in lines], dtype=np.int64))


def _used(level: str, names: Sequence[str], codes: NDArray[np.int64]) -> Parts:
    """Leave out parts without a segment."""
    kept, dense = np.unique(codes, return_inverse=True)
    return Parts(level, tuple(names[code] for code in kept), dense.astype(np.int64))
