"""Upper envelopes: which candidate of each list wins where, along a line in the space of weights."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.reprs import short_repr

__all__ = ["Envelopes", "upper_envelopes"]


@dataclass(frozen=True, slots=True, eq=False)
class Envelopes:
    """Winners of every list along a line, from left to right.

    Attributes
    ----------
    first : array of int64, shape (N,)
        The winner of each list at the line's left end.
    cuts : array of float64, shape (E,)
        Where a winner changes, in rising order.
    before, after : array of int64, shape (E,)
        Who wins its list to the left of the cut, and to the right.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import upper_envelopes
    >>> found = upper_envelopes(np.array([0.0, 1.0, -2.0]), np.array([0.0, -1.0, 1.0]), np.array([0, 3]))
    >>> found.first.tolist(), found.cuts.tolist(), found.after.tolist()
    ([1], [1.0, 2.0], [0, 2])
    """

    first: NDArray[np.int64]
    cuts: NDArray[np.float64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]

    __repr__ = short_repr


def upper_envelopes(
    intercepts: NDArray[np.float64], slopes: NDArray[np.float64], offsets: NDArray[np.int64]
) -> Envelopes:
    """Find who has the highest score ``intercept + g * slope`` of each list, for every g.

    Parameters
    ----------
    intercepts, slopes : array of float64, shape (C,)
        Finite; of the candidates, list after list.
    offsets : array of int64, shape (N + 1,)
        List i has the candidates ``offsets[i]`` to ``offsets[i + 1]``.

    Returns
    -------
    Envelopes
        Of equal lines the first candidate counts, of parallel ones the highest.

    Notes
    -----
    All lists go a step to the right at once: from each list's winner to the line that meets it first, and of those that
    meet it there, the steepest. There are as many steps as the longest envelope has cuts, which is few.

    References
    ----------
    Och 2003, "Minimum error rate training in statistical machine translation", P03-1021, section 5.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import upper_envelopes
    >>> upper_envelopes(np.array([0.0, 1.0]), np.array([1.0, 1.0]), np.array([0, 2])).first.tolist()
    [1]
    """
    owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    top = _leftmost(intercepts, slopes, offsets, owner)
    first = top.copy()
    alive = np.flatnonzero(slopes > slopes[top[owner]])
    cuts, before, after = [np.empty(0)], [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    while alive.size:
        lists, met, winners = _next_winners(intercepts, slopes, alive, owner, top)
        beyond = np.isneginf(met)  # slopes so near that the lines meet further left than numbers go
        first[lists[beyond]] = winners[beyond]
        is_cut = np.isfinite(met)
        cuts.append(met[is_cut])
        before.append(top[lists[is_cut]])
        after.append(winners[is_cut])
        top[lists] = winners
        alive = alive[slopes[alive] > slopes[top[owner[alive]]]]
    at = np.concatenate(cuts)
    order = np.argsort(at, kind="stable")
    return Envelopes(first, at[order], np.concatenate(before)[order], np.concatenate(after)[order])


def _leftmost(
    intercepts: NDArray[np.float64], slopes: NDArray[np.float64], offsets: NDArray[np.int64], owner: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the winners as g goes to minus infinity: least slope, then highest intercept, then first."""
    is_flattest = slopes == np.minimum.reduceat(slopes, offsets[:-1])[owner]
    heights = np.where(is_flattest, intercepts, -np.inf)
    is_first = np.flatnonzero(is_flattest & (heights == np.maximum.reduceat(heights, offsets[:-1])[owner]))
    found: NDArray[np.int64] = is_first[np.searchsorted(is_first, offsets[:-1])]
    return found


def _next_winners(
    intercepts: NDArray[np.float64],
    slopes: NDArray[np.float64],
    alive: NDArray[np.int64],
    owner: NDArray[np.int64],
    top: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Return the lists that still have steeper lines, where the next of these wins, and which it is."""
    own = owner[alive]
    now = top[own]
    starts = np.flatnonzero(np.diff(own, prepend=-1))
    part = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(own)))
    with np.errstate(over="ignore"):
        met = (intercepts[now] - intercepts[alive]) / (slopes[alive] - slopes[now])
    nearest = np.minimum.reduceat(met, starts)
    steepness = np.where(met == nearest[part], slopes[alive], -np.inf)
    is_next = np.flatnonzero(steepness == np.maximum.reduceat(steepness, starts)[part])
    winners = alive[is_next[np.searchsorted(is_next, starts)]]
    return own[starts], nearest, winners
