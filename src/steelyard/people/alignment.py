"""What people said of outputs, as inference takes it: systems over segments, and sums to score."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, unknown_name
from steelyard.types import Labels, OutputScores

__all__ = ["SEGMENTS", "RatedOutputs", "choose_segments"]

SEGMENTS = ("auto", "common", "all")
_MOSTLY_COMMON = 0.9


@dataclass(frozen=True, slots=True)
class RatedOutputs:
    """Systems and segments that were rated, in place of a test set.

    Attributes
    ----------
    system_names : tuple of str
        In the order of rows.
    n_segments : int
        Segments that count.
    documents : tuple of str or None
        Document of each of them.
    files : tuple of (str, str)
        Path and SHA-256 of the files of ratings.
    """

    system_names: tuple[str, ...]
    n_segments: int
    documents: tuple[str, ...] | None
    files: tuple[tuple[str, str], ...]

    def document_codes(self) -> NDArray[np.int64] | None:
        """Return the document of each segment as a code from 0, by first appearance; None without documents."""
        return None if self.documents is None else Labels.of(self.documents).codes.astype(np.int64)

    def inputs(self) -> list[dict[str, str]]:
        """Say what the results rest on."""
        return [{"role": "ratings", "name": path, "sha256": sha256} for path, sha256 in self.files]


def choose_segments(scales: Sequence[OutputScores], segments: str) -> tuple[RatedOutputs, list[OutputScores]]:
    """Keep the segments that systems are compared on.

    Parameters
    ----------
    scales : sequence of OutputScores
        Of one file: what people said on each scale, of the same systems.
    segments : {"auto", "common", "all"}
        Those on which every system was rated, or all that were rated. ``auto`` takes the common ones where they are
        nine tenths of the rated ones or more.

    Returns
    -------
    (RatedOutputs, list of OutputScores)
        What is left, and the scores on it.

    Raises
    ------
    DataError
        Nothing is left, scales speak of different systems, or only some segments have a document.
    SpecError
        There is no such choice.
    """
    if segments not in SEGMENTS:
        raise unknown_name("choice of segments", segments, SEGMENTS)
    first = scales[0]
    other = next((scale for scale in scales if set(scale.systems) != set(first.systems)), None)
    if other is not None:
        odd = sorted(set(other.systems) ^ set(first.systems))
        raise DataError(f"{first.name} and {other.name} are about different systems, such as {odd[0]!r}.")
    aligned = [scale.select(first.systems) for scale in scales]
    is_rated = np.stack([np.isfinite(scale.values) for scale in aligned])
    is_common, is_any = is_rated.all(axis=(0, 1)), is_rated.any(axis=(0, 1))
    is_mostly_common = is_common.sum() >= _MOSTLY_COMMON * is_any.sum()
    kept = np.flatnonzero(is_common if segments == "common" or (segments == "auto" and is_mostly_common) else is_any)
    if not kept.size:
        raise DataError("No segment was rated for every system: compare them on all rated segments (--segments all).")
    layout = RatedOutputs(first.systems, len(kept), _documents(first, kept), first.files)
    return layout, [_on(scale, kept, layout.documents) for scale in aligned]


def _documents(scores: OutputScores, kept: NDArray[np.int64]) -> tuple[str, ...] | None:
    if scores.documents is None:
        return None
    documents = tuple(scores.documents[segment] for segment in kept)
    if "" in documents:
        raise DataError(
            f"Line {int(kept[documents.index('')]) + 1} was rated but has no document: name the documents of all "
            "(--documents), or take segments as the unit (--unit segment) in a file without them."
        )
    return documents


def _on(scores: OutputScores, kept: NDArray[np.int64], documents: tuple[str, ...] | None) -> OutputScores:
    counts = None if scores.counts is None else scores.counts[:, kept]
    return replace(scores, values=scores.values[:, kept], counts=counts, documents=documents)
