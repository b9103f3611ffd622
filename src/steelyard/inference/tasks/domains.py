"""Two systems over domains as the general task of WMT24 tests them: signed ranks, put together without direction."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparisons.wilcoxon import signed_rank_tails
from steelyard.inference.significance import is_significant

__all__ = ["domains_p_value", "ranks_as_published"]


def domains_p_value(differences: Sequence[NDArray[np.float64]], slack: int = 0) -> float:
    """Put Wilcoxon's two-sided p-values of single domains together, as the general task of WMT24 does.

    Parameters
    ----------
    differences : sequence of array
        Of the segments of each domain.
    slack : int, default 0
        Sizes at most so far apart are equal.

    Returns
    -------
    float
        1 where some domain shows nothing at all.

    Notes
    -----
    Two-sided p-values do not know which system is ahead: domains with opposite differences count as evidence of one,
    and two systems that are each better somewhere can be told apart by an average that is near 0. `stouffer` of
    one-sided p-values does not have this fault. Signed ranks are those of SciPy: exact up to 50 segments without ties
    or zeros, by a normal distribution without a correction for continuity beyond.

    References
    ----------
    Kocmi et al. 2024, "Findings of the WMT24 general machine translation shared task", 2024.wmt-1.1.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import domains_p_value
    >>> ahead = np.arange(1.0, 9.0)
    >>> round(domains_p_value([ahead, ahead]), 5), round(domains_p_value([ahead, -ahead]), 5)
    (0.00031, 0.00031)
    """
    from scipy.special import ndtr, ndtri  # imported where needed: 0.3 s

    p_values = [min(1.0, 2 * min(signed_rank_tails(one, slack, as_scipy=True))) for one in differences]
    return float(ndtr(ndtri(np.array(p_values)).sum() / len(p_values) ** 0.5))


def ranks_as_published(
    p_values: NDArray[np.float64], scores: NDArray[np.float64], alpha: float = 0.05
) -> list[tuple[int, int, int]]:
    """Give ranges of ranks and clusters as the general task of WMT24 does, from p-values that are not corrected.

    Parameters
    ----------
    p_values : array, shape (S, S)
        Of every pair, symmetric.
    scores : array, shape (S,)
        Higher is better.
    alpha : float, default 0.05
        A difference counts where p is at most this.

    Returns
    -------
    list of (int, int, int)
        Of each system 1 + losses, S - wins, and its cluster: a new one begins at a place that no system before reaches.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import ranks_as_published
    >>> p_values = np.array([[1.0, 0.3, 0.01], [0.3, 1.0, 0.01], [0.01, 0.01, 1.0]])
    >>> ranks_as_published(p_values, np.array([90.0, 89.0, 80.0]))
    [(1, 2, 1), (1, 2, 1), (3, 3, 2)]
    """
    is_better = is_significant(p_values, alpha) & (scores[:, None] > scores)
    first, last = 1 + is_better.sum(axis=0), len(scores) - is_better.sum(axis=1)
    clusters, current, reached = np.zeros(len(scores), dtype=np.int64), 1, 1
    for place, system in enumerate(np.argsort(-scores, kind="stable"), 1):
        current += place > reached
        clusters[system] = current
        reached = max(reached, int(last[system]))
    return [(int(a), int(b), int(c)) for a, b, c in zip(first, last, clusters, strict=True)]
