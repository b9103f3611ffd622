"""Sums of scores over the units that a draw keeps, for many draws at once."""

import numpy as np
from numpy.typing import NDArray

from steelyard import _native

__all__ = ["sum_kept"]


def sum_kept(values: NDArray[np.float64], masks: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Add up the values at the units that each mask keeps.

    Parameters
    ----------
    values : array of float64, shape (C, N)
        Columns, such as the systems of several metrics, over N units.
    masks : array of uint8, shape (B, N / 8, rounded up)
        Eight units a byte, the first lowest, as `Draws.packed_blocks` yields them; a bit that is set keeps its unit.

    Returns
    -------
    array of float64, shape (C, B)
        Equal columns have equal sums, and a sum does not depend on what else is added up.

    Raises
    ------
    ValueError
        The shapes do not fit.

    Notes
    -----
    It is a product of the values and the unpacked masks, from tables of the sums of all subsets of eight units: one
    look-up for every eight.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import sum_kept
    >>> sum_kept(np.array([[1.0, 2.0, 4.0]]), np.array([[0b101], [0b110]], dtype=np.uint8)).tolist()
    [[5.0, 6.0]]
    """
    sums = np.empty((len(values), len(masks)))
    _native.sum_kept(np.ascontiguousarray(values), np.ascontiguousarray(masks), sums)
    return sums
