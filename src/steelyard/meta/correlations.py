"""How scores go with ratings: Pearson, Spearman and Kendall, over all pairs or within rows."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, unknown_name

__all__ = ["CORRELATIONS", "Coefficient", "correlate", "correlate_rows"]

Coefficient = Literal["pearson", "spearman", "kendall"]
Array = NDArray[np.float64]

CORRELATIONS: dict[str, str] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho with mean ranks for ties",
    "kendall": "Kendall's tau-b",
}
_ROUNDING = 1e-12


def correlate(scores: ArrayLike, ratings: ArrayLike, *, coefficient: Coefficient = "pearson") -> float:
    """Correlate scores with ratings.

    Parameters
    ----------
    scores, ratings : array, shape (n,)
        NaN where there is none: the pair is left out.
    coefficient : {"pearson", "spearman", "kendall"}, default "pearson"
        Spearman's ranks of ties are their mean; Kendall's is tau-b.

    Returns
    -------
    float
        0 where the scores are all the same: they say nothing of ratings that differ. NaN where the ratings are all the
        same or there are fewer than two pairs: there is nothing to agree with.

    Raises
    ------
    AlignmentError
        The shapes differ.
    SpecError
        There is no such coefficient.

    Examples
    --------
    >>> from steelyard.meta import correlate
    >>> round(correlate([1, 2, 3, 4], [1, 3, 2, 4], coefficient="kendall"), 6)
    0.666667
    """
    x, y = _pairs(scores, ratings, 1)
    if coefficient == "pearson":
        return float(_pearson(x[None], y[None])[0])
    is_rated = np.isfinite(x) & np.isfinite(y)
    x, y = x[is_rated], y[is_rated]
    if coefficient == "spearman":
        return float(_pearson(_ranks(x)[None], _ranks(y)[None])[0])
    if coefficient != "kendall":
        raise unknown_name("coefficient", coefficient, CORRELATIONS)
    if len(y) < 2 or np.ptp(y) == 0:
        return float("nan")
    if np.ptp(x) == 0:
        return 0.0
    from scipy.stats import kendalltau  # half a second to import

    return float(kendalltau(x, y, variant="b").statistic)


def correlate_rows(scores: ArrayLike, ratings: ArrayLike, *, coefficient: Coefficient = "pearson") -> Array:
    """Correlate within each row, such as over the systems of each segment.

    Parameters
    ----------
    scores, ratings : array, shape (n, m)
        NaN where there is none. Spearman and Kendall compare all pairs of a row: memory grows with n m^2.
    coefficient : {"pearson", "spearman", "kendall"}, default "pearson"
        As for `correlate`.

    Returns
    -------
    array of float, shape (n,)
        What `correlate` gives each row: NaN where the ratings of a row do not differ, 0 where only the scores do not.

    Raises
    ------
    AlignmentError
        The shapes differ.
    SpecError
        There is no such coefficient.

    Examples
    --------
    >>> from steelyard.meta import correlate_rows
    >>> correlate_rows([[1, 2, 3], [1, 2, 3], [5, 5, 5]], [[3, 2, 1], [4, 4, 4], [1, 2, 3]]).round(9).tolist()
    [-1.0, nan, 0.0]
    """
    x, y = _pairs(scores, ratings, 2)
    if coefficient == "pearson":
        return _pearson(x, y)
    is_rated = np.isfinite(x) & np.isfinite(y)
    x, y = np.where(is_rated, x, np.nan), np.where(is_rated, y, np.nan)
    if coefficient == "spearman":
        return _pearson(_ranks_in_rows(x), _ranks_in_rows(y))
    if coefficient != "kendall":
        raise unknown_name("coefficient", coefficient, CORRELATIONS)
    signs_x, signs_y = (np.nan_to_num(np.sign(v[:, :, None] - v[:, None, :])) for v in (x, y))
    agreements, untied_x, untied_y = (
        (a * b).sum(axis=(1, 2)) for a, b in ((signs_x, signs_y), (signs_x, signs_x), (signs_y, signs_y))
    )
    return _ratio(agreements, np.sqrt(untied_x * untied_y), untied_y > 0)


def _pairs(scores: ArrayLike, ratings: ArrayLike, n_axes: int) -> tuple[Array, Array]:
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if x.ndim != n_axes or x.shape != y.shape:
        shape = "(n,)" if n_axes == 1 else "(n, m)"
        raise AlignmentError(f"scores and ratings must both have shape {shape}, not {x.shape} and {y.shape}.")
    return x, y


def _pearson(x: Array, y: Array) -> Array:
    """Correlate within rows, over the places where both are numbers."""
    is_rated = np.isfinite(x) & np.isfinite(y)
    x, y = _centred(x, is_rated), _centred(y, is_rated)
    size_x, size_y = (np.sqrt((v * v).sum(axis=1)) for v in (x, y))
    correlation = _ratio((x * y).sum(axis=1), size_x * size_y, size_y > 0)
    return np.clip(correlation, -1.0, 1.0)


def _centred(values: Array, is_rated: NDArray[np.bool_]) -> Array:
    """Take the mean of each row away; what is left of a constant is rounding, and becomes 0."""
    values = np.where(is_rated, values, 0.0)
    mean = values.sum(axis=1, keepdims=True) / np.maximum(is_rated.sum(axis=1, keepdims=True), 1)
    centred = np.where(is_rated, values - mean, 0.0)
    largest = np.abs(values).max(axis=1, keepdims=True, initial=0.0)
    varies = np.abs(centred).max(axis=1, keepdims=True, initial=0.0) > _ROUNDING * largest
    return np.where(varies, centred, 0.0)


def _ratio(agreement: Array, size: Array, has_ratings: NDArray[np.bool_]) -> Array:
    whole = np.divide(agreement, size, out=np.zeros(len(size)), where=size > 0)
    return np.where(has_ratings, whole, np.nan)


def _ranks(values: Array) -> Array:
    """Rank from 1; equal values share the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: Array = (last - (counts - 1) / 2)[places]
    return ranks


def _ranks_in_rows(values: Array) -> Array:
    """Rank within rows by comparing all pairs; NaN stays NaN."""
    below = (values[:, None, :] < values[:, :, None]).sum(axis=2)
    equal = (values[:, None, :] == values[:, :, None]).sum(axis=2)
    return np.where(np.isnan(values), np.nan, below + (equal + 1) / 2)
