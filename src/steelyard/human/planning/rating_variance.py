"""Where the differences between two systems' ratings vary: documents, segments, raters, single ratings."""

from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError
from steelyard.fixed_order import least_squares, product
from steelyard.human.checks import code_column, distinct_rows, number_column

__all__ = ["RatingVariance", "rating_variance"]

_Codes = NDArray[np.int64]
_SOURCES = ("document", "residual", "segment", "rater")  # in the order in which they claim what cannot be told apart


@dataclass(frozen=True, slots=True)
class RatingVariance:
    """Variance components of the difference between two systems.

    Attributes
    ----------
    document : float
        Of the true differences of documents.
    segment : float or None
        Of segments within documents. None where the ratings cannot tell it apart: it is then part of `residual`, or of
        `document` where every document is one segment.
    rater : float or None
        Of raters' leanings to one system or the other. None where it cannot be told apart.
    residual : float
        Of single ratings of one segment by one rater. Part of `document`, and 0 here, where no document was rated
        twice.
    mean : float
        Of the differences, in their unit.
    n_ratings, n_documents, n_segments, n_raters : int
        What it was estimated from.

    Examples
    --------
    >>> from steelyard.human import RatingVariance
    >>> RatingVariance(0.1, 0.2, None, 1.0, 0.5, 20, 5, 10, 1).residual
    1.0
    """

    document: float
    segment: float | None
    rater: float | None
    residual: float
    mean: float
    n_ratings: int
    n_documents: int
    n_segments: int
    n_raters: int


def rating_variance(
    differences: ArrayLike, documents: ArrayLike, segments: ArrayLike, raters: ArrayLike, pairs: ArrayLike | None = None
) -> RatingVariance:
    """Take the variance of differences apart, however unevenly segments, documents and raters were rated.

    Parameters
    ----------
    differences : array, shape (J,)
        One system's rating less the other's, of one segment by one rater.
    documents, segments, raters : array of int, shape (J,)
        Where each belongs, as codes from 0; a segment belongs to one document.
    pairs : array of int, shape (J,), optional
        Pair of systems of each difference, as codes from 0: differences of the same pair alone are held against each
        other. By default all are of one pair.

    Returns
    -------
    RatingVariance
        None of them below 0.

    Raises
    ------
    DataError
        There are fewer than two documents, or a segment belongs to two.
    AlignmentError
        The columns have different lengths.

    Notes
    -----
    Half the squared difference of two entries is, on average, the sum of the components that they do not share. All
    pairs of entries fall into six classes (documents, segments, raters shared or not); the components are the least
    squares fit to the classes' means, weighted by their sizes, with none below 0. In balanced nested designs these are
    the estimates of an analysis of variance; elsewhere they need no normality and stay unbiased, but for those set to
    0. Components from few documents or raters are themselves uncertain. Several pairs of systems are fitted together,
    so that what falls below 0 for one makes up for what is too large for another: means of components that were set to
    0 pair by pair are too large.

    Where each rater had documents of their own, or one rater did all, `rater` cannot be told apart; where no segment
    was rated twice, neither can `segment`.

    References
    ----------
    Searle, Casella and McCulloch 1992, Variance Components, doi:10.1002/9780470316856, chapters 5 and 11.

    Examples
    --------
    >>> from steelyard.human import rating_variance
    >>> found = rating_variance([3, 5, 1, 1, 0, 2], [0, 0, 1, 1, 2, 2], [0, 1, 2, 3, 4, 5], [0] * 6)
    >>> round(found.document, 3), found.segment, found.rater, round(found.residual, 3)
    (2.333, None, None, 1.333)
    """
    values = number_column("differences", differences)
    n = len(values)
    columns = [
        code_column(name, column, n)
        for name, column in (("documents", documents), ("segments", segments), ("raters", raters))
    ]
    by_document, by_segment, by_rater = columns
    by_pair = np.zeros(n, np.int64) if pairs is None else code_column("pairs", pairs, n)
    n_documents, n_segments, n_raters = (len(np.unique(column)) for column in columns)
    if len(distinct_rows(by_segment, by_document)[1][0]) > n_segments:
        raise DataError("A segment belongs to two documents: number the segments of all documents together.")
    if len(distinct_rows(by_pair, by_document)[1][0]) == len(np.unique(by_pair)):
        raise DataError("Differences of one document do not show how much documents differ: at least 2 are needed.")
    counts, means, shared = _classes(_centred(values, by_pair), by_pair, by_document, by_segment, by_rater)
    found = _components(counts, means, shared)
    return RatingVariance(
        document=found["document"],
        segment=found.get("segment"),
        rater=found.get("rater"),
        residual=found.get("residual", 0.0),
        mean=float(values.mean()),
        n_ratings=n,
        n_documents=n_documents,
        n_segments=n_segments,
        n_raters=n_raters,
    )


def _centred(values: NDArray[np.float64], pairs: _Codes) -> NDArray[np.float64]:
    """Take the mean of each pair of systems away; of equal values nothing is left, to the last place."""
    _, first, places = np.unique(pairs, return_index=True, return_inverse=True)
    away = values - values[first][places]
    centred: NDArray[np.float64] = away - (np.bincount(places, away) / np.bincount(places))[places]
    return centred


def _classes(
    values: NDArray[np.float64], pairs: _Codes, documents: _Codes, segments: _Codes, raters: _Codes
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the size of each class of pairs, its mean half squared difference, and what its pairs share.

    Six classes (document, segment and rater shared or not); those without a pair are left out.
    """
    groups = (pairs, distinct_rows(pairs, documents)[0], distinct_rows(pairs, segments)[0])  # each within the last
    alone = np.array([_pairs(values, one) for one in groups])
    with_rater = np.array([_pairs(values, distinct_rows(one, raters)[0]) for one in groups])
    rows = []
    for place in range(3):
        for sums, is_shared in ((alone - with_rater, 0.0), (with_rater, 1.0)):
            # Pairs that share this group but not the next finer one within it.
            count, total = sums[place] - (sums[place + 1] if place < 2 else 0.0)
            if count > 0.5:
                rows.append((count, total / count, float(place > 0), float(place > 1), is_shared))
    table = np.array(rows)
    return table[:, 0], table[:, 1], table[:, 2:]


def _pairs(values: NDArray[np.float64], groups: _Codes) -> tuple[float, float]:
    """Return how many pairs are within groups, and their sum of half squared differences."""
    _, places, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    sums, squares = np.bincount(places, values), np.bincount(places, values**2)
    # The half squared differences of all pairs of n values sum to (n sum(x^2) - sum(x)^2) / 2.
    return float((sizes * (sizes - 1) / 2).sum()), float((sizes * squares - sums**2).sum() / 2)


def _components(
    counts: NDArray[np.float64], means: NDArray[np.float64], shared: NDArray[np.float64]
) -> dict[str, float]:
    """Fit the sources that the classes can tell apart; the best fit without a negative one."""
    columns = dict(zip(_SOURCES, [1 - shared[:, 0], np.ones(len(counts)), *(1 - shared[:, 1:].T)], strict=True))
    told: list[str] = []
    for source in _SOURCES:
        # A source whose column the earlier ones span is theirs: the classes cannot tell it apart.
        if np.linalg.matrix_rank(np.stack([columns[name] for name in (*told, source)])) > len(told):
            told.append(source)
    roots = np.sqrt(counts)
    best, found = np.inf, dict.fromkeys(told, 0.0)
    # At most four sources: every subset is tried, so that the fit without negative ones is the best there is.
    for kept in chain.from_iterable(combinations(told, k) for k in range(len(told), 0, -1)):
        design = np.stack([columns[name] for name in kept], axis=1)
        fitted = least_squares(design * roots[:, None], means * roots)
        misfit = float(product(counts, np.square(means - product(design, fitted))))
        # The largest sets come first, and smaller ones must be better by more than rounding.
        if (fitted >= -1e-12 * means.max()).all() and misfit < best * (1 - 1e-9):
            best = misfit
            found = dict.fromkeys(told, 0.0) | {name: max(0.0, float(v)) for name, v in zip(kept, fitted, strict=True)}
    return found
