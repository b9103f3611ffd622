"""How far a standard error can be trusted: an interval of the spread itself."""

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.intervals.jackknife import degrees_of_freedom, standard_error
from steelyard.inference.shared_docs import SHARED

__all__ = ["spread_interval"]


@SHARED
def spread_interval(
    leave_one_out: NDArray[np.float64], confidence_level: float = 0.95, *, n_effective: float | None = None
) -> tuple[float, float] | None:
    """Give an interval of a standard error: it was estimated from the same units.

    Parameters
    ----------
    leave_one_out : array, shape (N,)
        A score, or a difference of scores, without each unit in turn.

    Returns
    -------
    (float, float) or None
        From the chi-squared distribution with ``(N - 1) / (1 + excess kurtosis / 2)`` degrees of freedom (Box), never
        more than the effective number less one: few units that carry the spread tell little about it. None for a single
        unit.

    Notes
    -----
    Kurtosis is estimated from the units, and few units do not show their long tails: then it covers less than it says.

    References
    ----------
    Box 1953, "Non-normality and tests on variances", doi:10.1093/biomet/40.3-4.318.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import spread_interval, standard_error
    >>> x = np.array([3.0, 4, 2, 5, 4, 1, 3, 4])
    >>> left_out = (x.sum() - x) / 7
    >>> round(standard_error(left_out), 3), [round(bound, 3) for bound in spread_interval(left_out)]
    (0.453, [0.3, 0.922])
    """
    n = len(leave_one_out)
    if n < 2:
        return None
    error = standard_error(leave_one_out)
    if error == 0:
        return 0.0, 0.0
    from scipy.special import chdtri  # imported where needed: 0.3 s

    squares = np.square(leave_one_out - leave_one_out.mean())
    # A variance estimate varies by sigma^4 (2 / (n - 1) + excess / n), about as chi-squared with (n - 1) / (1 + excess
    # / 2) degrees of freedom does. Of two values, half each, the excess is -2 and the divisor 0.
    excess = float(np.square(squares).mean() / squares.mean() ** 2) - 3
    freedom = degrees_of_freedom(n if n_effective is None else n_effective)
    freedom = max(min(freedom, (n - 1) / max(1 + excess / 2, 1e-9)), 1)
    tail = (1 - confidence_level) / 2
    low, high = (error * float(np.sqrt(freedom / chdtri(freedom, share))) for share in (tail, 1 - tail))
    return low, high
