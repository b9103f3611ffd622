"""Exact products of columns of integers with rows of weights, on whatever the processor is fastest at."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.inference.draws.resample import Weights

__all__ = ["ByteProduct", "FloatProduct"]

_MOST_FLOAT32 = 2**24  # up to here float32 holds every integer
_LARGEST_SMALL = 2**16  # counts up to this go through float32


class ByteProduct:
    """Sums by the bytes of the columns: exact, and several times faster than floats where bytes are added up in fours.

    The columns are written in base 256, what is negative apart. Most counts of a segment need one digit; a second is
    multiplied only at the units, and for the columns, that have one.

    `columns`, shape (C, N): what is summed.
    `use_vnni`: False gives the same sums by plain loops.
    """

    def __init__(self, columns: NDArray[np.signedinteger[Any]], *, use_vnni: bool = True) -> None:
        self._use_vnni = use_vnni
        self._n_columns = len(columns)
        self._digits = list(_digits(np.maximum(columns, 0), 1.0))
        if (columns < 0).any():
            self._digits += _digits(np.maximum(-columns, 0), -1.0)

    def __call__(self, weights: NDArray[np.int8]) -> NDArray[np.float64]:
        """Sum under each row of weights, shape (b, N): an array of shape (C, b)."""
        sums = np.zeros((self._n_columns, len(weights)))
        for scale, values, units, places in self._digits:
            _native.add_weighted_digits(values, units, places, scale, weights, sums, self._use_vnni)
        return sums


def _digits(
    columns: NDArray[np.signedinteger[Any]], scale: float
) -> Iterator[tuple[float, NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32]]]:
    """Yield each digit's worth, its values, and the units and columns for which they are."""
    units, places = (np.arange(size, dtype=np.int32) for size in columns.shape[::-1])
    while True:
        yield scale, columns.astype(np.uint8), units, places  # the lowest byte
        has_more = columns > 255
        if not has_more.any():
            return
        more_units, more_places = (np.flatnonzero(has_more.any(axis=axis)) for axis in (0, 1))
        if 2 * len(more_units) > len(units):
            more_units = np.arange(len(units))  # taking all is faster than choosing most
        columns = columns[more_places][:, more_units] >> 8
        units, places = units[more_units], places[more_places]
        scale *= 256


class FloatProduct:
    """Sums by products of floats: float32 where no partial sum can pass 2**24, else float64 below 2**53.

    Small columns are multiplied less their first entry, which makes the numbers smaller.

    `columns`, shape (C, N): what is summed.
    """

    def __init__(self, columns: NDArray[np.signedinteger[Any]]) -> None:
        columns = columns.astype(np.int64)
        is_small = np.abs(columns).max(axis=1, initial=0) <= _LARGEST_SMALL
        self._order = np.argsort(np.r_[np.flatnonzero(is_small), np.flatnonzero(~is_small)])
        # Sums of w (c - c0) + c0 sum(w): less their first entry, columns that hardly vary fit float32 for more units.
        self._shift = columns[is_small, 0]
        self._small = (columns[is_small] - self._shift[:, None]).astype(np.float32)
        self._large = columns[~is_small].astype(np.float64)
        self._largest_small = max(1.0, float(np.abs(self._small).max(initial=0)))

    def __call__(self, weights: Weights) -> NDArray[np.float64]:
        """Sum under each row of weights, shape (b, N): an array of shape (C, b)."""
        weights = weights.astype(np.float32, copy=False)
        row_sums = weights.sum(axis=1, dtype=np.float64)
        sums = self._small_sums(weights, row_sums) + self._shift[:, None] * row_sums
        if len(self._large):
            sums = np.concatenate([sums, np.matmul(self._large, weights.T.astype(np.float64))])
        ordered: NDArray[np.float64] = sums[self._order]
        return ordered

    def _small_sums(self, weights: NDArray[np.float32], row_sums: NDArray[np.float64]) -> NDArray[np.floating]:
        most = _MOST_FLOAT32 / self._largest_small  # a row of weights up to this sum cannot pass 2**24
        if row_sums.max(initial=0) <= most:
            product: NDArray[np.float32] = np.matmul(self._small, weights.T)
            return product
        sums = np.zeros((len(self._small), len(weights)))
        # A resample has about one draw per unit, so that a stretch of half as many units as the bound rarely passes it.
        step = max(1, int(most / 2))
        for start in range(0, self._small.shape[1], step):
            part, part_weights = self._small[:, start : start + step], weights[:, start : start + step]
            is_safe = part_weights.sum(axis=1, dtype=np.float64).max() <= most
            dtype = np.float32 if is_safe else np.float64
            sums += np.matmul(part.astype(dtype, copy=False), part_weights.T.astype(dtype, copy=False))
        return sums
