"""Kruskal and Wallis's test of several unpaired samples with Dunn's of pairs; Friedman's of blocks with Nemenyi's."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError
from steelyard.inference import chi_squared_above, normal_below
from steelyard.inference.outcome import SMALLEST_P
from steelyard.reprs import short_repr

__all__ = ["RankOmnibus", "friedman", "kruskal_wallis"]

_FEWEST = 2


@dataclass(frozen=True, slots=True, eq=False)
class RankOmnibus:
    """What a test of all systems at once says, and its test of pairs.

    Attributes
    ----------
    statistic : float
        About chi-squared where no system differs.
    degrees_of_freedom : int
        Systems less one.
    p_value : float
        That some systems differ.
    mean_ranks : array, shape (S,)
        Larger for larger scores.
    pair_p_values : array, shape (S, S)
        Two-sided; 1 on the diagonal. Dunn's are of single pairs, Nemenyi's of all pairs at once.
    n : int
        Scores ranked together, or blocks.

    Examples
    --------
    >>> from steelyard.human import kruskal_wallis
    >>> kruskal_wallis([[1, 2, 3], [4, 5, 6]]).mean_ranks.tolist()
    [2.0, 5.0]
    """

    statistic: float
    degrees_of_freedom: int
    p_value: float
    mean_ranks: NDArray[np.float64]
    pair_p_values: NDArray[np.float64]
    n: int

    __repr__ = short_repr


def kruskal_wallis(scores: ArrayLike) -> RankOmnibus:
    """Test whether scores of some systems tend to be larger, unpaired, and which by Dunn's test.

    Parameters
    ----------
    scores : array, shape (S, N)
        NaN where there is none; places in a row need not correspond.

    Returns
    -------
    RankOmnibus
        Corrected for ties; p-values of pairs are Dunn's, not corrected for their number. Without spread p is 1.

    Raises
    ------
    DataError
        There are fewer than two systems, or one has no score.

    Notes
    -----
    Takes scores for independent. Dunn's test ranks all systems together, so that a pair's p depends on the others.

    References
    ----------
    Kruskal and Wallis 1952, "Use of ranks in one-criterion variance analysis", doi:10.1080/01621459.1952.10483441.
    Dunn 1964, "Multiple comparisons using rank sums", doi:10.1080/00401706.1964.10490181.

    Examples
    --------
    >>> from steelyard.human import kruskal_wallis
    >>> found = kruskal_wallis([[1, 2, 3, 4], [5, 6, 7, 8], [3.5, 9, 10, 11]])
    >>> round(found.statistic, 4), round(found.p_value, 4), round(found.pair_p_values[0, 2].item(), 4)
    (6.9615, 0.0308, 0.0108)
    """
    from scipy.stats import rankdata

    table = _checked(scores)
    is_rated = np.isfinite(table)
    sizes, n = is_rated.sum(axis=1), int(is_rated.sum())
    if not sizes.all():
        raise DataError(f"System {int(np.argmin(sizes))} has no score: leave it out.")
    ranks = np.zeros(table.shape)
    ranks[is_rated] = rankdata(table[is_rated])
    means = ranks.sum(axis=1) / sizes
    # Of the ranks as they are: n (n + 1) / 12 without ties and less with them, which is the usual correction.
    variance = float(np.square(ranks[is_rated] - (n + 1) / 2).sum()) / (n - 1)
    if variance == 0:
        return RankOmnibus(0.0, len(table) - 1, 1.0, means, np.ones((len(table), len(table))), n)
    statistic = float((sizes * np.square(means - (n + 1) / 2)).sum()) / variance
    errors = np.sqrt(variance * (1 / sizes[:, None] + 1 / sizes))
    pairs = np.maximum(SMALLEST_P, 2 * normal_below(-np.abs(means[:, None] - means) / errors))
    degrees = len(table) - 1
    return RankOmnibus(statistic, degrees, chi_squared_above(statistic, degrees), means, pairs, n)


def friedman(scores: ArrayLike) -> RankOmnibus:
    """Test whether some systems tend to be ranked above others within segments, and which by Nemenyi's test.

    Parameters
    ----------
    scores : array, shape (S, N)
        A column is a block, such as a segment; blocks that lack a score are left out.

    Returns
    -------
    RankOmnibus
        Corrected for ties; p-values of pairs are Nemenyi's, which hold for all pairs at once. Without spread p is 1.

    Raises
    ------
    DataError
        There are fewer than two systems, or no block with a score of each.

    Notes
    -----
    Takes blocks for independent. Nemenyi's test knows no ties, and is cautious where there are many.

    References
    ----------
    Friedman 1937, "The use of ranks to avoid the assumption of normality implicit in the analysis of variance",
    doi:10.1080/01621459.1937.10503522. Nemenyi 1963, "Distribution-free multiple comparisons", Princeton. Demšar 2006,
    "Statistical comparisons of classifiers over multiple data sets", Journal of Machine Learning Research 7.

    Examples
    --------
    >>> from steelyard.human import friedman
    >>> found = friedman([[1, 2, 1, 2, 1], [2, 3, 3, 1, 2], [3, 4, 4, 4, 4]])
    >>> round(found.statistic, 4), round(found.p_value, 4), round(found.pair_p_values[0, 2].item(), 4)
    (8.4, 0.015, 0.0123)
    """
    from scipy.stats import rankdata, studentized_range

    table = _checked(scores)
    blocks = table[:, np.isfinite(table).all(axis=0)]
    s, n = blocks.shape
    if not n:
        raise DataError("No segment was rated for every system: Friedman's test has no block. Use kruskal.")
    ranks = rankdata(blocks, axis=0)
    means = ranks.mean(axis=1)
    spread = float(np.square(ranks - (s + 1) / 2).sum()) / (n * (s - 1))  # s (s + 1) / 12 without ties
    if spread == 0:
        return RankOmnibus(0.0, s - 1, 1.0, means, np.ones((s, s)), n)
    statistic = n * float(np.square(means - (s + 1) / 2).sum()) / spread
    # Demšar's critical difference q sqrt(s (s + 1) / (6 n)) with q over sqrt(2): the range of s standard normal means.
    distances = np.abs(means[:, None] - means) / np.sqrt(s * (s + 1) / (12 * n))
    pairs = np.clip(studentized_range.sf(distances, s, np.inf), SMALLEST_P, 1.0)
    np.fill_diagonal(pairs, 1.0)
    return RankOmnibus(statistic, s - 1, chi_squared_above(statistic, s - 1), means, pairs, n)


def _checked(scores: ArrayLike) -> NDArray[np.float64]:
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or len(table) < _FEWEST:
        raise DataError(f"A test of all systems needs the scores of at least two, not shape {table.shape}.")
    return table
