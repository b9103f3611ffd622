"""How sure statistics of pairs within segments are: the Kendall family and tie-calibrated accuracy, resampled."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.inference import Draws
from steelyard.meta.pair_counts import PAIR_STATISTICS, PairCounts
from steelyard.meta.resampled.correlations import BootstrapCorrelations
from steelyard.meta.resampled.outputs import paired_blocks
from steelyard.meta.score_matrices import score_matrices
from steelyard.meta.shared_docs import SCORES
from steelyard.meta.tie_calibration import pairs_judged

__all__ = ["LINEAR_STATISTICS", "bootstrap_clear_pairs", "bootstrap_item_pairs", "bootstrap_tie_accuracy"]

Array = NDArray[np.float64]

LINEAR_STATISTICS = tuple(name for name in PAIR_STATISTICS if name != "tau_c")  # tau_c counts distinct values, too
_BLOCK_CELLS = 2**20


@SCORES
def bootstrap_item_pairs(
    scores: ArrayLike, ratings: ArrayLike, draws: tuple[Draws, Draws], *, statistic: str
) -> BootstrapCorrelations:
    """Take a statistic of the Kendall family again, between systems within each item, on resampled systems and items.

    Parameters
    ----------
    statistic : str
        Of `PAIR_STATISTICS`, but not ``tau_c``.

    Returns
    -------
    BootstrapCorrelations
        Means over the items of each resample that have a value.

    Raises
    ------
    SpecError
        There is no such statistic, or the draws do not fit.

    Notes
    -----
    How a pair of systems stands within an item is counted once; the counts of a resample are products of the weights of
    the pairs with these. Copies of a system are no pair: `bootstrap_correlations`, which ranks every resample again,
    takes them for ties, which differs for ``tau_a``, ``tau_eq`` and ``acc_eq``.

    References
    ----------
    Deutsch, Dror and Roth 2021, doi:10.1162/tacl_a_00417.

    Examples
    --------
    >>> from steelyard.meta import bootstrap_item_pairs, output_draws
    >>> scores = [[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]]
    >>> ratings = [[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]]
    >>> draws = output_draws(4, 3, resample="inputs", n_resamples=1000, rng=12345)
    >>> found = bootstrap_item_pairs(scores, ratings, draws, statistic="tau_b")
    >>> found.observed.round(4).tolist(), [round(end, 4) for end in found.interval(0)]
    ([0.9098], [0.8165, 1.0])
    """
    if statistic not in LINEAR_STATISTICS:
        raise unknown_name("statistic of pairs", statistic, LINEAR_STATISTICS)
    x, y = score_matrices(scores, ratings)
    first, second = np.triu_indices(len(y), 1)
    by_people = y[first] - y[second]

    def counts(metric: int) -> Array:
        by_metric = x[metric, first] - x[metric, second]
        is_present = np.isfinite(by_metric) & np.isfinite(by_people)
        product = np.where(is_present, np.sign(by_metric) * np.sign(by_people), np.nan)
        is_rating_tie, is_score_tie = by_people == 0, by_metric == 0
        return np.stack(
            [
                product > 0,
                product < 0,
                is_present & is_rating_tie & ~is_score_tie,
                is_present & is_score_tie & ~is_rating_tie,
                is_present & is_score_tie & is_rating_tie,
            ]
        ).astype(np.float64)

    def value(sums: Array) -> Array:
        parts: list[Any] = [*sums, sums[0], sums[0]]  # weighted counts; the last two are for tau_c alone
        return PairCounts(*parts).statistic(statistic)

    return _resampled(len(x), counts, value, draws, y.shape)


@SCORES
def bootstrap_tie_accuracy(
    scores: ArrayLike, ratings: ArrayLike, draws: tuple[Draws, Draws], *, thresholds: ArrayLike
) -> BootstrapCorrelations:
    """Take tie-calibrated accuracy again on resampled systems and items, with the thresholds as they are.

    Parameters
    ----------
    scores : array, shape (M, S, N)
        Of S systems on N items (segments) under M metrics, larger is better; NaN where there is none.
    thresholds : array, shape (M,)
        Of each metric, such as from `calibrate_ties`.

    Returns
    -------
    BootstrapCorrelations
        Means over the items of each resample that have a pair.

    Raises
    ------
    SpecError
        The draws do not fit.

    Notes
    -----
    Thresholds are not fitted again: the interval is that of a metric with this threshold, and does not hold what the
    choice of the threshold adds. Copies of a system are no pair.

    References
    ----------
    Deutsch, Foster and Freitag 2023, 2023.emnlp-main.798.

    Examples
    --------
    >>> from steelyard.meta import bootstrap_tie_accuracy, output_draws
    >>> scores = [[[0.90, 0.70], [0.88, 0.65], [0.80, 0.68], [0.30, 0.50]]]
    >>> ratings = [[0, 0], [0, -1], [-1, -1], [-5, -1]]
    >>> draws = output_draws(4, 2, resample="inputs", n_resamples=1000, rng=12345)
    >>> found = bootstrap_tie_accuracy(scores, ratings, draws, thresholds=[0.03])
    >>> found.observed.tolist(), [round(end, 4) for end in found.interval(0)]
    ([0.75], [0.5, 1.0])
    """
    x, y = score_matrices(scores, ratings)
    limits = np.asarray(thresholds, dtype=np.float64)
    if limits.shape != (len(x),):
        raise AlignmentError(f"There must be one threshold a metric, {len(x)}, not {limits.shape}.")

    def counts(metric: int) -> Array:
        judged = pairs_judged(x[metric].T, y.T, float(limits[metric]))
        return np.stack([part.T.astype(np.float64) for part in judged])

    return _resampled(len(x), counts, _quotient, draws, y.shape)


@SCORES
def bootstrap_clear_pairs(
    scores: ArrayLike, ratings: ArrayLike, draws: tuple[Draws, Draws], *, min_difference: float = 25.0
) -> BootstrapCorrelations:
    """Take `kendall_like` (daRR) again on resampled systems and items: pairs pooled over items.

    Parameters
    ----------
    min_difference : float, default 25
        Pairs whose ratings differ by less are left out.

    Returns
    -------
    BootstrapCorrelations
        NaN where a resample has no clear pair.

    Raises
    ------
    SpecError
        The smallest difference is negative, or the draws do not fit.

    References
    ----------
    Bojar, Graham and Kamran 2017, W17-4755.

    Examples
    --------
    >>> from steelyard.meta import bootstrap_clear_pairs, output_draws
    >>> draws = output_draws(4, 2, resample="inputs", n_resamples=1000, rng=12345)
    >>> ratings = [[80, 90], [50, 10], [60, 70], [10, 60]]
    >>> found = bootstrap_clear_pairs([[0.8, 0.9], [0.6, 0.4], [0.6, 0.5], [0.7, 0.3]], ratings, draws)
    >>> found.observed.tolist(), [round(end, 4) for end in found.interval(0)]
    ([0.25], [0.0, 0.5])
    """
    if not min_difference >= 0:
        raise SpecError(f"min_difference must not be negative; it is {min_difference}.")
    x, y = score_matrices(scores, ratings)
    first, second = np.triu_indices(len(y), 1)
    by_people = y[first] - y[second]
    is_far = np.abs(by_people) >= min_difference

    def counts(metric: int) -> Array:
        by_metric = x[metric, first] - x[metric, second]
        is_clear = is_far & np.isfinite(by_metric)
        is_right = is_clear & (by_metric * np.sign(by_people) > 0)
        # 2 C - n and n, whose quotient is (C - D) / (C + D) as in `kendall_like`.
        return np.stack([2.0 * is_right - is_clear, is_clear])

    return _resampled(len(x), counts, _quotient, draws, y.shape, is_pooled=True)


def _quotient(sums: Array) -> Array:
    quotient: Array = np.divide(sums[0], sums[1], out=np.full(sums[0].shape, np.nan), where=sums[1] > 0)
    return quotient


def _resampled(
    n_metrics: int,
    counts: Callable[[int], Array],
    value: Callable[[Array], Array],
    draws: tuple[Draws, Draws],
    shape: tuple[int, int],
    *,
    is_pooled: bool = False,
) -> BootstrapCorrelations:
    """Weight each metric's counts of pairs by item, (K, P, N), and make values of sums: means over items, or pooled."""
    first, second = np.triu_indices(shape[0], 1)

    def over(kinds: Array, of_systems: Array, of_items: Array) -> Array:
        # A product with weights of pairs, instead of counting pairs of a resample again.
        of_pairs = of_systems[:, first] * of_systems[:, second]
        sums = np.matmul(of_pairs, kinds)  # (K, b, N)
        if is_pooled:
            return value((sums * of_items).sum(axis=2))
        return _mean_over_items(value(sums), of_items)

    step = max(1, min(1024, _BLOCK_CELLS // max(2 * shape[1], len(first))))
    observed = np.empty(n_metrics)
    resampled = np.empty((n_metrics, draws[0].n_resamples))
    for metric in range(n_metrics):
        kinds = counts(metric)
        observed[metric] = over(kinds, np.ones((1, shape[0])), np.ones((1, shape[1])))[0]
        for start, of_systems, of_items in paired_blocks(*draws, shape, step):
            resampled[metric, start : start + len(of_items)] = over(kinds, of_systems, of_items)
    return BootstrapCorrelations(observed, resampled, np.isnan(resampled).sum(axis=1))


def _mean_over_items(values: Array, of_items: Array) -> Array:
    """Average over the items that have a value, by their weights: shape (b,)."""
    is_defined = np.isfinite(values)
    weights = np.where(is_defined, of_items, 0.0)
    n = weights.sum(axis=1)
    total = (weights * np.where(is_defined, values, 0.0)).sum(axis=1)
    mean: Array = np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0)
    return mean
