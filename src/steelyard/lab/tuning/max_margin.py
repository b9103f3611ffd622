"""Max-margin weights: the best candidate should win by as much as the others are worse."""

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.log_linear import gold_weights
from steelyard.lab.tuning.tunable_lists import TunableLists

__all__ = ["hinge_loss", "max_margin"]

Array = NDArray[np.float64]

_GAP = 1e-4  # between the bounds of the optimum, in units of the loss
_MOST_ROUNDS = 1000
_SHARE = 1e-9  # less is rounding


def hinge_loss(lists: TunableLists, scores: Array, weights: Array) -> tuple[float, Array]:
    """Return the mean structured hinge loss, and a subgradient.

    Parameters
    ----------
    lists : TunableLists
        Candidates.
    scores : array, shape (C,)
        Of each candidate by itself; the highest of a list is right, and equally good ones share that.
    weights : array, shape (F,)
        Where.

    Returns
    -------
    (float, array of shape (F,))
        The mean over lists of max over k of (cost_k + w.f_k) - w.f_right, where cost_k is how much lower k scores than
        the right candidate.

    References
    ----------
    Tsochantaridis et al. 2005, "Large margin methods for structured and interdependent output variables", JMLR 6.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, hinge_loss
    >>> lists = TunableLists(np.array([[1.0], [0.0]]), np.array([0, 2]), np.zeros((2, 1), int), lambda u: u[..., 0])
    >>> loss, slope = hinge_loss(lists, np.array([1.0, 0.6]), np.array([0.1]))
    >>> round(loss, 6), slope.tolist()
    (0.3, [-1.0])
    """
    gold = gold_weights(scores, lists.offsets)
    costs = np.maximum.reduceat(scores, lists.offsets[:-1])[lists.owner] - scores
    model = lists.features @ weights
    worst = _worst(costs + model, lists.offsets)
    loss = (costs[worst].sum() + model[worst].sum() - gold @ model) / lists.n_lists
    return float(loss), (lists.features[worst].sum(axis=0) - gold @ lists.features) / lists.n_lists


def _worst(scores: Array, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    highest = np.repeat(np.maximum.reduceat(scores, offsets[:-1]), np.diff(offsets))
    is_highest = np.flatnonzero(scores == highest)
    found: NDArray[np.int64] = is_highest[np.searchsorted(is_highest, offsets[:-1])]
    return found


def max_margin(lists: TunableLists, scores: Array, *, l2: float = 0.01) -> tuple[Array, float, float]:
    """Minimise the structured hinge loss plus a penalty on the weights, by cutting planes.

    Parameters
    ----------
    lists : TunableLists
        Candidates.
    scores : array, shape (C,)
        Of each candidate by itself, between about 0 and 1.
    l2 : float, default 0.01
        Half of this times the squared weights, in units of the features' spread within lists, is added.

    Returns
    -------
    (array of shape (F,), float, float)
        Weights, the objective there, and a lower bound of any weights' objective.

    Notes
    -----
    The problem is convex: restarts find nothing else. Each round adds the plane that touches the loss at the last
    weights, and solves the small quadratic problem of those that carry the optimum, until the bounds meet.

    References
    ----------
    Teo et al. 2010, "Bundle methods for regularized risk minimization", JMLR 11 (algorithm and bounds).
    Watanabe et al. 2007, "Online large-margin training for statistical machine translation", D07-1080 (n-best
    lists).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, max_margin
    >>> lists = TunableLists(np.array([[1.0], [0.0]]), np.array([0, 2]), np.zeros((2, 1), int), lambda u: u[..., 0])
    >>> weights, objective, bound = max_margin(lists, np.array([1.0, 0.6]))
    >>> weights.round(4).tolist(), round(objective, 4), round(bound, 4)
    ([0.4], 0.0002, 0.0002)
    """
    spread = lists.spread()
    scale = np.where(spread > 0, spread, 1.0)
    planes, heights, shares = np.zeros((1, len(scale))), np.zeros(1), np.ones(1)
    weights, best = np.zeros(len(scale)), np.zeros(len(scale))
    upper, lower = np.inf, 0.0
    for _ in range(_MOST_ROUNDS):
        loss, slope = hinge_loss(lists, scores, weights / scale)
        slope = np.where(spread > 0, slope / scale, 0.0)
        objective = loss + l2 / 2 * float(weights @ weights)
        if objective < upper:
            upper, best = objective, weights
        if upper - lower < _GAP:
            break
        is_kept = shares > 0  # the others do not touch the optimum of these, so the bound does not fall
        planes = np.vstack([planes[is_kept], slope])
        heights = np.append(heights[is_kept], loss - float(slope @ weights))
        shares = _lowest(planes, heights, np.append(shares[is_kept], 0.0), l2)
        pull = shares @ planes
        weights, lower = -pull / l2, max(lower, float(shares @ heights - pull @ pull / (2 * l2)))
    return best / scale, float(upper), float(lower)


def _lowest(planes: Array, heights: Array, start: Array, l2: float) -> Array:
    """Minimise the highest of some planes plus the penalty: its dual is over shares of the planes."""
    from scipy.optimize import minimize

    gram = planes @ planes.T / l2
    n = len(heights)
    done = minimize(
        lambda shares: (0.5 * shares @ gram @ shares - heights @ shares, gram @ shares - heights),
        start,
        jac=True,
        method="SLSQP",
        bounds=[(0, 1)] * n,
        constraints={"type": "eq", "fun": lambda shares: shares.sum() - 1, "jac": lambda shares: np.ones(n)},
        options={"maxiter": 1000, "ftol": 1e-12},
    )
    shares = np.where(done.x > _SHARE, done.x, 0.0)
    found: Array = shares / shares.sum()
    return found
