"""The best point on a line of weights, exactly: between cuts nothing changes, so each interval is scored once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.envelopes import upper_envelopes
from steelyard.lab.tuning.tunable_lists import TunableLists
from steelyard.reprs import short_repr

__all__ = ["LineOptimum", "interval_around", "search_line", "sweep_line"]

Array = NDArray[np.float64]

_NEAR = 1e-12  # relative: cuts as near as this are one
_MARGIN = 0.1  # how far beyond the outermost cut a point is taken


@dataclass(frozen=True, slots=True)
class LineOptimum:
    """Where on a line the score is best.

    Attributes
    ----------
    step : float
        How far to go along the direction.
    value : float
        The score there.
    low, high : float
        The interval in which the same candidates are chosen, up to those that count the same; infinite at the ends.
    n_intervals : int
        That were scored.

    Examples
    --------
    >>> from steelyard.lab.tuning import LineOptimum
    >>> LineOptimum(0.75, 1.0, 0.5, 1.0, 5).width
    0.5
    """

    step: float
    value: float
    low: float
    high: float
    n_intervals: int

    __repr__ = short_repr

    @property
    def width(self) -> float:
        """Of the interval: how far the weights can move without another score."""
        return self.high - self.low


def search_line(
    lists: TunableLists,
    intercepts: Array,
    slopes: Array,
    *,
    bounds: tuple[float, float] = (-np.inf, np.inf),
    margin: float = _MARGIN,
) -> LineOptimum:
    """Find the step along a line that makes the score of the chosen candidates best.

    Parameters
    ----------
    lists : TunableLists
        Counts and score.
    intercepts, slopes : array of float64, shape (C,)
        ``features @ weights`` and ``features @ direction``.
    bounds : (float, float), default all numbers
        Of the step.
    margin : float, default 0.1
        How far beyond the outermost cut a step goes where the best interval has no other end.

    Returns
    -------
    LineOptimum
        The middle of the best interval, never a cut. Equal values: the widest interval, then that nearest to 0. Where
        nothing changes along the line, the step is 0.

    Notes
    -----
    Cuts nearer than 1e-12 of their size are one. Counts are whole numbers, so the sums of every interval are exact.

    References
    ----------
    Och 2003, "Minimum error rate training in statistical machine translation", P03-1021.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, search_line
    >>> errors = np.array([[2], [0], [1], [1], [0], [3]])
    >>> lists = TunableLists(np.zeros((6, 1)), np.array([0, 3, 6]), errors, lambda u: 1 - u[..., 0] / 8)
    >>> at = search_line(lists, np.array([0, 1, -2, 0.5, 0, 0.2]), np.array([0, -1, 1, 0, 1, -0.5]))
    >>> at.step, at.value, (at.low, at.high)
    (0.75, 1.0, (0.5, 1.0))
    """
    low, high, sums = sweep_line(lists, intercepts, slopes)
    return _best(low, high, lists.value(sums.astype(np.float64)), bounds, margin)


def interval_around(lists: TunableLists, intercepts: Array, slopes: Array) -> tuple[float, float]:
    """Say how far one can go along a line, backwards and forwards, before another score is chosen.

    Parameters
    ----------
    lists : TunableLists
        Counts; candidates that count the same are one.
    intercepts, slopes : array of float64, shape (C,)
        ``features @ weights`` and ``features @ direction``.

    Returns
    -------
    (float, float)
        At most 0 and at least 0; infinite where nothing changes on that side.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, interval_around
    >>> lists = TunableLists(np.zeros((2, 1)), np.array([0, 2]), np.array([[1], [2]]), lambda u: u[..., 0])
    >>> interval_around(lists, np.array([0.5, 0.0]), np.array([0.0, 1.0]))
    (-inf, 0.5)
    """
    _, high, _ = sweep_line(lists, intercepts, slopes)
    at = int(np.searchsorted(high[:-1], 0.0, side="right"))
    ends = np.concatenate([[-np.inf], high])
    return float(ends[at]), float(ends[at + 1])


def sweep_line(lists: TunableLists, intercepts: Array, slopes: Array) -> tuple[Array, Array, NDArray[np.int64]]:
    """Go along a whole line, and say what is chosen in each interval.

    Parameters
    ----------
    lists : TunableLists
        Counts; candidates that count the same are one.
    intercepts, slopes : array of float64, shape (C,)
        ``features @ weights`` and ``features @ direction``.

    Returns
    -------
    (array of shape (I,), array of shape (I,), array of int64, shape (I, K))
        Where each interval begins and ends, from left to right, and the sums of the counts of what is chosen in it.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, sweep_line
    >>> lists = TunableLists(np.zeros((2, 1)), np.array([0, 2]), np.array([[1], [2]]), lambda u: u[..., 0])
    >>> low, high, sums = sweep_line(lists, np.array([0.5, 0.0]), np.array([0.0, 1.0]))
    >>> low.tolist(), high.tolist(), sums.tolist()
    ([-inf, 0.5], [0.5, inf], [[1], [2]])
    """
    envelopes = upper_envelopes(intercepts, slopes, lists.offsets)
    changes = lists.counts[envelopes.after] - lists.counts[envelopes.before]
    is_change = changes.any(axis=1)  # another candidate that counts the same is no cut
    cuts, changes = envelopes.cuts[is_change], changes[is_change]
    first = lists.counts[envelopes.first].sum(axis=0)
    starts = _group_starts(cuts)
    grouped = np.add.reduceat(changes, starts, axis=0) if len(starts) else changes[:0]
    sums = np.concatenate([first[None], first + grouped.cumsum(axis=0)])
    ends = np.append(starts[1:], len(cuts)) - 1 if len(starts) else starts
    return np.concatenate([[-np.inf], cuts[ends]]), np.concatenate([cuts[starts], [np.inf]]), sums


def _group_starts(cuts: Array) -> NDArray[np.int64]:
    """Return where, among rising cuts, each group of cuts that are one begins."""
    if not len(cuts):
        return np.empty(0, dtype=np.int64)
    is_new = np.diff(cuts) > _NEAR * np.maximum(np.abs(cuts[1:]), np.abs(cuts[:-1]))
    return np.concatenate([[0], np.flatnonzero(is_new) + 1]).astype(np.int64)


def _best(low: Array, high: Array, values: Array, bounds: tuple[float, float], margin: float) -> LineOptimum:
    """Choose the interval and the point in it."""
    is_in = (high > bounds[0]) & (low < bounds[1])
    low, high = np.maximum(low[is_in], bounds[0]), np.minimum(high[is_in], bounds[1])
    values = np.where(np.isnan(values[is_in]), -np.inf, values[is_in])
    steps = _points(low, high, margin)
    candidates = np.flatnonzero(values == values.max())
    widths = high[candidates] - low[candidates]
    widest = candidates[widths == widths.max()]
    at = int(widest[np.abs(steps[widest]).argmin()])
    return LineOptimum(float(steps[at]), float(values[at]), float(low[at]), float(high[at]), len(values))


def _points(low: Array, high: Array, margin: float) -> Array:
    """Return the middle of each interval; of one without an end, a point near the end that it has."""
    with np.errstate(invalid="ignore"):
        middle = low + (high - low) / 2
    points = np.where(np.isinf(low), high - margin, np.where(np.isinf(high), low + margin, middle))
    return np.where(np.isinf(low) & np.isinf(high), 0.0, points)
