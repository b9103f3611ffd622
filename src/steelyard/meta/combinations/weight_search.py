"""Searches that only ask what a point is worth: Nelder-Mead, grids, random points."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.reprs import short_repr

__all__ = ["BlackBox", "Box", "TunedWeights", "random_direction", "random_starts", "rescaled", "search_points"]

Array = NDArray[np.float64]
BlackBox = Literal["nelder-mead", "grid", "exhaustive", "random"]

_GRID = np.linspace(-3, 3, 25)  # in units of one feature's say
_POINTS_A_RESTART = 200  # of the random search
_MOST_ROUNDS = 20
_TENTHS = 10  # that weights of the exhaustive grid share
_MOST_POINTS = 200_000  # of it


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Where weights may be.

    Attributes
    ----------
    low, high : array of float64, shape (F,)
        Least and greatest value of each weight; equal ones fix it.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import Box
    >>> Box(np.array([0.0, 1.0]), np.array([np.inf, 1.0])).is_free.tolist()
    [True, False]
    """

    low: Array
    high: Array

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse bounds that leave nothing."""
        if not (self.low <= self.high).all():
            raise SpecError("Each lower bound of a weight must be at most its upper bound.")

    @classmethod
    def unbounded(cls, n_features: int) -> "Box":
        """Allow every weight."""
        return cls(np.full(n_features, -np.inf), np.full(n_features, np.inf))

    @property
    def is_free(self) -> NDArray[np.bool_]:
        """Which weights can change, shape (F,)."""
        found: NDArray[np.bool_] = self.high > self.low
        return found

    @property
    def is_open(self) -> bool:
        """Whether there are no bounds at all, so that the scale of the weights means nothing."""
        return bool(np.isneginf(self.low).all() and np.isposinf(self.high).all())

    def steps(self, weights: Array, direction: Array) -> tuple[float, float]:
        """Return how far one can go from weights that are within, backwards and forwards."""
        moves = direction != 0
        ends = np.stack([(self.low - weights)[moves], (self.high - weights)[moves]]) / direction[moves]
        return float(ends.min(axis=0).max(initial=-np.inf)), float(ends.max(axis=0).min(initial=np.inf))

    def clipped(self, weights: Array) -> Array:
        """Bring weights within."""
        return np.clip(weights, self.low, self.high)


@dataclass(frozen=True, slots=True, eq=False)
class TunedWeights:
    """What a search for weights found.

    Attributes
    ----------
    weights : array of float64, shape (F,)
        The best ones.
    value : float
        Of the objective there; higher is better.
    values : tuple of float
        Where each climb ended, that from the given start first: their spread is the noise of the search.
    n_evaluations : int
        Lines that were searched, or points that were tried.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import TunedWeights
    >>> TunedWeights(np.array([1.0]), 0.3, (0.3, 0.28), 12).values
    (0.3, 0.28)
    """

    weights: Array
    value: float
    values: tuple[float, ...]
    n_evaluations: int

    __repr__ = short_repr


def rescaled(weights: Array, box: Box) -> Array:
    """Bring the absolute values of weights without bounds to a sum of 1: their scale changes no choice.

    Parameters
    ----------
    weights : array, shape (F,)
        Of a model.
    box : Box
        With any bound, the weights stay as they are.

    Returns
    -------
    array, shape (F,)
        Weights that choose the same.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import Box, rescaled
    >>> rescaled(np.array([3.0, -1.0]), Box.unbounded(2)).tolist()
    [0.75, -0.25]
    """
    size = np.abs(weights).sum()
    return weights / size if size > 0 and box.is_open else weights


def random_starts(start: Array, box: Box, spread: Array, n: int, generator: np.random.Generator) -> Iterator[Array]:
    """Draw weights: even between two bounds; else normal, so that every feature has as much to say."""
    for _ in range(n):
        drawn = random_direction(spread, generator)
        is_between = np.isfinite(box.low) & np.isfinite(box.high)
        even = generator.random(len(start))
        with np.errstate(invalid="ignore"):
            drawn = np.where(is_between, box.low + even * (box.high - box.low), drawn)
        yield box.clipped(np.where(spread > 0, drawn, start))


def random_direction(spread: Array, generator: np.random.Generator) -> Array:
    """Draw a direction in which every feature has about the same say."""
    return generator.normal(size=len(spread)) / np.where(spread > 0, spread, 1.0)


def search_points(
    value: Callable[[Array], float],
    start: Array,
    spread: Array,
    *,
    method: BlackBox = "nelder-mead",
    box: Box | None = None,
    n_restarts: int = 20,
    rng: np.random.Generator | int = 12345,
    advance: Callable[[], None] = lambda: None,
) -> TunedWeights:
    """Find weights with a high value, where nothing is known but the value of each point.

    Parameters
    ----------
    value : callable, weights -> float
        Higher is better.
    start : array, shape (F,)
        Where the first climb begins.
    spread : array, shape (F,)
        Of the features within lists; a weight of a feature without any stays.
    method : {"nelder-mead", "grid", "exhaustive", "random"}
        The simplex of SciPy; 25 values of each weight in turn, until a round gains nothing; every weighting in steps of
        a tenth whose absolute values add up to 1, each weight with the sign of the start, in one climb; 200 random
        points.
    box : Box, optional
        Bounds; without any, weights are rescaled to absolute values that add up to 1.
    n_restarts : int, default 20
        Further climbs.
    rng : Generator or int
        Draws restarts and points.
    advance : callable, optional
        Called after each climb.

    Returns
    -------
    TunedWeights
        The best climb's.

    Raises
    ------
    SpecError
        There is no such method, or the exhaustive grid would have more than 200,000 points.

    Notes
    -----
    Where counts add up, `mert` finds more, as it sees every interval of a line. A simplex stops on the flat steps of a
    corpus score.

    References
    ----------
    Nelder and Mead 1965, "A simplex method for function minimization", The Computer Journal 7(4).
    Giménez and Màrquez 2007, "Context-aware discriminative phrase selection for statistical machine translation",
    W07-0719 (exhaustive grid in steps of a tenth).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import Box, search_points
    >>> hill = lambda w: -float(((w - [0.3, -0.2]) ** 2).sum())
    >>> box = Box(np.full(2, -1.0), np.full(2, 1.0))
    >>> search_points(hill, np.zeros(2), np.ones(2), box=box, n_restarts=0).weights.round(3).tolist()
    [0.3, -0.2]
    """
    if method not in get_args(BlackBox):
        raise unknown_name("search", method, get_args(BlackBox))
    limits = box or Box.unbounded(len(start))
    climb = {"nelder-mead": _simplex, "grid": _grid, "exhaustive": _exhaustive, "random": _random}[method]
    generator = np.random.default_rng(rng)
    starts = [limits.clipped(np.asarray(start, dtype=np.float64))]
    if method != "exhaustive":  # from wherever it begins, it asks the same points
        starts += random_starts(starts[0], limits, spread, n_restarts, generator)
    asked = 0

    def ask(weights: Array) -> float:
        nonlocal asked
        asked += 1
        return value(weights)

    found = []
    for point in starts:
        reached = rescaled(climb(ask, point, spread, limits, generator), limits)
        found.append((value(reached), reached))
        advance()
    values = [at for at, _ in found]
    best = int(np.argmax(values))
    return TunedWeights(found[best][1], values[best], tuple(values), asked)


def _simplex(
    ask: Callable[[Array], float], start: Array, spread: Array, box: Box, generator: np.random.Generator
) -> Array:
    from scipy.optimize import minimize

    free = np.flatnonzero(box.is_free & (spread > 0))

    def at(point: Array) -> Array:
        weights = start.copy()
        weights[free] = point / spread[free]
        return box.clipped(weights)

    first = start[free] * spread[free]
    sides = np.concatenate([first[None], first + np.eye(len(free)) * max(1.0, np.abs(first).max(initial=0.0)) / 2])
    done = minimize(
        lambda point: -ask(at(point)), first, method="Nelder-Mead",
        options={"initial_simplex": sides, "xatol": 1e-4, "fatol": 1e-6, "maxiter": 200 * max(1, len(free))},
    )  # fmt: skip
    return at(done.x)


def _grid(
    ask: Callable[[Array], float], start: Array, spread: Array, box: Box, generator: np.random.Generator
) -> Array:
    weights, best = start.copy(), ask(start)
    for _ in range(_MOST_ROUNDS):
        before = best
        for i in np.flatnonzero(box.is_free & (spread > 0)):
            ends = box.low[i], box.high[i]
            points = np.linspace(*ends, len(_GRID)) if np.isfinite(ends).all() else np.clip(_GRID / spread[i], *ends)
            for point in points:
                moved = np.where(np.arange(len(weights)) == i, point, weights)
                if (value := ask(moved)) > best:
                    weights, best = moved, value
        if best == before:
            break
    return weights


def _exhaustive(
    ask: Callable[[Array], float], start: Array, spread: Array, box: Box, generator: np.random.Generator
) -> Array:
    free = np.flatnonzero(box.is_free & (spread > 0))
    n_points = comb(_TENTHS + len(free) - 1, _TENTHS)
    if n_points > _MOST_POINTS:
        raise SpecError(
            f"{len(free)} weights in steps of a tenth are {n_points:,} points, and {_MOST_POINTS:,} are the most: fix "
            "some weights, or search otherwise."
        )
    signs = np.where(start[free] < 0, -1.0, 1.0) / _TENTHS
    best, value = start, ask(start)
    for shared in _shared_out(_TENTHS, len(free)):
        weights = start.copy()
        weights[free] = signs * shared
        if (weights >= box.low).all() and (weights <= box.high).all() and (found := ask(weights)) > value:
            best, value = weights, found
    return best


def _shared_out(whole: int, n: int) -> Iterator[tuple[int, ...]]:
    """Share a whole out among n in every way."""
    if n <= 1:
        yield (whole,) * n
        return
    for own in range(whole + 1):
        for rest in _shared_out(whole - own, n - 1):
            yield (own, *rest)


def _random(
    ask: Callable[[Array], float], start: Array, spread: Array, box: Box, generator: np.random.Generator
) -> Array:
    points = [start, *random_starts(start, box, spread, _POINTS_A_RESTART, generator)]
    return points[int(np.argmax([ask(point) for point in points]))]
