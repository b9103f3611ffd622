"""Wins over tasks: sign test and Wilcoxon's with tasks that hang together, and p-values put together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.inference.comparisons.wilcoxon import mean_ranks_twice
from steelyard.inference.corrections.stepwise import check_p_values
from steelyard.inference.outcome import SMALLEST_P

__all__ = ["clustered_sign_tails", "clustered_wilcoxon_tails", "stouffer"]

Clusters = Sequence[int] | NDArray[np.int64]


def clustered_sign_tails(differences: NDArray[np.float64], clusters: Clusters | None = None) -> tuple[float, float]:
    """Return how often exchanging the systems gives A so many more wins than losses, and so few.

    Systems are exchanged in all tasks of a cluster at once, such as all directions out of one language, since these do
    not speak for themselves. Without clusters it is the sign test.

    Parameters
    ----------
    differences : array, shape (T,)
        On each task, positive where A is better; tasks without a difference are left out.
    clusters : sequence of int, shape (T,), optional
        Of each task.

    Returns
    -------
    (float, float)
        Exact one-sided p-values of "A is better" and "A is worse".

    Notes
    -----
    Counts how often, not by how much. Tasks that share two languages hang together both ways; clusters hold one way.

    Examples
    --------
    D09-1117: one kind of decoding is ahead in 184 of 272 directions.

    >>> import numpy as np
    >>> from steelyard.inference import clustered_sign_tails
    >>> better, _ = clustered_sign_tails(np.array([1.0] * 184 + [-1.0] * 88))
    >>> f"{2 * better:.0e}"
    '6e-09'
    """
    return _flipped_tails(np.sign(differences).astype(np.int64), clusters)


def clustered_wilcoxon_tails(differences: NDArray[np.float64], clusters: Clusters | None = None) -> tuple[float, float]:
    """Return how often exchanging the systems gives A so large a sum of signed ranks, and so small a one.

    Parameters
    ----------
    differences : array, shape (T,)
        On each task, positive where A is better, in one unit or as relative changes: ranks compare their sizes. Tasks
        without a difference are left out.
    clusters : sequence of int, shape (T,), optional
        Of each task: exchanged at once. Without clusters it is Wilcoxon's signed-rank test, exact for any number.

    Returns
    -------
    (float, float)
        Exact one-sided p-values of "A is better" and "A is worse".

    References
    ----------
    Wilcoxon 1945, doi:10.2307/3001968. Rosner, Glynn and Lee 2006, "The Wilcoxon signed rank test for paired
    comparisons of clustered data", doi:10.1111/j.1541-0420.2005.00389.x.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import clustered_wilcoxon_tails
    >>> clustered_wilcoxon_tails(np.array([3.0, 1.0, 4.0, -2.0, 5.0]))
    (0.09375, 0.9375)
    >>> clustered_wilcoxon_tails(np.array([3.0, 1.0, 4.0, -2.0, 5.0]), [0, 0, 1, 1, 2])
    (0.125, 1.0)
    """
    signed = np.zeros(len(differences), dtype=np.int64)
    is_apart = differences != 0
    signed[is_apart] = np.sign(differences[is_apart]).astype(np.int64) * mean_ranks_twice(np.abs(differences[is_apart]))
    return _flipped_tails(signed, clusters)


def _flipped_tails(signed: NDArray[np.int64], clusters: Clusters | None) -> tuple[float, float]:
    """Return both tails of a sum of whole numbers under all changes of sign of whole clusters."""
    # Tasks of a cluster change sign together: their sum is one number that may have either sign.
    if clusters is not None:
        found, places = np.unique(np.asarray(clusters), return_inverse=True)
        by_cluster = np.zeros(len(found), dtype=np.int64)
        np.add.at(by_cluster, places, signed)
        signed = by_cluster
    sizes = np.abs(signed)
    chances, total = np.ones(1), 0
    for size in sizes[sizes > 0]:  # chances[s + total]: of a sum s of those so far
        grown = np.zeros(len(chances) + 2 * size)
        grown[: len(chances)] += chances / 2
        grown[2 * size :] += chances / 2
        chances, total = grown, total + int(size)
    place = int(signed.sum()) + total
    better, worse = float(chances[place:].sum()), float(chances[: place + 1].sum())
    return min(1.0, max(SMALLEST_P, better)), min(1.0, max(SMALLEST_P, worse))


def stouffer(p_values: NDArray[np.float64], weights: NDArray[np.float64] | None = None) -> float:
    """Put one-sided p-values of independent tasks together by their normal scores.

    Parameters
    ----------
    p_values : array, shape (T,)
        One-sided, all of the same side.
    weights : array, shape (T,), optional
        Such as the square roots of numbers of segments; equal by default.

    Returns
    -------
    float
        One-sided p-value of "nowhere better".

    Raises
    ------
    SpecError
        There is no p-value, one does not lie between 0 and 1, or a weight is not a number above 0.

    Notes
    -----
    It rejects where A is better on some task, also where it is worse on others: it does not say on which. The general
    task of WMT24 puts domains together so.

    References
    ----------
    Stouffer et al. 1949, "The American soldier". Lipták 1958, of the weights.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import stouffer
    >>> round(stouffer(np.array([0.04, 0.2, 0.1])), 4)
    0.0127
    """
    from scipy.special import ndtr, ndtri  # imported where needed: 0.3 s

    p = check_p_values(p_values)
    given = np.ones(len(p)) if weights is None else np.asarray(weights, dtype=np.float64)
    if not len(p) or given.shape != p.shape or not ((given > 0) & np.isfinite(given)).all():
        raise SpecError("Give one p-value or more, and for each, if at all, a weight above 0.")
    # Clipped: the normal score of a p of 0 or 1 is infinite, and one task would settle all.
    score = product(given, -ndtri(np.clip(p, SMALLEST_P, 1 - 1e-16))) / np.sqrt(product(given, given))
    return float(max(SMALLEST_P, ndtr(-score)))
