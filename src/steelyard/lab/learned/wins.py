"""Systems by what their outputs win on segments, in place of a mean of scores."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["system_wins", "tie_interval"]

Array = NDArray[np.float64]


def system_wins(scores: Array, tie: ArrayLike = 0.0) -> tuple[Array, Array, Array]:
    """Count how often outputs are better than another system's, the best of their segment, and tied with the best.

    Parameters
    ----------
    scores : array of float64, shape (S, N)
        Of S systems on N segments; NaN where there is none.
    tie : array_like, broadcast to (S, N), default 0
        An output ties with the best where it scores at most so much less.

    Returns
    -------
    tuple of three arrays, each of shape (S,)
        The mean over other systems of the share of common segments that are won (W08-0331, of Fligner and Verducci 1988
        the sum); the shares of segments where a system is best, and where it is best or tied (BASIC and WITHTIES of
        P09-1034 and W09-0404). NaN for a system without a segment.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import system_wins
    >>> scores = np.array([[0.9, 0.5, 0.3], [0.8, 0.55, 0.9], [0.2, 0.1, 0.85]])
    >>> [found.round(3).tolist() for found in system_wins(scores, 0.1)]
    [[0.5, 0.833, 0.167], [0.333, 0.667, 0.0], [0.667, 1.0, 0.333]]
    """
    is_known = np.isfinite(scores)
    with np.errstate(invalid="ignore"):
        wins = np.stack([(one > scores).sum(axis=1) for one in scores])
        n_common = is_known.astype(np.float64) @ is_known.T
        shares = np.where(n_common > 0, wins / n_common, np.nan)
        np.fill_diagonal(shares, np.nan)
        behind = np.where(is_known, scores, -np.inf).max(axis=0) - scores
        n = is_known.sum(axis=1)
        n_others = np.isfinite(shares).sum(axis=1)
        return (
            np.where(n_others > 0, np.nansum(shares, axis=1) / n_others, np.nan),
            (behind == 0).sum(axis=1) / n,
            (behind <= tie).sum(axis=1) / n,
        )


def tie_interval(scores: Array, ratings: Array) -> float:
    """Return the interval in which as many best outputs tie by score as do by rating: shapes (S, N), NaN for none.

    P09-1034 and W09-0404 take the frequency of ties for first place from people. It is 0 where people never tie.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import tie_interval
    >>> scores = np.array([[0.875, 0.5, 0.25], [0.75, 0.5625, 1.0], [0.25, 0.125, 0.75]])
    >>> tie_interval(scores, np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 1.0], [0.0, 0.0, 0.0]]))
    0.125
    """
    first = [np.sort(np.where(np.isfinite(scores + ratings), one, -np.inf), axis=0)[-2:] for one in (scores, ratings)]
    is_compared = np.isfinite(first[0]).all(axis=0) if len(first[0]) > 1 else np.zeros(scores.shape[1], np.bool_)
    gaps, of_people = (np.diff(one[:, is_compared], axis=0).ravel() for one in first)
    n_ties = int((of_people == 0).sum())
    return float(np.sort(gaps)[n_ties - 1]) if n_ties else 0.0
