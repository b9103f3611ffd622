"""Bounds on a share that hold after every draw at once (Robbins 1970; Lai 1976)."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError

__all__ = ["SEQUENTIAL_ERROR", "binomial_confidence_sequence"]

SEQUENTIAL_ERROR = 1e-3  # chance, over all questions of a comparison and all moments, that some bound is wrong
_HALVINGS = 64  # of an interval within [0, 1]: to the last place


def binomial_confidence_sequence(
    count: ArrayLike, n_draws: int, error: float = SEQUENTIAL_ERROR
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bound the chances behind counts so that, with a given probability, no bound is ever wrong.

    A binomial interval holds for a number of draws that was fixed. Whoever looks again and again, and stops when the
    interval says what was hoped for, needs bounds that hold at all moments together: these.

    Parameters
    ----------
    count : array of int
        Successes among the draws made so far.
    n_draws : int
        n, from 1.
    error : float, default 0.001
        Chance that a share ever lies outside its bounds, each for itself: divide by the number of counts for all.

    Returns
    -------
    (array, array)
        Lower and upper bounds, from 0 to 1: the shares p with ``(n + 1) Binomial(c; n, p) > error`` lie within.

    Raises
    ------
    SpecError
        A count is not from 0 to n, or the error is not between 0 and 1.

    Notes
    -----
    ``1 / ((n + 1) Binomial(c; n, p))`` is the likelihood of the draws with p drawn from 0 to 1, over that with the true
    p: a martingale that starts at 1, so that it ever reaches ``1 / error`` with a chance of at most `error` (Ville's
    inequality). The bounds are 1.2 to 1.6 times as wide as a fixed number of draws up to 100,000 would have them.
    Solved by halving; what is returned is the outer end of the last bracket.

    References
    ----------
    Robbins 1970, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics
    41, doi:10.1214/aoms/1177696786.
    Lai 1976, "On confidence sequences", Annals of Statistics 4, doi:10.1214/aos/1176343406.
    For Monte-Carlo tests: Ding, Gandy and Hahn 2020, doi:10.1007/s00180-019-00927-6.

    Examples
    --------
    >>> from steelyard.inference import binomial_confidence_sequence
    >>> low, high = binomial_confidence_sequence([0, 50], 1000)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.0241], [0.0137, 0.0889])
    """
    counts = np.asarray(count, dtype=np.int64)
    if n_draws < 1 or ((counts < 0) | (counts > n_draws)).any():
        raise SpecError(f"Of {n_draws} draws, from none to all can be counted.")
    if not 0 < error < 1:
        raise SpecError(f"The error must lie between 0 and 1, not {error}.")
    share = counts / n_draws
    # In logarithms, as both the binomial coefficient and the chance leave float64.
    least = math.log(error) - math.log(n_draws + 1) - _log_choose(counts, n_draws)

    def is_within(p: NDArray[np.float64]) -> NDArray[np.bool_]:
        with np.errstate(divide="ignore", invalid="ignore"):
            lost = np.where(counts > 0, counts * np.log(p), 0.0)
            kept = np.where(counts < n_draws, (n_draws - counts) * np.log1p(-p), 0.0)
        return np.asarray(lost + kept > least)

    low = _outer_end(is_within, share, np.zeros_like(share))
    high = _outer_end(is_within, share, np.ones_like(share))
    return np.where(counts == 0, 0.0, low), np.where(counts == n_draws, 1.0, high)


def _outer_end(
    is_within: Callable[[NDArray[np.float64]], NDArray[np.bool_]],
    inner: NDArray[np.float64],
    outer: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Halve between a share that is within and one that is not; return the latter's side."""
    for _ in range(_HALVINGS):
        middle = (inner + outer) / 2
        within = is_within(middle)
        inner, outer = np.where(within, middle, inner), np.where(within, outer, middle)
    return outer


def _log_choose(counts: NDArray[np.int64], n: int) -> NDArray[np.float64]:
    whole = math.lgamma(n + 1)
    logs = [whole - math.lgamma(c + 1) - math.lgamma(n - c + 1) for c in counts.ravel().tolist()]
    return np.array(logs, dtype=np.float64).reshape(counts.shape)
