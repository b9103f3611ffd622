"""What a pilot of ratings says about the differences of its systems: their values, and how they vary."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.fixed_order import product
from steelyard.human import RatingVariance, rating_variance
from steelyard.human.checks import distinct_rows
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.counted_rows import COUNTED, is_kind
from steelyard.types import OutputScores, Ratings

__all__ = ["PilotPair", "pilot_pairs", "pilot_variance"]

_ENOUGH_SHARED = 0.5  # of lines rated for both systems: by one rater each


@dataclass(frozen=True, slots=True, eq=False)
class PilotPair:
    """Differences of the ratings of two systems."""

    a: int
    b: int
    values: NDArray[np.float64]  # of one line by one rater, a less b, shape (J,)
    at: NDArray[np.int64]  # at, raters: lines, as places in what was joined, and raters, shape (J,)
    raters: NDArray[np.int64]


def pilot_pairs(ratings: Ratings, joined: Aligned) -> tuple[list[PilotPair], bool]:
    """Return the pairs of systems that were rated on lines of two documents, and whether one rater rated both sides.

    Where few lines of a pair were rated by one rater for both systems, means of lines stand in for all pairs, as if by
    one rater.
    """
    sides = [_by_line_and_rater(ratings, joined.scales[0].name, system) for system in joined.system_names]
    places = {int(line): place for place, line in enumerate(joined.segments)}
    means, paired = [], []
    for a, b in combinations(range(len(joined.system_names)), 2):
        in_both = np.flatnonzero(np.isfinite(joined.ratings[a]) & np.isfinite(joined.ratings[b]))
        if len(np.unique(joined.codes[in_both])) < 2:
            continue
        values = joined.ratings[a][in_both] - joined.ratings[b][in_both]
        means.append(PilotPair(a, b, values, in_both, np.zeros(len(in_both), np.int64)))
        shared = sorted(key for key in sides[a].keys() & sides[b].keys() if int(key[0]) in places)
        if shared and len({line for line, _ in shared}) >= _ENOUGH_SHARED * len(in_both):
            values = np.array([sides[a][key] - sides[b][key] for key in shared])
            at = np.array([places[int(line)] for line, _ in shared])
            paired.append(PilotPair(a, b, values, at, np.array([rater for _, rater in shared], dtype=np.int64)))
    if not means:
        kind = "segments" if joined.documents is None else "documents"
        raise DataError(f"No two systems were both rated on 2 {kind}: a plan needs to see how much {kind} differ.")
    is_paired = len(paired) == len(means)
    return (paired if is_paired else means), is_paired


def _by_line_and_rater(ratings: Ratings, scale: str, system: str) -> dict[tuple[int, int], float]:
    """Return the mean score of a system by each rater of each line."""
    is_counted = is_kind(ratings, COUNTED) & (ratings.raters.codes >= 0)
    if scale in ratings.scales.names:
        is_counted &= ratings.scales.codes == ratings.scales.names.index(scale)
    rows = np.flatnonzero(is_counted & (ratings.systems.codes == ratings.systems.names.index(system)))
    numbers, (lines, raters) = distinct_rows(ratings.segments[rows], ratings.raters.codes[rows].astype(np.int64))
    means = np.bincount(numbers, ratings.scores[rows]) / np.bincount(numbers) if len(rows) else np.zeros(0)
    return {(line, rater): mean for line, rater, mean in zip(lines, raters, means, strict=True)}


def pilot_variance(
    pilots: Sequence[PilotPair], joined: Aligned, metric: OutputScores | None
) -> tuple[RatingVariance, float]:
    """Return components over all pairs, of what the metric leaves, and the variance of the metric's own mean."""
    left, further = [pilot.values for pilot in pilots], [0.0]
    if metric is not None:
        further = []
        for k, pilot in enumerate(pilots):
            scores = metric.values[pilot.a] - metric.values[pilot.b]
            away = scores[pilot.at] - scores[pilot.at].mean()
            weight = float(product(away, pilot.values) / product(away, away)) if np.ptp(scores[pilot.at]) > 0 else 0.0
            left[k] = pilot.values - weight * away
            totals = np.bincount(joined.codes, weight * (scores - scores.mean()))
            further.append(float(np.square(totals).sum()) / len(scores) ** 2)
    at = np.concatenate([pilot.at for pilot in pilots])
    found = rating_variance(
        np.concatenate(left),
        joined.codes[at],
        at,
        np.concatenate([pilot.raters for pilot in pilots]),
        np.repeat(np.arange(len(pilots)), [len(pilot.at) for pilot in pilots]),
    )
    largest = max(float(np.abs(pilot.values).max()) for pilot in pilots)
    if max(found.document, found.segment or 0.0, found.rater or 0.0, found.residual) <= (1e-9 * largest) ** 2:
        what = "Every difference of the pilot is the same"
        if metric is not None:
            what = f"{metric.name} fits every difference of the pilot"
        raise DataError(
            f"{what}, so the variance of ratings cannot be estimated. Are all scores equal? Is the pilot very small?"
        )
    return found, float(np.mean(further))
