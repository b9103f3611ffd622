"""Soft pairwise accuracy: whether a metric is as sure as people which of two systems is better."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.inference import Draws, count_pair_order, sum_kept, swap_draws
from steelyard.inference.draws.checks import Rng
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.score_matrices import score_matrices
from steelyard.meta.shared_docs import SCORES
from steelyard.reprs import short_repr

__all__ = ["SoftPairwiseAccuracy", "rounding_of_sums", "soft_pairwise_accuracy"]

NullTies = Literal["mid", ">="]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SoftPairwiseAccuracy:
    """How near the metrics' p-values of all pairs of systems are to people's.

    Attributes
    ----------
    values : array, shape (M,)
        1 less the mean distance of the p-values, from 0 to 1.
    rating_p : array, shape (P,)
        One-sided p-values that the first system of each pair is better, by people.
    metric_p : array, shape (M, P)
        The same by each metric.
    pairs : array of int, shape (P, 2)
        Positions of the systems.
    n_items : int
        Segments that every system and metric has a score and a rating for: the others take no part.
    n_draws : int
        R.
    is_exact : bool
        The draws are every exchange, once each.

    Examples
    --------
    >>> from steelyard.meta import soft_pairwise_accuracy
    >>> found = soft_pairwise_accuracy([[1, 2, 3], [0, 1, 1]], [[5, 4, 4], [3, 2, 4]], n_resamples=1000, rng=1)
    >>> found.is_exact, found.rating_p.tolist(), found.metric_p.tolist(), found.values.tolist()
    (True, [0.125], [[0.0625]], [0.9375])
    """

    values: Array
    rating_p: Array
    metric_p: Array
    pairs: NDArray[np.int64]
    n_items: int
    n_draws: int
    is_exact: bool

    __repr__ = short_repr


@SCORES
def soft_pairwise_accuracy(
    scores: ArrayLike,
    ratings: ArrayLike,
    *,
    n_resamples: int,
    rng: Rng,
    ties: NullTies = "mid",
    draws: Draws | None = None,
) -> SoftPairwiseAccuracy:
    """Compare how sure metrics and people are of each pair of systems.

    For each pair the segment scores are exchanged at random, for people and for every metric alike, and p is the share
    of exchanges that leave the first system at least as far ahead. A metric is charged the distance of its p to that
    of people: a wrong order that people are not sure of costs little, and a right one that it is not sure of costs
    something.

    Parameters
    ----------
    n_resamples : int
        R; where all ``2**N`` exchanges are at most R they are enumerated. WMT24 took 1,000.
    ties : {"mid", ">="}, default "mid"
        Exchanges that leave the difference as it was count half, or in full. In full is what WMT did: the value then
        depends on the order of the systems wherever ratings are few distinct numbers, as the p-values of (A, B) and
        (B, A) add up to more than 1.
    draws : Draws, optional
        Exchange these instead: rows of zeros (exchange) and ones (keep) over the segments that take part.

    Returns
    -------
    SoftPairwiseAccuracy
        One value per metric. p-values are plain shares of the draws, as in the definition.

    Raises
    ------
    DataError
        There are fewer than two systems, or no segment has all scores and ratings.
    SpecError
        There is no such treatment of ties, or the draws are no exchanges.

    Notes
    -----
    One matrix of exchanges serves all: its sums say what each system hands over, and a pair is as far ahead as observed
    where its first system hands over no more than the second. Misleads with few segments, where
    all p-values are coarse; a metric that only looks at the size of the test set can seem good where all systems are
    far apart. Memory: below 256 MB beyond the scores.

    References
    ----------
    Thompson, Mathur, Deutsch and Khayrallah 2024, "Improving statistical significance in human evaluation of automatic
    metrics via soft pairwise accuracy", 2024.wmt-1.118.

    Examples
    --------
    >>> from steelyard.meta import soft_pairwise_accuracy
    >>> ratings = [[1, 0, 2, 1], [0, 0, 1, 1], [0, 1, 0, 1]]
    >>> scores = [[0.8, 0.4, 0.9, 0.7], [0.5, 0.6, 0.6, 0.7], [0.6, 0.5, 0.4, 0.3]]
    >>> soft_pairwise_accuracy(scores, ratings, n_resamples=1000, rng=12345).values.round(7).tolist()
    [0.8020833]
    """
    if ties not in get_args(NullTies):
        raise unknown_name("treatment of ties", ties, get_args(NullTies))
    x, y = score_matrices(scores, ratings)
    everything = np.concatenate([x, y[None]])  # people last, as one more metric
    is_whole = np.isfinite(everything).all(axis=(0, 1))
    everything = everything if is_whole.all() else everything.compress(is_whole, axis=2)
    n_series, n_systems, n_items = everything.shape
    if n_systems < 2 or not n_items:
        raise DataError(
            f"There are {n_systems} systems and {n_items} segments that all of them have every score and rating for; "
            "soft pairwise accuracy needs two systems and one segment."
        )
    draws = swap_draws(n_items, n_resamples, rng=rng) if draws is None else draws
    if draws.largest_weight > 1 or draws.n_units != n_items:
        raise SpecError(f"The draws must be zeros and ones over the {n_items} segments that take part.")
    counts = np.zeros((n_series, 2, n_systems, n_systems), np.int64)
    tolerance = rounding_of_sums(everything)
    columns = everything.reshape(-1, n_items)
    for _, keeps in draws.packed_blocks():
        handed_over = sum_kept(columns, ~keeps).reshape(n_series, n_systems, -1)
        counts += count_pair_order(handed_over, tolerance)
    first, second = (np.arange(n_systems)[:, None] < np.arange(n_systems)).nonzero()
    # The exchanged difference is the observed one less 2 (h_i - h_j), h being what is handed over: at least the
    # observed where h_i <= h_j.
    at_least, more = counts[:, 0, first, second], counts[:, 1, first, second]
    # more + ties / 2.
    p = (at_least if ties == ">=" else (at_least + more) / 2) / draws.n_resamples
    values = 1 - np.abs(p[:-1] - p[-1]).mean(axis=1)
    pairs = np.stack([first, second], axis=1)
    return SoftPairwiseAccuracy(values, p[-1], p[:-1], pairs, n_items, draws.n_resamples, draws.is_exact)


def rounding_of_sums(values: Array) -> Array:
    """Return by how much equal sums over items may differ as numbers, of scores (M, S, N): (M,).

    Float64 is exact for sums of whole numbers; others are rounded, in proportion to the sums.
    """
    return cast(Array, TOLERANCE * np.maximum(1.0, np.abs(values).sum(axis=2).max(axis=1)))
