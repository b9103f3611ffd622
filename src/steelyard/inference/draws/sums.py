"""Exact sums of statistics under many weights: the one product under every interval and test."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import AlignmentError
from steelyard.inference.draws.products import ByteProduct, FloatProduct
from steelyard.inference.draws.resample import Weights
from steelyard.types import Measurement

__all__ = ["WeightedSums"]


class WeightedSums:
    """The statistics of several measurements side by side, ready to be summed under many weights.

    Sums are exact integers, whatever the block, thread count, order or processor. Columns that are equal, such as the
    reference length under every system, are multiplied once.

    Parameters
    ----------
    measurements : sequence of Measurement
        With the same number of units.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import WeightedSums
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[1, 5], [2, 5], [4, 5]]]))
    >>> sums = WeightedSums([Measurement("m", "m", "", statistics, lambda s: s[..., 0], True)])
    >>> [block.tolist() for block in sums(np.array([[0, 2, 1]], dtype=np.int8))]
    [[[[8.0], [15.0]]]]
    """

    def __init__(self, measurements: Sequence[Measurement]) -> None:
        self._shapes = [m.statistics.values.shape for m in measurements]
        n_units = {shape[1] for shape in self._shapes}
        if len(n_units) != 1:
            raise AlignmentError(f"Measurements have different numbers of units: {sorted(n_units)}.")
        self.n_units = n_units.pop()
        self._columns, self._place = _distinct(
            column for m in measurements for system in m.statistics.values for column in system.T
        )

    def __call__(self, weights: Weights) -> list[NDArray[np.float64]]:
        """Sum under each row of weights.

        Parameters
        ----------
        weights : array of int8 or float32, shape (b, n_units)
            Whole numbers from 0, as draws give them; bytes are faster.

        Returns
        -------
        list of array of float64
            One per measurement, shape (S, K, b), whole numbers.
        """
        if weights.shape[1] != self.n_units:
            raise AlignmentError(f"The weights are for {weights.shape[1]} units, the statistics have {self.n_units}.")
        if weights.dtype == np.int8 and _native.has_fast_byte_products():
            sums = self._byte_product(weights.astype(np.int8, copy=False))
        else:
            sums = self._float_product(weights)
        columns = sums[self._place]
        result, start = [], 0
        for n_systems, _, n_statistics in self._shapes:
            end = start + n_systems * n_statistics
            result.append(columns[start:end].reshape(n_systems, n_statistics, len(weights)))
            start = end
        return result

    @cached_property
    def _byte_product(self) -> ByteProduct:
        return ByteProduct(self._columns)

    @cached_property
    def _float_product(self) -> FloatProduct:
        return FloatProduct(self._columns)


def _distinct(columns: Iterable[NDArray[np.int64]]) -> tuple[NDArray[np.signedinteger[Any]], NDArray[np.int64]]:
    """Keep each column once, as small as all fit: what is kept, and where in it each column stands.

    Of many units the statistics fill most of the memory: a second copy of 8 bytes a number would double it, and it is
    this one that is sent to other processes.
    """
    places: dict[bytes, int] = {}
    kept: list[NDArray[Any]] = []
    place = []
    for column in columns:
        whole = np.ascontiguousarray(column)
        known = places.setdefault(hashlib.blake2b(whole.data).digest(), len(kept))
        if known == len(kept):
            least, most = int(whole.min(initial=0)), int(whole.max(initial=0))
            kept.append(whole.astype(np.min_scalar_type(min(least, -most) - 1)))  # below 0, so that the type has a sign
        place.append(known)
    return np.array(kept), np.array(place)
