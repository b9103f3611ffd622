"""The jackknife: what each unit contributes, and an interval for few units."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError
from steelyard.inference.distributions import normal_quantile, t_quantile
from steelyard.inference.shared_docs import INTERVALS, SHARED
from steelyard.types import Measurement

__all__ = [
    "FEW_UNITS",
    "degrees_of_freedom",
    "effective_number",
    "jackknife_interval",
    "jackknife_scores",
    "spread_quantile",
    "standard_error",
]

_BLOCK = 1 << 16  # numbers of differences at once: half a megabyte, which stays in the cache
_ROUNDING = 1e-15  # of a variance, relative to those of both systems: below it a difference does not vary
FEW_UNITS = 40  # below, a nominal 95 % percentile bootstrap covers clearly less (about 90 % at 12)


@SHARED
def jackknife_scores(measurement: Measurement) -> NDArray[np.float64]:
    """Score every system without each unit in turn.

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
    if measurement.statistics.n_units == 1:  # nothing is left to score
        return np.full((measurement.statistics.n_systems, 1), np.nan)
    totals = measurement.statistics.totals()[:, None]
    return measurement.unit_scores(lambda rows: totals - rows)


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
    return float(standard_errors(leave_one_out[None])[0])


def standard_errors(leave_one_out: NDArray[np.float64]) -> NDArray[np.float64]:
    """Do as `standard_error` for each row of leave-one-out values, shape (P, N)."""
    n = leave_one_out.shape[1]
    if n < 2:
        return np.full(len(leave_one_out), np.nan)
    deviations = leave_one_out - leave_one_out.mean(axis=1, keepdims=True)
    # Leave-one-out values lie N - 1 times as close together as the values of units: for a mean this is s / sqrt(N).
    errors: NDArray[np.float64] = np.sqrt((n - 1) / n * np.square(deviations, out=deviations).sum(axis=1))
    errors[np.ptp(leave_one_out, axis=1) == 0] = 0.0  # the mean of equal numbers can be off in the last place
    return errors


def difference_errors(
    left_out: NDArray[np.float64], a: NDArray[np.int64], b: NDArray[np.int64], other: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Do as `standard_error` for the difference of systems a and b of each pair, in rows of shape (S, N).

    Where systems have two ends, `other` has the rows of b. What varies by no more than rounding has an error of 0.
    """
    n = left_out.shape[1]
    if n < 2:
        return np.full(len(a), np.nan)
    rows = left_out - left_out.mean(axis=1, keepdims=True)
    others = rows if other is None else other - other.mean(axis=1, keepdims=True)
    least = _ROUNDING * (np.square(rows).sum(axis=1)[a] + np.square(others).sum(axis=1)[b])
    squares, size = np.empty(len(a)), max(1, _BLOCK // n)
    for start in range(0, len(a), size):
        here = slice(start, start + size)
        deviations = rows[a[here]]
        deviations -= others[b[here]]
        squares[here] = np.square(deviations, out=deviations).sum(axis=1)
    errors: NDArray[np.float64] = np.sqrt(np.where(squares > least, (n - 1) / n * squares, 0.0))
    return errors


def effective_number(weights: ArrayLike) -> float:
    """Say how many units of equal weight would be worth as much as these.

    Parameters
    ----------
    weights : array, shape (N,)
        What each unit counts for, from 0: of a document its reference words.

    Returns
    -------
    float
        ``(sum w)**2 / sum(w**2)``, from 1 to N: N where all weigh the same, 1 where one unit holds everything. N where
        all weigh nothing, NaN where a weight is none.

    Raises
    ------
    SpecError
        A weight is negative.

    Notes
    -----
    A standard error from N unequal units is as uncertain as one from about so many equal ones, so that Student's t
    takes this number less one for its degrees of freedom. It knows how unequal units are, and not how unlike: where the
    difference hangs on what a few of them say, it is still too large.

    References
    ----------
    Kish 1965, "Survey sampling", section 8.2 (the number of equal weights).
    Carter, Schnepel and Steigerwald 2017, "Asymptotic behavior of a t-test robust to cluster heterogeneity",
    doi:10.1162/REST_a_00639. Imbens and Kolesar 2016, "Robust standard errors in small samples",
    doi:10.1162/REST_a_00552.

    Examples
    --------
    >>> from steelyard.inference import effective_number
    >>> effective_number([100, 100, 100, 100]), round(effective_number([100, 100, 100, 1000]), 2)
    (4.0, 1.64)
    """
    return float(effective_numbers(np.asarray(weights, dtype=np.float64)[None])[0])


def effective_numbers(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Do as `effective_number` for each row of weights, shape (P, N)."""
    if (weights < 0).any():
        raise SpecError("A weight is negative: units count for 0 or more.")
    sums, squares = weights.sum(axis=1), np.square(weights).sum(axis=1)
    found: NDArray[np.float64] = np.divide(
        np.square(sums), squares, out=np.full(len(weights), float(weights.shape[1])), where=squares != 0
    )
    return found


def degrees_of_freedom(n_effective: float) -> float:
    """Return the degrees of freedom that so many equal units leave: one less, and never fewer than one.

    Parameters
    ----------
    n_effective : float
        Units, or their `effective_number`.

    Returns
    -------
    float
        For Student's t.

    Examples
    --------
    >>> from steelyard.inference import degrees_of_freedom
    >>> degrees_of_freedom(12), degrees_of_freedom(7.5), degrees_of_freedom(1.2)
    (11, 6.5, 1)
    """
    return max(n_effective - 1, 1)


@SHARED
def spread_quantile(probability: float, n_units: float) -> float:
    """Return the quantile that goes with a jackknife standard error.

    Parameters
    ----------
    probability : float
        Between 0 and 1.

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
        return t_quantile(probability, degrees_of_freedom(n_units))
    return normal_quantile(probability)


@INTERVALS
def jackknife_interval(
    observed: float,
    leave_one_out: NDArray[np.float64],
    confidence_level: float = 0.95,
    *,
    n_effective: float | None = None,
) -> tuple[float, float] | None:
    """Put Student's t times the jackknife standard error on both sides of the observed value.

    Returns
    -------
    (float, float) or None
        With that many less one degrees of freedom; None for a single unit, which says nothing about spread.

    Notes
    -----
    Holds its coverage with few units, where the percentile bootstrap is too short, if they are about equally large or
    the effective number is given. Misleads where few units carry the spread. Symmetric, so it can leave the metric's
    range.

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
    n = len(leave_one_out) if n_effective is None else n_effective
    half = standard_error(leave_one_out) * t_quantile((1 + confidence_level) / 2, degrees_of_freedom(n))
    return float(observed - half), float(observed + half)
