"""Which words of one text have a counterpart among those of another."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["counterparts"]

Ints = NDArray[np.int64]


def counterparts(ours: Ints, theirs: Ints) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Pair equal values of two lists, each once, the first ones first.

    Parameters
    ----------
    ours, theirs : array of int64
        What is equal may be paired: such as words, with the number of their row.

    Returns
    -------
    ours_has_one, theirs_has_one : array of bool
        Whether each value was paired; of a value that one side has more often, the last ones there were not.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import counterparts
    >>> [side.tolist() for side in counterparts(np.array([1, 2, 1, 1]), np.array([1, 3, 1]))]
    [[True, False, True, False], [True, False, True]]
    """
    both = np.concatenate([ours, theirs])
    order = np.argsort(both, kind="stable")  # equal values: ours first, each side in its order
    ordered, is_ours = both[order], order < len(ours)
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))
    group = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(both)))
    n_ours = np.add.reduceat(is_ours.astype(np.int64), starts) if len(starts) else np.zeros(0, np.int64)
    n_theirs = np.diff(starts, append=len(both)) - n_ours
    place = np.arange(len(both)) - starts[group] - np.where(is_ours, 0, n_ours[group])
    has_one = np.empty(len(both), np.bool_)
    has_one[order] = place < np.minimum(n_ours, n_theirs)[group]
    return has_one[: len(ours)], has_one[len(ours) :]
