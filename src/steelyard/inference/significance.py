"""The one rule by which a p-value is held against a level."""

from typing import overload

import numpy as np
from numpy.typing import NDArray

__all__ = ["is_significant"]


@overload
def is_significant(p_values: float, alpha: float) -> bool: ...


@overload
def is_significant(p_values: NDArray[np.float64], alpha: float) -> NDArray[np.bool_]: ...


def is_significant(p_values: float | NDArray[np.float64], alpha: float) -> bool | NDArray[np.bool_]:
    """Say whether p is at most alpha, which is how every verdict is reached.

    A test of level alpha rejects where ``p <= alpha``: an exact p-value is the least level at which its test rejects,
    and ``P(p <= alpha) <= alpha`` holds under the null. A strict rule would pass over a p-value that is just the
    level, as the discrete ones of exact tests can be.

    Parameters
    ----------
    p_values : float or array of float64
        NaN is not significant.
    alpha : float
        The level.

    Returns
    -------
    bool or array of bool
        As `p_values`.

    References
    ----------
    Lehmann and Romano 2005, "Testing Statistical Hypotheses", third edition, section 3.3.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import is_significant
    >>> is_significant(0.05, 0.05), is_significant(np.array([0.01, 0.06, np.nan]), 0.05).tolist()
    (True, [True, False, False])
    """
    return p_values <= alpha
