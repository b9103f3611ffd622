"""The jackknife: what each unit contributes, and an interval for few units."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.types import Measurement

__all__ = ["FEW_UNITS", "jackknife_interval", "jackknife_scores", "spread_quantile", "standard_error", "t_quantile"]

FEW_UNITS = 40  # below, a nominal 95 % percentile bootstrap covers clearly less (about 90 % at 12)


def jackknife_scores(measurement: Measurement) -> NDArray[np.float64]:
    """Score every system without each unit in turn.

    Parameters
    ----------
    measurement : Measurement
        N units.

    Returns
    -------
    array, shape (S, N)
        Column i is the score without unit i; sums are the total less the unit's statistics. NaN for a single unit.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import jackknife_scores
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 5], [2, 4], [4, 6], [1, 5]]]))
    >>> ratio = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> jackknife_scores(ratio).round(4).tolist()
    [[0.4667, 0.5, 0.4286, 0.6]]
    """
    values = measurement.statistics.values
    if measurement.statistics.n_units == 1:  # nothing is left to score
        return np.full((measurement.statistics.n_systems, 1), np.nan)
    totals = measurement.statistics.totals()
    return np.stack([measurement.scores(total - rows) for total, rows in zip(totals, values, strict=True)])


def standard_error(leave_one_out: NDArray[np.float64]) -> float:
    """Estimate a standard error from leave-one-out values.

    Parameters
    ----------
    leave_one_out : array, shape (N,)
        A score, or a difference of scores, without each unit in turn.

    Returns
    -------
    float
        ``sqrt((N - 1) / N * sum of squared deviations)``; NaN for a single unit.

    References
    ----------
    Efron and Tibshirani 1993, "An introduction to the bootstrap", equation 11.5.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import standard_error
    >>> x = np.array([3.0, 4, 2, 5, 4, 1, 3, 4])
    >>> round(standard_error((x.sum() - x) / 7), 6), round(float(x.std(ddof=1)) / 8**0.5, 6)
    (0.453163, 0.453163)
    """
    n = len(leave_one_out)
    if n < 2:
        return float("nan")
    deviations = leave_one_out - leave_one_out.mean()
    if np.ptp(leave_one_out) == 0:  # the mean of equal numbers can be off in the last place
        return 0.0
    return float(np.sqrt((n - 1) / n * np.square(deviations).sum()))


def t_quantile(probability: float, degrees_of_freedom: float) -> float:
    """Return a quantile of Student's t distribution.

    Parameters
    ----------
    probability : float
        Between 0 and 1.
    degrees_of_freedom : float
        At least 1; fractions come from Satterthwaite's formula.

    Returns
    -------
    float
        The value below which this share lies.

    Examples
    --------
    >>> from steelyard.inference import t_quantile
    >>> round(t_quantile(0.975, 99), 4)
    1.9842
    """
    from scipy.special import stdtrit  # imported where needed: 0.3 s

    return float(stdtrit(degrees_of_freedom, probability))


def spread_quantile(probability: float, n_units: int) -> float:
    """Return the quantile that goes with a jackknife standard error.

    Parameters
    ----------
    probability : float
        Between 0 and 1.
    n_units : int
        Segments or documents.

    Returns
    -------
    float
        Of Student's t with n - 1 degrees of freedom below 40 units, of the normal distribution from there on; infinite
        for a single unit.

    Examples
    --------
    >>> from steelyard.inference import spread_quantile
    >>> round(spread_quantile(0.975, 12), 3), round(spread_quantile(0.975, 40), 3)
    (2.201, 1.96)
    """
    if n_units < 2:
        return float("inf")
    if n_units < FEW_UNITS:
        return t_quantile(probability, n_units - 1)
    from statistics import NormalDist  # imported where needed: 4 ms

    return NormalDist().inv_cdf(probability)


def jackknife_interval(
    observed: float, leave_one_out: NDArray[np.float64], confidence_level: float = 0.95
) -> tuple[float, float] | None:
    """Put Student's t times the jackknife standard error on both sides of the observed value.

    Parameters
    ----------
    observed : float
        The score, or the difference.
    leave_one_out : array, shape (N,)
        The same without each unit in turn.
    confidence_level : float, default 0.95
        Share that the interval should cover, between 0 and 1.

    Returns
    -------
    (float, float) or None
        With N - 1 degrees of freedom; None for a single unit, which says nothing about spread.

    Raises
    ------
    SpecError
        The confidence level is not between 0 and 1.

    Notes
    -----
    Holds its coverage with few units, where the percentile bootstrap is too short. Symmetric, so it can leave the
    metric's range.

    References
    ----------
    Efron and Tibshirani 1993, "An introduction to the bootstrap", chapter 11.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import jackknife_interval
    >>> x = np.array([3.0, 4, 2, 5, 4, 1, 3, 4])
    >>> [round(bound, 7) for bound in jackknife_interval(x.mean(), (x.sum() - x) / 7)]
    [2.1784386, 4.3215614]
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    if len(leave_one_out) < 2:
        return None
    half = standard_error(leave_one_out)
    if half > 0:
        half *= t_quantile((1 + confidence_level) / 2, len(leave_one_out) - 1)
    return float(observed - half), float(observed + half)
