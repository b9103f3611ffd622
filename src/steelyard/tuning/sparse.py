"""Features of candidates, by columns: few entries are not 0, and a model takes some columns and asks about all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.short_repr import short_repr

__all__ = ["SparseFeatures"]

_AT_ONCE = 2**21  # entries in work: what is computed on the way stays in tens of megabytes


@dataclass(frozen=True, slots=True, eq=False)
class SparseFeatures:
    """F features of C candidates, column by column.

    Attributes
    ----------
    n_candidates : int
        C.
    starts : array of int64, shape (F + 1,)
        Feature i has the entries ``starts[i]`` to ``starts[i + 1]``.
    rows : array of int32, shape (n_entries,)
        The candidate of each entry, rising within a feature.
    values : array of float64, shape (n_entries,)
        What is not stored is 0.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import SparseFeatures
    >>> features = SparseFeatures.from_dense(np.array([[1.0, 0.0], [2.0, 3.0]]))
    >>> features.n_features, features.product(np.array([1.0, 10.0])).tolist()
    (2, [21.0, 30.0])
    """

    n_candidates: int
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    values: NDArray[np.float64]

    __repr__ = short_repr

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
        """Join features of the same candidates."""
        counts = {part.n_candidates for part in parts}
        if len(counts) != 1:
            raise AlignmentError(f"Features to be joined are of {sorted(counts)} candidates: all need the same number.")
        widths = np.concatenate([np.diff(part.starts) for part in parts])
        return cls(
            counts.pop(),
            np.concatenate([[0], widths.cumsum()]).astype(np.int64),
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.values for part in parts]),
        )

    @property
    def n_features(self) -> int:
        """F."""
        return len(self.starts) - 1

    def pieces(self) -> Iterator["SparseFeatures"]:
        """Yield some features at a time, in order: whole ones, and of no more entries than can be worked on at once."""
        low = 0
        while low < self.n_features:
            most = self.starts[low] + _AT_ONCE
            high = max(int(np.searchsorted(self.starts, most, side="right")) - 1, low + 1)
            entries = slice(self.starts[low], self.starts[high])
            starts = self.starts[low : high + 1] - self.starts[low]
            yield SparseFeatures(self.n_candidates, starts, self.rows[entries], self.values[entries])
            low = high

    @property
    def columns(self) -> NDArray[np.int64]:
        """The feature of each entry."""
        return np.repeat(np.arange(self.n_features), np.diff(self.starts))

    def product(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum each feature over candidates with these weights: shape (C,) -> (F,)."""
        sums = [
            np.bincount(piece.columns, weights=piece.values * weights[piece.rows], minlength=piece.n_features)
            for piece in self.pieces()
        ]
        return np.concatenate([np.zeros(0), *sums])

    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum the features of each candidate with these weights: shape (F,) -> (C,)."""
        found = np.zeros(self.n_candidates)
        for column in np.flatnonzero(weights):
            entries = slice(self.starts[column], self.starts[column + 1])
            found[self.rows[entries]] += weights[column] * self.values[entries]
        return found

    def dense(self, low: int = 0, high: int | None = None) -> NDArray[np.float64]:
        """Return the candidates from `low` to before `high` as an array of shape (high - low, F)."""
        end = self.n_candidates if high is None else high
        found = np.zeros((end - low, self.n_features))
        for column in range(self.n_features):
            rows = self.rows[self.starts[column] : self.starts[column + 1]]
            first, last = np.searchsorted(rows, [low, end])
            begin = self.starts[column]
            found[rows[first:last] - low, column] = self.values[begin + first : begin + last]
        return found

    def of_features(self, chosen: Sequence[int], factors: NDArray[np.float64] | None = None) -> "SparseFeatures":
        """Keep some features, each times its factor: shape (len(chosen),)."""
        entries = [slice(self.starts[column], self.starts[column + 1]) for column in chosen]
        scale = np.ones(len(entries)) if factors is None else factors
        widths = [entry.stop - entry.start for entry in entries]
        return SparseFeatures(
            self.n_candidates,
            np.cumsum([0, *widths], dtype=np.int64),
            np.concatenate([np.zeros(0, dtype=np.int32), *(self.rows[entry] for entry in entries)]),
            np.concatenate([np.zeros(0), *(self.values[e] * factor for e, factor in zip(entries, scale, strict=True))]),
        )

    def of_candidates(self, chosen: NDArray[np.bool_]) -> "SparseFeatures":
        """Keep some candidates: a mask of shape (C,)."""
        new_rows = (chosen.cumsum() - 1).astype(np.int32)
        parts = []
        for piece in self.pieces():
            stays = chosen[piece.rows]
            columns = piece.columns[stays]
            parts.append(
                SparseFeatures.from_entries(
                    int(chosen.sum()), piece.n_features, columns, new_rows[piece.rows[stays]], piece.values[stays]
                )
            )
        return SparseFeatures.beside(parts) if parts else SparseFeatures.from_dense(np.zeros((int(chosen.sum()), 0)))
