"""Pairwise accuracy: how often a metric puts the same of two systems first as people do."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.inference import Draws, bootstrap_draws, is_significant, percentile_interval
from steelyard.inference.draws.checks import Rng
from steelyard.reprs import short_repr

__all__ = ["PairDecisions", "PairwiseRanks", "pair_decisions", "rank_by_pairs"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PairDecisions:
    """Which pairs of systems each metric orders as people do.

    Attributes
    ----------
    is_right : array of bool, shape (M, P)
        Metric m puts the same system of pair p first.
    pairs : array of int, shape (P, 2)
        Positions of the systems of the pairs that are counted.
    n_left_out : int
        Pairs left out: not significant for people, or tied.

    Examples
    --------
    >>> from steelyard.meta import pair_decisions
    >>> pair_decisions([[3, 1, 2]], [30, 10, 20]).pairs.tolist()
    [[0, 1], [0, 2], [1, 2]]
    """

    is_right: NDArray[np.bool_]
    pairs: NDArray[np.int64]
    n_left_out: int

    __repr__ = short_repr

    @property
    def accuracy(self) -> Array:
        """The share of right decisions of each metric, shape (M,); NaN where no pair is counted."""
        n_pairs = self.is_right.shape[1]
        right = self.is_right.sum(axis=1).astype(np.float64)
        return right / n_pairs if n_pairs else np.full(len(right), np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class PairwiseRanks:
    """Ranks of metrics that cannot be told apart by their accuracy.

    Attributes
    ----------
    accuracy : array, shape (M,)
        Share of right decisions.
    low, high : array, shape (M,)
        Ends of the percentile interval over resampled pairs.
    ranks : array of int, shape (M,)
        From 1; metrics of one rank lie within the interval of their best.
    n_resamples : int
        B.

    Examples
    --------
    >>> from steelyard.meta import pair_decisions, rank_by_pairs
    >>> decisions = pair_decisions([[3, 1, 2], [2, 3, 1]], [30, 10, 20])
    >>> rank_by_pairs(decisions, n_resamples=100, rng=1).ranks.tolist()
    [1, 2]
    """

    accuracy: Array
    low: Array
    high: Array
    ranks: NDArray[np.int64]
    n_resamples: int

    __repr__ = short_repr


def pair_decisions(
    scores: ArrayLike,
    ratings: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    p_values: ArrayLike | None = None,
    alpha: float = 0.05,
    keep_rating_ties: bool = True,
) -> PairDecisions:
    """Compare each pair of systems by each metric and by people.

    Parameters
    ----------
    scores : array, shape (S,) or (M, S)
        System scores of M metrics, larger is better; systems of several language pairs one after the other.
    ratings : array, shape (S,)
        Of the systems by people, larger is better.
    groups : array, shape (S,), optional
        Language pair (or test set) of each system: pairs are pooled over groups and never cross them.
    p_values : array, shape (S, S), optional
        Of people's difference of each pair; the upper triangle counts. Only pairs below `alpha` are kept.
    alpha : float, default 0.05
        For `p_values`.
    keep_rating_ties : bool, default True
        Where people tie two systems, only a metric that ties them is right; False leaves such pairs out.

    Returns
    -------
    PairDecisions
        A metric that ties two systems that people do not tie is wrong.

    Raises
    ------
    AlignmentError
        The shapes do not fit.
    DataError
        A score or rating is missing.

    Notes
    -----
    Misleads without a filter for significance: many pairs of people's own means are ordered by chance, and a metric is
    then judged by that. The pairs of one system hang together, so that few systems give less than their pairs suggest.

    References
    ----------
    Kocmi et al. 2021, "To ship or not to ship: an extensive evaluation of automatic metrics for machine translation",
    2021.wmt-1.57.

    Examples
    --------
    >>> from steelyard.meta import pair_decisions
    >>> pair_decisions([0.9, 0.5, 0.5], [1, 3, 2]).accuracy.round(4).tolist()
    [0.0]
    """
    x, y = np.atleast_2d(np.asarray(scores, dtype=np.float64)), np.asarray(ratings, dtype=np.float64)
    if x.ndim != 2 or y.ndim != 1 or x.shape[1] != len(y):
        raise AlignmentError(f"scores must have shape (metrics, systems), for {y.shape} ratings; they have {x.shape}.")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise DataError(
            "Pairwise accuracy needs a score of each metric and a rating for every system; some are missing."
        )
    first, second = np.triu_indices(len(y), 1)
    is_kept = np.ones(len(first), dtype=bool)
    if groups is not None:
        code = np.asarray(groups)
        _check_shape("groups", code, (len(y),))
        is_kept = code[first] == code[second]
    n_pairs = int(is_kept.sum())
    by_rating = np.sign(y[first] - y[second])
    if p_values is not None:
        p = np.asarray(p_values, dtype=np.float64)
        _check_shape("p_values", p, (len(y), len(y)))
        is_kept &= is_significant(p[first, second], alpha)
    if not keep_rating_ties:
        is_kept &= by_rating != 0
    first, second = first[is_kept], second[is_kept]
    is_right = np.sign(x[:, first] - x[:, second]) == by_rating[is_kept]
    return PairDecisions(is_right, np.stack([first, second], axis=1), n_pairs - len(first))


def rank_by_pairs(
    decisions: PairDecisions, *, n_resamples: int, rng: Rng, confidence_level: float = 0.95, draws: Draws | None = None
) -> PairwiseRanks:
    """Rank metrics by pairwise accuracy; what lies within the interval of the best shares its rank.

    Parameters
    ----------
    decisions : PairDecisions
        Of all metrics on the same pairs.
    n_resamples : int
        B: how often the pairs are drawn with replacement, the same for all metrics; Kocmi et al. took 1,000.
    rng : int or numpy.random.Generator
        The same seed repeats the result.
    confidence_level : float, default 0.95
        Of the percentile interval.
    draws : Draws, optional
        Use these resamples of the pairs instead.

    Returns
    -------
    PairwiseRanks
        The best metric opens rank 1; the best of those below its interval opens the next, and so on.

    Raises
    ------
    DataError
        There is no pair.

    Notes
    -----
    The rule of the paper, and a rough one: it does not use that two metrics are right on the same pairs, which
    `permutation_null` with the same outputs does, and it treats pairs as independent that share a system.

    References
    ----------
    Kocmi et al. 2021, 2021.wmt-1.57.

    Examples
    --------
    >>> from steelyard.meta import pair_decisions, rank_by_pairs
    >>> decisions = pair_decisions([[1, 2, 3, 4], [2, 1, 3, 4], [4, 3, 2, 1]], [1, 2, 3, 4])
    >>> found = rank_by_pairs(decisions, n_resamples=1000, rng=12345)
    >>> found.ranks.tolist(), float(found.low[0]), round(float(found.accuracy[1]), 4)
    ([1, 2, 3], 1.0, 0.8333)
    """
    n_pairs = decisions.is_right.shape[1]
    if not n_pairs:
        raise DataError("There is no pair of systems to resample: all are left out.")
    draws = bootstrap_draws(n_pairs, n_resamples, rng=rng) if draws is None else draws
    right = decisions.is_right.astype(np.float64)
    resampled = np.concatenate([weights.astype(np.float64) @ right.T for _, weights in draws.blocks()]) / n_pairs
    low, high = np.transpose([percentile_interval(column, confidence_level) for column in resampled.T])
    accuracy = decisions.accuracy
    ranks = np.zeros(len(accuracy), dtype=np.int64)
    rank = 0
    while not ranks.all():
        rank += 1
        is_left = ranks == 0
        best = int(np.argmax(np.where(is_left, accuracy, -1.0)))
        # Ties of few pairs can put the lower end above the accuracy itself: the best takes its rank in any case.
        ranks[is_left & (accuracy >= min(low[best], accuracy[best]))] = rank
    return PairwiseRanks(accuracy, low, high, ranks, draws.n_resamples)


def _check_shape(what: str, array: NDArray[np.generic], shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise AlignmentError(f"{what} must have shape {shape}, one per system, not {array.shape}.")
