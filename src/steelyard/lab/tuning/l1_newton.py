"""Minimise the loss of a log-linear model plus a penalty on the size of its weights: proximal Newton steps."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.lab.tuning.l1_quadratic import minimise_quadratic, violations
from steelyard.lab.tuning.list_columns import ListColumns

__all__ = ["minimise", "violations"]

_MOST_STEPS = 200
_MOST_HALVINGS = 50
_ARMIJO = 1e-4  # a step must bring this share of what its slope promises
_LEAST_DAMPING = 1e-10  # of the largest curvature met: features that are copies of each other leave it singular
_MOST_DAMPING = 1e6
_ACCURACY = 1e-3  # of what is still off: no step needs its own minimum better

Array = NDArray[np.float64]


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
    columns: ListColumns,
    gamma: float,
    weights: Array,
    move: Array,
    scores: Array,
    slope: Array,
    loss: float,
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
