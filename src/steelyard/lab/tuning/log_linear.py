"""The conditional log-linear model of a candidate given its list: probabilities, loss, gradient."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.lab.tuning.sparse import SparseFeatures
from steelyard.reprs import short_repr

__all__ = ["RankingData", "best_of_lists", "gold_weights", "list_log_sums"]

_GAIN = 1e-12  # less is rounding: candidates that near to the best are as good


@dataclass(frozen=True, slots=True, eq=False)
class RankingData:
    """Lists of candidates with their features, and which candidates are right.

    Attributes
    ----------
    features : SparseFeatures
        Of C candidates.
    offsets : array of int64, shape (N + 1,)
        List i has the candidates ``offsets[i]`` to ``offsets[i + 1]``.
    gold : array of float64, shape (C,)
        Adds up to 1 in every list: 1 for its right candidate, shares where several are right.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import RankingData, SparseFeatures
    >>> features = SparseFeatures.from_dense(np.array([[1.0], [0.0]]))
    >>> data = RankingData(features, np.array([0, 2]), np.array([1.0, 0.0]))
    >>> round(data.loss(np.zeros(2)), 6), data.gradient(np.zeros(2)).tolist()
    (0.693147, [-0.5])
    """

    features: SparseFeatures
    offsets: NDArray[np.int64]
    gold: NDArray[np.float64]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse parts that do not fit."""
        n = self.features.n_candidates
        if n == 0 or self.offsets[0] != 0 or self.offsets[-1] != n or (np.diff(self.offsets) < 1).any():
            raise AlignmentError("Lists must hold all candidates, each list one or more.")
        if self.gold.shape != (n,):
            raise AlignmentError(f"There are {len(self.gold)} weights of right candidates, but {n} candidates.")
        if not (np.isfinite(self.features.values).all() and np.isfinite(self.features.block).all()):
            raise DataError("A feature is not finite.")
        if not np.allclose(np.add.reduceat(self.gold, self.offsets[:-1]), 1.0) or (self.gold < 0).any():
            raise DataError("The weights of right candidates must add up to 1 in every list.")

    def loss(self, scores: NDArray[np.float64]) -> float:
        """Return minus the log-probability of the right candidates, summed over lists; scores have shape (C,)."""
        return float(list_log_sums(scores, self.offsets).sum() - self.gold @ scores)

    def probabilities(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability of each candidate in its list, shape (C,)."""
        logs = list_log_sums(scores, self.offsets)
        return np.exp(scores - np.repeat(logs, np.diff(self.offsets)))

    def gradient(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the slope of the loss along every feature: expected less right values, shape (F,)."""
        return self.features.product(self.probabilities(scores) - self.gold)


def list_log_sums(scores: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the logarithm of the sum of exponentials of each list.

    Parameters
    ----------
    scores : array, shape (C,)
        Of the candidates.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.

    Returns
    -------
    array, shape (N,)
        Computed from the highest score of each list, so that nothing overflows.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import list_log_sums
    >>> list_log_sums(np.array([1000.0, 1000.0, 0.0]), np.array([0, 2, 3])).round(4).tolist()
    [1000.6931, 0.0]
    """
    highest = np.maximum.reduceat(scores, offsets[:-1])
    shifted = np.exp(scores - np.repeat(highest, np.diff(offsets)))
    sums: NDArray[np.float64] = highest + np.log(np.add.reduceat(shifted, offsets[:-1]))
    return sums


def gold_weights(quality: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """Take the best candidates of every list as the right ones.

    Parameters
    ----------
    quality : array, shape (C,)
        Higher is better, such as the score of a sentence against its reference.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.

    Returns
    -------
    array, shape (C,)
        1 for the best of each list; equally good ones share it.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import gold_weights
    >>> gold_weights(np.array([0.5, 0.5, 0.1, 0.2]), np.array([0, 3, 4])).tolist()
    [0.5, 0.5, 0.0, 1.0]
    """
    sizes = np.diff(offsets)
    highest = np.repeat(np.maximum.reduceat(quality, offsets[:-1]), sizes)
    is_best = quality >= highest - _GAIN * np.maximum(1.0, np.abs(highest))
    shares: NDArray[np.float64] = is_best.astype(np.float64)
    shares /= np.repeat(np.add.reduceat(shares, offsets[:-1]), sizes)
    return shares


def best_of_lists(scores: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the candidate with the highest score of each list; of equal ones the first.

    Parameters
    ----------
    scores : array, shape (C,)
        Of the candidates.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.

    Returns
    -------
    array of int64, shape (N,)
        Positions among all candidates.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import best_of_lists
    >>> best_of_lists(np.array([1.0, 2.0, 2.0, 0.0]), np.array([0, 3, 4])).tolist()
    [1, 3]
    """
    highest = np.repeat(np.maximum.reduceat(scores, offsets[:-1]), np.diff(offsets))
    is_best = np.flatnonzero(scores >= highest - _GAIN * np.maximum(1.0, np.abs(highest)))
    # The first of the best at or after each list's beginning.
    return is_best[np.searchsorted(is_best, offsets[:-1])]
