"""Minimise a function plus a penalty on the size of its arguments: the loss of a log-linear model, a quadratic."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.lab.tuning.list_columns import ListColumns

__all__ = ["minimise", "minimise_quadratic", "violations"]

_MOST_STEPS = 200
_MOST_HALVINGS = 50
_ARMIJO = 1e-4  # a step must bring this share of what its slope promises
_LEAST_DAMPING = 1e-10  # of the largest curvature met: features that are copies of each other leave it singular
_MOST_DAMPING = 1e6
_ACCURACY = 1e-3  # of what is still off: no step needs its own minimum better
Array = NDArray[np.float64]
_MOST_ROUNDS = 200
_SWEEPS = 20  # of coordinates, before the system of those that are not 0 is solved
_SETTLED = 1e-10  # of the steepest slope: less is rounding


def minimise(columns: ListColumns, gamma: float, start: Array, *, tolerance: float) -> tuple[Array, float, Array]:
    """Return the weights at which no weight could move to lower the objective, and the loss and the chances there.

    The penalty is gamma, above 0, times the sum of absolute weights; no slope may be off by more than the tolerance.
    Each step minimises the second-order model of the loss plus the penalty, and is halved until the objective falls
    (Lee, Sun and Saunders 2014, doi:10.1137/130921428). The objective is convex, so what it ends at is a minimum over
    all weights; DataError says that it was not reached.
    """
    weights = start.astype(np.float64)
    scores = columns.scores(weights)
    chances, loss = columns.probabilities(scores)
    damping, bend = _LEAST_DAMPING, np.zeros(len(weights))
    for _ in range(_MOST_STEPS):
        slope = columns.slope(chances)
        off = float(violations(slope, weights, gamma).max(initial=0.0))
        if off <= tolerance:
            return weights, loss, chances
        curvature = columns.curvature(chances)
        bend = np.maximum(bend, curvature.diagonal())
        # A view of the diagonal: Levenberg and Marquardt's damping, in each feature's own scale.
        np.einsum("ii->i", curvature)[:] += damping * np.maximum(bend, bend.max() * _LEAST_DAMPING)
        wanted = minimise_quadratic(curvature, slope, weights, gamma, accuracy=_ACCURACY * off)
        share, moved = _halved(columns, gamma, weights, wanted - weights, scores, slope, loss)
        if moved is not None:
            weights, scores, chances, loss = moved
        elif damping > _MOST_DAMPING:
            break
        # Where all chances are near 0 or 1 the curvature says nothing, and steps would be endless.
        damping = damping * 100 if share < 0.25 else max(damping / 100, _LEAST_DAMPING)
    raise DataError(
        f"The weights of {columns.n_features} features did not settle: a slope is still off by {off:.2g}. Scale the "
        "features, or use a larger gamma."
    )


def _halved(
    columns: ListColumns, gamma: float, weights: Array, move: Array, scores: Array, slope: Array, loss: float
) -> tuple[float, tuple[Array, Array, Array, float] | None]:
    """Go along the move, or a share of it, so that the objective falls; None where it does not."""
    before = loss + gamma * float(np.abs(weights).sum())
    # What the model without curvature promises, below 0 for any move that improves it: Armijo's rule for a sum with a
    # kink.
    promised = float(slope @ move) + gamma * float(np.abs(weights + move).sum() - np.abs(weights).sum())
    rounding = 1e-14 * max(1.0, abs(before)) * len(columns.offsets)
    of_move, share = columns.scores(move), 1.0
    for _ in range(_MOST_HALVINGS):
        new = weights + share * move
        new_scores = scores + share * of_move
        chances, new_loss = columns.probabilities(new_scores)
        if new_loss + gamma * float(np.abs(new).sum()) <= before + _ARMIJO * share * promised + rounding:
            return share, (new, new_scores, chances, new_loss)
        share /= 2
    return share, None


def violations(slope: Array, weights: Array, gamma: float) -> Array:
    """Return by how much each weight misses the conditions of an optimum (Karush, Kuhn and Tucker), shape (A,).

    A weight that is not 0 needs a slope of gamma against its sign; one that is 0 a slope of gamma at most.
    """
    at_zero = np.maximum(np.abs(slope) - gamma, 0.0)
    missed: Array = np.where(weights == 0, at_zero, np.abs(slope + gamma * np.sign(weights)))
    return missed


def minimise_quadratic(curvature: Array, slope: Array, weights: Array, gamma: float, *, accuracy: float) -> Array:
    """Return where the function that has this slope at the weights, plus the penalty, is least.

    The penalty is gamma times the sum of absolute arguments. Coordinates are minimised one by one (Friedman, Hastie and
    Tibshirani 2010, doi:10.18637/jss.v033.i01) until signs have settled; with signs given the minimum is that of a
    linear system (Lee, Battle, Raina and Ng 2006). No slope is off by more than the accuracy, unless so many rounds
    were not enough: the function is then still lower.
    """
    target, here = weights.copy(), slope.copy()
    accuracy = max(accuracy, _SETTLED * max(gamma, float(np.abs(slope).max(initial=0.0))))
    for _ in range(_MOST_ROUNDS):
        if _swept(curvature, here, target, gamma, accuracy):
            break
        moving = np.flatnonzero(target)
        wanted = target.copy()
        wanted[moving] -= _solved(curvature[np.ix_(moving, moving)], here[moving] + gamma * np.sign(target[moving]))
        target = _on_the_way(curvature, here, gamma, target, wanted)
        here = slope + curvature @ (target - weights)
        if violations(here, target, gamma).max() <= accuracy:
            break
    return target


def _solved(system: Array, right: Array) -> Array:
    from scipy.linalg import LinAlgError, cho_factor, cho_solve

    try:  # half the work of what follows
        found = cho_solve(cho_factor(system, check_finite=False), right, check_finite=False)
    except LinAlgError:  # by rounding, where features are copies of each other
        found = np.linalg.solve(system, right)
    return np.asarray(found, np.float64)


def _swept(curvature: Array, slope: Array, target: Array, gamma: float, accuracy: float) -> bool:
    """Minimise along one coordinate after the other, some times over, in place; say whether that was enough."""
    bends = curvature.diagonal().tolist()
    for _ in range(_SWEEPS):
        chosen = np.flatnonzero(violations(slope, target, gamma) > accuracy).tolist()
        if not chosen:
            return True
        for i in chosen:
            old = float(target[i])
            free = old * bends[i] - float(slope[i])  # against the penalty
            new = max(abs(free) - gamma, 0.0) / bends[i] * (1 if free > 0 else -1)
            if new != old:
                slope += (new - old) * curvature[i]
                target[i] = new
    return False


def _on_the_way(curvature: Array, slope: Array, gamma: float, start: Array, end: Array) -> Array:
    """Return the best of the end and the points at which an argument passes 0; the slope is that at the start."""
    crosses = np.flatnonzero(start * end < 0)
    if not crosses.size:
        return end
    # Between crossings the penalty is linear and the whole a parabola; where an argument passes 0 it has a kink, which
    # may be the lowest point.
    shares = np.concatenate([start[crosses] / (start[crosses] - end[crosses]), [1.0]])
    move = end - start
    values = shares * (slope @ move) + 0.5 * np.square(shares) * (move @ curvature @ move)
    values += gamma * np.abs(start + shares[:, None] * move).sum(axis=1)
    best = int(values.argmin())
    point: Array = start + shares[best] * move
    if best < len(crosses):
        point[crosses[best]] = 0.0
    return point
