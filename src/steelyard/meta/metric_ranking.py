"""Metrics in order of their correlation with ratings, and which of them cannot be told apart."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError
from steelyard.inference import NullDistribution, clusters, is_significant, max_t, rank_ranges
from steelyard.inference.draws.checks import Rng
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.score_matrices import Level, correlate_level
from steelyard.meta.shared_docs import METRICS, SCORES
from steelyard.meta.tests.permutation import Swap, permutation_null
from steelyard.reprs import short_repr

__all__ = ["MetricRanking", "published_clusters", "rank_by_null", "rank_by_p_values", "rank_metrics"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class MetricRanking:
    """The order of metrics, with what is significant in it.

    Attributes
    ----------
    values : array, shape (M,)
        Correlation of each metric with the ratings.
    p_values : array, shape (M, M)
        Of the difference of each pair alone, two-sided; 1 on the diagonal.
    adjusted : array, shape (M, M)
        The same, for all pairs together.
    is_better : array of bool, shape (M, M)
        Entry (i, j): metric i correlates significantly more than j, by the adjusted p-values.
    ranks : tuple of int
        From 1, by correlation; equal correlations share the best rank.
    rank_ranges : tuple of (int, int)
        Ranks a metric may have: 1 + metrics significantly better, and all less those significantly worse.
    clusters : tuple of int
        From 1; every metric of a cluster is significantly better than every one of the next.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import rank_metrics
    >>> rng = np.random.default_rng(1)
    >>> ratings = rng.normal(size=(6, 20))
    >>> scores = ratings + np.array([0.1, 3, 4])[:, None, None] * rng.normal(size=(3, 6, 20))
    >>> ranking = rank_metrics(scores, ratings, level="global", n_resamples=999, rng=12345)
    >>> ranking.ranks, ranking.clusters
    ((1, 2, 3), (1, 2, 2))
    """

    values: Array
    p_values: Array
    adjusted: Array
    is_better: NDArray[np.bool_]
    ranks: tuple[int, ...]
    rank_ranges: tuple[tuple[int, int], ...]
    clusters: tuple[int, ...]

    __repr__ = short_repr


@SCORES
def rank_metrics(
    scores: ArrayLike,
    ratings: ArrayLike,
    *,
    level: Level,
    swap: Swap = "both",
    statistic: str = "pearson",
    alpha: float = 0.05,
    n_resamples: int,
    rng: Rng,
) -> MetricRanking:
    """Rank metrics by their correlation with ratings, and test all pairs of them together.

    Parameters
    ----------
    scores : array, shape (M, S, N)
        Of S systems on N items (segments) under at least two metrics, larger is better.
    swap : {"systems", "inputs", "both"}, default "both"
        As for `permutation_null`.
    alpha : float, default 0.05
        Family-wise level of all pairs.

    Returns
    -------
    MetricRanking
        Ranks, rank ranges and clusters at the level of all pairs together.

    Raises
    ------
    DataError
        The metrics lack scores of different outputs, or a correlation is not defined.
    SpecError
        There are fewer than two metrics, or something is asked for that does not exist.

    Notes
    -----
    The differences of all pairs have one joint null, made of the same exchanges, and are scaled before the largest is
    taken (`max_t`). The metrics tasks of WMT made clusters of p-values that were not corrected: with 40 metrics there
    are 780 pairs, 39 of which would come out at .05 by chance. That the family-wise error holds is asymptotic, and as
    approximate as the exchange of metrics with differently shaped scores.

    References
    ----------
    Deutsch, Dror and Roth 2021, doi:10.1162/tacl_a_00417.
    Westfall and Young 1993, "Resampling-based multiple testing", algorithm 2.8.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import rank_metrics
    >>> ratings = np.arange(40.0).reshape(4, 10)
    >>> noise = np.random.default_rng(1).normal(size=(4, 10))
    >>> found = rank_metrics([noise, ratings + noise], ratings, level="global", n_resamples=999, rng=1)
    >>> found.ranks, float(found.adjusted[0, 1])
    ((2, 1), 0.001)
    """
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    null = permutation_null(
        scores, ratings, swap=swap, level=level, statistic=statistic, n_resamples=n_resamples, rng=rng
    )
    return rank_by_null(correlate_level(scores, ratings, level=level, statistic=statistic).values, null, alpha=alpha)


@METRICS
def rank_by_null(values: ArrayLike, null: NullDistribution, *, alpha: float = 0.05) -> MetricRanking:
    """Rank metrics by any agreement, with the joint null of the differences of all pairs.

    Parameters
    ----------
    null : NullDistribution
        Of all pairs in the order of ``itertools.combinations``, such as from `decision_null` or `shifted_null`.
    alpha : float, default 0.05
        Family-wise level of all pairs.

    Returns
    -------
    MetricRanking
        With p-values corrected by max-T.

    Raises
    ------
    SpecError
        alpha is out of range, or the null is of other pairs.

    Examples
    --------
    >>> from steelyard.meta import decision_null, rank_by_null
    >>> ratings = [[1, 2, 2], [3, 1, 2]]
    >>> null = decision_null([[[1, 2, 2], [3, 1, 2]], [[2, 1, 3], [3, 1, 2]]], ratings, [0, 0], n_resamples=100, rng=1)
    >>> rank_by_null([1.0, 0.6667], null).clusters
    (1, 1)
    """
    return rank_by_p_values(
        values, null.p_values("two-sided"), max_t(null).p_values, differences=null.observed, alpha=alpha
    )


@METRICS
def rank_by_p_values(
    values: ArrayLike, p_values: ArrayLike, adjusted: ArrayLike, *, differences: ArrayLike, alpha: float = 0.05
) -> MetricRanking:
    """Rank metrics by any agreement, with p-values of all pairs.

    Parameters
    ----------
    p_values, adjusted : array, shape (P,)
        Two-sided, of all pairs in the order of ``itertools.combinations``, alone and corrected for all.
    differences : array, shape (P,)
        Agreement of the first metric of each pair less that of the second.
    alpha : float, default 0.05
        Family-wise level.

    Returns
    -------
    MetricRanking
        Ranks, rank ranges and clusters.

    Raises
    ------
    SpecError
        alpha is out of range, or there is not one p-value per pair.

    Examples
    --------
    >>> from steelyard.meta import rank_by_p_values
    >>> rank_by_p_values([0.9, 0.5], [0.01], [0.01], differences=[0.4]).clusters
    (1, 2)
    """
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    agreement = np.asarray(values, dtype=np.float64)
    n_metrics = len(agreement)
    pairs = list(combinations(range(n_metrics), 2))
    of_pairs = [np.asarray(part, dtype=np.float64) for part in (p_values, adjusted, differences)]
    if any(part.shape != (len(pairs),) for part in of_pairs):
        raise SpecError(f"{n_metrics} metrics make {len(pairs)} pairs: there must be as many p-values and differences.")
    alone, together = (_square(part, pairs, n_metrics) for part in of_pairs[:2])
    difference = _square(of_pairs[2], pairs, n_metrics, is_signed=True)
    is_better = is_significant(together, alpha) & (difference > 0)
    ranks = [1 + int((agreement > value + TOLERANCE).sum()) for value in agreement]
    return MetricRanking(
        agreement,
        alone,
        together,
        is_better,
        tuple(ranks),
        tuple(rank_ranges(is_better)),
        tuple(clusters(is_better, ranks)),
    )


@METRICS
def published_clusters(values: ArrayLike, p_better: ArrayLike, *, alpha: float = 0.05) -> tuple[int, ...]:
    """Cluster metrics as the metrics tasks of WMT do: from the best down, by p-values of single pairs.

    Parameters
    ----------
    p_better : array, shape (M, M)
        Entry (i, j): one-sided, that metric i is better than j; not corrected.
    alpha : float, default 0.05
        Level of each pair.

    Returns
    -------
    tuple of int
        From 1, in the order of the metrics. A cluster ends before the first metric that some metric of it is better
        than at `alpha`.

    Raises
    ------
    SpecError
        There is not one p-value per pair, or alpha is out of range.

    Notes
    -----
    Metrics of one cluster are not shown to be equal, and metrics of two may not differ: the last of one and the first
    of the next often do not. With 40 metrics 39 of 780 pairs come out at .05 by chance, so that clusters are as many as
    there is noise: `rank_by_p_values` corrects.

    References
    ----------
    Freitag et al. 2023, "Results of WMT23 metrics shared task: metrics might be guilty but references are not
    innocent", 2023.wmt-1.51.

    Examples
    --------
    >>> from steelyard.meta import published_clusters
    >>> published_clusters([0.7, 0.9, 0.8], [[1, 1, 1], [0.01, 1, 0.2], [0.3, 1, 1]])
    (2, 1, 1)
    """
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    agreement, p = np.asarray(values, dtype=np.float64), np.asarray(p_better, dtype=np.float64)
    if p.shape != (len(agreement), len(agreement)):
        raise SpecError(f"{len(agreement)} metrics need p-values of shape {(len(agreement),) * 2}, not {p.shape}.")
    found = [1] * len(agreement)
    cluster, members = 1, list[int]()
    for metric in np.argsort(-agreement, kind="stable").tolist():
        if members and is_significant(p[members, metric], alpha).any():
            cluster, members = cluster + 1, []
        members.append(metric)
        found[metric] = cluster
    return tuple(found)


def _square(of_pairs: Array, pairs: list[tuple[int, int]], n: int, *, is_signed: bool = False) -> Array:
    """Put what holds of each pair (a, b) at both of its places; what is signed turns round at (b, a)."""
    square = np.zeros((n, n)) if is_signed else np.ones((n, n))
    for (a, b), value in zip(pairs, of_pairs, strict=True):
        square[a, b], square[b, a] = value, -value if is_signed else value
    return square
