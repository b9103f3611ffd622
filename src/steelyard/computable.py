"""Which numbers can be computed with: asked of every number that somebody gives."""

from typing import SupportsFloat

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["LARGEST", "are_computable", "is_computable"]

LARGEST = 1e60
"""Products of five such numbers, and sums of billions of their squares, are finite."""


def are_computable(values: ArrayLike) -> NDArray[np.bool_]:
    """Say which numbers are finite and not over `LARGEST` in size.

    Parameters
    ----------
    values : array-like
        Numbers.

    Returns
    -------
    array of bool
        Of the same shape; false for NaN.

    Examples
    --------
    >>> from steelyard.computable import are_computable
    >>> are_computable([0.5, -1e60, 1e308, float("nan")]).tolist()
    [True, True, False, False]
    """
    return np.asarray(np.abs(np.asarray(values, dtype=np.float64)) <= LARGEST)


def is_computable(value: SupportsFloat) -> bool:
    """Say whether one number is finite and not over `LARGEST` in size."""
    try:
        return abs(float(value)) <= LARGEST  # NaN is not
    except OverflowError:  # a whole number beyond all floats
        return False
