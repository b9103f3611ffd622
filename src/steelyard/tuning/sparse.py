"""Features of candidates, by columns: few entries are not 0, and a model takes some columns and asks about all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.short_repr import short_repr

__all__ = ["SparseFeatures"]


@dataclass(frozen=True, slots=True, eq=False)
class SparseFeatures:
    """F features of C candidates, column by column.

    Attributes
    ----------
    n_candidates : int
        C.
    starts : array of int64, shape (F + 1,)
        Feature i has the entries ``starts[i]`` to ``starts[i + 1]``.
    rows : array of int64, shape (n_entries,)
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
    rows: NDArray[np.int64]
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
        rows: NDArray[np.int64],
        values: NDArray[np.float64],
    ) -> "SparseFeatures":
        """Take entries sorted by column, and by row within it."""
        starts = np.concatenate([[0], np.bincount(columns, minlength=n_features).cumsum()]).astype(np.int64)
        return cls(n_candidates, starts, rows.astype(np.int64), values.astype(np.float64))

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

    @property
    def columns(self) -> NDArray[np.int64]:
        """The feature of each entry."""
        return np.repeat(np.arange(self.n_features), np.diff(self.starts))

    def product(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum each feature over candidates with these weights: shape (C,) -> (F,)."""
        sums = np.bincount(self.columns, weights=self.values * weights[self.rows], minlength=self.n_features)
        return sums.astype(np.float64, copy=False)  # of no entry at all they are integers

    def dense(self, chosen: Sequence[int]) -> NDArray[np.float64]:
        """Return some features as an array of shape (C, len(chosen))."""
        found = np.zeros((self.n_candidates, len(chosen)))
        for i, column in enumerate(chosen):
            entries = slice(self.starts[column], self.starts[column + 1])
            found[self.rows[entries], i] = self.values[entries]
        return found

    def scaled(self, factors: NDArray[np.float64]) -> "SparseFeatures":
        """Multiply each feature by a factor: shape (F,)."""
        return replace(self, values=self.values * factors[self.columns])

    def of_candidates(self, chosen: NDArray[np.bool_]) -> "SparseFeatures":
        """Keep some candidates: a mask of shape (C,)."""
        stays = chosen[self.rows]
        new_rows = chosen.cumsum() - 1
        return SparseFeatures.from_entries(
            int(chosen.sum()),
            self.n_features,
            self.columns[stays],
            new_rows[self.rows[stays]],
            self.values[stays],
        )
