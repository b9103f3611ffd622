"""Minimum Bayes risk with less work: candidates that will hardly win are dropped while evidence grows."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.lab.choosing.expected_gain import best_by_gain
from steelyard.reprs import short_repr

__all__ = ["Pruned", "prune"]

Gains = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.float64]]
_FIRST = 8  # pieces of evidence; their number doubles


@dataclass(frozen=True, slots=True, eq=False)
class Pruned:
    """What was chosen, and how much was computed for it.

    Attributes
    ----------
    choice : int
        The candidate.
    gains : array, shape (K,)
        Expected gain of each candidate against the evidence that it met; against all of it for those that stayed.
    is_left : array of bool, shape (K,)
        Whether a candidate stayed to the end.
    n_pairs : int
        Utilities that were computed, of the K times E that there are.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import Pruned
    >>> Pruned(0, np.array([0.5]), np.array([True]), 1).n_pairs
    1
    """

    choice: int
    gains: NDArray[np.float64]
    is_left: NDArray[np.bool_]
    n_pairs: int

    __repr__ = short_repr


def prune(
    gains: Gains,
    n_candidates: int,
    weights: NDArray[np.float64],
    *,
    rng: np.random.Generator,
    alpha: float = 0.99,
    n_resamples: int = 500,
    posterior: NDArray[np.float64] | None = None,
) -> Pruned:
    """Choose the candidate of the largest expected gain, and drop on the way those that win too rarely.

    Evidence comes in random order, the heaviest first: 8 pieces, then 16, 32 and so on. After each step it is
    resampled, and a candidate that reaches the gain of the present best in no more than ``1 - alpha`` of the resamples
    is dropped.

    Parameters
    ----------
    gains : callable
        Given positions of candidates and of evidence, their gains, shape (rows, columns).
    n_candidates : int
        K.
    weights : array, shape (E,)
        Of the evidence.
    rng : Generator
        Of order and resamples.
    alpha : float, default 0.99
        Confidence with which a candidate is dropped.
    n_resamples : int, default 500
        After each step.
    posterior : array, shape (K,), optional
        Decides between equal gains.

    Returns
    -------
    Pruned
        Where nothing was dropped, the choice is that of all gains.

    Raises
    ------
    SpecError
        The level is not one.

    References
    ----------
    Cheng and Vlachos 2023, "Faster minimum Bayes risk decoding with confidence-based pruning", 2023.emnlp-main.767.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import prune
    >>> matrix = np.repeat(np.linspace(0, 1, 20)[:, np.newaxis], 64, axis=1)
    >>> gains = lambda rows, columns: matrix[np.ix_(rows, columns)]
    >>> found = prune(gains, 20, np.ones(64), rng=np.random.default_rng(1))
    >>> found.choice, found.n_pairs, matrix.size
    (19, 160, 1280)
    """
    if not 0 < alpha < 1:
        raise SpecError(f"The confidence of pruning must lie between 0 and 1, not {alpha}.")
    n_evidence = len(weights)
    order = rng.permutation(n_evidence)
    order = order[np.argsort(-weights[order], kind="stable")]  # else all is decided before what weighs is met
    prior = np.zeros(n_candidates) if posterior is None else posterior
    left = np.arange(n_candidates)
    seen = np.zeros((n_candidates, n_evidence))
    means = np.zeros(n_candidates)
    n_seen = n_pairs = 0
    while True:
        n_next = min(max(2 * n_seen, _FIRST), n_evidence)
        columns = order[n_seen:n_next]
        seen[np.ix_(left, np.arange(n_seen, n_next))] = gains(left, columns)
        n_pairs += len(left) * len(columns)
        n_seen = n_next
        here = weights[order[:n_seen]]
        means[left] = product(seen[left, :n_seen], here) / here.sum()
        if n_seen == n_evidence:
            break
        left = _winners(seen[left, :n_seen], here, left, rng, alpha, n_resamples)
        if len(left) == 1:
            break
    is_left = np.zeros(n_candidates, np.bool_)
    is_left[left] = True
    return Pruned(int(left[int(best_by_gain(means[left], prior[left]))]), means, is_left, n_pairs)


def _winners(
    seen: NDArray[np.float64],
    weights: NDArray[np.float64],
    left: NDArray[np.int64],
    rng: np.random.Generator,
    alpha: float,
    n_resamples: int,
) -> NDArray[np.int64]:
    """Return the candidates that reach the present best in more than 1 - alpha of the resamples."""
    best = int(np.argmax(product(seen, weights)))
    n = len(weights)
    counts = rng.multinomial(n, np.full(n, 1 / n), size=n_resamples) * weights  # (B, n)
    sums = seen @ counts.T  # the total weight of a resample is the same for all candidates
    rates = (sums >= sums[best] - 1e-12 * np.abs(sums[best])).mean(axis=1)
    kept: NDArray[np.int64] = left[rates > 1 - alpha]
    return kept
