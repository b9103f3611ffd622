"""How many standard errors cover a whole family of differences at once."""

from collections.abc import Iterable
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.distributions import share_within, t_quantile
from steelyard.inference.intervals.jackknife import degrees_of_freedom
from steelyard.inference.shared_docs import SHARED

__all__ = ["bonferroni_critical_value", "level_together", "sup_t_critical_value"]


@SHARED
def bonferroni_critical_value(n_differences: int, n_units: float, alpha: float) -> float:
    """Give each of m differences the share alpha / m: covers all at once however they hang together.

    Parameters
    ----------
    n_differences : int
        m.
    alpha : float
        Share of test sets for which some difference may fall outside.

    Returns
    -------
    float
        The quantile of Student's t with n - 1 degrees of freedom at ``1 - alpha / (2 m)``; infinite for a single unit.

    Examples
    --------
    >>> from steelyard.inference import bonferroni_critical_value
    >>> round(bonferroni_critical_value(66, 12, 0.05), 2)
    4.61
    """
    if n_units < 2:
        return float("inf")
    return t_quantile(1 - alpha / (2 * n_differences), degrees_of_freedom(n_units))


@SHARED
def level_together(
    critical: float, errors: NDArray[np.float64], n_differences: int, n_units: float, alpha: float
) -> float:
    """Return the level at which each interval stands where all hold together.

    Parameters
    ----------
    critical : float
        Standard errors that cover all differences at once.
    errors : array, shape (P,)
        Standard errors of differences. Draws know nothing of those that did not vary: where there are such, the level
        is Bonferroni's.
    n_differences : int
        As many as hold together.
    alpha : float
        Share of test sets for which some difference may fall outside.

    Returns
    -------
    float
        Between 0 and 1.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import level_together
    >>> round(level_together(2.5, np.ones(3), 3, 100, 0.05), 3), level_together(2.5, np.zeros(3), 5, 100, 0.05)
    (0.986, 0.99)
    """
    if not np.isfinite(critical) or not (errors > 0).all():
        return 1 - alpha / n_differences
    return share_within(critical, degrees_of_freedom(n_units))


@SHARED
def sup_t_critical_value(
    differences: Iterable[tuple[float, float, NDArray[np.float64]]], n_units: float, alpha: float
) -> float:
    """Find c such that delta ± c standard errors covers every difference of a family at once (sup-t band).

    Parameters
    ----------
    differences : iterable of (float, float, array of shape (B,))
        Observed difference, its standard error, and the difference under each bootstrap resample; the resamples are
        shared. Differences without spread (standard error 0) take no part.
    alpha : float
        Share of test sets for which some difference may fall outside.

    Returns
    -------
    float
        The (1 - alpha) quantile, by order statistic, of the largest deviation in standard errors, moved to the same
        place of Student's t with n - 1 degrees of freedom, as the standard errors are estimates; never above
        Bonferroni's value. 0 where no difference has spread.

    References
    ----------
    Montiel Olea and Plagborg-Møller 2019, "Simultaneous confidence bands", doi:10.1002/jae.2656.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import sup_t_critical_value
    >>> resampled = np.random.default_rng(1).normal(size=(2, 9999))
    >>> round(sup_t_critical_value([(0.0, 1.0, resampled[0]), (0.0, 1.0, resampled[1])], 1000, 0.05), 1)
    2.2
    """
    largest: NDArray[np.float64] | None = None
    n_differences = 0
    for observed, error, resampled in differences:
        n_differences += 1
        if not error > 0:
            continue
        deviation = np.abs(resampled - observed) / error
        largest = deviation if largest is None else np.maximum(largest, deviation, out=largest)
    if largest is None:
        return 0.0
    # As a Monte Carlo p-value: one more draw is beyond this order statistic with probability at most alpha.
    rank = min(len(largest), int(np.ceil((1 - alpha) * (len(largest) + 1) - 1e-9)))
    normal = float(np.partition(largest, rank - 1)[rank - 1])
    bonferroni = bonferroni_critical_value(n_differences, n_units, alpha)
    # From a share of the normal distribution to that of Student's t: far out the share rounds to 1, and t would be
    # infinite.
    share = NormalDist().cdf(normal)
    return bonferroni if share == 1 else min(t_quantile(share, degrees_of_freedom(n_units)), bonferroni)
