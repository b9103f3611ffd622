"""The features in a model, as its fitting needs them: scores of candidates, slopes, and curvature, list by list."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.log_linear import RankingData
from steelyard.lab.tuning.sparse import SparseFeatures

__all__ = ["ListColumns"]

_DENSE = 0.25  # of the candidates have an entry: such a feature is worked on as a row of numbers
_AT_ONCE = 2**17  # numbers of an array that is worked on at once: as many as stay in a core's cache

Array = NDArray[np.float64]


class ListColumns:
    """Some features of the lists that a model is fitted to, each times its factor.

    Features that most candidates have are held as rows, less their mean of each list, which changes no probability and
    leaves small numbers; they are made once and kept while features come and go. The others are held sparse.
    """

    def __init__(self, data: RankingData, factors: Array, seen: NDArray[np.bool_]) -> None:
        sizes = np.diff(data.offsets)
        self._data, self._factors = data, factors
        self._is_seen = np.repeat(seen, sizes)
        self._sizes = sizes[seen]
        self.offsets = np.concatenate([[0], self._sizes.cumsum()]).astype(np.int64)
        self._list = np.repeat(np.arange(len(self._sizes), dtype=np.int32), self._sizes)
        self.gold = data.gold[self._is_seen]
        is_full = np.diff(data.features.starts) >= _DENSE * data.features.n_candidates
        self._is_dense = np.concatenate([np.ones(data.features.block.shape[1], np.bool_), is_full])
        self._rows: dict[int, Array] = {}
        self.choose([])

    def choose(self, chosen: list[int]) -> None:
        """Take these features, in this order, in place of those before."""
        self.n_features = len(chosen)
        self._dense_at = np.array([i for i, one in enumerate(chosen) if self._is_dense[one]], dtype=np.int64)
        self._sparse_at = np.array([i for i, one in enumerate(chosen) if not self._is_dense[one]], dtype=np.int64)
        self._dense = [self._row(chosen[i]) for i in self._dense_at]
        self._sparse = SparseFeatures.of_block(np.zeros((0, 0)))  # those before are let go before others are made
        self._list_sums = _ListSums(self._sparse, self._list, 0)
        some = [chosen[i] for i in self._sparse_at]
        found = self._data.features.of_features(some, self._factors[some])
        if not self._is_seen.all():
            found = found.of_candidates(self._is_seen)
        self._sparse = found
        self._list_sums = _ListSums(found, self._list, len(self._sizes))

    def _row(self, feature: int) -> Array:
        """Return a feature of all candidates that are seen, less its mean of each list."""
        if feature not in self._rows:
            row = self._data.features.of_features([feature]).dense()[self._is_seen, 0]
            row -= np.repeat(np.add.reduceat(row, self.offsets[:-1]) / self._sizes, self._sizes)
            row *= self._factors[feature]
            self._rows[feature] = row
        return self._rows[feature]

    def scores(self, weights: Array) -> Array:
        """Return the score of each candidate, but for a number that all of its list share."""
        found = self._sparse.scores(weights[self._sparse_at])
        for row, weight in zip(self._dense, weights[self._dense_at], strict=True):
            if weight:
                found += weight * row
        return found

    def probabilities(self, scores: Array) -> tuple[Array, float]:
        """Return the probability of each candidate in its list, and the loss."""
        found = scores - np.repeat(np.maximum.reduceat(scores, self.offsets[:-1]), self._sizes)
        loss = -float(self.gold @ found)
        np.exp(found, out=found)
        sums = np.add.reduceat(found, self.offsets[:-1])
        found /= np.repeat(sums, self._sizes)
        return found, loss + float(np.log(sums).sum())

    def slope(self, chances: Array) -> Array:
        """Return the slope of the loss along each feature."""
        missed = chances - self.gold
        found = np.empty(self.n_features)
        found[self._sparse_at] = self._sparse.product(missed)
        found[self._dense_at] = [row @ missed for row in self._dense]
        return found

    def slope_of_all(self, chances: Array) -> Array:
        """Return the slope of the loss along all features there are, each times its factor."""
        missed = np.zeros(len(self._is_seen))
        missed[self._is_seen] = chances - self.gold
        return self._data.features.product(missed) * self._factors

    def curvature(self, chances: Array) -> Array:
        """Return the covariance of the features within lists, summed over lists."""
        found = np.zeros((self.n_features, self.n_features))
        of_dense, means = self._of_dense(chances)
        found[np.ix_(self._dense_at, self._dense_at)] = of_dense
        weighted = self._sparse.times(chances)
        sums = self._list_sums.of(weighted.values)
        found[np.ix_(self._sparse_at, self._sparse_at)] = self._sparse.gram(weighted) - (sums.T @ sums).toarray()
        for at, row, mean in zip(self._dense_at, self._dense, means, strict=True):
            shared = weighted.product(row) - sums.T @ mean
            found[at, self._sparse_at] = found[self._sparse_at, at] = shared
        return found

    def _of_dense(self, chances: Array) -> tuple[Array, Array]:
        """Return the covariance of dense features, from deviations, and their means: shape (n_dense, n_lists)."""
        n = len(self._dense)
        found, means = np.zeros((n, n)), np.zeros((n, len(self._sizes)))
        first = 0
        while n and first < len(self._sizes):
            most = self.offsets[first] + _AT_ONCE // n
            last = max(int(np.searchsorted(self.offsets, most, side="right")) - 1, first + 1)
            low, high = int(self.offsets[first]), int(self.offsets[last])
            values = np.stack([row[low:high] for row in self._dense])
            weighted = values * chances[low:high]
            means[:, first:last] = np.add.reduceat(weighted, self.offsets[first:last] - low, axis=1)
            values -= np.repeat(means[:, first:last], self._sizes[first:last], axis=1)
            found += (values * chances[low:high]) @ values.T
            first = last
        return found, means


class _ListSums:
    """Adds the entries of each sparse feature up, list by list."""

    def __init__(self, features: SparseFeatures, list_of: NDArray[np.int32], n_lists: int) -> None:
        lists = list_of[features.rows]
        is_first = np.ones(len(lists), np.bool_)
        np.not_equal(lists[1:], lists[:-1], out=is_first[1:])
        is_first[features.starts[:-1][np.diff(features.starts) > 0]] = True
        self._begins = np.flatnonzero(is_first)
        self._lists = lists[self._begins]
        self._starts = np.searchsorted(self._begins, features.starts)
        self._shape = n_lists, features.n_features

    def of(self, values: Array) -> Any:
        """Return the sums as a sparse matrix of lists and features."""
        from scipy.sparse import csc_array

        sums = np.add.reduceat(values, self._begins) if values.size else values
        return csc_array((sums, self._lists, self._starts), shape=self._shape)
