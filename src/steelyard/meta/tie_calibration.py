"""Tie calibration: how close two scores must be to count as a tie, so that a metric is not punished for decimals."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.shared_docs import SCORES

__all__ = ["TieCalibration", "calibrate_ties", "pairs_judged", "tie_accuracy"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TieCalibration:
    """The threshold under which scores count as tied, and what it gains.

    Attributes
    ----------
    threshold : float
        Two scores are tied where they differ by at most this, in the metric's own unit.
    accuracy : float
        Mean over groups of the share of pairs ordered, or tied, as people did, at the threshold.
    accuracy_untied : float
        The same at a threshold of 0.
    n_groups : int
        Groups with at least one pair.
    n_pairs : int
        Pairs in all groups.

    Examples
    --------
    >>> from steelyard.meta import calibrate_ties
    >>> calibrate_ties([[0.2, 0.3, 0.9]], [[1, 1, 2]]).n_pairs
    3
    """

    threshold: float
    accuracy: float
    accuracy_untied: float
    n_groups: int
    n_pairs: int


@dataclass(frozen=True, slots=True, eq=False)
class _SizeClass:
    """The groups that have the same number of pairs, whose pairs weigh the same.

    A pair that becomes a tie is then right where people tied it, wrong where it had been right, and no better or worse
    where it had been wrong: only the first two move the accuracy.
    """

    n_right: int  # at a threshold of 0
    gained: Array  # differences of the scores, sorted, of pairs that only people tied
    lost: Array  # the same, of concordant pairs
    weight: float  # of one pair in the mean over groups


@SCORES
def calibrate_ties(scores: ArrayLike, ratings: ArrayLike) -> TieCalibration:
    """Choose the threshold at which a metric's ties and orders agree best with people's.

    Parameters
    ----------
    scores, ratings : array, shape (G, n)
        Groups of items whose pairs are compared, such as the outputs of all systems for each segment: of a matrix of
        systems by segments its transpose. Larger is better; NaN where there is none.

    Returns
    -------
    TieCalibration
        Of all thresholds with the highest accuracy, the smallest.

    Raises
    ------
    SpecError
        No group has a pair.

    Notes
    -----
    All pairs are used, so that the threshold is no matter of chance, and right pairs are counted as whole numbers, so
    that equal accuracies are equal. Differences that differ in the last places only count as equal. The time is that of
    sorting the pairs that matter. The accuracy is optimistic: the threshold was fitted to the same pairs. For a fair
    comparison fit it on other data (`tie_accuracy` applies it), or on the same data for every metric, as WMT23 and 24
    did; a permutation test should exchange decisions and not fit again (`decision_null`).

    References
    ----------
    Deutsch, Foster and Freitag 2023, "Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie
    calibration", 2023.emnlp-main.798.

    Examples
    --------
    >>> from steelyard.meta import calibrate_ties
    >>> ratings = [[0, 0, -1, -5], [0, -1, -1, -1]]
    >>> found = calibrate_ties([[0.90, 0.88, 0.80, 0.30], [0.70, 0.65, 0.68, 0.50]], ratings)
    >>> round(found.threshold, 9), found.accuracy, round(found.accuracy_untied, 6)
    (0.03, 0.75, 0.666667)
    """
    distance, outcome, by_rating = _pairs(scores, ratings)
    slack = _slack(scores)
    distance[distance <= slack] = 0.0
    n_pairs = np.isfinite(distance).sum(axis=1)
    n_groups = int((n_pairs > 0).sum())
    if not n_groups:
        raise SpecError("There is no pair to compare: every group has fewer than two items with a score and a rating.")
    classes = [
        _size_class(distance[chosen], outcome[chosen], by_rating[chosen], 1 / (int(size) * n_groups))
        for size in np.unique(n_pairs[n_pairs > 0])
        for chosen in [n_pairs == size]
    ]
    # The accuracy can only reach a maximum where something is gained.
    candidates = np.unique(np.concatenate([[0.0], *(part.gained for part in classes)]))
    accuracy = np.zeros(len(candidates))
    for part in classes:
        # How many of the pairs are tied at each threshold: both lists are sorted.
        gained, lost = (np.searchsorted(v, candidates + slack, side="right") for v in (part.gained, part.lost))
        accuracy += part.weight * (part.n_right + gained - lost)
    # argmax of booleans: the first, so the smallest of all thresholds that are best but for rounding.
    best = int(np.argmax(accuracy >= accuracy.max() - TOLERANCE))
    return TieCalibration(
        float(candidates[best]), float(accuracy[best]), float(accuracy[0]), n_groups, int(n_pairs.sum())
    )


@SCORES
def tie_accuracy(scores: ArrayLike, ratings: ArrayLike, threshold: float) -> float:
    """Return the mean over groups of the share of pairs that a metric orders, or ties, as people did.

    Parameters
    ----------
    scores, ratings : array, shape (G, n)
        As for `calibrate_ties`.
    threshold : float
        Scores that differ by at most this are tied; ratings are tied when they are equal.

    Returns
    -------
    float
        NaN where no group has a pair.

    Raises
    ------
    SpecError
        The threshold is negative or not a number.

    Notes
    -----
    With a threshold of 0 it is the mean of ``acc_eq`` of `count_pairs`, but for differences in the last places, which
    are ties here. Misleads for a metric whose scores are steps of one size: its threshold then is a number of steps.

    References
    ----------
    Deutsch, Foster and Freitag 2023, 2023.emnlp-main.798.

    Examples
    --------
    >>> from steelyard.meta import tie_accuracy
    >>> round(tie_accuracy([[0.2, 0.3, 0.9]], [[1, 1, 2]], 0.0), 4), tie_accuracy([[0.2, 0.3, 0.9]], [[1, 1, 2]], 0.1)
    (0.6667, 1.0)
    """
    is_right, is_compared = pairs_judged(scores, ratings, threshold)
    n_pairs = is_compared.sum(axis=1)
    has_pairs = n_pairs > 0
    return float((is_right.sum(axis=1)[has_pairs] / n_pairs[has_pairs]).mean()) if has_pairs.any() else float("nan")


@SCORES
def pairs_judged(
    scores: ArrayLike, ratings: ArrayLike, threshold: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say of all pairs of each group whether the metric orders, or ties, them as people did.

    Parameters
    ----------
    scores, ratings : array, shape (G, n)
        As for `calibrate_ties`.
    threshold : float
        As for `tie_accuracy`.

    Returns
    -------
    (array of bool, array of bool)
        Shape (G, P): right, and compared at all, pairs in the order of ``numpy.triu_indices(n, 1)``. Pairs that are not
        compared, as a score or rating is missing, are not right.

    Raises
    ------
    SpecError
        The threshold is negative or not a number.

    Examples
    --------
    >>> from steelyard.meta import pairs_judged
    >>> [part.tolist() for part in pairs_judged([[0.2, 0.3, 0.9]], [[1, 1, float("nan")]], 0.1)]
    [[[True, False, False]], [[True, False, False]]]
    """
    if not threshold >= 0:
        raise SpecError(f"The threshold for ties must not be negative; it is {threshold}.")
    distance, outcome, by_rating = _pairs(scores, ratings)
    is_tied = distance <= threshold + _slack(scores)
    is_compared = np.isfinite(distance)
    return np.where(is_tied, by_rating == 0, outcome > 0) & is_compared, is_compared


def _pairs(scores: ArrayLike, ratings: ArrayLike) -> tuple[Array, Array, Array]:
    """Return, for all pairs of each group: how far scores are apart, their sign times the ratings', and the ratings'.

    NaN where a score or rating is missing.
    """
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if x.ndim != 2 or x.shape != y.shape:
        raise AlignmentError(f"scores and ratings must both have shape (groups, items), not {x.shape} and {y.shape}.")
    first, second = np.triu_indices(x.shape[1], 1)
    x, y = x.T, y.T  # whole rows are taken at once
    by_score, by_rating = x[first] - x[second], y[first] - y[second]
    outcome = by_score * by_rating
    # 0 times the rating difference: NaN, where a rating is missing, carries over.
    return np.abs(by_score + 0.0 * by_rating).T, outcome.T, by_rating.T


def _slack(scores: ArrayLike) -> float:
    """Return by how much equal differences of scores may differ as numbers."""
    return TOLERANCE * float(np.nanmax(np.abs(np.asarray(scores, dtype=np.float64)), initial=0.0))


def _size_class(distance: Array, outcome: Array, by_rating: Array, weight: float) -> _SizeClass:
    is_apart = distance > 0
    is_rating_tie = by_rating == 0
    is_concordant = (outcome > 0) & is_apart
    n_right = int(is_concordant.sum() + ((distance == 0) & is_rating_tie).sum())
    gained = np.sort(distance[is_apart & is_rating_tie])
    return _SizeClass(n_right, gained, np.sort(distance[is_concordant]), weight)
