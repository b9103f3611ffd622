"""Pieces of resampled correlations: which cells belong together, and Pearson's r from sums."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.null_distributions import TOLERANCE

__all__: list[str] = []  # pieces for this room

Array = NDArray[np.float64]


def by_group(cells: Array, level: Literal["system", "item", "within-system", "global"]) -> Array:
    """Arrange cells, shape (b, S, N), as the groups within which a level correlates: (b, G, c)."""
    if level == "item":
        return cells.transpose(0, 2, 1)
    return cells.reshape(len(cells), 1, -1) if level == "global" else cells


def to_cells(weights: Array, units: Literal["systems", "inputs", "both"], n_systems: int, n_items: int) -> Array:
    """Spread weights of systems, of items or of single outputs over all outputs: (b, S, N)."""
    shape = (len(weights), n_systems, n_items)
    if units == "both":
        return weights.reshape(shape)
    return np.broadcast_to(weights[:, :, None] if units == "systems" else weights[:, None, :], shape)


def correlations_of_moments(sums: Array, n: Array, size_z: Array, least: Array | float = 0.0) -> Array:
    """Return Pearson's r from sums of x, x^2 and x z, where z is centred and its squares add up to `size_z`.

    The x are near 0, so that no digits are lost; what is left of a constant is rounding, and gives NaN. So does a size
    of up to `least`, where sums were taken off larger ones and rounding is theirs.
    """
    size_x = sums[1] - np.square(sums[0]) / n
    is_defined = (size_x > np.maximum(TOLERANCE * sums[1], least)) & (size_z > 0)
    size = np.sqrt(np.where(is_defined, size_x * size_z, 1.0))
    return np.where(is_defined, np.clip(sums[2] / size, -1.0, 1.0), np.nan)
