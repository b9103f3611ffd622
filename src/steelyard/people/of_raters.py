"""How far scores of systems would be off with other documents and other raters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import Clustered, ClusterProducts, TwoWay, two_way
from steelyard.people.counted_rows import counted_ratings
from steelyard.types import OutputScores, Ratings

__all__ = ["RaterSums", "nested_systems", "rater_sums"]

Array = NDArray[np.float64]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class RaterSums:
    """What units (documents, say), raters, and both together add to the score of each system."""

    units: ClusterProducts
    raters: ClusterProducts
    cells: ClusterProducts

    def of_pairs(self, pairs: Sequence[Pair]) -> tuple[Clustered, TwoWay]:
        """Return the variances of differences: for these raters, and for raters like these."""
        first = self.units.of_differences(pairs)
        return first, two_way(first, self.raters.of_differences(pairs), self.cells.of_differences(pairs))

    def of_systems(self) -> TwoWay:
        """Return the variances of the scores, for raters like these."""
        return two_way(self.units.of_scores(), self.raters.of_scores(), self.cells.of_scores())


def rater_sums(
    ratings: Ratings,
    scores: OutputScores,
    segments: NDArray[np.int64],
    unit_codes: NDArray[np.int64],
    *,
    is_micro: bool,
) -> RaterSums:
    """Split the score of each system by who judged, and what.

    Parameters
    ----------
    ratings : Ratings
        Judgements, those of other scales among them.
    scores : OutputScores
        Their means, larger is better, on the segments that count; in the order of systems that is wanted.
    segments : array of int64, shape (N,)
        Line in the test set of each segment that counts, rising.
    unit_codes : array of int64, shape (N,)
        Unit of each segment, from 0.
    is_micro : bool
        Scores are means over judgements, rather than over segments.

    Returns
    -------
    RaterSums
        Of deviations from the score, which a judgement's weight multiplies.
    """
    system, place, raters, values = _rows(counted_ratings(ratings), scores, segments)
    n_systems, n_places = scores.values.shape
    counts = np.zeros((n_systems, n_places))
    np.add.at(counts, (system, place), 1.0)
    n_of = counts.sum(axis=1) if is_micro else np.count_nonzero(counts, axis=1)
    weights = 1 / n_of[system] if is_micro else 1 / (counts[system, place] * n_of[system])
    means = np.bincount(system, weights * values, n_systems)
    added = weights * (values - means[system])
    units = unit_codes[place]

    cells = np.unique(units * (int(raters.max()) + 1) + raters, return_inverse=True)[1]
    return RaterSums(
        *(ClusterProducts.of(added, weights, system, codes, n_systems) for codes in (units, raters, cells))
    )


def _rows(
    counted: Ratings, scores: OutputScores, segments: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Array]:
    """Return system, segment, rater and value of each judgement of this scale on a segment that counts."""
    place = np.minimum(np.searchsorted(segments, counted.segments), len(segments) - 1)
    named = {name: i for i, name in enumerate(scores.systems)}
    system = np.array([named.get(name, -1) for name in counted.systems.names], dtype=np.int64)[counted.systems.codes]
    is_in = (segments[place] == counted.segments) & (system >= 0)
    if scores.name in counted.scales.names:
        is_in &= counted.scales.codes == counted.scales.names.index(scores.name)
    is_in[is_in] &= np.isfinite(scores.values[system[is_in], place[is_in]])
    return system[is_in], place[is_in], counted.raters.codes[is_in].astype(np.int64), counted.scores[is_in]


def nested_systems(ratings: Ratings) -> list[str]:
    """Return the systems whose raters judged no other system."""
    counted = counted_ratings(ratings)
    both = np.unique(np.stack([counted.systems.codes, counted.raters.codes]).astype(np.int64), axis=1)
    n_judged = np.bincount(both[1], minlength=1)
    most = np.zeros(len(counted.systems.names), dtype=np.int64)
    np.maximum.at(most, both[0], n_judged[both[1]])
    return [counted.systems.names[code] for code in np.flatnonzero(most == 1)]
