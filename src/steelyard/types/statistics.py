"""Statistics that add up exactly."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.reprs import describe, n_of

__all__ = ["Statistics"]

_EXACT = 2**53  # up to here float64 holds every integer
_MOST_BITS, _FEWEST_BITS = 32, 10  # for the fraction of a column that is not whole


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """Per-segment statistics of several systems under one metric, held as integers so that sums are exact.

    Counts are stored as they are. A column with fractions is stored as integers times ``2**-bits``; its values are
    rounded once, here, to that grid, and every later sum is exact, whatever the order, block size or thread count.

    Attributes
    ----------
    values : array of int64, shape (S, N, K)
        Systems, segments (or documents), statistics.
    bits : array of int64, shape (K,)
        The value of column k is ``values[..., k] * 2.0**-bits[k]``.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import Statistics
    >>> statistics = Statistics.from_values(np.array([[[0.1, 1], [0.2, 1]]]))
    >>> statistics.values[0, :, 1].tolist(), statistics.bits.tolist()
    ([1, 1], [32, 0])
    >>> statistics.scaled(statistics.totals()).round(9).tolist()
    [[0.3, 2.0]]
    """

    values: NDArray[np.int64]
    bits: NDArray[np.int64]

    def __repr__(self) -> str:
        return describe(
            self, n_of(self.n_systems, "system"), n_of(self.n_units, "unit"), f"{self.n_statistics} numbers each"
        )

    @classmethod
    def from_values(cls, values: ArrayLike, documents: NDArray[np.int64] | None = None) -> "Statistics":
        """Hold an array of numbers as exact integers.

        Parameters
        ----------
        values : array, shape (S, N, K)
            Finite numbers.
        documents : array of int, shape (N,), optional
            Document of each segment, as codes from 0. A resample of documents can draw the largest one every time, so
            the grid is chosen fine enough for that sum too.

        Returns
        -------
        Statistics
            Whole columns have 0 bits; others the most, up to 32, for which no resample can leave the exact range.

        Raises
        ------
        DataError
            A value is not finite, or fewer than 10 bits would be left for a fraction.
        """
        array = np.asarray(values)
        if array.ndim != 3:
            raise AlignmentError(f"Statistics need shape (systems, segments, statistics), not {array.shape}.")
        if np.issubdtype(array.dtype, np.integer):
            _check_range(array, documents)
            return cls(array.astype(np.int64, copy=False), np.zeros(array.shape[2], dtype=np.int64))
        array = array.astype(np.float64)
        if not np.isfinite(array).all():
            raise DataError("Statistics must be finite numbers: remove or repair the segments with NaN or infinity.")
        bits = np.array([_bits_for(array[..., k], documents) for k in range(array.shape[2])], dtype=np.int64)
        return cls(np.rint(np.ldexp(array, bits)).astype(np.int64), bits)

    @property
    def n_systems(self) -> int:
        """S."""
        return int(self.values.shape[0])

    @property
    def n_units(self) -> int:
        """N: segments, or documents after `by_document`."""
        return int(self.values.shape[1])

    @property
    def n_statistics(self) -> int:
        """K."""
        return int(self.values.shape[2])

    def totals(self) -> NDArray[np.float64]:
        """Return the sums over all units, whole numbers in float64, shape (S, K)."""
        totals: NDArray[np.int64] = self.values.sum(axis=1)
        return totals.astype(np.float64)

    def scaled(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn integer sums, shape (..., K), into the metric's own units; exact, as only the exponent changes."""
        return np.ldexp(sums, -self.bits) if self.bits.any() else sums

    def by_document(self, documents: NDArray[np.int64]) -> "Statistics":
        """Sum the segments of each document, wherever its lines stand.

        Parameters
        ----------
        documents : array of int, shape (N,)
            Document of each segment, as codes 0 .. G - 1, each of them used.

        Returns
        -------
        Statistics
            Shape (S, G, K), documents in order of their codes.
        """
        order = np.argsort(documents, kind="stable")
        starts = np.flatnonzero(np.diff(documents[order], prepend=-1))
        return Statistics(np.add.reduceat(self.values[:, order], starts, axis=1), self.bits)


def _most_terms(n_segments: int, documents: NDArray[np.int64] | None) -> int:
    """Count the values that a resample of segments or documents can add up at most."""
    if documents is None:
        return n_segments
    return max(n_segments, (int(documents.max()) + 1) * int(np.bincount(documents).max()))


def _largest_sum(column: NDArray[Any], documents: NDArray[np.int64] | None) -> float:
    """Bound the sum that any resample of segments or documents can reach."""
    bound: float = column.shape[1] * max(abs(float(column.min(initial=0))), abs(float(column.max(initial=0))))
    if documents is not None:
        n_documents = int(documents.max()) + 1
        largest = max(
            float(np.bincount(documents, weights=np.abs(row.astype(np.float64))).max(initial=0)) for row in column
        )
        bound = max(bound, n_documents * largest)
    return bound


def _check_range(columns: NDArray[Any], documents: NDArray[np.int64] | None) -> None:
    if columns.size and max(_largest_sum(columns[..., k], documents) for k in range(columns.shape[2])) >= _EXACT:
        raise DataError("Statistics this large cannot be summed exactly: their sums could pass 2**53.")


def _bits_for(column: NDArray[np.floating], documents: NDArray[np.int64] | None) -> int:
    bound = _largest_sum(column, documents)
    rounding = _most_terms(column.shape[1], documents) / 2  # each value is rounded by at most half a step
    is_whole = bool((column == np.rint(column)).all())
    for bits in (0,) if is_whole else range(_MOST_BITS, _FEWEST_BITS - 1, -1):
        if bound + np.ldexp(rounding, -bits) < np.ldexp(_EXACT, -bits):
            return bits
    raise DataError(
        f"A statistic can reach a sum of {bound:.3g}, too large to be summed exactly with {_FEWEST_BITS} bits for its "
        "fraction. Rescale the scores (for example divide them by 1000)."
    )
