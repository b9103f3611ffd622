"""People and metrics on the same outputs, and the numbers of each level."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.ratings.alignment import Aligned, align
from steelyard.ratings.line_checks import check_lengths, check_same_text
from steelyard.ratings.shared_systems import shared_systems
from steelyard.types import OutputScores

__all__ = ["LevelData", "level_data", "shared_outputs"]

Array = NDArray[np.float64]
_NAMED = 3


@dataclass(frozen=True, slots=True, eq=False)
class LevelData:
    """The numbers of one level."""

    scores: Array  # scores, ratings: of segments, or of documents, shape (M, S, N) and (S, N)
    ratings: Array
    moved_scores: Array  # moved_scores, moved_ratings: the same, with the systems' scores as means
    moved_ratings: Array
    system_scores: Array  # system_scores, system_ratings: of systems, shape (M, S) and (S,)
    system_ratings: Array
    documents: NDArray[np.int64] | None  # what is resampled as a whole, shape (N,)


def shared_outputs(
    people: OutputScores, metrics: Sequence[OutputScores], documents: Sequence[str] | None, fewest_systems: int
) -> Aligned:
    """Keep the systems that people rated and every metric scored, and the outputs that all of them have.

    Metrics that score whole systems alone take no part.
    """
    given, metrics = metrics, [metric for metric in metrics if np.isfinite(metric.values).any()]
    if given and not metrics:
        raise DataError(f"{given[0].name} has no score of any segment.")
    if not metrics:
        raise SpecError("There is no metric to compare with people: name one with -m, or give scores (--scores).")
    names = [metric.name for metric in metrics]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise SpecError(f"Two metrics are called {name!r}. Give each a name of its own.")
    check_lengths([people], metrics, documents, people.n_segments)
    for metric in metrics:
        check_same_text(people, metric)
    systems, left_out = shared_systems([people], metrics)
    if len(systems) < fewest_systems:
        least = "two are" if fewest_systems > 1 else "one is"
        why = "; ".join(f"{system}: {reason}" for system, reason in left_out[:_NAMED])
        raise AlignmentError(
            f"People and all metrics share {len(systems)} of the {len(systems) + len(left_out)} systems; {least} the "
            f"least. {why}. Are the systems named alike, and does every metric score them?"
        )
    return align(
        [people],
        metrics,
        systems=systems,
        count="shared",
        documents=documents,
        n_lines=people.n_segments,
        left_out=left_out,
    )


def level_data(shared: Aligned, level: str, *, metric_lines: str = "all") -> LevelData:
    """Arrange what people and metrics share for a level; scores of systems are of all lines, or of the rated ones."""
    scores, ratings = np.stack([metric.values for metric in shared.metrics]), shared.ratings
    of_systems = np.stack([metric.of_systems() for metric in shared.metrics]), shared.scales[0].of_systems()
    if metric_lines == "rated":
        of_systems = np.nanmean(scores, axis=-1), np.nanmean(ratings, axis=-1)
    codes = shared.document_codes()
    if level == "document":
        x, y = _by_document(scores, ratings, codes)
        return LevelData(x, y, x, y, *of_systems, None)
    # A corpus score such as BLEU is not the mean of its segments, and a metric may have scored segments that nobody
    # rated. What is resampled or exchanged then moves the score of a system as far as it moves the mean.
    moved_scores, moved_ratings = (
        cells + (wanted - np.nanmean(cells, axis=-1))[..., None]
        for cells, wanted in zip((scores, ratings), of_systems, strict=True)
    )
    return LevelData(scores, ratings, moved_scores, moved_ratings, *of_systems, codes)


def _by_document(scores: Array, ratings: Array, codes: NDArray[np.int64] | None) -> tuple[Array, Array]:
    """Return the means of each system and document, shapes (M, S, D) and (S, D)."""
    if codes is None:
        raise SpecError("There are no documents: give one document id per segment, or leave out the level document.")
    n = _summed(np.isfinite(ratings).astype(np.float64), codes)
    sums = (_summed(np.nan_to_num(cells), codes) for cells in (scores, ratings))
    x, y = (np.divide(cells, n, out=np.full(cells.shape, np.nan), where=n > 0) for cells in sums)
    return x, y


def _summed(cells: Array, codes: NDArray[np.int64]) -> Array:
    """Return the sums of each document, shape (..., D): without an array of segments by documents."""
    rows = [np.bincount(codes, weights=row) for row in cells.reshape(-1, cells.shape[-1])]
    return np.reshape(rows, (*cells.shape[:-1], -1))
