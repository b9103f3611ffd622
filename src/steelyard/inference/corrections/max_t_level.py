"""The level of a single test that keeps the family's, where differences hang together as these do."""

import numpy as np
from numpy.typing import NDArray

from steelyard.fixed_order import normal_product, product
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import seed_of

__all__ = ["max_t_level"]

_DRAWS = 40_000
_ROUNDING = 1e-10  # of a variance of 1


def max_t_level(changes: NDArray[np.float64], alpha: float, *, rng: Rng) -> float:
    """Return the level of each test at which one of a family rejects by chance with probability alpha.

    Parameters
    ----------
    changes : array, shape (P, N)
        Of each difference, its value without each unit in turn (leave-one-out scores of A less those of B).
    alpha : float
        Of the family.
    rng : int or numpy.random.Generator
        The same seed repeats the result.

    Returns
    -------
    float
        Between alpha / P and alpha: what max-T asks of a difference that is found alone, by normal theory. Differences
        that do not vary take no part.

    References
    ----------
    Westfall and Young 1993, "Resampling-based multiple testing", section 2.3 (single-step).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import max_t_level
    >>> scores = np.random.default_rng(1).normal(size=(3, 400))
    >>> pairs = np.stack([scores[1] - scores[0], scores[2] - scores[0], scores[2] - scores[1]])
    >>> 0.05 / 3 < max_t_level(pairs, 0.05, rng=1) < 0.022
    True
    """
    centred = changes - changes.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1)
    unit = centred[lengths > 0] / lengths[lengths > 0, None]
    if len(unit) < 2:
        return alpha
    root = _root(unit)
    drawn = normal_product(root.T)(np.random.default_rng(seed_of(rng)).standard_normal((_DRAWS, root.shape[1])))
    from statistics import NormalDist  # imported where needed: 4 ms

    level = 2 * NormalDist().cdf(-float(np.quantile(np.abs(drawn).max(axis=1), 1 - alpha)))
    # Bonferroni and a single test bound it, whatever the draws say.
    return min(max(level, alpha / len(unit)), alpha)


def _root(unit: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a root of the correlations, shape (P, rank): Cholesky's, of the rows that the others leave most of.

    Differences of S systems span S - 1 dimensions, not S (S - 1) / 2: the others need no draws. Eigenvectors would do,
    but for their signs, which depend on the processor and would change what a seed draws.
    """
    left, columns = np.ones(len(unit)), np.empty((0, len(unit)))
    while left.max() > _ROUNDING and len(columns) < len(unit):
        place = int(np.argmax(left))
        column = product(unit, unit[place]) - product(columns[:, place], columns)
        columns = np.vstack([columns, column / np.sqrt(left[place])])
        left = 1 - np.square(columns).sum(axis=0)
    return columns.T
