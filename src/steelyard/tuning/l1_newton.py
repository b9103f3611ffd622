"""Minimise the loss of a log-linear model plus a penalty on the size of its weights: proximal Newton steps."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.tuning.log_linear import list_log_sums
from steelyard.tuning.sparse import SparseFeatures

__all__ = ["minimise", "violations"]

_MOST_STEPS = 200
_MOST_CHANGES = 2000  # of signs, in one step
_MOST_HALVINGS = 50
_ARMIJO = 1e-4  # a step must bring this share of what its slope promises
_LEAST_DAMPING = 1e-10  # of the largest curvature met: features that are copies of each other leave it singular
_MOST_DAMPING = 1e6
_AT_ONCE = 2**17  # numbers of an array that is worked on at once: as many as stay in a core's cache
_SETTLED = 1e-10  # of the steepest slope: less is rounding


def minimise(
    features: SparseFeatures,
    offsets: NDArray[np.int64],
    gold: NDArray[np.float64],
    gamma: float,
    start: NDArray[np.float64],
    *,
    tolerance: float,
) -> tuple[NDArray[np.float64], float]:
    """Return the weights at which no weight could move to lower the objective, and the loss there.

    Parameters
    ----------
    features : SparseFeatures
        The A features in the model, of C candidates.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.
    gold : array, shape (C,)
        Weights of the right candidates.
    gamma : float
        Above 0: the penalty is gamma times the sum of absolute weights.
    start : array, shape (A,)
        Where to begin.
    tolerance : float
        No slope may be off by more.

    Returns
    -------
    weights : array, shape (A,)
        Exactly 0 where a feature is of no use.
    loss : float
        Without the penalty.

    Raises
    ------
    DataError
        The optimum was not reached.

    Notes
    -----
    Each step minimises the second-order model of the loss plus the penalty, and is halved until the objective falls
    (Lee, Sun and Saunders 2014, doi:10.1137/130921428). The objective is convex, so what it ends at is a minimum over
    all weights.
    """
    weights = start.astype(np.float64)
    sizes = np.diff(offsets)
    scores = features.scores(weights)
    loss = _loss(scores, offsets, gold)
    damping = _LEAST_DAMPING
    even = np.repeat(1.0 / sizes, sizes)
    bend = _curvature(features, even, offsets).diagonal()  # as a scale that is above 0 for all that varies
    for _ in range(_MOST_STEPS):
        chances = np.exp(scores - np.repeat(list_log_sums(scores, offsets), sizes))
        slope = features.product(chances - gold)
        off = float(violations(slope, weights, gamma).max(initial=0.0))
        if off <= tolerance:
            return weights, loss
        curvature = _curvature(features, chances, offsets)
        bend = np.maximum(bend, curvature.diagonal())
        # A view of the diagonal: Levenberg and Marquardt's damping, in each feature's own scale.
        np.einsum("ii->i", curvature)[:] += damping * bend
        move = _direction(curvature, slope, weights, gamma)
        share, moved = _halved(features, offsets, gold, gamma, weights, move, slope, loss)
        if moved is not None:
            weights, scores, loss = moved
        elif damping > _MOST_DAMPING:
            break
        # Where all chances are near 0 or 1 the curvature says nothing, and steps would be endless.
        damping = damping * 100 if share < 0.25 else max(damping / 100, _LEAST_DAMPING)
    raise DataError(
        f"The weights of {features.n_features} features did not settle: a slope is still off by {off:.2g}. Scale the "
        "features, or use a larger gamma."
    )


def violations(slope: NDArray[np.float64], weights: NDArray[np.float64], gamma: float) -> NDArray[np.float64]:
    """Return by how much each weight misses the conditions of an optimum (Karush, Kuhn and Tucker), shape (A,).

    A weight that is not 0 needs a slope of gamma against its sign; one that is 0 a slope of gamma at most.
    """
    at_zero = np.maximum(np.abs(slope) - gamma, 0.0)
    missed: NDArray[np.float64] = np.where(weights == 0, at_zero, np.abs(slope + gamma * np.sign(weights)))
    return missed


def _loss(scores: NDArray[np.float64], offsets: NDArray[np.int64], gold: NDArray[np.float64]) -> float:
    return float(list_log_sums(scores, offsets).sum() - gold @ scores)


def _curvature(
    features: SparseFeatures, chances: NDArray[np.float64], offsets: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the covariance of the features within lists, summed: from deviations, so that none comes out negative."""
    found = np.zeros((features.n_features, features.n_features))
    first = 0
    while first < len(offsets) - 1:  # some lists at a time: all candidates by all features would not fit
        most = offsets[first] + _AT_ONCE // max(features.n_features, 1)
        last = max(int(np.searchsorted(offsets, most, side="right")) - 1, first + 1)
        low, high = int(offsets[first]), int(offsets[last])
        values, chance = features.dense(low, high), chances[low:high, None]
        means = np.add.reduceat(values * chance, offsets[first:last] - low, axis=0)
        values -= np.repeat(means, np.diff(offsets[first : last + 1]), axis=0)
        values *= np.sqrt(chance)
        found += values.T @ values
        first = last
    return found


def _direction(
    curvature: NDArray[np.float64], slope: NDArray[np.float64], weights: NDArray[np.float64], gamma: float
) -> NDArray[np.float64]:
    """Minimise the quadratic model plus the penalty: feature-sign search (Lee, Battle, Raina and Ng 2006).

    With signs given the minimum is that of a linear system; signs change where the way to it passes 0.
    """
    constant = slope - curvature @ weights  # the model's slope at 0
    target = weights.copy()
    signs = np.sign(weights)
    accuracy = _SETTLED * max(gamma, float(np.abs(slope).max()))
    for _ in range(_MOST_CHANGES):
        here = constant + curvature @ target
        off = violations(here, target, gamma)
        if off.max() <= accuracy:
            break
        if off[signs != 0].max(initial=0.0) <= accuracy:  # the best with these signs: let one more weight move
            enters = int(np.where(signs == 0, off, 0.0).argmax())
            # The weight moves against the slope.
            signs[enters] = -np.sign(here[enters])
        moving = np.flatnonzero(signs)
        wanted = target.copy()
        wanted[moving] = np.linalg.solve(curvature[np.ix_(moving, moving)], -(constant[moving] + gamma * signs[moving]))
        target = _on_the_way(curvature, constant, gamma, target, wanted)
        signs = np.sign(target)
    return target - weights


def _on_the_way(
    curvature: NDArray[np.float64],
    constant: NDArray[np.float64],
    gamma: float,
    start: NDArray[np.float64],
    end: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the best of the end and the points at which a weight passes 0."""
    crosses = np.flatnonzero(start * end < 0)
    # Between crossings the penalty is linear and the whole a parabola; where a weight passes 0 it has a kink, which may
    # be the lowest point.
    shares = np.concatenate([start[crosses] / (start[crosses] - end[crosses]), [1.0]])
    points = start + shares[:, None] * (end - start)
    points[np.arange(len(crosses)), crosses] = 0.0
    points[-1] = end
    values = points @ constant + 0.5 * np.einsum("ij,ij->i", points @ curvature, points)
    values += gamma * np.abs(points).sum(axis=1)
    best: NDArray[np.float64] = points[values.argmin()]
    return best


def _halved(
    features: SparseFeatures,
    offsets: NDArray[np.int64],
    gold: NDArray[np.float64],
    gamma: float,
    weights: NDArray[np.float64],
    move: NDArray[np.float64],
    slope: NDArray[np.float64],
    loss: float,
) -> tuple[float, tuple[NDArray[np.float64], NDArray[np.float64], float] | None]:
    """Go along the move, or a share of it, so that the objective falls; None where it does not."""
    before = loss + gamma * float(np.abs(weights).sum())
    # What the model without curvature promises, below 0 for any move that improves it: Armijo's rule for a sum with a
    # kink.
    promised = float(slope @ move) + gamma * float(np.abs(weights + move).sum() - np.abs(weights).sum())
    rounding = 1e-14 * max(1.0, abs(before)) * len(offsets)
    share = 1.0
    for _ in range(_MOST_HALVINGS):
        new = weights + share * move
        scores = features.scores(new)
        new_loss = _loss(scores, offsets, gold)
        if new_loss + gamma * float(np.abs(new).sum()) <= before + _ARMIJO * share * promised + rounding:
            return share, (new, scores, new_loss)
        share /= 2
    return share, None
