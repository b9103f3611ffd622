"""Ratios of counts whose denominator may be nothing."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["ratio"]


def ratio(numerator: ArrayLike, denominator: ArrayLike, otherwise: ArrayLike = 0.0) -> NDArray[np.float64]:
    """Divide, and say what the ratio is where there is nothing to divide by.

    Denominators are counts or weights, from 0. Never NaN, and never a warning, for finite numbers.

    Examples
    --------
    >>> from steelyard.metrics.parts.ratios import ratio
    >>> ratio([1, 2], [4, 0]).tolist(), ratio([1, 2], [4, 0], otherwise=1.0).tolist()
    ([0.25, 0.0], [0.25, 1.0])
    """
    numerator, denominator = np.asarray(numerator), np.asarray(denominator)
    is_something = denominator > 0
    if is_something.all():  # nearly always, and several times faster
        plain: NDArray[np.float64] = np.true_divide(numerator, denominator, dtype=np.float64)
        return plain
    shape = np.broadcast_shapes(numerator.shape, denominator.shape)
    filled: NDArray[np.float64] = np.array(np.broadcast_to(otherwise, shape), dtype=np.float64)
    np.divide(numerator, denominator, out=filled, where=is_something)
    return filled
