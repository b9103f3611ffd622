"""What the columns of ratings must be: as long as each other, codes from 0, finite numbers."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.computable import LARGEST, are_computable
from steelyard.errors import AlignmentError, DataError, SpecError

__all__ = ["check_level", "code_column", "distinct_rows", "mask_column", "number_column", "row_keys", "size_of"]


def number_column(name: str, values: ArrayLike, n: int | None = None, *, may_miss: bool = False) -> NDArray[np.float64]:
    """Return a column of finite numbers; NaN passes where a value may be missing."""
    array = np.asarray(values, dtype=np.float64)
    _check_length(name, array, n)
    is_bad = ~(are_computable(array) | (np.isnan(array) & may_miss))
    if is_bad.any():
        at = int(np.flatnonzero(is_bad)[0])
        raise DataError(
            f"{name}, row {at + 1}: {array[at]} is not a finite number of at most {LARGEST:g}. Leave out rows "
            "without a rating."
        )
    return array


def code_column(name: str, values: ArrayLike, n: int | None = None) -> NDArray[np.int64]:
    """Return a column of codes 0, 1, 2 ..."""
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.int64)
    _check_length(name, array, n)
    if not np.issubdtype(array.dtype, np.integer):
        raise DataError(f"{name} must be codes, whole numbers from 0, not {array.dtype}. Number the names first.")
    if array.size and array.min() < 0:
        at = int(np.argmin(array))
        raise DataError(f"{name}, row {at + 1}: the code {array[at]} is below 0.")
    return array.astype(np.int64, copy=False)


def mask_column(name: str, values: ArrayLike | None, n: int) -> NDArray[np.bool_]:
    """Return a column of truth values; nothing given means false throughout."""
    if values is None:
        return np.zeros(n, dtype=np.bool_)
    array = np.asarray(values)
    _check_length(name, array, n)
    if array.dtype != np.bool_ and array.size:
        raise DataError(f"{name} must be true or false, not {array.dtype}.")
    return array.astype(np.bool_)


def size_of(name: str, codes: NDArray[np.int64], n: int | None = None) -> int:
    """Return how many things a column of codes speaks of: as given, or one more than the largest."""
    least = int(codes.max(initial=-1)) + 1
    if n is None:
        return least
    if n < least:
        raise AlignmentError(f"{name} holds the code {least - 1}, but there are {n}, numbered from 0.")
    return int(n)


def distinct_rows(*columns: NDArray[np.int64]) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], ...]]:
    """Number the distinct rows of columns of codes in their order.

    Returns the number of each row, and the columns of the distinct rows.
    """
    key, sizes = row_keys(*columns)
    distinct, numbers = np.unique(key, return_inverse=True)
    parts = []
    for size in reversed(sizes):
        distinct, part = np.divmod(distinct, max(size, 1))
        parts.append(part)
    return numbers, tuple(reversed(parts))


def row_keys(*columns: NDArray[np.int64]) -> tuple[NDArray[np.int64], list[int]]:
    """Make one number of each row of columns of codes, in their order; also say how many codes each column has."""
    sizes = [size_of("", column) for column in columns]
    if np.prod([float(size) for size in sizes]) >= 2.0**62:
        raise DataError("The codes are too large to be combined: number the names from 0 without gaps.")
    key = np.zeros(len(columns[0]), dtype=np.int64)
    for column, size in zip(columns, sizes, strict=True):
        key *= max(size, 1)  # in mixed radix
        key += column
    return key, sizes


def check_level(name: str, value: float, most: float = 1.0) -> None:
    """Refuse a level that is no probability."""
    if not 0 < value < most:
        raise SpecError(f"{name} must lie between 0 and {most:g}, not {value}.")


def _check_length(name: str, array: NDArray[np.generic], n: int | None) -> None:
    if array.ndim != 1:
        raise AlignmentError(f"{name} must be one column, not shape {array.shape}.")
    if n is not None and len(array) != n:
        raise AlignmentError(f"{name} has {len(array)} rows where the other columns have {n}.")
