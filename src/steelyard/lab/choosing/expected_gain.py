"""Minimum Bayes risk: which candidate gains most against evidence, in expectation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.fixed_order import product
from steelyard.reprs import short_repr
from steelyard.types.checks import as_shares

__all__ = ["ExpectedGains", "best_by_gain", "expected_gains", "merge_doubles"]

_TIE = 1e-12  # of the largest gain: sums of the same numbers in another order are the same gain


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedGains:
    """What each candidate gains in expectation, and which gains most.

    Attributes
    ----------
    gains : array of float64, shape (K,)
        Expected gain of each candidate.
    choice : int
        The candidate that gains most; of equal ones the more probable, then the earlier.
    margin : float
        By how much it gains more than the next one; NaN for a single candidate.
    n_effective : float
        As many pieces of evidence of equal weight: 1 over the sum of squared weights.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import expected_gains
    >>> expected_gains(np.array([[1.0, 0.5], [0.25, 1.0]]), np.array([0.5, 0.5])).choice
    0
    """

    gains: NDArray[np.float64]
    choice: int
    margin: float
    n_effective: float

    __repr__ = short_repr


def merge_doubles(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find equal texts.

    Parameters
    ----------
    texts : sequence of str, length K
        Candidates of one source.

    Returns
    -------
    firsts : array of int64, shape (D,)
        Where each different text stands first.
    codes : array of int64, shape (K,)
        Which of the different texts each candidate is.

    Examples
    --------
    >>> from steelyard.lab.choosing import merge_doubles
    >>> firsts, codes = merge_doubles(["a", "b", "a"])
    >>> firsts.tolist(), codes.tolist()
    ([0, 1], [0, 1, 0])
    """
    places: dict[str, int] = {}
    codes = np.array([places.setdefault(text, len(places)) for text in texts], np.int64)
    firsts = np.full(len(places), len(texts), np.int64)
    np.minimum.at(firsts, codes, np.arange(len(texts)))
    return firsts, codes


def expected_gains(
    matrix: NDArray[np.float64],
    weights: NDArray[np.float64],
    *,
    posterior: NDArray[np.float64] | None = None,
    include_self: bool = True,
    own: NDArray[np.float64] | None = None,
) -> ExpectedGains:
    """Sum the gains of every candidate against all evidence, by weight.

    Candidates that have the same text must be merged first, and their weights added (`merge_doubles`): else a text
    competes with itself for its own mass.

    Parameters
    ----------
    matrix : array, shape (K, E)
        Gain of candidate i when evidence j is the truth; rows are candidates, also where the gain is not symmetric.
    weights : array, shape (E,)
        Of the evidence; scaled to sum 1.
    posterior : array, shape (K,), optional
        Probability of each candidate, which decides between equal gains; by default the weights, where the evidence is
        the candidates.
    include_self : bool, default True
        Whether a candidate is evidence for itself, where the evidence is the candidates. With unequal weights of
        systems it elects the heaviest system, whatever the others say.
    own : array, shape (K,), optional
        What of its weight a candidate brought itself: left out where it is no evidence for itself. Less than all where
        several outputs have its text, which agree with each other. By default all of it.

    Returns
    -------
    ExpectedGains
        With the choice.

    Raises
    ------
    AlignmentError
        Shapes do not fit.
    DataError
        A gain is not finite, or there is no weight.

    References
    ----------
    Kumar and Byrne 2004, "Minimum Bayes-risk decoding for statistical machine translation", N04-1022.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import expected_gains
    >>> matrix = np.array([[1, 0.4, 0.35], [0.4, 1, 0.25], [0.35, 0.25, 1]])
    >>> expected_gains(matrix, np.array([0.3, 0.5, 0.2])).gains.round(3).tolist()
    [0.57, 0.67, 0.43]
    """
    n_candidates, n_evidence = matrix.shape
    scaled = as_shares(weights, n_evidence)
    if not np.isfinite(matrix).all():
        raise DataError("A utility is not finite.")
    gains = product(matrix, scaled)
    if not include_self:
        if n_candidates != n_evidence:
            raise AlignmentError("Candidates are evidence for themselves only where the evidence is the candidates.")
        gains = gains - np.diagonal(matrix) * (scaled if own is None else own / np.sum(weights))
    if posterior is None:
        posterior = scaled if n_candidates == n_evidence else np.zeros(n_candidates)
    choice = int(best_by_gain(gains, posterior))
    others = np.delete(gains, choice)
    margin = float(gains[choice] - others.max()) if len(others) else float("nan")
    return ExpectedGains(gains, choice, margin, float(1 / np.square(scaled).sum()))


def best_by_gain(gains: NDArray[np.float64], posterior: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the candidate of the largest gain; of equal ones the more probable, then the earlier.

    Parameters
    ----------
    gains, posterior : array, shape (..., K)
        Of each candidate; a gain of minus infinity leaves one out.

    Returns
    -------
    array of int64, shape (...)
        From 0.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.choosing import best_by_gain
    >>> best_by_gain(np.array([[0.5, 0.5, 0.25], [0.1, 0.2, 0.2]]), np.array([0.1, 0.3, 0.6])).tolist()
    [1, 2]
    """
    best = gains.max(axis=-1, keepdims=True)
    is_tied = gains >= best - _TIE * np.maximum(1.0, np.abs(best))
    return np.asarray(np.argmax(np.where(is_tied, posterior, -1.0), axis=-1))
