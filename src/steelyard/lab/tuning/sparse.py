"""Features of candidates: a block of those that all have, and by columns those that few have."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.reprs import short_repr

__all__ = ["SparseFeatures"]

_AT_ONCE = 2**21  # entries in work: what is computed on the way stays in tens of megabytes


@dataclass(frozen=True, slots=True, eq=False)
class SparseFeatures:
    """F features of C candidates, column by column; the first D may be an array.

    Attributes
    ----------
    n_candidates : int
        C.
    starts : array of int64, shape (F - D + 1,)
        Feature D + i has the entries ``starts[i]`` to ``starts[i + 1]``.
    rows : array of int32, shape (n_entries,)
        The candidate of each entry, rising within a feature.
    values : array of float64 or int8, shape (n_entries,)
        What is not stored is 0.
    block : array of float64, shape (C, D), optional
        The first D features, of which most values are not 0.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import SparseFeatures
    >>> features = SparseFeatures.from_dense(np.array([[1.0, 0.0], [2.0, 3.0]]))
    >>> features.n_features, features.product(np.array([1.0, 10.0])).tolist()
    (2, [21.0, 30.0])
    """

    n_candidates: int
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    values: NDArray[Any]
    block: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Make a block of no feature where none is given."""
        if not self.block.size:
            object.__setattr__(self, "block", np.zeros((self.n_candidates, 0)))

    @classmethod
    def of_block(cls, features: NDArray[np.float64]) -> "SparseFeatures":
        """Take an array of shape (C, D) as it is."""
        return cls(len(features), np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int8), features)

    @classmethod
    def from_dense(cls, features: NDArray[np.float64]) -> "SparseFeatures":
        """Take an array of shape (C, F); zeros are not stored."""
        columns, rows = np.nonzero(features.T)
        return cls.from_entries(len(features), features.shape[1], columns, rows, features[rows, columns])

    @classmethod
    def from_entries(
        cls,
        n_candidates: int,
        n_features: int,
        columns: NDArray[np.int64],
        rows: NDArray[np.integer[Any]],
        values: NDArray[np.float64],
    ) -> "SparseFeatures":
        """Take entries sorted by column, and by row within it."""
        starts = np.concatenate([[0], np.bincount(columns, minlength=n_features).cumsum()]).astype(np.int64)
        return cls(n_candidates, starts, rows.astype(np.int32), values.astype(np.float64))

    @classmethod
    def beside(cls, parts: Sequence["SparseFeatures"]) -> "SparseFeatures":
        """Join features of the same candidates; the first may have a block."""
        counts = {part.n_candidates for part in parts}
        if len(counts) != 1:
            raise AlignmentError(f"Features to be joined are of {sorted(counts)} candidates: all need the same number.")
        if any(part.block.size for part in parts[1:]):
            raise AlignmentError("Of features to be joined the first alone may have a block.")
        stored = [part for part in parts if part.rows.size] or list(parts[:1])
        widths = np.concatenate([np.diff(part.starts) for part in parts])
        return cls(
            counts.pop(),
            np.concatenate([[0], widths.cumsum()]).astype(np.int64),
            # One part is not copied.
            stored[0].rows if len(stored) == 1 else np.concatenate([part.rows for part in stored]),
            stored[0].values if len(stored) == 1 else np.concatenate([part.values for part in stored]),
            parts[0].block,
        )

    @property
    def n_features(self) -> int:
        """F."""
        return int(self.block.shape[1]) + len(self.starts) - 1

    def pieces(self) -> Iterator["SparseFeatures"]:
        """Yield some features outside the block at a time, in order: whole ones, no more entries than fit at once."""
        low = 0
        while low < len(self.starts) - 1:
            most = self.starts[low] + _AT_ONCE
            high = max(int(np.searchsorted(self.starts, most, side="right")) - 1, low + 1)
            entries = slice(self.starts[low], self.starts[high])
            starts = self.starts[low : high + 1] - self.starts[low]
            yield SparseFeatures(self.n_candidates, starts, self.rows[entries], self.values[entries])
            low = high

    @property
    def columns(self) -> NDArray[np.int64]:
        """The feature of each entry, counted after the block."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def product(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum each feature over candidates with these weights: shape (C,) -> (F,)."""
        sums = [piece._matrix().T @ weights for piece in self.pieces()]  # noqa: SLF001  # of the same class
        return np.concatenate([self.block.T @ weights, *sums])

    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum the features of each candidate with these weights: shape (F,) -> (C,)."""
        n = self.block.shape[1]
        found: NDArray[np.float64] = self.block @ weights[:n]
        used = n + np.flatnonzero(weights[n:])
        if used.size:
            found += self.of_features(used.tolist())._matrix() @ weights[used]  # noqa: SLF001  # of the same class
        return found

    def times(self, weights: NDArray[np.float64]) -> "SparseFeatures":
        """Multiply each candidate by its weight; there is no block."""
        return SparseFeatures(self.n_candidates, self.starts, self.rows, self.values * weights[self.rows])

    def gram(self, other: "SparseFeatures") -> NDArray[np.float64]:
        """Sum the products of two features over candidates, for all pairs: shape (F, F of the other); no blocks."""
        found: NDArray[np.float64] = (self._matrix().T @ other._matrix()).toarray()  # noqa: SLF001  # of the same class
        return found

    def _matrix(self) -> Any:
        from scipy.sparse import csc_array

        # Both as int32, else both would be copied.
        starts = self.starts.astype(np.int32) if len(self.rows) < 2**31 else self.starts
        values = self.values.astype(np.float64, copy=False)
        return csc_array((values, self.rows, starts), shape=(self.n_candidates, len(self.starts) - 1))

    def dense(self, low: int = 0, high: int | None = None) -> NDArray[np.float64]:
        """Return the candidates from `low` to before `high` as an array of shape (high - low, F)."""
        end = self.n_candidates if high is None else high
        found = np.zeros((end - low, self.n_features))
        n = self.block.shape[1]
        found[:, :n] = self.block[low:end]
        for column, begin in enumerate(self.starts[:-1]):
            rows = self.rows[begin : self.starts[column + 1]]
            first, last = np.searchsorted(rows, [low, end])
            found[rows[first:last] - low, n + column] = self.values[begin + first : begin + last]
        return found

    def of_features(self, chosen: Sequence[int], factors: NDArray[np.float64] | None = None) -> "SparseFeatures":
        """Keep some features, those of the block first; each times its factor: shape (len(chosen),)."""
        n = self.block.shape[1]
        first = [column for column in chosen if column < n]
        if list(chosen[: len(first)]) != first:
            raise AlignmentError("Features of a block come first.")
        scale = None if factors is None else factors[len(first) :]
        block = self.block[:, first] if factors is None else self.block[:, first] * factors[: len(first)]
        entries = [slice(self.starts[column - n], self.starts[column - n + 1]) for column in chosen[len(first) :]]
        widths = [int(entry.stop - entry.start) for entry in entries]
        values = np.concatenate([np.zeros(0, self.values.dtype), *(self.values[entry] for entry in entries)])
        return SparseFeatures(
            self.n_candidates,
            np.cumsum([0, *widths], dtype=np.int64),
            np.concatenate([np.zeros(0, dtype=np.int32), *(self.rows[entry] for entry in entries)]),
            values if scale is None else values * np.repeat(scale, widths),
            block,
        )

    def of_candidates(self, chosen: NDArray[np.bool_]) -> "SparseFeatures":
        """Keep some candidates: a mask of shape (C,)."""
        new_rows = (chosen.cumsum() - 1).astype(np.int32)
        parts = [SparseFeatures.of_block(self.block[chosen])]
        for piece in self.pieces():
            stays = chosen[piece.rows]
            columns = piece.columns[stays]
            parts.append(
                SparseFeatures.from_entries(
                    int(chosen.sum()), piece.n_features, columns, new_rows[piece.rows[stays]], piece.values[stays]
                )
            )
        return SparseFeatures.beside(parts)
