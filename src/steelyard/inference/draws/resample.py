"""Draws of weights: what is resampled, under every interval and test.

A bootstrap resample is a row of multinomial counts, a shuffle a row of zeros and ones; both meet the statistics in one
product. Draws are shared by all systems and metrics, and row r depends on the seed and r alone.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.inference.draws.checks import Rng, check_draws
from steelyard.inference.shared_docs import SHARED
from steelyard.reprs import short_repr

__all__ = ["Draws", "Progress", "bootstrap_draws", "given_draws", "seed_of"]

Progress = Callable[[int, int], None]
Weights = NDArray[np.int8] | NDArray[np.float32]

_BLOCK_BYTES = 16 * 2**20
_MOST_ROWS = 1024
_LARGEST_BYTE = 127


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """B rows of weights over units, made a block at a time.

    Attributes
    ----------
    n_resamples : int
        B.
    n_units : int
        Segments or documents.
    fill : callable
        ``fill(first_row, out)`` writes rows ``first_row ...`` into an array of shape (b, n_units).
    largest_weight : float
        No single weight is larger: 1 for a swap. Up to 127 weights are held as int8, else as float32.
    is_exact : bool, default False
        The rows are every possible outcome, once each, not a random choice of them.
    block_rows : int, optional
        Rows per block; no result depends on it.
    progress : callable, optional
        Called with (rows done, rows in all) after each block.
    fill_bits : callable, optional
        As `fill`, where weights are zeros and ones, into bytes of eight units each: an array of uint8 of shape
        (b, n_units / 8, rounded up), the first unit lowest.

    Examples
    --------
    >>> from steelyard.inference import bootstrap_draws
    >>> draws = bootstrap_draws(n_units=5, n_resamples=3, rng=12345)
    >>> [int(row.sum()) for _, block in draws.blocks() for row in block]
    [5, 5, 5]
    """

    n_resamples: int
    n_units: int
    fill: Callable[[int, Any], None]
    largest_weight: float
    is_exact: bool = False
    block_rows: int | None = None
    progress: Progress | None = None
    fill_bits: Callable[[int, NDArray[np.uint8]], None] | None = None

    __repr__ = short_repr

    @property
    def rows(self) -> int:
        """Rows of a block; the last may have fewer."""
        return self.block_rows or min(_MOST_ROWS, max(1, _BLOCK_BYTES // (4 * max(self.n_units, 1))))

    def blocks(self, start: int = 0, end: int | None = None) -> Iterator[tuple[int, Weights]]:
        """Yield (first row, weights of shape (b, n_units)) of a range of rows; the array is reused for the next."""
        dtype: Any = np.int8 if self.largest_weight <= _LARGEST_BYTE else np.float32
        return self._filled(self.fill, self.n_units, dtype, self.rows, start, self.n_resamples if end is None else end)

    def packed_blocks(self) -> Iterator[tuple[int, NDArray[np.uint8]]]:
        """Yield (first row, zeros and ones of eight units a byte, the first lowest); the array is reused."""
        width = -(-self.n_units // 8)
        rows = self.block_rows or min(_MOST_ROWS, max(1, _BLOCK_BYTES // (4 * max(width, 1))))
        return self._filled(self.fill_bits or self._pack, width, np.uint8, rows, 0, self.n_resamples)

    def _pack(self, first: int, out: NDArray[np.uint8]) -> None:
        weights = np.empty((len(out), self.n_units), dtype=np.int8)
        self.fill(first, weights)
        out[...] = np.packbits(weights, axis=1, bitorder="little")

    def _filled(
        self, fill: Callable[[int, Any], None], width: int, dtype: Any, rows: int, start: int, stop: int
    ) -> Iterator[Any]:
        buffer = np.empty((min(rows, stop - start), width), dtype=dtype)
        for first in range(start, stop, rows):
            block = buffer[: min(rows, stop - first)]
            fill(first, block)
            yield first, block
            if self.progress is not None:
                self.progress(first + len(block), self.n_resamples)


def seed_of(rng: Rng) -> int:
    """Turn what the caller gave as `rng` into a seed.

    Parameters
    ----------
    rng : int or numpy.random.Generator
        A seed from 0 to 2**64 - 1, or a generator, from which one is drawn.

    Returns
    -------
    int
        The key of all draws.

    Raises
    ------
    SpecError
        The seed is out of range or of another type.

    Examples
    --------
    >>> from steelyard.inference import seed_of
    >>> seed_of(0)
    0
    """
    if "numpy.random" in sys.modules and isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer) or not 0 <= rng < 2**64:
        raise SpecError(
            f"The seed (rng, --seed) must be a whole number from 0 to 2**64 - 1 or a NumPy generator, not {rng!r}."
        )
    return int(rng)


@SHARED
def bootstrap_draws(n_units: int, n_resamples: int, *, rng: Rng, n_threads: int = 1) -> Draws:
    """Draw resamples of the units with replacement.

    Parameters
    ----------
    n_units : int
        Segments or documents.

    Returns
    -------
    Draws
        Row r counts how often resample r holds each unit; rows sum to `n_units`.

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250.

    Examples
    --------
    >>> from steelyard.inference import bootstrap_draws
    >>> next(bootstrap_draws(6, 1, rng=12345).blocks())[1].tolist()
    [[0, 1, 1, 1, 2, 1]]
    """
    check_draws(n_units, n_resamples)
    # more draws of one unit are refused: they do not happen
    return Draws(
        n_resamples,
        n_units,
        SeededFill("fill_weights", seed_of(rng), n_threads),
        largest_weight=min(n_units, _LARGEST_BYTE),
    )


@dataclass(frozen=True, slots=True)
class SeededFill:
    """Fills rows by a kernel, from the seed and the row; a class, as its values are sent to other processes."""

    kernel: str
    seed: int
    n_threads: int

    def __call__(self, first: int, out: NDArray[np.int8]) -> None:
        getattr(_native, self.kernel)(self.seed, first, out, self.n_threads)


def given_draws(weights: ArrayLike, *, is_exact: bool = False) -> Draws:
    """Use weights that were made elsewhere: for tests, or to repeat another tool's draws.

    Parameters
    ----------
    weights : array, shape (B, n_units)
        Whole numbers from 0; zeros and ones for a swap.
    is_exact : bool, default False
        The rows are every possible outcome, once each.

    Returns
    -------
    Draws
        Rows in the given order.

    Raises
    ------
    SpecError
        The array is not two-dimensional, or holds something else than whole numbers from 0 to 2**24.

    Examples
    --------
    >>> from steelyard.inference import given_draws
    >>> given_draws([[2, 0], [1, 1]]).n_resamples
    2
    """
    array = np.asarray(weights, dtype=np.float64)
    if array.ndim != 2 or array.size == 0:
        raise SpecError(f"weights must have shape (n_resamples, n_units), not {array.shape}.")
    if not ((array == np.rint(array)) & (array >= 0) & (array < 2**24)).all():
        raise SpecError("weights must be whole numbers from 0 to 2**24.")
    return Draws(len(array), array.shape[1], _Given(array), float(array.max()), is_exact)


@dataclass(frozen=True, slots=True, eq=False)
class _Given:
    """Fills rows with weights that are there."""

    weights: NDArray[np.float64]

    def __call__(self, first: int, out: Weights) -> None:
        out[...] = self.weights[first : first + len(out)]
