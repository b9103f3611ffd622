"""How well each rater goes with the others."""

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError
from steelyard.fixed_order import correlation

__all__ = ["correlations_with_others", "rater_correlations"]

_FEWEST = 3


def correlations_with_others(scores: ArrayLike) -> list[float | None]:
    """Correlate each rater with the mean of the others, over the outputs that both know.

    Parameters
    ----------
    scores : array_like, shape (A, I)
        Of each rater on each output; NaN where there is none.

    Returns
    -------
    list of float or None
        Pearson's r of each rater, from -1 to 1; None where fewer than three outputs are shared, or one side does not
        vary.

    Raises
    ------
    DataError
        The scores are no table of raters and outputs.

    Notes
    -----
    The rater's own score is taken out of the mean it is held against: with few raters it would agree with itself.

    Examples
    --------
    >>> from steelyard.human import correlations_with_others
    >>> [round(r, 2) for r in correlations_with_others([[1, 2, 3, 4], [2, 3, 4, 6], [1, 3, 2, 4]])]
    [0.94, 0.96, 0.82]
    """
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2:
        raise DataError(f"Scores are a table of raters and outputs, not an array of {table.ndim} dimensions.")
    raters, outputs = np.nonzero(np.isfinite(table))
    return rater_correlations(raters, outputs, table[raters, outputs], len(table))


def rater_correlations(
    raters: NDArray[np.int64], outputs: NDArray[np.int64], scores: NDArray[np.float64], n_raters: int
) -> list[float | None]:
    """Correlate each rater with the mean of the others, from the scores alone.

    Of many raters who know few outputs each, `correlations_with_others` would need a table of gigabytes.

    Parameters
    ----------
    raters, outputs : array of int64, shape (R,)
        Whose each score is and of which output, from 0; sorted, and no pair twice.
    scores : array of float64, shape (R,)
        Finite.
    n_raters : int
        A.

    Returns
    -------
    list of float or None
        Of length A: Pearson's r, from -1 to 1, or None, as `correlations_with_others` has them.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import rater_correlations
    >>> raters, outputs = np.divmod(np.arange(8), 4)
    >>> rater_correlations(raters, outputs, np.array([1.0, 2, 3, 4, 2, 3, 4, 5]), 2)
    [1.0, 1.0]
    """
    n, total = np.bincount(outputs), np.bincount(outputs, scores)
    bounds = np.searchsorted(raters, np.arange(n_raters + 1))
    found: list[float | None] = []
    for first, last in pairwise(bounds.tolist()):
        shared = first + np.flatnonzero(n[outputs[first:last]] > 1)
        own, of = scores[shared], outputs[shared]
        others = (total[of] - own) / (n[of] - 1)
        is_defined = len(own) >= _FEWEST and np.ptp(own) > 0 and np.ptp(others) > 0
        found.append(correlation(own, others) if is_defined else None)
    return found
