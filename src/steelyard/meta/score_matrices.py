"""Matrices of scores against matrices of ratings: correlations by system, by segment, within systems and over all."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.meta.correlations import CORRELATIONS, Coefficient, correlate_rows
from steelyard.meta.pair_counts import PAIR_STATISTICS, count_pairs
from steelyard.meta.shared_docs import METRICS, SCORES
from steelyard.reprs import short_repr

__all__ = ["LEVELS", "LevelCorrelation", "correlate_groups", "correlate_level", "score_matrices"]

Level = Literal["system", "item", "within-system", "global"]
Undefined = Literal["skip", "zero"]
Array = NDArray[np.float64]

LEVELS: dict[str, str] = {
    "system": "between the means of the systems",
    "item": "between systems within each item (segment), averaged over items",
    "within-system": "between items within each system, averaged over systems",
    "global": "over all outputs at once",
}


@dataclass(frozen=True, slots=True, eq=False)
class LevelCorrelation:
    """How scores go with ratings at one level.

    Attributes
    ----------
    values : array, shape (M,)
        One per metric; NaN where no group has a correlation.
    by_group : array, shape (M, G)
        Of each item or system that is averaged over; one column at the levels ``system`` and ``global``.
    n_undefined : array of int, shape (M,)
        Groups without a correlation: fewer than two outputs, or scores or ratings that do not differ.
    level : str
        Of `LEVELS`.
    statistic : str
        Of `CORRELATIONS` or `PAIR_STATISTICS`.

    Examples
    --------
    >>> from steelyard.meta import correlate_level
    >>> found = correlate_level([[3, 5], [2, 5], [1, 5]], [[9, 1], [8, 2], [7, 3]], level="item")
    >>> found.values.round(9).tolist(), found.by_group.round(9).tolist(), found.n_undefined.tolist()
    ([1.0], [[1.0, nan]], [1])
    """

    values: Array
    by_group: Array
    n_undefined: NDArray[np.int64]
    level: str
    statistic: str

    __repr__ = short_repr


@SCORES
def correlate_level(
    scores: ArrayLike, ratings: ArrayLike, *, level: Level, statistic: str = "pearson", undefined: Undefined = "skip"
) -> LevelCorrelation:
    """Correlate scores of outputs with ratings of the same outputs.

    Parameters
    ----------
    level : {"system", "item", "within-system", "global"}
        What is compared: see `LEVELS`.
    statistic : str, default "pearson"
        Of `CORRELATIONS` (``kendall`` is ``tau_b``) or of `PAIR_STATISTICS`.
    undefined : {"skip", "zero"}, default "skip"
        Groups without a correlation are left out of the mean, or count as 0.

    Returns
    -------
    LevelCorrelation
        One value per metric, with the number of groups that have none.

    Raises
    ------
    SpecError
        There is no such level or statistic, or a group without a correlation cannot be treated so.

    Notes
    -----
    An output without a score or without a rating takes no part, at no level. The mean of a system is that of its
    outputs that have both: a corpus score such as BLEU is not this mean; give it to `correlate` with the systems'
    ratings. Misleads where systems are rated on different items: their means then differ by the items, too. Two
    systems correlate at -1 or 1, whatever the metric. ``item`` asks which output of a segment is better, ``global``
    also which segment was easier: a metric can do well at one only.

    References
    ----------
    Deutsch, Dror and Roth 2021, "A statistical analysis of summarization evaluation metrics using resampling methods",
    doi:10.1162/tacl_a_00417.

    Examples
    --------
    >>> from steelyard.meta import correlate_level
    >>> scores = [[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]]
    >>> ratings = [[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]]
    >>> [correlate_level(scores, ratings, level=level).values.round(4).tolist() for level in ("system", "item")]
    [[0.998], [0.9273]]
    """
    if level not in LEVELS:
        raise unknown_name("level", level, LEVELS)
    if undefined not in get_args(Undefined):
        raise unknown_name("treatment of undefined groups", undefined, get_args(Undefined))
    x, y = score_matrices(scores, ratings)
    y = np.where(np.isfinite(x), y, np.nan)  # a metric without a score takes the rating of this output away
    x = np.where(np.isfinite(y), x, np.nan)
    by_group = correlate_groups(*_grouped(x, y, level), statistic)
    is_undefined = np.isnan(by_group)
    n_defined = (~is_undefined).sum(axis=1)
    n_counted = np.full(len(x), by_group.shape[1]) if undefined == "zero" else n_defined
    total = np.where(is_undefined, 0.0, by_group).sum(axis=1)
    values = np.divide(total, n_counted, out=np.full(len(x), np.nan), where=n_counted > 0)
    return LevelCorrelation(values, by_group, is_undefined.sum(axis=1), level, statistic)


def score_matrices(scores: ArrayLike, ratings: ArrayLike) -> tuple[Array, Array]:
    """Check and shape what people and metrics said of the same outputs.

    Parameters
    ----------
    scores : array, shape (S, N) or (M, S, N)
        Of S systems on N items under M metrics.
    ratings : array, shape (S, N)
        Of the same outputs.

    Returns
    -------
    (array, array)
        Shapes (M, S, N) and (S, N).

    Raises
    ------
    AlignmentError
        The shapes do not fit, or one is empty.
    SpecError
        A number is infinite.

    Examples
    --------
    >>> from steelyard.meta import score_matrices
    >>> [part.shape for part in score_matrices([[1, 2, 3]], [[4, 5, 6]])]
    [(1, 1, 3), (1, 3)]
    """
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    x = x[None] if x.ndim == 2 else x
    if y.ndim != 2 or x.ndim != 3 or x.shape[1:] != y.shape or not x.size:
        raise AlignmentError(
            "scores must have shape (systems, items) or (metrics, systems, items) and ratings (systems, items), "
            f"not {np.shape(scores)} and {y.shape}."
        )
    for what, part in (("scores", x), ("ratings", y)):
        if np.isinf(part).any():
            raise SpecError(f"The {what} hold an infinite number; use NaN for what is missing.")
    return x, y


@METRICS
def correlate_groups(scores: Array, ratings: Array, statistic: str) -> Array:
    """Correlate along the last axis.

    Parameters
    ----------
    scores, ratings : array, shape (..., n)
        Broadcast against each other; NaN where there is none.

    Returns
    -------
    array, shape (...)
        NaN where scores or ratings do not differ, or where there are fewer than two.

    Raises
    ------
    SpecError
        There is no such statistic.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import correlate_groups
    >>> scores = np.array([[1.0, 2.0, 3.0], [2.0, 2.0, 2.0]])
    >>> correlate_groups(scores, np.array([2.0, 4.0, 9.0]), "spearman").round(9).tolist()
    [1.0, nan]
    """
    if statistic in PAIR_STATISTICS:
        return count_pairs(scores, ratings).statistic(statistic)
    if statistic not in CORRELATIONS:
        raise unknown_name("statistic", statistic, [*CORRELATIONS, *PAIR_STATISTICS])
    x, y = np.broadcast_arrays(scores, ratings)
    found = correlate_rows(
        x.reshape(-1, x.shape[-1]),
        y.reshape(-1, x.shape[-1]),
        coefficient=cast(Coefficient, statistic),
        constant_scores=float("nan"),
    )
    return found.reshape(x.shape[:-1])


def _grouped(x: Array, y: Array, level: Level) -> tuple[Array, Array]:
    """Return scores and ratings, shape (M, G, n), to be correlated along the last axis."""
    if level == "system":
        n = np.isfinite(x).sum(axis=2)
        means = (np.divide(np.nansum(v, axis=2), n, out=np.full(n.shape, np.nan), where=n > 0) for v in (x, y))
        x, y = means
        return x[:, None], y[:, None]
    if level == "item":
        return x.swapaxes(1, 2), y.swapaxes(1, 2)
    if level == "within-system":
        return x, y
    return x.reshape(len(x), 1, -1), y.reshape(len(y), 1, -1)
