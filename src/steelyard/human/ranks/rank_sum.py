"""Wilcoxon's rank-sum test of two unpaired samples, as R does it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError
from steelyard.human.checks import code_column, number_column, size_of
from steelyard.inference import normal_below
from steelyard.inference.outcome import SMALLEST_P

__all__ = ["RankSum", "rank_sum", "rank_sum_pairs"]

_EXACT_BELOW = 50  # values of each sample, as R


@dataclass(frozen=True, slots=True)
class RankSum:
    """What the rank-sum test of samples A and B says.

    Attributes
    ----------
    u : float
        Pairs of values in which A's is the larger, ties counting half.
    n_a, n_b : int
        Sizes of the samples.
    p_greater, p_less, p_two_sided : float
        p for "A tends to be larger", "A tends to be smaller", and either.
    is_exact : bool
        From the exact distribution of u, not from a normal one.

    Examples
    --------
    >>> from steelyard.human import rank_sum
    >>> rank_sum([3, 4], [1, 2]).p_greater
    0.16666666666666666
    """

    u: float
    n_a: int
    n_b: int
    p_greater: float
    p_less: float
    p_two_sided: float
    is_exact: bool


def rank_sum(a: ArrayLike, b: ArrayLike, *, exact: bool | None = None, continuity: bool = True) -> RankSum:
    """Test whether values of one sample tend to be larger than those of another.

    Parameters
    ----------
    a, b : array, shapes (n,) and (m,)
        Finite numbers, such as the z-scores of two systems; not paired.
    exact : bool, optional
        Take the exact distribution, which needs values without ties. By default it is taken there, for samples below
        50 values each, as in R.
    continuity : bool, default True
        Move u by one half towards its mean for the normal distribution, as R does.

    Returns
    -------
    RankSum
        All three p-values; 1 where all values are the same.

    Raises
    ------
    DataError
        A sample is empty or holds a number that is not finite.
    SpecError
        An exact p-value was asked for and there are ties.

    Notes
    -----
    Equals R's ``wilcox.test`` and SciPy's ``mannwhitneyu`` with the same options; SciPy's ``ranksums`` corrects neither
    for ties nor for continuity. Assumes that values are independent: ratings of one document or one rater are not, and
    then p is too small. It asks which sample tends to be larger, not which has the larger mean; with samples spread
    unequally it can reject although neither does.

    References
    ----------
    Wilcoxon 1945, "Individual comparisons by ranking methods", doi:10.2307/3001968.
    Mann and Whitney 1947, "On a test of whether one of two random variables is stochastically larger than the other",
    doi:10.1214/aoms/1177730491.

    Examples
    --------
    >>> from steelyard.human import rank_sum
    >>> found = rank_sum([0.9, 1.2, 0.3, 0.8, 1.5], [0.1, 0.8, -0.4, 0.5, 0.2, 0])
    >>> found.u, round(found.p_greater, 7), round(found.p_two_sided, 7)
    (27.5, 0.01405, 0.0281001)
    """
    first, second = number_column("a", a), number_column("b", b)
    if not len(first) or not len(second):
        raise DataError(f"Both samples need a value: A has {len(first)}, B has {len(second)}.")
    n_a, n_b = len(first), len(second)
    u, group_sizes = _mann_whitney_u(first, second)
    has_ties = len(group_sizes) < n_a + n_b
    if exact and has_ties:
        raise SpecError("There are ties: the exact distribution does not hold. Use exact=False.")
    is_exact = exact if exact is not None else not has_ties and max(n_a, n_b) < _EXACT_BELOW
    if is_exact:
        chances = _chances(n_a, n_b)
        greater, less = float(chances[int(u) :].sum()), float(chances[: int(u) + 1].sum())
    else:
        greater, less = _normal_tails(u, n_a, n_b, group_sizes, 0.5 if continuity else 0.0)
    greater, less = (min(1.0, max(SMALLEST_P, tail)) for tail in (greater, less))
    return RankSum(u, n_a, n_b, greater, less, min(1.0, 2 * min(greater, less)), bool(is_exact))


def rank_sum_pairs(scores: ArrayLike, systems: ArrayLike, *, n_systems: int | None = None) -> NDArray[np.float64]:
    """Test every system against every other, both directions.

    Parameters
    ----------
    scores : array, shape (n,)
        Ratings or means of segments; NaN is left out.
    systems : array of int, shape (n,)
        System of each, as codes from 0.
    n_systems : int, optional
        S; by default one more than the largest code.

    Returns
    -------
    array of float, shape (S, S)
        Entry (i, j): one-sided p for "i tends to be higher than j", as in WMT's tables; 1 on the diagonal.

    Raises
    ------
    DataError
        A system has no score.

    Notes
    -----
    Not corrected for the number of pairs: adjust with `steelyard.inference.adjust` where a claim is made of all.

    Examples
    --------
    >>> from steelyard.human import rank_sum_pairs
    >>> rank_sum_pairs([3, 4, 1, 2], [0, 0, 1, 1]).round(4).tolist()
    [[1.0, 0.1667], [1.0, 1.0]]
    """
    values = number_column("scores", scores, may_miss=True)
    codes = code_column("systems", systems, len(values))
    n = size_of("systems", codes, n_systems)
    is_rated = ~np.isnan(values)
    by_system = [values[is_rated & (codes == system)] for system in range(n)]
    for system, found in enumerate(by_system):
        if not len(found):
            raise DataError(f"System {system} has no score: leave it out.")
    p_values = np.ones((n, n))
    for i in range(n):
        for j in range(i):
            test = rank_sum(by_system[i], by_system[j])
            p_values[i, j], p_values[j, i] = test.p_greater, test.p_less
    return p_values


def _mann_whitney_u(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, NDArray[np.int64]]:
    """Return u and how many values are equal in each group."""
    both = np.concatenate([a, b])
    _, places, sizes = np.unique(both, return_inverse=True, return_counts=True)
    twice = 2 * np.cumsum(sizes) - sizes + 1  # twice the mean rank of each group
    # U is A's rank sum less the least it could be.
    twice_u = int(twice[places[: len(a)]].sum()) - len(a) * (len(a) + 1)
    return twice_u / 2, sizes.astype(np.int64)


def _normal_tails(
    u: float, n_a: int, n_b: int, group_sizes: NDArray[np.int64], correction: float
) -> tuple[float, float]:
    n = n_a + n_b
    sizes = group_sizes.astype(np.float64)
    # n_a n_b (n + 1) / 12 less the part of the ties.
    variance = n_a * n_b / 12 * ((n + 1) - float((sizes**3 - sizes).sum()) / (n * (n - 1)))
    if len(group_sizes) == 1:  # all values are the same
        return 1.0, 1.0
    above = u - n_a * n_b / 2
    return float(normal_below((correction - above) / variance**0.5)), float(
        normal_below((above + correction) / variance**0.5)
    )


def _chances(n_a: int, n_b: int) -> NDArray[np.float64]:
    """Return the chance of each u = 0 ... n_a n_b where all orders are equally likely.

    The largest value of all is A's with chance n_a / (n_a + n_b), and is then larger than all of B's. Only positive
    numbers are added, so nothing cancels.
    """
    rows = [np.ones(1)] * (n_b + 1)
    for i in range(1, n_a + 1):
        row = [np.ones(1)]
        for j in range(1, n_b + 1):
            chances = np.zeros(i * j + 1)
            chances[j:] += i / (i + j) * rows[j]
            chances[: i * (j - 1) + 1] += j / (i + j) * row[j - 1]
            row.append(chances)
        rows = row
    return rows[n_b]
