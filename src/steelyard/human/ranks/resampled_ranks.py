"""Ranges of ranks and clusters from resampled judgements."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.human.checks import check_level, code_column
from steelyard.human.ranks.rankings import PairCounts, checked_pairs, pair_counts, win_shares
from steelyard.inference import Draws, as_extreme, bootstrap_draws, clusters, percentile_interval
from steelyard.inference.draws.checks import Rng
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.inference.shared_docs import SHARED
from steelyard.reprs import short_repr

__all__ = ["JudgedRanks", "clusters_of_ranges", "judged_ranks"]

_MOST_DROPPED = 0.05  # of the resamples
_MOST_COUNTS = 2**19  # pairs of systems that are counted at a time, over draws


@dataclass(frozen=True, slots=True, eq=False)
class JudgedRanks:
    """Systems ranked by people's judgements, and how sure that is.

    Attributes
    ----------
    scores : array of float, shape (S,)
        Under the rule, from 0 to 1.
    ranks : array of int, shape (S,)
        1 + the number of systems with a higher score.
    lowest, highest : array of int, shape (S,)
        Best and worst rank, without the same number of resamples at both ends.
    clusters : array of int, shape (S,)
        Groups whose ranges do not overlap, from 1.
    n_resamples, n_dropped : int
        Resamples, and those of them in which a system had no comparison that counts.

    Examples
    --------
    >>> from steelyard.human import judged_ranks
    >>> found = judged_ranks([0] * 20, [1] * 20, [1] * 18 + [-1] * 2, range(20), n_resamples=100, rng=1)
    >>> found.ranks.tolist(), found.clusters.tolist()
    ([1, 2], [1, 2])
    """

    scores: NDArray[np.float64]
    ranks: NDArray[np.int64]
    lowest: NDArray[np.int64]
    highest: NDArray[np.int64]
    clusters: NDArray[np.int64]
    n_resamples: int
    n_dropped: int

    __repr__ = short_repr


@SHARED
def judged_ranks(
    first: ArrayLike,
    second: ArrayLike,
    outcomes: ArrayLike,
    units: ArrayLike,
    *,
    rng: Rng,
    rule: str = "expected-wins",
    n_resamples: int = 1000,
    confidence_level: float = 0.95,
    n_systems: int | None = None,
    draws: Draws | None = None,
) -> JudgedRanks:
    """Rank systems by judgements of pairs, and again under resamples of the judgements.

    Parameters
    ----------
    first, second : array of int, shape (P,)
        The systems of each judgement, as codes from 0.
    outcomes : array of int, shape (P,)
        1 where the first is better, -1 where it is worse, 0 for a tie.
    units : array of int, shape (P,)
        What is drawn together, as codes from 0: the ranking of each pair, or rater and segment; ``range(P)`` draws
        single judgements, as WMT did, and takes pairs of one ranking for independent.
    rule : str, default "expected-wins"
        As in `win_shares`.
    confidence_level : float, default 0.95
        Of each range alone: of 1,000 resamples the 25 best and the 25 worst ranks are dropped.
    draws : Draws, optional
        Draw these instead: rows of weights over units.

    Returns
    -------
    JudgedRanks
        Scores, ranks, ranges and clusters.

    Raises
    ------
    AlignmentError
        The columns or draws have different lengths.
    DataError
        A system has no comparison that counts, in the data or in more than 5 % of the resamples.
    SpecError
        There is no such rule, or the confidence level is none.

    Notes
    -----
    Each range holds for its system alone, and clusters are read from ranges that need not hold together: with many
    systems some boundary will be wrong more often than the level says. Systems with equal scores share the better rank,
    so ranges lean to the front. Memory grows with the judgements, not with the pairs of systems times units.

    References
    ----------
    Koehn 2012, "Simulating human judgment in machine translation evaluation campaigns", IWSLT.
    Bojar et al. 2013, "Findings of the 2013 workshop on statistical machine translation", W13-2201.

    Examples
    --------
    >>> from steelyard.human import judged_ranks
    >>> first, second = [0, 0, 1] * 30, [1, 2, 2] * 30
    >>> found = judged_ranks(first, second, [1, 1, 1, 1, 1, -1] * 15, range(90), n_resamples=200, rng=1)
    >>> list(zip(found.lowest.tolist(), found.highest.tolist())), found.clusters.tolist()
    ([(1, 1), (2, 3), (2, 3)], [1, 2, 2])
    """
    check_level("confidence_level", confidence_level)
    a, b, sides, n = checked_pairs(first, second, outcomes, n_systems)
    if len(a) == 0:
        raise DataError("There is no judgement: give at least one.")
    numbers = np.unique(code_column("units", units, len(a)), return_inverse=True)[1]
    scores = win_shares(pair_counts(a, b, sides, n_systems=n), rule=rule)
    if np.isnan(scores).any():
        raise DataError(f"System {int(np.argmax(np.isnan(scores)))} has no comparison that counts: leave it out.")
    n_units = int(numbers.max()) + 1
    drawn = draws if draws is not None else bootstrap_draws(n_units, n_resamples, rng=rng)
    if drawn.n_units != n_units:
        raise AlignmentError(f"The draws are over {drawn.n_units} units, the judgements of {n_units}.")
    resampled = _resampled_scores(a, b, sides, numbers, n, drawn, rule)
    is_defined = ~np.isnan(resampled).any(axis=1)
    n_dropped = int((~is_defined).sum())
    if n_dropped > _MOST_DROPPED * drawn.n_resamples:
        raise DataError(
            f"In {n_dropped} of {drawn.n_resamples} resamples a system has no comparison that counts: there are too "
            "few judgements of it."
        )
    ranks = _ranks(resampled[is_defined])
    ranges = [percentile_interval(ranks[:, system], confidence_level) for system in range(n)]
    lowest, highest = np.array(ranges).astype(np.int64).reshape(-1, 2).T
    return JudgedRanks(
        scores=scores,
        ranks=_ranks(scores[None])[0],
        lowest=lowest,
        highest=highest,
        clusters=clusters_of_ranges(lowest, highest),
        n_resamples=drawn.n_resamples,
        n_dropped=n_dropped,
    )


def clusters_of_ranges(lowest: ArrayLike, highest: ArrayLike) -> NDArray[np.int64]:
    """Group systems whose ranges of ranks overlap.

    Parameters
    ----------
    lowest, highest : array of int, shape (S,)
        Best and worst rank of each system.

    Returns
    -------
    array of int, shape (S,)
        Cluster of each, from 1. A new one starts where a range begins after all ranges before it have ended.

    Raises
    ------
    AlignmentError
        The columns have different lengths.
    DataError
        A range ends before it begins.

    Notes
    -----
    The same as `steelyard.inference.clusters` of "i is better than j where its range ends before j's begins".

    References
    ----------
    Koehn 2012, "Simulating human judgment in machine translation evaluation campaigns", IWSLT.

    Examples
    --------
    >>> from steelyard.human import clusters_of_ranges
    >>> clusters_of_ranges([1, 2, 2, 3, 5, 5, 7], [1, 3, 4, 4, 6, 6, 7]).tolist()
    [1, 2, 2, 2, 3, 3, 4]
    """
    low = code_column("lowest", lowest)
    high = code_column("highest", highest, len(low))
    if (low > high).any():
        at = int(np.argmax(low > high))
        raise DataError(f"The range of system {at} ends before it begins: {low[at]} to {high[at]}.")
    return np.array(clusters(high[:, None] < low[None, :], low.tolist()), dtype=np.int64)


def _resampled_scores(
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    sides: NDArray[np.int64],
    units: NDArray[np.int64],
    n: int,
    draws: Draws,
    rule: str,
) -> NDArray[np.float64]:
    """Score systems under each row of weights, shape (B, S); counts are whole numbers, so that they are exact.

    The judgements are sorted by what they are counted as, so that a draw's counts are sums of stretches: no table of
    units by pairs is made, as a vote is of one pair among thousands.
    """
    better, worse = np.where(sides < 0, b, a), np.where(sides < 0, a, b)
    tied = n * n + np.minimum(a, b) * n + np.maximum(a, b)
    cells = np.where(sides == 0, tied, better * n + worse)
    order = np.argsort(cells, kind="stable")
    unit_of = units[order].astype(np.int32)
    counted, starts = np.unique(cells[order], return_index=True)
    scores = np.empty((draws.n_resamples, n))
    rows = min(draws.rows, max(1, _MOST_COUNTS // (n * n)))
    for start, weights in replace(draws, block_rows=rows).blocks():
        counts = np.zeros((len(weights), 2 * n * n))
        for row, own in zip(counts, weights, strict=True):
            row[counted] = np.add.reduceat(own.take(unit_of), starts, dtype=np.int64)
        wins, ties = np.moveaxis(counts.reshape(-1, 2, n, n), 1, 0)
        scores[start : start + len(weights)] = win_shares(PairCounts(wins, ties + np.swapaxes(ties, 1, 2)), rule=rule)
    return scores


def _ranks(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """Rank within rows: 1 + how many are higher, by more than rounding."""
    tolerance = np.array(TOLERANCE)
    higher = [(~as_extreme(row[:, None], row[None, :], tolerance)).sum(axis=1) for row in scores]
    return 1 + np.array(higher, np.int64).reshape(scores.shape)
