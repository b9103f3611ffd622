"""Logistic curves of items on a grid of abilities: what each system's answers say of its ability, and the reverse."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Answers", "Grid", "Slopes", "better_curves", "grid_of", "passing", "posterior", "rescaled"]

Array = NDArray[np.float64]

_FARTHEST = 6.0  # standard deviations of ability
_WIDEST, _MOST_NODES = 0.1, 1201


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Scores with 0 in the place of those that are missing, and 1 where there is one, both (S, N)."""

    scores: Array
    is_there: Array


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Abilities at equal steps, and the logarithm of the normal weight of each."""

    nodes: Array
    log_weights: Array


@dataclass(frozen=True, slots=True)
class Slopes:
    """Where slopes lie and how far they spread: the normal distribution that they are drawn to; no spread for none."""

    mean: float
    spread: float

    @property
    def precision(self) -> float:
        """One over the variance; 0 where slopes are left alone."""
        return 0.0 if not np.isfinite(self.spread) else 1 / self.spread**2


def grid_of(step: float = _WIDEST) -> Grid:
    """Cut abilities so finely that the sum over the grid is the integral.

    A sum at equal steps of one standard deviation of a normal density is off by 5e-9 of it, and posteriors of ability
    are nearly normal. Gauss-Hermite nodes lie .3 apart and more, and with 1,000 items a posterior is .06 wide: it falls
    between them.
    """
    n = min(_MOST_NODES, 2 * int(np.ceil(_FARTHEST / min(step, _WIDEST))) + 1)
    nodes = np.linspace(-_FARTHEST, _FARTHEST, n)
    log_weights = -0.5 * nodes**2
    return Grid(nodes, log_weights - np.log(np.exp(log_weights).sum()))


def passing(logits: Array) -> Array:
    """Return the logistic function, without overflow."""
    found: Array = 0.5 * (1 + np.tanh(0.5 * logits))
    return found


def posterior(answers: Answers, slopes: Array, intercepts: Array, grid: Grid) -> tuple[Array, float]:
    """Return the weight of every ability for every system, shape (S, Q), and the log-likelihood."""
    logits = np.multiply.outer(slopes, grid.nodes) + intercepts[:, None]
    # x log p + (1 - x) log(1 - p) = x logit - log(1 + exp(logit)). The largest is taken off before exp, as the product
    # of a thousand chances underflows.
    joint = answers.scores @ logits - answers.is_there @ np.logaddexp(0.0, logits) + grid.log_weights
    highest = joint.max(axis=1, keepdims=True)
    weights = np.exp(joint - highest)
    sums = weights.sum(axis=1, keepdims=True)
    return weights / sums, float((highest + np.log(sums)).sum())


def better_curves(
    answers: Answers, weights: Array, slopes: Array, intercepts: Array, grid: Grid, drawn_to: Slopes
) -> tuple[Array, Array, Array]:
    """Take a Newton step of every item's logistic regression on the abilities; also return variances of slopes."""
    counts, sums = answers.is_there.T @ weights, answers.scores.T @ weights
    nodes, precision = grid.nodes, drawn_to.precision

    def value(a: Array, c: Array) -> Array:
        logits = np.multiply.outer(a, nodes) + c[:, None]
        fit: Array = (sums * logits - counts * np.logaddexp(0.0, logits)).sum(axis=1)
        return fit - 0.5 * precision * np.square(a - drawn_to.mean)

    passes = passing(np.multiply.outer(slopes, nodes) + intercepts[:, None])
    left, spread = sums - counts * passes, counts * passes * (1 - passes)
    up_a, up_c = left @ nodes - precision * (slopes - drawn_to.mean), left.sum(axis=1)
    aa, ac, cc = spread @ nodes**2 + precision, spread @ nodes, spread.sum(axis=1)
    # The determinant: each item has two unknowns, so Cramer's rule solves all items at once.
    room = np.maximum(aa * cc - ac**2, 1e-300)
    step_a, step_c = (cc * up_a - ac * up_c) / room, (aa * up_c - ac * up_a) / room
    # A full Newton step runs away where an item nearly separates the systems: at most 2 logits, halved while the fit
    # is worse.
    shorter = np.minimum(1.0, 2.0 / np.maximum(np.abs(step_a), np.abs(step_c)).clip(1e-300))
    before = value(slopes, intercepts)
    for _ in range(30):
        is_worse = value(slopes + shorter * step_a, intercepts + shorter * step_c) < before - 1e-12 * np.abs(before)
        if not is_worse.any():
            break
        shorter = np.where(is_worse, shorter / 2, shorter)
    return slopes + shorter * step_a, intercepts + shorter * step_c, cc / room


def rescaled(weights: Array, grid: Grid) -> tuple[float, float]:
    """Return mean and standard deviation of the abilities: to give them 0 and 1 is what makes the steps few.

    Liu, Rubin and Wu 1998, "Parameter expansion to accelerate EM", doi:10.1093/biomet/85.4.755.
    """
    share = weights.mean(axis=0)
    mean = float(share @ grid.nodes)
    return mean, float(np.sqrt(share @ np.square(grid.nodes - mean)))
