"""How scores go with ratings: Pearson, Spearman and Kendall, over all pairs or within rows."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.choices import CORRELATIONS, Coefficient
from steelyard.errors import AlignmentError, unknown_name
from steelyard.meta.pair_counts import count_pairs
from steelyard.meta.shared_docs import SCORES

__all__ = ["CORRELATIONS", "Coefficient", "correlate", "correlate_rows"]

Array = NDArray[np.float64]
_ROUNDING = 1e-12


@SCORES
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
    SpecError
        There is no such coefficient.

    Examples
    --------
    >>> from steelyard.meta import correlate
    >>> round(correlate([1, 2, 3, 4], [1, 3, 2, 4], coefficient="kendall"), 6)
    0.666667
    """
    x, y = _pairs(scores, ratings, 1)
    return float(correlate_rows(x[None], y[None], coefficient=coefficient)[0])


@SCORES
def correlate_rows(
    scores: ArrayLike, ratings: ArrayLike, *, coefficient: Coefficient = "pearson", constant_scores: float = 0.0
) -> Array:
    """Correlate within each row, such as over the systems of each segment.

    Parameters
    ----------
    scores, ratings : array, shape (n, m)
        NaN where there is none.
    coefficient : {"pearson", "spearman", "kendall"}, default "pearson"
        As for `correlate`.
    constant_scores : float, default 0
        What a row gets where only the scores do not differ: 0, so that a metric that says nothing is worth nothing, or
        NaN, so that the row is left out.

    Returns
    -------
    array of float, shape (n,)
        What `correlate` gives each row: NaN where the ratings of a row do not differ.

    Raises
    ------
    SpecError
        There is no such coefficient.

    Examples
    --------
    >>> from steelyard.meta import correlate_rows
    >>> correlate_rows([[1, 2, 3], [1, 2, 3], [5, 5, 5]], [[3, 2, 1], [4, 4, 4], [1, 2, 3]]).round(9).tolist()
    [-1.0, nan, 0.0]
    """
    x, y = _pairs(scores, ratings, 2)
    is_rated = np.isfinite(x) & np.isfinite(y)
    x, y = np.where(is_rated, x, np.nan), np.where(is_rated, y, np.nan)
    if coefficient == "kendall":
        return _kendall(x, y, constant_scores)
    if coefficient == "spearman":
        x, y = _ranks_in_rows(x), _ranks_in_rows(y)
    elif coefficient != "pearson":
        raise unknown_name("coefficient", coefficient, CORRELATIONS)
    return _pearson(x, y, constant_scores)


def _pairs(scores: ArrayLike, ratings: ArrayLike, n_axes: int) -> tuple[Array, Array]:
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if x.ndim != n_axes or x.shape != y.shape:
        shape = "(n,)" if n_axes == 1 else "(n, m)"
        raise AlignmentError(f"scores and ratings must both have shape {shape}, not {x.shape} and {y.shape}.")
    return x, y


def _pearson(x: Array, y: Array, constant_scores: float) -> Array:
    """Correlate within rows, over the places where both are numbers."""
    is_rated = np.isfinite(x) & np.isfinite(y)
    x, y = _centred(x, is_rated), _centred(y, is_rated)
    size_x, size_y = (np.sqrt((v * v).sum(axis=1)) for v in (x, y))
    return _ratio((x * y).sum(axis=1), size_x * size_y, size_y > 0, constant_scores)


def _kendall(x: Array, y: Array, constant_scores: float) -> Array:
    counts = count_pairs(x, y)
    ordered = counts.concordant + counts.discordant
    size = np.sqrt((ordered + counts.score_ties) * (ordered + counts.rating_ties).astype(np.float64))
    # tau-b: ordered + score ties are the pairs that ratings tell apart, ordered + rating ties those that scores do.
    agreement = (counts.concordant - counts.discordant).astype(np.float64)
    return _ratio(agreement, size, ordered + counts.score_ties > 0, constant_scores)


def _centred(values: Array, is_rated: NDArray[np.bool_]) -> Array:
    """Take the mean of each row away; what is left of a constant is rounding, and becomes 0."""
    values = np.where(is_rated, values, 0.0)
    mean = values.sum(axis=1, keepdims=True) / np.maximum(is_rated.sum(axis=1, keepdims=True), 1)
    centred = np.where(is_rated, values - mean, 0.0)
    largest = np.abs(values).max(axis=1, keepdims=True, initial=0.0)
    varies = np.abs(centred).max(axis=1, keepdims=True, initial=0.0) > _ROUNDING * largest
    return np.where(varies, centred, 0.0)


def _ratio(agreement: Array, size: Array, has_ratings: NDArray[np.bool_], constant_scores: float) -> Array:
    # Rounding may leave the quotient just beyond 1.
    whole = np.divide(agreement, size, out=np.full(len(size), constant_scores), where=size > 0)
    return np.where(has_ratings, np.clip(whole, -1.0, 1.0), np.nan)


def _ranks_in_rows(values: Array) -> Array:
    """Rank within rows from 1; equal values share the mean of their ranks, and NaN stays NaN."""
    order = np.argsort(values, axis=1, kind="stable")  # NaN last
    ordered = np.take_along_axis(values, order, axis=1).ravel()
    is_new = np.ones(values.shape, dtype=bool)
    is_new[:, 1:] = np.diff(ordered.reshape(values.shape), axis=1) != 0
    first = np.flatnonzero(is_new)
    size = np.diff(first, append=values.size)
    # Equal values fill the ranks first + 1 to first + size, whose mean this is.
    place = np.repeat(first % max(values.shape[1], 1) + (size + 1) / 2, size)
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, np.where(np.isnan(ordered), np.nan, place).reshape(values.shape), axis=1)
    return ranks
