"""Products and small fits of floats, added up in the same order everywhere: BLAS has one of its own on each processor.

BLAS stays right for sums of whole numbers, which come out the same in any order, and for fits with many unknowns.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["correlation", "least_squares", "normal_sums", "product", "weighted_sums"]

Array = NDArray[np.float64]
_LARGEST_EXPONENT = 900  # of a scale: what it is multiplied by later is finite
_STEPS = 2.0**20  # of a normal draw, from one whole number to the next


def product(left: NDArray[Any], right: NDArray[Any]) -> Any:
    """Return ``left @ right``; where both are large it takes up to four times as long."""
    more = "..." if max(left.ndim, right.ndim) > 1 else ""
    rows, columns = ("i" if left.ndim > 1 else ""), ("k" if right.ndim > 1 else "")
    return np.einsum(f"{more}{rows}j,{more}j{columns}->{more}{rows}{columns}", left, right)


def weighted_sums(weights: Array, values: Array, *, largest: float = 127.0) -> Array:
    """Return ``weights @ values`` for whole weights, none beyond the largest: exact sums, in two products by BLAS."""
    # Each column of values is cut into two numbers of so few digits that their sums are exact, in whatever order. What
    # lies below both is less than 2**-60 of the column's largest value for ten thousand units.
    digits = 53 - math.ceil(math.log2(largest * max(values.shape[-2], 1)))
    exponents = np.frexp(np.abs(values).max(axis=-2, keepdims=True, initial=0.0))[1]
    scale = np.ldexp(1.0, np.minimum(digits - exponents, _LARGEST_EXPONENT))
    first = np.rint(values * scale) / scale
    scale *= 2.0**digits
    second = np.rint((values - first) * scale) / scale
    return np.asarray(np.matmul(weights, first) + np.matmul(weights, second))


def normal_sums(normal: Array, values: Array) -> Array:
    """Return ``normal @ values`` for draws from the normal distribution, which are rounded to a millionth for it."""
    return weighted_sums(np.rint(normal * _STEPS), values, largest=8 * _STEPS) / _STEPS


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
