"""Minimum error rate training: exact line searches along axes and other directions, from several starts."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.lab.tuning.line_search import search_line
from steelyard.lab.tuning.tunable_lists import TunableLists
from steelyard.meta.combinations.weight_search import Box, TunedWeights, random_direction, random_starts, rescaled

__all__ = ["mert"]

Array = NDArray[np.float64]

_MOST_ROUNDS = 100


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
    >>> from steelyard.lab.tuning import TunableLists, mert
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
        drawn = [np.where(is_free, random_direction(spread, generator), 0.0) for _ in range(n_directions)]
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
