"""How well each rater goes with the others."""

import numpy as np
from numpy.typing import ArrayLike

from steelyard.errors import DataError
from steelyard.fixed_order import correlation

__all__ = ["correlations_with_others"]

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
    n, total = np.isfinite(table).sum(axis=0), np.nansum(table, axis=0)
    found: list[float | None] = []
    for row in table:
        is_both = np.isfinite(row) & (n > 1)
        own = row[is_both]
        others = (total[is_both] - own) / (n[is_both] - 1)
        is_defined = len(own) >= _FEWEST and np.ptp(own) > 0 and np.ptp(others) > 0
        found.append(correlation(own, others) if is_defined else None)
    return found
