"""Systems so far from the others that a correlation is about them alone."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.meta.score_matrices import correlate_groups

__all__ = ["outlying_systems", "robust_pearson"]

_NORMAL = 1.483  # times the median absolute deviation is the standard deviation of a normal distribution


def outlying_systems(ratings: ArrayLike, *, cutoff: float = 2.5) -> NDArray[np.bool_]:
    """Find the systems whose ratings are far from the median.

    Parameters
    ----------
    ratings : array, shape (S,)
        Of the systems by people; NaN where there is none.
    cutoff : float, default 2.5
        In robust standard deviations, 1.483 times the median absolute deviation from the median.

    Returns
    -------
    array of bool, shape (S,)
        Further than the cutoff. None where more than half of the ratings are equal: there is nothing to measure by.

    Raises
    ------
    AlignmentError
        There is more than one rating per system.
    SpecError
        The cutoff is not positive.

    Notes
    -----
    Only people's ratings decide, so that all metrics lose the same systems. With few systems the cutoff is rough: look
    at what it takes away.

    References
    ----------
    Mathur, Baldwin and Cohn 2020, "Tangled up in BLEU: reevaluating the evaluation of automatic machine translation
    evaluation metrics", doi:10.18653/v1/2020.acl-main.448.

    Examples
    --------
    >>> from steelyard.meta import outlying_systems
    >>> outlying_systems([1.0, 1.1, 0.9, 1.2, -4.0]).tolist()
    [False, False, False, False, True]
    """
    y = np.asarray(ratings, dtype=np.float64)
    if y.ndim != 1:
        raise AlignmentError(f"ratings must have shape (systems,), not {y.shape}.")
    if not cutoff > 0:
        raise SpecError(f"The cutoff must be positive; it is {cutoff}.")
    if not np.isfinite(y).any():
        return np.zeros(len(y), dtype=bool)
    distance = np.abs(y - np.nanmedian(y))
    spread = _NORMAL * np.nanmedian(distance)
    is_far: NDArray[np.bool_] = distance > cutoff * spread
    return is_far if spread > 0 else np.zeros(len(y), dtype=bool)


def robust_pearson(scores: ArrayLike, ratings: ArrayLike, *, cutoff: float = 2.5) -> tuple[NDArray[np.float64], int]:
    """Correlate system scores with ratings without outlying systems, as WMT20 did.

    Parameters
    ----------
    scores : array, shape (S,) or (M, S)
        Of the systems under M metrics.
    ratings : array, shape (S,)
        Of the systems by people.
    cutoff : float, default 2.5
        As for `outlying_systems`.

    Returns
    -------
    (array, shape (M,), int)
        Pearson's r of each metric, NaN where scores or ratings do not differ; and how many systems were left out.

    Raises
    ------
    AlignmentError
        The shapes do not fit.
    SpecError
        The cutoff is not positive.

    Notes
    -----
    One poor system makes every metric correlate highly: with it the correlation says that metrics find poor systems,
    without it whether they order the others. Report both. Differences between good systems can remain untested.

    References
    ----------
    Mathur, Baldwin and Cohn 2020, doi:10.18653/v1/2020.acl-main.448.
    Mathur et al. 2020, "Results of the WMT20 metrics shared task", 2020.wmt-1.77.

    Examples
    --------
    >>> from steelyard.meta import correlate, robust_pearson
    >>> scores, ratings = [31.0, 30.0, 32.0, 30.5, 12.0], [1.0, 1.1, 0.9, 1.2, -4.0]
    >>> round(correlate(scores, ratings), 3), robust_pearson(scores, ratings)[0].round(3).tolist()
    (0.991, [-0.832])
    """
    x, y = np.atleast_2d(np.asarray(scores, dtype=np.float64)), np.asarray(ratings, dtype=np.float64)
    is_far = outlying_systems(y, cutoff=cutoff)
    if x.ndim != 2 or x.shape[1] != len(y):
        raise AlignmentError(f"scores must have shape (metrics, systems), for {y.shape} ratings; they have {x.shape}.")
    return correlate_groups(x[:, ~is_far], y[~is_far], "pearson"), int(is_far.sum())
