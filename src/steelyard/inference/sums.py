"""Exact sums of statistics under many weights: the one product under every interval and test."""

import hashlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.types import Measurement

__all__ = ["WeightedSums"]

_LARGEST_SMALL = 2**16  # counts up to this go through float32
_SHARE_OF_RESTS = 8  # at most this part of the units may fall out of step


class WeightedSums:
    """The statistics of several measurements side by side, ready to be summed under many weights.

    Sums are exact integers, whatever the block, thread count or order: counts go through float32 products only where no
    partial sum can pass 2**24, all else through float64 products below 2**53. Columns that differ by a constant, such
    as the reference length under every system, are multiplied once.

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
    >>> [block.tolist() for block in sums(np.array([[0, 2, 1]], dtype=np.float32), largest_row_sum=3)]
    [[[[8.0], [15.0]]]]
    """

    def __init__(self, measurements: Sequence[Measurement]) -> None:
        self._shapes = [m.statistics.values.shape for m in measurements]
        n_units = {shape[1] for shape in self._shapes}
        if len(n_units) != 1:
            raise AlignmentError(f"Measurements have different numbers of units: {sorted(n_units)}.")
        self.n_units = n_units.pop()
        self._keep_distinct(np.ascontiguousarray(system.T) for m in measurements for system in m.statistics.values)

    def _keep_distinct(self, systems: Iterable[NDArray[np.int64]]) -> None:
        """Keep each column once, sorted by the product that is exact for it; small ones less their first entry.

        Of a column that follows an earlier one of its system, as the number of bigrams follows the number of words,
        only the few units that do not follow are kept.
        """
        known: dict[bytes, tuple[bool, int]] = {}
        small = [np.ones(self.n_units, dtype=np.float32)]  # gives the sum of the weights, for the constants
        large: list[NDArray[np.float64]] = []
        shifts: list[int] = []
        places: list[tuple[bool, int]] = []
        rests: dict[int, NDArray[np.float32]] = {}
        has_rest = np.zeros(self.n_units, dtype=np.bool_)
        for columns in systems:
            relatives: set[int] = set()
            for column in columns:
                is_small = _magnitude(column) <= _LARGEST_SMALL
                shift = int(column[0]) if is_small else 0  # a large column less its first could leave the exact range
                base = column - shift
                key = hashlib.blake2b(base.tobytes()).digest()
                if is_small and key not in known:
                    values = base.astype(np.float32)
                    found = _follow(values, small, relatives, has_rest)
                    if found is not None:
                        relative, step, rest = found
                        rests[len(places)] = rest
                        has_rest |= rest != 0
                        places.append((True, relative))
                        shifts.append(shift + step)
                        continue
                    known[key] = (True, len(small))
                    small.append(values)
                elif key not in known:
                    known[key] = (False, len(large))
                    large.append(base.astype(np.float64))
                if is_small:
                    relatives.add(known[key][1])
                places.append(known[key])
                shifts.append(shift)
        self._shift = np.array(shifts, dtype=np.float64)
        self._small = np.array(small, dtype=np.float32)
        self._large = np.array(large, dtype=np.float64).reshape(len(large), self.n_units)
        self._largest_small = float(np.abs(self._small).max())
        self._place = np.array([i if is_small else len(small) + i for is_small, i in places], dtype=np.int64)
        self._rest_columns = np.array(list(rests), dtype=np.int64)
        self._rest_units = np.flatnonzero(has_rest)
        self._rest = np.array([rest[self._rest_units] for rest in rests.values()], dtype=np.float64)

    def __call__(self, weights: NDArray[np.float32], largest_row_sum: float) -> list[NDArray[np.float64]]:
        """Sum under each row of weights.

        Parameters
        ----------
        weights : array of float32, shape (b, n_units)
            Whole numbers from 0.
        largest_row_sum : float
            No row sums to more.

        Returns
        -------
        list of array of float64
            One a measurement, shape (S, K, b), whole numbers.
        """
        if weights.shape[1] != self.n_units:
            raise AlignmentError(f"The weights are for {weights.shape[1]} units, the statistics have {self.n_units}.")
        sums = np.empty((len(self._small) + len(self._large), len(weights)))
        sums[: len(self._small)] = self._small_sums(weights, largest_row_sum)
        if len(self._large):
            np.matmul(self._large, weights.T.astype(np.float64), out=sums[len(self._small) :])
        columns = sums[self._place]
        columns += self._shift[:, None] * sums[0]
        if len(self._rest_units):
            columns[self._rest_columns] += self._rest @ weights[:, self._rest_units].T.astype(np.float64)
        result, start = [], 0
        for n_systems, _, n_statistics in self._shapes:
            end = start + n_systems * n_statistics
            result.append(columns[start:end].reshape(n_systems, n_statistics, len(weights)))
            start = end
        return result

    def _small_sums(self, weights: NDArray[np.float32], largest_row_sum: float) -> NDArray[np.floating]:
        most = 2**24 / self._largest_small  # a row of weights up to this sum cannot pass 2**24
        if largest_row_sum <= most:
            product: NDArray[np.float32] = np.matmul(self._small, weights.T)
            return product
        sums = np.zeros((len(self._small), len(weights)))
        step = max(1, int(most / 2))
        for start in range(0, self.n_units, step):
            part, part_weights = self._small[:, start : start + step], weights[:, start : start + step]
            is_safe = part_weights.sum(axis=1, dtype=np.float64).max() <= most
            dtype = np.float32 if is_safe else np.float64
            sums += np.matmul(part.astype(dtype, copy=False), part_weights.T.astype(dtype, copy=False))
        return sums


def _follow(
    column: NDArray[np.float32], kept: Sequence[NDArray[np.float32]], relatives: Iterable[int], taken: NDArray[np.bool_]
) -> tuple[int, int, NDArray[np.float32]] | None:
    """Find a kept column that this one follows at a constant distance, but for a few units.

    Returns which one it is, the distance and what remains to be added; None where too many units would remain, those
    that already do (`taken`) included.
    """
    most = len(column) // _SHARE_OF_RESTS
    longest = int(column.argmax())  # where counts are large enough to follow each other
    for relative in relatives:
        distances = column - kept[relative]
        step = distances[longest]
        rest = distances - step
        if np.count_nonzero(rest) <= most and np.count_nonzero(taken | (rest != 0)) <= most:
            return relative, int(step), rest
    return None


def _magnitude(column: NDArray[np.int64]) -> int:
    return max(abs(int(column.min())), abs(int(column.max())))
