"""Ratings of raters who use the scale differently, brought to one scale."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.human.checks import code_column, mask_column, number_column, size_of
from steelyard.human.shared_docs import COLUMNS
from steelyard.reprs import short_repr

__all__ = ["Standardised", "blatz_scores", "standardise"]


@dataclass(frozen=True, slots=True, eq=False)
class Standardised:
    """Ratings as standard deviations from their rater's mean.

    Attributes
    ----------
    scores : array of float, shape (n,)
        z of each rating, quality items too; NaN where the rater was dropped.
    means, deviations : array of float, shape (A,)
        Of each rater, over the ratings that count; the deviation divides by one less than their number.
    n_ratings : array of int, shape (A,)
        Ratings of each rater that count.
    dropped : tuple of int
        Raters with fewer than two such ratings, or who gave everything the same: they have no z.

    Examples
    --------
    >>> from steelyard.human import standardise
    >>> standardise([50, 60, 70, 80], [0, 0, 0, 1]).dropped
    (1,)
    """

    scores: NDArray[np.float64]
    means: NDArray[np.float64]
    deviations: NDArray[np.float64]
    n_ratings: NDArray[np.int64]
    dropped: tuple[int, ...]

    __repr__ = short_repr


@COLUMNS
def standardise(
    ratings: ArrayLike,
    raters: ArrayLike,
    *,
    is_quality_item: ArrayLike | None = None,
    include_quality_items: bool = False,
) -> Standardised:
    """Take each rater's mean away and divide by their standard deviation.

    Parameters
    ----------
    ratings : array, shape (n,)
        Raw scores, in any unit.
    is_quality_item : array of bool, shape (n,), optional
        Degraded items, references and whatever else was rated only to check the rater.
    include_quality_items : bool, default False
        Let these count for mean and deviation.

    Returns
    -------
    Standardised
        z of every rating, and which raters were dropped.

    Raises
    ------
    DataError
        A rating is not finite or a code is none.

    Notes
    -----
    Removes where a rater's scale lies and how wide it is, on the assumption that all raters saw outputs of the same
    quality on average; a rater who saw only good systems is made as strict as the others. WMT's published scores of
    2021 and 2022 into English let all ratings count, quality items too, and average repeats as further ratings.

    References
    ----------
    Graham, Baldwin, Moffat and Zobel 2013, "Continuous measurement scales in human evaluation of machine translation",
    W13-2305.

    Examples
    --------
    >>> from steelyard.human import standardise
    >>> found = standardise([80, 60, 70, 30, 50, 55, 40, 45], [0, 0, 0, 0, 1, 1, 1, 1])
    >>> found.scores[:4].round(7).tolist()
    [0.9258201, 0.0, 0.46291, -1.3887301]
    """
    values = number_column("ratings", ratings)
    codes = code_column("raters", raters, len(values))
    is_extra = mask_column("is_quality_item", is_quality_item, len(values))
    counts = np.ones_like(is_extra) if include_quality_items else ~is_extra
    n_raters = size_of("raters", codes)
    by, rated = codes[counts], values[counts]
    n_ratings = np.bincount(by, minlength=n_raters)
    lowest, highest = np.full(n_raters, np.inf), np.full(n_raters, -np.inf)
    np.minimum.at(lowest, by, rated)
    np.maximum.at(highest, by, rated)
    means = np.bincount(by, rated, n_raters) / np.where(n_ratings, n_ratings, np.nan)
    # From deviations, in a second pass: a sum of squares less n times the mean squared would cancel.
    squares = np.bincount(by, np.square(rated - means[by]), n_raters)
    deviations = np.sqrt(squares / np.where(n_ratings > 1, n_ratings - 1, np.nan))
    is_usable = (n_ratings > 1) & (highest > lowest)  # equal ratings can have a deviation by rounding
    deviations[(n_ratings > 1) & ~is_usable] = 0.0
    divisor = np.where(is_usable, deviations, np.nan)
    scores = (values - means[codes]) / divisor[codes]
    return Standardised(scores, means, deviations, n_ratings, tuple(np.flatnonzero(~is_usable).tolist()))


@COLUMNS
def blatz_scores(ratings: ArrayLike, raters: ArrayLike) -> NDArray[np.float64]:
    """Replace each rating by the share of the same rater's ratings that are lower, equal ones counting half.

    Parameters
    ----------
    ratings : array, shape (n,)
        Raw scores, in any unit; only their order matters.

    Returns
    -------
    array of float, shape (n,)
        Between 0 and 1; the mean of each rater is 0.5.

    Raises
    ------
    DataError
        A rating is not finite or a code is none.

    Notes
    -----
    For scales of a few points, where a rater's mean and deviation say little. Like z it assumes that all raters saw
    outputs of the same quality. The workshop of 2007 and its followers add up fluency and adequacy of two raters.

    References
    ----------
    Blatz et al. 2003, "Confidence estimation for machine translation", final report of the JHU summer workshop.

    Examples
    --------
    >>> from steelyard.human import blatz_scores
    >>> blatz_scores([1, 2, 2, 3, 5], [0, 0, 0, 0, 0]).tolist()
    [0.1, 0.4, 0.4, 0.7, 0.9]
    """
    values = number_column("ratings", ratings)
    codes = code_column("raters", raters, len(values))
    order = np.lexsort((values, codes))
    by, ordered = codes[order], values[order]
    is_new_rater = np.diff(by, prepend=-1) != 0
    is_new = is_new_rater | (np.diff(ordered, prepend=0.0) != 0)
    starts = np.flatnonzero(is_new)
    sizes = np.diff(starts, append=len(values))
    n_ratings = np.bincount(by)
    first = np.cumsum(n_ratings) - n_ratings  # of each rater, in the order
    # (lower + equal / 2) / n, the rater's own empirical distribution at its middle.
    share = (starts - first[by[starts]] + sizes / 2) / n_ratings[by[starts]]
    scores = np.empty(len(values))
    scores[order] = np.repeat(share, sizes)
    return scores
