"""Products and small fits of floats, added up in the same order everywhere: BLAS has one of its own on each processor.

BLAS stays right for sums of whole numbers, which come out the same in any order, and for fits with many unknowns.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ExactProduct", "correlation", "least_squares", "normal_product", "product"]

Array = NDArray[np.float64]
_LARGEST_EXPONENT = 900  # of a scale: what it is multiplied by later is finite
_BLOCK = 2**23  # weights that are multiplied at once: 64 MB
_STEPS = 2.0**20  # of a normal draw, from one whole number to the next


def product(left: NDArray[Any], right: NDArray[Any]) -> Any:
    """Return ``left @ right``; where both are large it takes up to four times as long."""
    more = "..." if max(left.ndim, right.ndim) > 1 else ""
    rows, columns = ("i" if left.ndim > 1 else ""), ("k" if right.ndim > 1 else "")
    return np.einsum(f"{more}{rows}j,{more}j{columns}->{more}{rows}{columns}", left, right)


class ExactProduct:
    """Exact sums of columns of values under rows of whole weights, in two products by BLAS.

    The values are cut once, for any number of blocks of weights; no bit depends on the blocks.

    Parameters
    ----------
    values : array, shape (..., N, C)
        What is summed over N.
    largest : float, default 127
        No weight is beyond it.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.fixed_order import ExactProduct
    >>> ExactProduct(np.array([[0.5], [0.25]]))(np.array([[1, 1], [0, 2]])).tolist()
    [[0.75], [0.5]]
    """

    def __init__(self, values: Array, *, largest: float = 127.0) -> None:
        # Each column of values is cut into two numbers of so few digits that their sums are exact, in whatever order.
        # What lies below both is less than 2**-60 of the column's largest value for ten thousand units.
        digits = 53 - math.ceil(math.log2(largest * max(values.shape[-2], 1)))
        exponents = np.frexp(np.abs(values).max(axis=-2, keepdims=True, initial=0.0))[1]
        scale = np.ldexp(1.0, np.minimum(digits - exponents, _LARGEST_EXPONENT))
        self._first = np.rint(values * scale) / scale
        scale *= 2.0**digits
        self._second = np.rint((values - self._first) * scale) / scale

    def __call__(self, weights: NDArray[Any]) -> Array:
        """Return ``weights @ values`` for whole weights of shape (..., b, N)."""
        n_rows = weights.shape[-2]
        step = max(1, _BLOCK * n_rows // max(weights.size, 1))
        blocks = (weights[..., start : start + step, :] for start in range(0, max(n_rows, 1), step))
        sums = [self._sums(block.astype(np.float64, copy=False)) for block in blocks]
        return sums[0] if len(sums) == 1 else np.concatenate(sums, axis=-2)

    def _sums(self, weights: Array) -> Array:
        return np.asarray(np.matmul(weights, self._first) + np.matmul(weights, self._second))


def normal_product(values: Array) -> Callable[[Array], Array]:
    """Return the product of values with draws from the normal distribution, which are rounded to a millionth for it."""
    product_of = ExactProduct(values, largest=8 * _STEPS)
    return lambda normal: product_of(np.rint(normal * _STEPS)) / _STEPS


def correlation(x: Array, y: Array) -> float:
    """Return Pearson's r of two rows that vary."""
    x, y = x - x.mean(), y - y.mean()
    r = product(x, y) / np.sqrt(product(x, x)) / np.sqrt(product(y, y))
    return float(np.clip(r, -1.0, 1.0))  # rounding may leave it just beyond


def least_squares(design: Array, values: Array) -> Array:
    """Return the weights of a handful of columns, of which none is spanned by others, shape (n, k)."""
    # Householder's reflections, column by column: squared, as in normal equations, digits would be lost.
    rows = np.column_stack([design, values])
    n_columns = design.shape[1]
    for i in range(n_columns):
        away = rows[i:, i].copy()
        away[0] += np.copysign(np.sqrt(product(away, away)), away[0])
        rows[i:] -= np.multiply.outer(away, product(away, rows[i:]) * (2 / product(away, away)))
    found = np.zeros(n_columns)
    for i in reversed(range(n_columns)):
        found[i] = (rows[i, -1] - product(rows[i, :n_columns], found)) / rows[i, i]
    return found
