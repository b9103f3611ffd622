"""Lists of candidates with what tuning needs: features, and counts that add up to a score."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import LARGEST, are_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.fixed_order import product
from steelyard.lab.tuning.log_linear import best_of_lists
from steelyard.reprs import short_repr

__all__ = ["TunableLists"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TunableLists:
    """Candidates of N segments, with features that weights choose by and counts that a metric scores.

    Attributes
    ----------
    features : array of float64, shape (C, F)
        Finite.
    offsets : array of int64, shape (N + 1,)
        List i has the candidates ``offsets[i]`` to ``offsets[i + 1]``, at least one.
    counts : array of int64, shape (C, K)
        The statistics of each candidate as whole numbers, so that sums are exact.
    value : callable, (..., K) -> (...)
        Scores sums of the counts, vectorised; higher is better.
    numbers : array of int64, shape (C,), optional
        Of the candidates in the lists that these are a part of; by default these are all.

    Raises
    ------
    AlignmentError
        Parts are not of the same candidates, or a list is empty.
    DataError
        A feature is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists
    >>> features, counts = np.array([[0.0], [1.0], [0.0]]), np.array([[1, 4], [3, 4], [2, 4]])
    >>> lists = TunableLists(features, np.array([0, 2, 3]), counts, lambda u: u[..., 0] / u[..., 1])
    >>> lists.value_at(np.array([1.0])), lists.value_at(np.array([-1.0]))
    (0.625, 0.375)
    """

    features: Array
    offsets: NDArray[np.int64]
    counts: NDArray[np.int64]
    value: Callable[[Array], Array]
    numbers: NDArray[np.int64] | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse parts that do not fit."""
        n = len(self.features)
        if len(self.offsets) < 2 or self.offsets[0] != 0 or self.offsets[-1] != n or len(self.counts) != n:
            raise AlignmentError(f"There are {n} candidates with features, but other numbers of counts or offsets.")
        if empty := np.flatnonzero(np.diff(self.offsets) < 1).tolist():
            raise AlignmentError(f"Segment {empty[0]} (from 0) has no candidate: each needs one at least.")
        if not are_computable(self.features).all():
            row, column = np.argwhere(~are_computable(self.features))[0].tolist()
            raise DataError(
                f"Feature {column + 1} of candidate {row + 1} is {self.features[row, column]}: features are finite, "
                f"and not over {LARGEST:g}."
            )

    @property
    def n_lists(self) -> int:
        """N."""
        return len(self.offsets) - 1

    @property
    def owner(self) -> NDArray[np.int64]:
        """The list of each candidate, shape (C,)."""
        return np.repeat(np.arange(self.n_lists), np.diff(self.offsets))

    def picks(self, weights: Array) -> NDArray[np.int64]:
        """Return the candidate of each list that the weights choose, the first of equal ones."""
        return best_of_lists(product(self.features, weights), self.offsets)

    def value_of(self, picks: NDArray[np.int64]) -> float:
        """Score what was chosen."""
        return float(self.value(self.counts[picks].sum(axis=0).astype(np.float64)))

    def value_at(self, weights: Array) -> float:
        """Score what the weights choose."""
        return self.value_of(self.picks(weights))

    def candidate_values(self) -> Array:
        """Score every candidate by itself, shape (C,)."""
        return np.asarray(self.value(self.counts.astype(np.float64)))

    def spread(self) -> Array:
        """Return the standard deviation of each feature within lists, shape (F,): 0 where it tells nothing apart."""
        sizes = np.diff(self.offsets)[:, None]
        means = np.add.reduceat(self.features, self.offsets[:-1], axis=0) / sizes
        centred = self.features - means[self.owner]
        spread: Array = np.sqrt((centred**2).mean(axis=0))
        size = np.abs(self.features).max(axis=0)
        return np.where(spread > 1e-12 * size, spread, 0.0)

    def of_lists(self, is_kept: NDArray[np.bool_]) -> "TunableLists":
        """Return some of the lists, given as a mask of shape (N,)."""
        kept = is_kept[self.owner]
        offsets = np.concatenate([[0], np.diff(self.offsets)[is_kept].cumsum()]).astype(np.int64)
        numbers = np.arange(len(kept)) if self.numbers is None else self.numbers
        return replace(
            self, features=self.features[kept], offsets=offsets, counts=self.counts[kept], numbers=numbers[kept]
        )

    def of_features(self, columns: NDArray[np.int64]) -> "TunableLists":
        """Return the same lists with some of the features."""
        return replace(self, features=self.features[:, columns])
