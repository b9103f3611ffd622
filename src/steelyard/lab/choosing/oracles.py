"""The best and the worst that could be chosen, by whoever knows the scores."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["best_of_each", "corpus_oracle"]

Score = Callable[[NDArray[np.float64]], NDArray[np.float64]]
_GAIN = 1e-12  # smaller improvements of a score are rounding
_MOST_PASSES = 50


def best_of_each(scores: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the candidate with the highest score of every segment.

    Parameters
    ----------
    scores : array, shape (C,)
        Of every candidate, list after list; NaN for those that cannot be chosen. Give minus the scores for the lowest.
    offsets : array of int, shape (N + 1,)
        Segment i has the candidates ``offsets[i]`` to ``offsets[i + 1]``.

    Returns
    -------
    array of int64, shape (N,)
        Positions among all candidates, of equal ones the first; -1 where a segment has no score.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import best_of_each
    >>> best_of_each(np.array([0.1, 0.3, 0.2, 0.2]), np.array([0, 2, 4])).tolist()
    [1, 2]
    """
    known = np.where(np.isnan(scores), -np.inf, scores)
    largest = np.maximum.reduceat(known, offsets[:-1])
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    is_best = (known == largest[rows]) & ~np.isnan(scores)
    found = np.full(len(offsets) - 1, -1, np.int64)
    places = np.flatnonzero(is_best)[::-1]
    found[rows[places]] = places  # the first of equal ones is written last
    return found


def corpus_oracle(
    statistics: NDArray[np.float64], offsets: NDArray[np.int64], score: Score, start: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Exchange one candidate at a time for the one that raises the score of the whole, until none does.

    Parameters
    ----------
    statistics : array, shape (C, K)
        Of every candidate against the references of its segment; they add up.
    offsets : array of int, shape (N + 1,)
        As for `best_of_each`.
    score : callable
        From sums of shape (..., K) to scores, higher for what is better; give its negative for the worst.
    start : array of int, shape (N,)
        What is chosen at first, such as the best of each segment.

    Returns
    -------
    array of int64, shape (N,)
        Never worse than the start. No single exchange improves it; another choice may still be better.

    References
    ----------
    Oracles of n-best lists under BLEU: Och et al. 2004, "A smorgasbord of features for statistical machine
    translation", N04-1021.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import corpus_oracle
    >>> counts = np.array([[1.0, 2.0], [2.0, 3.0], [3.0, 4.0], [1.0, 1.0]])
    >>> corpus_oracle(counts, np.array([0, 2, 4]), lambda sums: sums[..., 0] / sums[..., 1], np.array([0, 2])).tolist()
    [1, 3]
    """
    chosen = start.copy()
    sums = statistics[chosen].sum(axis=0)
    value = float(score(sums))
    for _ in range(_MOST_PASSES):
        before = value
        for i in range(len(chosen)):
            rest = sums - statistics[chosen[i]]
            options = rest + statistics[offsets[i] : offsets[i + 1]]
            values = score(options)
            best = int(np.argmax(values))
            if values[best] > value + _GAIN * max(1.0, abs(value)):
                chosen[i], sums, value = offsets[i] + best, options[best], float(values[best])
        if value <= before + _GAIN * max(1.0, abs(before)):
            break
    return chosen
