"""Pairs of outputs of one segment of which people rated one higher."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError

__all__ = ["preferences"]

Ints = NDArray[np.int64]
Array = NDArray[np.float64]


def preferences(ratings: Array, segments: Ints, *, most: int | None = None) -> tuple[Ints, Ints]:
    """Return the better and the worse outputs of pairs of one segment with different ratings, evenly at most so many.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import preferences
    >>> [places.tolist() for places in preferences(np.array([6.0, 1.0, 3.0]), np.zeros(3, np.int64))]
    [[0, 0, 2], [1, 2, 1]]
    """
    order = np.argsort(segments, kind="stable")
    starts = np.flatnonzero(np.diff(segments[order], prepend=segments[order][:1] - 1))
    ends = np.append(starts[1:], len(order))
    found = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        members = order[start:end]
        first, second = np.triu_indices(len(members), 1)
        first, second = members[first], members[second]
        found.append(np.stack([first, second]))
    pairs = np.concatenate(found, axis=1) if found else np.zeros((2, 0), np.int64)
    gap = ratings[pairs[0]] - ratings[pairs[1]]
    pairs, gap = pairs[:, gap != 0], gap[gap != 0]
    if not len(gap):
        raise DataError("No two outputs of a segment have different ratings: there is no order to learn.")
    if most is not None and len(gap) > most:
        chosen = np.linspace(0, len(gap) - 1, most).astype(np.int64)
        pairs, gap = pairs[:, chosen], gap[chosen]
    return np.where(gap > 0, pairs[0], pairs[1]), np.where(gap > 0, pairs[1], pairs[0])
