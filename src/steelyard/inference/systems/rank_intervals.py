"""Ranges of ranks that hold for all systems together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference.clusters import rank_ranges
from steelyard.inference.shared_docs import SHARED
from steelyard.reprs import short_repr

__all__ = ["RankIntervals", "rank_intervals", "ranks_that_follow"]


@dataclass(frozen=True, slots=True, eq=False)
class RankIntervals:
    """The ranks that each system may have.

    Attributes
    ----------
    lowest, highest : array of int, shape (S,)
        Best and worst rank, from 1.
    is_better : array of bool, shape (S, S)
        Entry (i, j): system i is better than j, by their interval or because better than one that is better than j.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import RankIntervals
    >>> RankIntervals(np.array([1, 1]), np.array([2, 2]), np.zeros((2, 2), dtype=bool)).highest.tolist()
    [2, 2]
    """

    lowest: NDArray[np.int64]
    highest: NDArray[np.int64]
    is_better: NDArray[np.bool_]

    __repr__ = short_repr


@SHARED
def rank_intervals(
    lower: ArrayLike,
    upper: ArrayLike,
    pairs: Sequence[tuple[int, int]],
    n_systems: int,
    *,
    higher_is_better: bool = True,
) -> RankIntervals:
    """Give ranges of ranks that all hold together, from intervals of differences that do.

    Parameters
    ----------
    lower, upper : array, shape (P,)
        Bounds of score A minus score B that cover all pairs at once with the wanted level: observed difference less
        and plus a `sup_t_critical_value` of standard errors, for example.
    n_systems : int
        S.

    Returns
    -------
    RankIntervals
        Of each system: 1 + systems that are better, to S - systems that are worse.

    Raises
    ------
    AlignmentError
        Bounds and pairs are not of the same number.
    SpecError
        A lower bound is above its upper bound or not a number, or a pair names a system that does not exist.

    Notes
    -----
    Where the intervals cover every true difference, every range holds every rank of its system; systems that are truly
    equal share all the ranks they take up. So all ranges hold together at least as often as all intervals do, for any
    truth. Pairs that are left out, and intervals without bounds, make the ranges wider, not wrong.

    `rank_ranges` applies the same count to verdicts. A verdict from a step-down test, such as the default, can be
    "better" where the simultaneous interval holds 0, so its ranges are at most as wide; their level is that of the
    family-wise error, and that the *direction* of every verdict is right with that level is not proven for step-down
    tests. Verdicts without correction, or with control of the false discovery rate, give ranges without any level.
    Here the direction is part of what the intervals cover, as it is in `better_by_steps`.

    References
    ----------
    Mogstad, Romano, Shaikh and Wilhelm 2024, "Inference for ranks with applications to mobility across neighbourhoods
    and academic achievement across countries", doi:10.1093/restud/rdad006.
    Klein, Wright and Wieczorek 2020, "A joint confidence region for an overall ranking of populations",
    doi:10.1111/rssc.12402.

    Examples
    --------
    >>> from steelyard.inference import rank_intervals
    >>> found = rank_intervals([-0.5, 0.2, 0.4], [0.6, 1.4, 1.6], [(1, 0), (2, 0), (2, 1)], 3)
    >>> list(zip(found.lowest.tolist(), found.highest.tolist()))
    [(2, 3), (2, 3), (1, 1)]
    """
    low, high = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    if low.shape != (len(pairs),) or high.shape != (len(pairs),):
        raise AlignmentError(f"{len(pairs)} pairs need as many bounds, not {low.shape} and {high.shape}.")
    if not (low <= high).all():
        raise SpecError("An interval's lower bound must be a number up to its upper bound.")
    is_better = np.zeros((n_systems, n_systems), dtype=np.bool_)
    for (a, b), is_above, is_below in zip(pairs, low > 0, high < 0, strict=True):
        if not (0 <= a < n_systems and 0 <= b < n_systems):
            raise SpecError(f"Systems are numbered 0 to {n_systems - 1}: the pair ({a}, {b}) names another.")
        is_better[a, b] |= is_above if higher_is_better else is_below
        is_better[b, a] |= is_below if higher_is_better else is_above
    return ranks_that_follow(is_better)


def ranks_that_follow(is_better: NDArray[np.bool_]) -> RankIntervals:
    """Give the ranges of ranks that follow from what is better than what.

    Parameters
    ----------
    is_better : array of bool, shape (S, S)
        Entry (i, j): system i is better than j. Where all entries are right together with some probability, so are
        all ranges.

    Returns
    -------
    RankIntervals
        Of each system, what is better than one that is better counted as better, too.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import ranks_that_follow
    >>> found = ranks_that_follow(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool))
    >>> list(zip(found.lowest.tolist(), found.highest.tolist()))
    [(1, 1), (2, 2), (3, 3)]
    """
    closed = is_better.copy()
    for between in range(len(closed)):  # better than one that is better: better
        closed |= closed[:, between, None] & closed[between]
    lowest, highest = np.array(rank_ranges(closed), dtype=np.int64).reshape(-1, 2).T
    return RankIntervals(lowest, highest, closed)
