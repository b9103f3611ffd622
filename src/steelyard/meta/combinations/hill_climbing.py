"""Hill climbing on a grid: Lavie and Agarwal 2007 (W07-0734, section 4.2) tune METEOR so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import CLIMB_STEPS
from steelyard.errors import SpecError
from steelyard.reprs import short_repr

__all__ = ["STEPS", "Climb", "hill_climb"]

STEPS = CLIMB_STEPS
_GAIN = 1e-12  # less is rounding
_DECIMALS = 12  # of a place on the grid: what is beyond is rounding
_DRAWS = 100  # for each restart; where the value is rarely defined there may be no start

Ticks = tuple[int, ...]
Point = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Climb:
    """Where a climb ended.

    Attributes
    ----------
    parameters : tuple of float
        The best point found.
    value : float
        There.
    n_evaluations : int
        Points that were looked at.

    Examples
    --------
    >>> from steelyard.meta import Climb
    >>> Climb((0.5, 1.0), 0.25, 40).parameters
    (0.5, 1.0)
    """

    parameters: Point
    value: float
    n_evaluations: int

    __repr__ = short_repr


def hill_climb(
    value: Callable[[Point], float],
    start: Sequence[float],
    *,
    lower: Sequence[float] | None = None,
    upper: Sequence[float] | None = None,
    steps: Sequence[float] = STEPS,
    n_restarts: int = 0,
    rng: int | np.random.Generator = 12345,
) -> Climb:
    """Look for the point with the highest value, one coordinate at a time.

    From each point all neighbours are looked at that lie one step up or down along one coordinate, and the best one is
    taken if it is better; of equal ones the first. Where none is better the next smaller step is tried, and after the
    smallest all again, until no step of any size helps. All points lie on the grid of the smallest step through the
    start. Nothing is drawn but the starts of restarts.

    Parameters
    ----------
    value : callable, tuple of float -> float
        What is to be high; NaN or minus infinity where a point is not allowed.
    start : sequence of float, length P
        Where the climb begins; it must be allowed.
    lower, upper : sequence of float, length P, optional
        Bounds, which may be reached.
    steps : sequence of float, default (0.32, 0.16, 0.08, 0.04, 0.02, 0.01)
        Largest first, each a multiple of the last.
    n_restarts : int, default 0
        Further climbs from points drawn within four largest steps of the start; the best end counts, and the first of
        equal ones.
    rng : int or numpy.random.Generator, default 12345
        For restarts.

    Returns
    -------
    Climb
        A local optimum: no neighbour at any of the steps is better.

    Raises
    ------
    SpecError
        The start is not allowed, or an option is out of range.

    References
    ----------
    Lavie and Agarwal 2007, W07-0734, section 4.2, "hill climbing"; steps and neighbours are not said there.

    Examples
    --------
    >>> from steelyard.meta import hill_climb
    >>> hill_climb(lambda point: -((point[0] - 0.37) ** 2) - (point[1] + 1.2) ** 2, (0.5, 0.0)).parameters
    (0.37, -1.2)
    """
    grid = _Grid.of(start, lower, upper, steps, n_restarts)
    known: dict[Ticks, float] = {}

    def at(ticks: Ticks) -> float:
        if ticks not in known:
            point = grid.point(ticks)
            found = float(value(point)) if grid.holds(point) else float("-inf")
            known[ticks] = found if found == found else float("-inf")
        return known[ticks]

    origin = (0,) * len(grid.start)
    if at(origin) == float("-inf"):
        raise SpecError(f"The climb cannot begin at {grid.start}: there is no value, or it is out of bounds.")
    ends = [_climb(at, origin, grid.strides)]
    generator = np.random.default_rng(rng)
    for _ in range(n_restarts):
        drawn = (grid.draw(generator) for _ in range(_DRAWS))
        restart = next((ticks for ticks in drawn if at(ticks) > float("-inf")), origin)
        ends.append(_climb(at, restart, grid.strides))
    best = ends[0]
    for end in ends[1:]:
        if at(end) > at(best) + _GAIN:
            best = end
    return Climb(grid.point(best), at(best), len(known))


def _climb(at: Callable[[Ticks], float], ticks: Ticks, strides: Sequence[int]) -> Ticks:
    """Walk uphill, in steps of each size in turn, until a round over all sizes moves nothing."""
    before: Ticks | None = None
    while ticks != before:
        before = ticks
        for stride in strides:
            ticks = _walk(at, ticks, stride)
    return ticks


def _walk(at: Callable[[Ticks], float], ticks: Ticks, stride: int) -> Ticks:
    while True:
        neighbours = [
            (*ticks[:i], ticks[i] + move, *ticks[i + 1 :]) for i in range(len(ticks)) for move in (stride, -stride)
        ]
        best = max(neighbours, key=at)  # the first of equal ones
        if not at(best) > at(ticks) + _GAIN:
            return ticks
        ticks = best


@dataclass(frozen=True, slots=True)
class _Grid:
    """Points as whole numbers of the smallest step from the start, so that no rounding adds up."""

    start: Point
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    unit: float
    strides: tuple[int, ...]

    @classmethod
    def of(
        cls,
        start: Sequence[float],
        lower: Sequence[float] | None,
        upper: Sequence[float] | None,
        steps: Sequence[float],
        n_restarts: int,
    ) -> "_Grid":
        point = tuple(float(coordinate) for coordinate in start)
        low = np.full(len(point), -np.inf) if lower is None else np.asarray(lower, dtype=np.float64)
        high = np.full(len(point), np.inf) if upper is None else np.asarray(upper, dtype=np.float64)
        if not point or low.shape != (len(point),) or high.shape != (len(point),):
            raise SpecError("start, lower and upper must name the same coordinates, one at least.")
        if not steps or min(steps) <= 0 or list(steps) != sorted(steps, reverse=True):
            raise SpecError(f"steps must be numbers above 0, the largest first, not {tuple(steps)}.")
        ratios = [step / steps[-1] for step in steps]
        if any(abs(ratio - round(ratio)) > 1e-9 * ratio for ratio in ratios):
            raise SpecError(f"Each of the steps must be a multiple of the last, {steps[-1]:g}: {tuple(steps)} are not.")
        if isinstance(n_restarts, bool) or not isinstance(n_restarts, int) or n_restarts < 0:
            raise SpecError(f"n_restarts must be 0 or more, not {n_restarts!r}.")
        return cls(point, low, high, float(steps[-1]), tuple(round(ratio) for ratio in ratios))

    def point(self, ticks: Ticks) -> Point:
        return tuple(round(begin + tick * self.unit, _DECIMALS) for begin, tick in zip(self.start, ticks, strict=True))

    def holds(self, point: Point) -> bool:
        return bool((self.lower <= point).all() and (point <= self.upper).all())

    def draw(self, generator: np.random.Generator) -> Ticks:
        reach = 4 * self.strides[0]
        begin = np.array(self.start)
        low = np.maximum(np.ceil((self.lower - begin) / self.unit), -reach)
        high = np.minimum(np.floor((self.upper - begin) / self.unit), reach)
        return tuple(int(tick) for tick in generator.integers(low.astype(int), high.astype(int), endpoint=True))
