"""Minimum error rate training: exact line searches along axes and other directions, from several starts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.short_repr import short_repr
from steelyard.tuning.line_search import search_line
from steelyard.tuning.tunable_lists import TunableLists

__all__ = ["Box", "TunedWeights", "mert", "rescaled"]

Array = NDArray[np.float64]

_MOST_ROUNDS = 100


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
    >>> from steelyard.tuning import Box
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
    >>> from steelyard.tuning import TunedWeights
    >>> TunedWeights(np.array([1.0]), 0.3, (0.3, 0.28), 12).values
    (0.3, 0.28)
    """

    weights: Array
    value: float
    values: tuple[float, ...]
    n_evaluations: int

    __repr__ = short_repr


def mert(
    lists: TunableLists,
    start: Array,
    *,
    box: Box | None = None,
    n_restarts: int = 20,
    tolerance: float = 1e-4,
    n_directions: int = 5,
    rng: np.random.Generator | int = 12345,
    advance: Callable[[], None] = lambda: None,
) -> TunedWeights:
    """Find weights whose choices score best as a corpus, by Powell's method with exact line searches.

    Parameters
    ----------
    lists : TunableLists
        Candidates.
    start : array, shape (F,)
        Where the first climb begins.
    box : Box, optional
        Bounds; by default none, and then the weights found are rescaled to absolute values that add up to 1.
    n_restarts : int, default 20
        Further climbs from random weights.
    tolerance : float, default 1e-4
        A round that gains less is the last of its climb.
    n_directions : int, default 5
        Random directions beside the axes, in every round.
    rng : Generator or int
        Draws restarts and directions.
    advance : callable, optional
        Called after each climb.

    Returns
    -------
    TunedWeights
        The best climb's; of equal ones the first.

    Raises
    ------
    SpecError
        No feature that may change differs within a list.

    Notes
    -----
    A round searches along every axis, along random directions, and along the whole way of the round. Features that are
    constant within every list change nothing and keep the weight of the start. The objective is a staircase with many
    local optima: compare `values` before you believe a difference between weights.

    References
    ----------
    Och 2003, "Minimum error rate training in statistical machine translation", P03-1021.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import TunableLists, mert
    >>> features = np.array([[1.0, 0.0], [0.5, 1.0], [0.0, 0.0]])
    >>> lists = TunableLists(features, np.array([0, 3]), np.array([[9], [0], [4]]), lambda u: u[..., 0])
    >>> found = mert(lists, np.array([0.5, 0.8]), n_restarts=0)
    >>> lists.value_at(np.array([0.5, 0.8])), found.value, lists.picks(found.weights).tolist()
    (0.0, 9.0, [0])
    """
    limits = box or Box.unbounded(len(start))
    spread = lists.spread()
    is_free = limits.is_free & (spread > 0)
    if not is_free.any():
        raise SpecError("No feature that may change differs within a list: there is nothing to tune.")
    generator = np.random.default_rng(rng)
    starts = [limits.clipped(np.asarray(start, dtype=np.float64))]
    starts += random_starts(starts[0], limits, spread, n_restarts, generator)
    found, n_searches = [], 0
    for point in starts:
        weights, n = _climb(lists, point, limits, spread, is_free, tolerance, n_directions, generator)
        weights = rescaled(weights, limits)
        found.append((lists.value_at(weights), weights))
        n_searches += n
        advance()
    values = [value for value, _ in found]
    best = int(np.argmax(values))
    return TunedWeights(found[best][1], values[best], tuple(values), n_searches)


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
    >>> from steelyard.tuning import Box, rescaled
    >>> rescaled(np.array([3.0, -1.0]), Box.unbounded(2)).tolist()
    [0.75, -0.25]
    """
    size = np.abs(weights).sum()
    return weights / size if size > 0 and box.is_open else weights


def random_starts(start: Array, box: Box, spread: Array, n: int, generator: np.random.Generator) -> Iterator[Array]:
    """Draw weights: even between two bounds; else normal, so that every feature has as much to say."""
    for _ in range(n):
        drawn = _random_direction(spread, generator)
        is_between = np.isfinite(box.low) & np.isfinite(box.high)
        even = generator.random(len(start))
        with np.errstate(invalid="ignore"):
            drawn = np.where(is_between, box.low + even * (box.high - box.low), drawn)
        yield box.clipped(np.where(spread > 0, drawn, start))


def _random_direction(spread: Array, generator: np.random.Generator) -> Array:
    return generator.normal(size=len(spread)) / np.where(spread > 0, spread, 1.0)


def _climb(
    lists: TunableLists,
    start: Array,
    box: Box,
    spread: Array,
    is_free: NDArray[np.bool_],
    tolerance: float,
    n_directions: int,
    generator: np.random.Generator,
) -> tuple[Array, int]:
    """Go up until a round gains too little; return the weights and how many lines were searched."""
    weights, n_searches = start.copy(), 0
    value = lists.value_at(weights)
    axes = np.eye(len(start))[is_free]
    for _ in range(_MOST_ROUNDS):
        before, value_before = weights.copy(), value
        drawn = [np.where(is_free, _random_direction(spread, generator), 0.0) for _ in range(n_directions)]
        for direction in (*axes, *drawn, None):
            along = weights - before if direction is None else direction
            if not along.any():
                continue
            reached = search_line(
                lists,
                product(lists.features, weights),
                product(lists.features, along),
                bounds=box.steps(weights, along),
            )
            n_searches += 1
            if reached.value > value:
                weights, value = box.clipped(weights + reached.step * along), reached.value
        if value - value_before <= tolerance:
            break
    return weights, n_searches
