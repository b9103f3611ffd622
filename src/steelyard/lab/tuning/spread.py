"""How much features vary within lists: what differs between lists alone cannot choose within one."""

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.sparse import SparseFeatures

__all__ = ["list_spread", "list_squares"]

Ints = NDArray[np.int64]


def list_spread(features: SparseFeatures, offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how much each feature varies within lists, as a standard deviation over all candidates.

    What differs between lists alone cannot choose within one, and does not count.

    Parameters
    ----------
    features : SparseFeatures
        Of C candidates.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.

    Returns
    -------
    array, shape (F,)
        Root of the mean squared deviation from the mean of the list; exactly 0 where a feature is constant in every
        list.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import SparseFeatures, list_spread
    >>> features = SparseFeatures.from_dense(np.array([[5.0, 1.0], [5.0, 3.0], [7.0, 4.0]]))
    >>> list_spread(features, np.array([0, 2, 3])).round(4).tolist()
    [0.0, 0.8165]
    """
    squares = list_squares(features, offsets, np.zeros(len(offsets) - 1, np.int64))
    spread: NDArray[np.float64] = np.sqrt(squares[0] / features.n_candidates)
    return spread


def list_squares(features: SparseFeatures, offsets: Ints, groups: Ints) -> NDArray[np.float64]:
    """Return the squared deviations of each feature from its means of lists, added up.

    Parameters
    ----------
    features : SparseFeatures
        Of C candidates.
    offsets : array of int64, shape (N + 1,)
        Where each list begins.
    groups : array of int64, shape (N,)
        Which group each list is of, from 0.

    Returns
    -------
    array, shape (n_groups, F)
        Exactly 0 where a feature is constant in every list of the group.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import SparseFeatures, list_squares
    >>> features = SparseFeatures.from_dense(np.array([[5.0, 1.0], [5.0, 3.0], [7.0, 4.0]]))
    >>> list_squares(features, np.array([0, 2, 3]), np.array([0, 1])).tolist()
    [[0.0, 2.0], [0.0, 0.0]]
    """
    sizes = np.diff(offsets)
    n_groups = int(groups.max()) + 1
    lists = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    blocks = [_block_squares(column, offsets, sizes, groups, n_groups) for column in features.block.T]
    squares = [_squares(piece, lists, sizes, groups, n_groups) for piece in features.pieces()]
    return np.concatenate([np.zeros((n_groups, 0)), *(block[:, None] for block in blocks), *squares], axis=1)


def _block_squares(
    column: NDArray[np.float64], offsets: Ints, sizes: Ints, groups: Ints, n_groups: int
) -> NDArray[np.float64]:
    values = np.ascontiguousarray(column)
    lowest, highest = np.minimum.reduceat(values, offsets[:-1]), np.maximum.reduceat(values, offsets[:-1])
    means = np.add.reduceat(values, offsets[:-1]) / sizes
    squares = np.add.reduceat(np.square(values - np.repeat(means, sizes)), offsets[:-1])
    squares[lowest == highest] = 0.0  # said exactly: the mean may have been rounded
    return np.bincount(groups, weights=squares, minlength=n_groups).astype(np.float64)


def _squares(
    features: SparseFeatures, lists: NDArray[np.int32], sizes: Ints, groups: Ints, n_groups: int
) -> NDArray[np.float64]:
    """Return the sum of squared deviations of each feature from its mean of each list, by group."""
    keys = features.columns * len(sizes) + lists[features.rows]  # rising: entries are sorted
    if not keys.size:
        return np.zeros((n_groups, features.n_features))
    values = features.values.astype(np.float64)
    begins = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    stored = np.diff(np.concatenate([begins, [len(keys)]]))
    column, one = np.divmod(keys[begins], len(sizes))
    size = sizes[one]
    means = np.add.reduceat(values, begins) / size
    squares = np.add.reduceat(np.square(values - np.repeat(means, stored)), begins)
    # Zeros are not stored: each is its list's mean away from the mean.
    squares += (size - stored) * np.square(means)
    lowest = np.minimum.reduceat(values, begins)
    highest = np.maximum.reduceat(values, begins)
    is_constant = (stored == size) & (lowest == highest)  # said exactly: the mean may have been rounded
    squares[is_constant] = 0.0
    shape = n_groups, features.n_features
    flat = np.bincount(groups[one] * shape[1] + column, weights=squares, minlength=shape[0] * shape[1])
    return flat.reshape(shape).astype(np.float64)
