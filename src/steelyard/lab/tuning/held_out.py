"""Weights on lists that they were not tuned on: folds, and features chosen by what they bring there."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.tuning.tunable_lists import TunableLists

__all__ = ["held_out_picks", "select_features"]

Array = NDArray[np.float64]
Fit = Callable[[TunableLists], Array]


class FitColumns(Protocol):
    """Tunes the weights of some features, given with their numbers."""

    def __call__(self, lists: TunableLists, /, columns: NDArray[np.int64]) -> Array: ...


def held_out_picks(lists: TunableLists, folds: NDArray[np.int64], fit: Fit) -> tuple[NDArray[np.int64], list[Array]]:
    """Choose from each list by weights that were fitted on the other folds.

    Parameters
    ----------
    lists : TunableLists
        All.
    folds : array of int64, shape (N,)
        Of each list, from 0; two or more.
    fit : callable, TunableLists -> weights
        Sees the lists of the other folds.

    Returns
    -------
    (array of int64, shape (N,), list of array)
        Candidates, and the weights of each fold.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, held_out_picks
    >>> features = np.array([[1.0], [0.0], [1.0], [0.0]])
    >>> lists = TunableLists(features, np.array([0, 2, 4]), np.zeros((4, 1), int), lambda u: u[..., 0])
    >>> picks, weights = held_out_picks(lists, np.array([0, 1]), lambda part: np.array([float(part.n_lists)]))
    >>> picks.tolist(), len(weights)
    ([0, 2], 2)
    """
    picks = np.zeros(lists.n_lists, dtype=np.int64)
    every = []
    for fold in range(int(folds.max()) + 1):
        weights = fit(lists.of_lists(folds != fold))
        judged = folds == fold
        picks[judged] = lists.picks(weights)[judged]
        every.append(weights)
    return picks, every


def select_features(
    lists: TunableLists,
    folds: NDArray[np.int64],
    fit: FitColumns,
    *,
    candidates: Sequence[int] | None = None,
    advance: Callable[[], None] = lambda: None,
) -> list[tuple[int, float]]:
    """Add the feature that helps most on lists that were held out, until none does.

    Parameters
    ----------
    lists : TunableLists
        All.
    folds : array of int64, shape (N,)
        Of each list, from 0; two or more.
    fit : callable, (TunableLists, columns) -> weights
        Tunes the weights of some features, given with their numbers.
    candidates : sequence of int, optional
        Numbers of the features to choose from; by default all that differ within lists.
    advance : callable, optional
        Called after each feature that was tried.

    Returns
    -------
    list of (int, float)
        Features in the order in which they came, with the score of the held-out lists with each and those before.

    Notes
    -----
    The scores choose the features, so the last is no longer free of bias: where much was tried, keep a set apart.

    References
    ----------
    Gimpel and Smith 2008, "Rich source-side context for statistical machine translation", W08-0302 (greedy, on held-out
    BLEU).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import TunableLists, select_features
    >>> features, counts = np.array([[1.0, 0.2], [0.0, 0.1]] * 2), np.array([[0], [9]] * 2)
    >>> lists = TunableLists(features, np.array([0, 2, 4]), counts, lambda u: u[..., 0])
    >>> select_features(lists, np.array([0, 1]), lambda part, columns: -np.ones(len(columns)))
    [(0, 18.0)]
    """
    left = np.flatnonzero(lists.spread() > 0).tolist() if candidates is None else list(candidates)
    chosen: list[int] = []
    steps: list[tuple[int, float]] = []
    best = -np.inf
    while left:
        tried = []
        for feature in left:
            columns = np.array([*chosen, feature])
            part = lists.of_features(columns)
            picks, _ = held_out_picks(part, folds, partial(fit, columns=columns))
            tried.append(lists.value_of(picks))
            advance()
        at = int(np.argmax(tried))
        if not tried[at] > best:
            break
        best = tried[at]
        chosen.append(left.pop(at))
        steps.append((chosen[-1], best))
    return steps
