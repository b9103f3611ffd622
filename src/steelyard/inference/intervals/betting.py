"""Intervals for means of scores that have a known range: they hold however rare the worst scores are."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError

__all__ = ["betting_intervals"]

Array = NDArray[np.float64]
_MOST_OF_STAKE = 0.5  # that may be lost at once: c of the paper
_STEPS = 40  # of halving: to 1e-12 of the range


def betting_intervals(
    values: Array, low: float, high: float, *, confidence_level: float = 0.95, seed: int = 12345
) -> list[tuple[float, float]]:
    """Bound means of bounded values by hedged betting.

    Parameters
    ----------
    values : array, shape (P, N)
        P samples of N values each; every sample is taken in the same order, which is drawn.
    low, high : float
        Between which every value lies that there can be.
    confidence_level : float, default 0.95
        Of each interval.
    seed : int
        Of the order.

    Returns
    -------
    list of (float, float)
        Around the mean that values are drawn from.

    Raises
    ------
    SpecError
        A value lies outside, or the range is empty.

    Notes
    -----
    Somebody who bets on each value in turn that it is above m, with a stake that was settled before, becomes richer
    than ``2 / alpha`` with a chance of at most ``alpha / 2`` where the mean is m (Ville); so does one who bets on less.
    The interval is of all m at which neither did. Nothing is supposed of the values but that they are drawn
    independently of one population and lie in the range: a sample in which a rare catastrophe is missing has an
    interval that allows for it, and is wide for that reason. Stakes are those that suit the spread so far
    (predictable plug-in), at most half of what can be lost.

    References
    ----------
    Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting", theorem 3,
    doi:10.1093/jrsssb/qkad009.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import betting_intervals
    >>> [[round(end, 2) for end in one] for one in betting_intervals(np.zeros((1, 30)), 0, 25)]
    [[0.0, 5.19]]
    """
    if not low < high or (values < low).any() or (values > high).any():
        raise SpecError(f"Values must lie between {low:g} and {high:g}, which is to be a range.")
    n = values.shape[1]
    # In random order, as the stakes depend on the order and files are often sorted by score.
    scaled = (values[:, np.random.default_rng(seed).permutation(n)] - low) / (high - low)
    stakes, goal = _stakes(scaled, 1 - confidence_level), np.log(2 / (1 - confidence_level))
    below = _edge(scaled, stakes, goal)
    above = 1 - _edge(1 - scaled, stakes, goal)
    means = scaled.mean(axis=1)
    ends = np.minimum(below, means), np.maximum(above, means)
    found = (low + (high - low) * np.stack(ends, axis=1)).tolist()
    return [(one, other) for one, other in found]


def _stakes(x: Array, alpha: float) -> Array:
    """Return what is staked on each value: by the spread of those before it."""
    n = x.shape[1]
    seen = np.arange(1, n + 1)
    # Shrunk to a mean of 1/2 and to the largest variance possible, 1/4, so that the first stakes are defined and small.
    means = (0.5 + np.cumsum(x, axis=1)) / (seen + 1)
    variances = (0.25 + np.cumsum(np.square(x - means), axis=1)) / (seen + 1)
    # A stake may rest on earlier values alone: otherwise the wealth is no martingale, and Ville's inequality fails.
    before = np.concatenate([np.full((len(x), 1), 0.25), variances[:, :-1]], axis=1)
    stakes: Array = np.sqrt(2 * np.log(2 / alpha) / (before * n))
    return stakes


def _edge(x: Array, stakes: Array, goal: float) -> Array:
    """Return the least mean at which betting on more did not reach the goal: what was won falls as the mean grows."""
    low, high = np.zeros(len(x)), np.ones(len(x))
    for _ in range(_STEPS):
        middle = ((low + high) / 2)[:, None]
        # Logarithms, as the product overflows. The maximum over time counts: a mean once rejected stays so.
        won = np.cumsum(np.log1p(np.minimum(stakes, _MOST_OF_STAKE / middle) * (x - middle)), axis=1).max(axis=1)
        is_reached = won >= goal
        low, high = np.where(is_reached, middle[:, 0], low), np.where(is_reached, high, middle[:, 0])
    return low
