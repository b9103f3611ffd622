"""Criteria for metrics beside correlation: what is significant, errors at the extremes, and choosing a system."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.inference import is_significant, wilcoxon
from steelyard.meta.shared_docs import SCORES
from steelyard.types import Measurement, Statistics

__all__ = ["extreme_errors", "oracle_system_quality", "quality_decrease", "significance_overlap", "significant_pairs"]

Array = NDArray[np.float64]


def significant_pairs(quality: ArrayLike, *, alpha: float = 0.025) -> NDArray[np.bool_]:
    """Say which systems are significantly better than which, by Wilcoxon's signed-rank test over cases.

    Parameters
    ----------
    quality : array, shape (cases, systems)
        Scores of people or of a metric, larger is better.
    alpha : float, default 0.025
        Level of each ordered pair, one-sided.

    Returns
    -------
    array of bool, shape (systems, systems)
        Entry (i, j): system i is better than j.

    Raises
    ------
    AlignmentError
        There is not one row per case.
    DataError
        A score is missing.

    Notes
    -----
    The pairs are not corrected for being many. The paper names Wilcoxon's test and not how it was applied.

    References
    ----------
    Amigó, Giménez, Gonzalo and Verdejo 2009, "The contribution of linguistic features to automatic machine translation
    evaluation", P09-1035.

    Examples
    --------
    >>> from steelyard.meta import significant_pairs
    >>> significant_pairs([[case + 2, case + 1.5 - case / 10] for case in range(8)]).tolist()
    [[False, True], [False, False]]
    """
    values = _table("quality", quality).T
    n = len(values)
    better = np.zeros((n, n), dtype=bool)
    if n < 2:
        return better
    statistics = Statistics.from_values(np.stack([values, np.ones_like(values)], axis=-1))
    mean = Measurement("quality", "quality", "", statistics, _mean, True, is_mean=True)
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
    for (a, b), p in zip(pairs, wilcoxon([mean], pairs).p_values("better"), strict=True):
        better[a, b] = is_significant(p, alpha)
    return better


@SCORES
def significance_overlap(by_people: ArrayLike, by_metric: ArrayLike) -> tuple[float, float]:
    """Compare what a metric finds significant with what people do.

    Parameters
    ----------
    by_people, by_metric : array of bool, shape (systems, systems)
        Entry (i, j): system i is significantly better than j, such as from `significant_pairs`.

    Returns
    -------
    (float, float)
        SIP, the share of the metric's findings that are people's, and SIR, the share of people's findings that the
        metric makes; NaN where there is none to divide by.

    Notes
    -----
    A metric that finds little has a high SIP and a low SIR; one that finds everything the other way round.

    References
    ----------
    Amigó et al. 2009, P09-1035.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import significance_overlap
    >>> people, metric = np.zeros((2, 4, 4), dtype=bool)
    >>> people[[0, 0, 1, 3], [1, 2, 2, 2]] = metric[[0, 0, 2], [1, 2, 1]] = True
    >>> [round(share, 4) for share in significance_overlap(people, metric)]
    [0.6667, 0.5]
    """
    people, metric = np.asarray(by_people, dtype=bool), np.asarray(by_metric, dtype=bool)
    if people.ndim != 2 or people.shape != metric.shape:
        raise AlignmentError(f"Both must have shape (systems, systems), not {people.shape} and {metric.shape}.")
    shared = int((people & metric).sum())
    sip, sir = (shared / n if (n := int(side.sum())) else float("nan") for side in (metric, people))
    return sip, sir


@SCORES
def extreme_errors(
    ratings: ArrayLike,
    scores: ArrayLike,
    *,
    low: float = 3.0,
    not_low: float = 5.0,
    high: float = 7.0,
    not_high: float = 4.0,
) -> tuple[float, float]:
    """Return how often very low and very high scores are wrong.

    Scores are first put on the scale of the ratings: the output with the k-th highest score gets the k-th highest
    rating there is.

    Parameters
    ----------
    ratings, scores : array, shape (n,)
        Of the same outputs, larger is better; ratings on the paper's scale from 2 to 10.
    low, not_low : float, default 3 and 5
        A low score is at most the first; it is an error where people gave at least the second.
    high, not_high : float, default 7 and 4
        A high score is at least the first; it is an error where people gave at most the second.

    Returns
    -------
    (float, float)
        Shares of the low and of the high scores that are errors; NaN where there are none.

    Raises
    ------
    DataError
        A number is missing.

    Notes
    -----
    Equal scores get the mean of the ratings at their ranks. The comparison signs are those that make sense: the paper's
    text has lost them.

    References
    ----------
    Amigó et al. 2009, P09-1035.

    Examples
    --------
    >>> from steelyard.meta import extreme_errors
    >>> extreme_errors([9, 7, 5, 3, 2], [0.2, 0.8, 0.6, 0.5, 0.1])
    (0.5, 0.0)
    """
    y, x = np.asarray(ratings, dtype=np.float64), np.asarray(scores, dtype=np.float64)
    if y.ndim != 1 or y.shape != x.shape:
        raise AlignmentError(f"ratings and scores must both have shape (n,), not {y.shape} and {x.shape}.")
    if not (np.isfinite(y).all() and np.isfinite(x).all()):
        raise DataError("The errors at the extremes need a score and a rating of every output; some are missing.")
    _, place, size = np.unique(x, return_inverse=True, return_counts=True)
    ends = np.cumsum(size)
    running = np.concatenate([[0.0], np.cumsum(np.sort(y))])
    # Ties share the mean of the ratings at their ranks, from a running sum.
    on_scale = ((running[ends] - running[ends - size]) / size)[place]
    is_low, is_high = on_scale <= low, on_scale >= high
    low_errors, high_errors = is_low & (y >= not_low), is_high & (y <= not_high)
    low_share, high_share = (
        float(wrong.sum() / said.sum()) if said.any() else float("nan")
        for wrong, said in ((low_errors, is_low), (high_errors, is_high))
    )
    return low_share, high_share


def quality_decrease(ratings: ArrayLike, scores: ArrayLike, aided: int) -> float:
    """Return how much worse than a human-aided system one may be that the metric does not put below it.

    Parameters
    ----------
    ratings, scores : array, shape (cases, systems)
        Of the same outputs, larger is better.
    aided : int
        Position of the human-aided system.

    Returns
    -------
    float
        Mean over cases of the largest loss in rating among the systems that score at least as high; 0 for a case where
        none does, negative where all of these are rated higher.

    Raises
    ------
    AlignmentError
        The shapes differ, or there is no such system.
    DataError
        A number is missing.

    Notes
    -----
    The worst case a metric allows, and so larger the more systems there are.

    References
    ----------
    Amigó et al. 2009, P09-1035.

    Examples
    --------
    >>> from steelyard.meta import quality_decrease
    >>> quality_decrease([[8, 5, 3], [6, 7, 4]], [[0.40, 0.45, 0.30], [0.50, 0.55, 0.52]], 0)
    2.5
    """
    y, x = _same_tables(ratings, scores)
    if not 0 <= aided < y.shape[1]:
        raise AlignmentError(f"There is no system at position {aided}: there are {y.shape[1]}.")
    is_above = x >= x[:, [aided]]
    is_above[:, aided] = False
    loss = np.where(is_above, y[:, [aided]] - y, -np.inf).max(axis=1)
    return float(np.where(is_above.any(axis=1), loss, 0.0).mean())


@SCORES
def oracle_system_quality(ratings: ArrayLike, scores: ArrayLike) -> float:
    """Return the mean rating of what a metric would choose for each case (the oracle system test).

    Parameters
    ----------
    ratings, scores : array, shape (cases, systems)
        Of the same outputs, larger is better.

    Returns
    -------
    float
        Of the output with the highest score; outputs that share it are averaged. To compare with, take the mean over
        cases of the highest, the lowest and the mean rating.

    Raises
    ------
    DataError
        A number is missing.

    Notes
    -----
    Says nothing of the order below the first. Where one system is best in most cases, a metric does well that knows it.

    References
    ----------
    Amigó et al. 2009, P09-1035.

    Examples
    --------
    >>> from steelyard.meta import oracle_system_quality
    >>> oracle_system_quality([[8, 5, 3], [6, 7, 4]], [[0.40, 0.45, 0.30], [0.50, 0.55, 0.52]])
    6.0
    """
    y, x = _same_tables(ratings, scores)
    is_first = x == x.max(axis=1, keepdims=True)
    return float((np.where(is_first, y, 0.0).sum(axis=1) / is_first.sum(axis=1)).mean())


def _mean(sums: Array) -> Array:
    quotient: Array = sums[..., 0] / sums[..., 1]
    return quotient


def _table(what: str, values: ArrayLike) -> Array:
    table = np.asarray(values, dtype=np.float64)
    if table.ndim != 2 or not table.size:
        raise AlignmentError(f"{what} must have shape (cases, systems), not {table.shape}.")
    if not np.isfinite(table).all():
        raise DataError(f"The {what} of some outputs are missing; every case needs all systems.")
    return table


def _same_tables(ratings: ArrayLike, scores: ArrayLike) -> tuple[Array, Array]:
    y, x = _table("ratings", ratings), _table("scores", scores)
    if y.shape != x.shape:
        raise AlignmentError(f"ratings and scores must have the same shape, not {y.shape} and {x.shape}.")
    return y, x
