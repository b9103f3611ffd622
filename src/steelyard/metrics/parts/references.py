"""Which of several references counts for a segment."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["choose_reference", "take_reference"]

Number = TypeVar("Number", bound=np.generic)


def choose_reference(costs: Sequence[NDArray[np.generic]], is_present: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Find each hypothesis's best reference: the least cost, ties by the next cost, then the first reference.

    Costs have shape (R, S, N), the most important first. A reference that is missing, by `is_present` of shape (R, N),
    is never chosen, and every segment has one. Returns references from 0, shape (S, N).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.metrics.parts.references import choose_reference
    >>> errors, lengths = np.array([[[2, 3]], [[2, 1]]]), np.array([[[4, 4]], [[3, 5]]])
    >>> choose_reference([errors, lengths], np.ones((2, 2), dtype=bool)).tolist()
    [[1, 1]]
    """
    n_references, n_systems, n_segments = costs[0].shape
    # From the first reference that is there; a later one must be strictly better, so that ties go to the first.
    best = np.broadcast_to(is_present.argmax(axis=0), (n_systems, n_segments))
    for r in range(1, n_references):
        is_better = np.zeros((n_systems, n_segments), dtype=np.bool_)
        is_tied = is_present[r] & (best != r)
        for cost in costs:
            kept = take_reference(cost, best)
            is_better |= is_tied & (cost[r] < kept)
            is_tied = is_tied & (cost[r] == kept)
        best = np.where(is_better, r, best)
    return np.ascontiguousarray(best, dtype=np.int64)


def take_reference(values: NDArray[Number], best: NDArray[np.int64]) -> NDArray[Number]:
    """Pick the values, shape (R, S, N) or (R, S, N, K), of the references that `choose_reference` gave, shape (S, N).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.metrics.parts.references import take_reference
    >>> take_reference(np.array([[[1, 2]], [[3, 4]]]), np.array([[1, 0]])).tolist()
    [[3, 2]]
    """
    index = best[None, ..., *([None] * (values.ndim - 3))]
    taken: NDArray[Number] = np.take_along_axis(values, index, axis=0)[0]
    return taken
