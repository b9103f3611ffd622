"""How sure a line between two scales is: errors of the curves, and of items that have moved."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.item_response.parts.curves import Answers, Grid, Slopes, passing
from steelyard.inference.item_response.parts.information import covariance_along

__all__ = ["along_curves", "apart", "gradients_of_characteristic_curves", "gradients_of_difficulties"]

Array = NDArray[np.float64]
Gradients = tuple[Array, Array]  # of the old and the new version: (N, slope and intercept, scale and shift)


class _Curves(Protocol):
    @property
    def slopes(self) -> Array: ...
    @property
    def intercepts(self) -> Array: ...
    @property
    def covariances(self) -> Array: ...
    @property
    def made_of(self) -> tuple[Answers, Array, Grid, Slopes] | None: ...


def gradients_of_difficulties(a: Array, c: Array, line: Array) -> Gradients:
    """Return derivatives of the line by mean and sigma; slopes and intercepts are (2, N), the old version first."""
    n, scale = a.shape[1], float(line[0])
    difficulties = -c / a
    (mean_old, mean), (spread_old, spread) = difficulties.mean(axis=1), difficulties.std(axis=1)
    by_old = (difficulties[0] - mean_old) / (n * spread_old * spread)
    by_new = -scale * (difficulties[1] - mean) / (n * spread**2)
    old, new = np.stack([by_old, 1 / n - mean * by_old], 1), np.stack([by_new, -scale / n - mean * by_new], 1)
    found = [
        np.stack([row * (c[i] / a[i] ** 2)[:, None], row * (-1 / a[i])[:, None]], axis=1)
        for i, row in enumerate((old, new))
    ]
    return found[0], found[1]


def gradients_of_characteristic_curves(a: Array, c: Array, line: Array, nodes: Array, weights: Array) -> Gradients:
    """Return derivatives of the line by Stocking and Lord, as Gauss and Newton's step has them."""
    scale, shift = float(line[0]), float(line[1])
    there = (nodes - shift) / scale
    old = passing(np.multiply.outer(nodes, a[0]) + c[0])
    new = passing(np.multiply.outer(there, a[1]) + c[1])
    steep_old, steep_new = old * (1 - old), new * (1 - new)
    of_line = -(steep_new @ a[1] / scale)[:, None] * np.stack([there, np.ones(len(nodes))], axis=1)
    # Implicit function theorem: where the curves move, the minimum moves by (G' W G)^-1 G' W times the change; second
    # derivatives are left out, as in Gauss and Newton's step.
    step = np.linalg.solve(of_line.T @ (weights[:, None] ** 2 * of_line), of_line.T * weights**2)
    by_old = np.stack([(step @ (steep_old * nodes[:, None])).T, (step @ steep_old).T], axis=1)
    by_new = -np.stack([(step @ (steep_new * there[:, None])).T, (step @ steep_new).T], axis=1)
    return by_old, by_new


def along_curves(version: _Curves, places: NDArray[np.int64], gradient: Array) -> Array:
    """Return variances of scale and shift from the errors of one version's curves, which hang together."""
    if version.made_of is None:
        return apart(version, places, gradient)
    varies = np.isfinite(version.slopes)
    directions = np.zeros((len(varies), 2, 2))
    directions[places] = gradient
    answers, weights, grid, drawn_to = version.made_of
    found = covariance_along(
        directions[varies], answers, weights, version.slopes[varies], version.intercepts[varies], grid, drawn_to
    )
    return np.maximum(np.diag(found), 0.0)


def apart(version: _Curves, places: NDArray[np.int64], gradient: Array) -> Array:
    """Return the same as if every item had been judged by systems of its own."""
    found: Array = np.einsum("nik,nij,njk->k", gradient, version.covariances[places], gradient)
    return found
