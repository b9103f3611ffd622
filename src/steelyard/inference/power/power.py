"""What could have been detected."""

import math
from bisect import bisect_left

from steelyard.errors import SpecError
from steelyard.inference.intervals.jackknife import spread_quantile
from steelyard.inference.shared_docs import SHARED

__all__ = ["detectable_range", "minimum_detectable", "power_of", "smallest_p_value", "units_needed"]

_NEVER = 2**60  # so many segments are not written


@SHARED
def minimum_detectable(standard_error: float, critical_value: float, n_units: float, *, power: float = 0.8) -> float:
    """Return the true difference that a test would find with the given probability.

    Parameters
    ----------
    standard_error : float
        Of the difference.
    critical_value : float
        How many standard errors the test asks for, after correction.

    Returns
    -------
    float
        ``(critical value + quantile of power) * standard_error``, in the unit of the score; the quantile is Student's
        below 40 units, else normal. Infinite where no difference could be found.

    Examples
    --------
    >>> from steelyard.inference import minimum_detectable, single_critical_value
    >>> round(minimum_detectable(0.5, single_critical_value(0.05, 1000), 1000), 4)
    1.4008
    """
    return 0.0 if standard_error == 0 else (critical_value + spread_quantile(power, n_units)) * standard_error


def smallest_p_value(n_units: int, *, two_sided: bool = True) -> float:
    """Return the least p-value that exchanging this many units can give.

    Parameters
    ----------
    n_units : int
        Segments or documents.
    two_sided : bool, default True
        A two-sided test counts the observed labelling and its mirror image.

    Returns
    -------
    float
        ``2**(1 - n_units)``, or half of it one-sided; 1 without units.

    Examples
    --------
    >>> from steelyard.inference import smallest_p_value
    >>> smallest_p_value(5), smallest_p_value(6)
    (0.0625, 0.03125)
    """
    return min(1.0, 2.0 ** ((1 if two_sided else 0) - n_units))


def power_of(difference: float, standard_error: float, critical_value: float) -> float:
    """Return the probability that a two-sided test finds a true difference.

    Parameters
    ----------
    difference : float
        True difference.
    standard_error : float
        Of the difference.
    critical_value : float
        How many standard errors the test asks for, after correction.

    Returns
    -------
    float
        ``Phi(d - c) + Phi(-d - c)`` with d the difference in standard errors; normal theory. Without spread, 1 for any
        difference and 0 for none.

    Notes
    -----
    The second term is a finding in the wrong direction. Do not put the observed difference in: that "observed power" is
    p in another form.

    Examples
    --------
    >>> from steelyard.inference import power_of
    >>> round(power_of(1.4008, 0.5, 1.96), 3), round(power_of(0.0, 0.5, 1.96), 3)
    (0.8, 0.05)
    """
    from statistics import NormalDist  # imported where needed: 4 ms

    if standard_error == 0:
        return float(difference != 0)
    normal, away = NormalDist(), abs(difference) / standard_error
    return normal.cdf(away - critical_value) + normal.cdf(-away - critical_value)


def units_needed(
    difference: float,
    standard_error: float,
    alpha: float,
    n_units: int,
    *,
    n_effective: float | None = None,
    power: float = 0.8,
) -> int | None:
    """Return how many units a test set must have for a wanted difference to be found.

    Parameters
    ----------
    difference : float
        The true difference that should be found; its sign does not matter.
    standard_error : float
        Of the difference, at `n_units`.
    alpha : float
        Level of the two-sided test, after correction.
    n_units : int
        Segments, documents or blocks of the test set at hand.
    n_effective : float, optional
        As many equal units as these are worth (`effective_number`); `n_units` if not given. Units to come are taken to
        be as unequal, so that N of them are worth ``N * n_effective / n_units``.
    power : float, default 0.8
        Probability of finding it.

    Returns
    -------
    int or None
        The least number at which `minimum_detectable` is at most the difference, the standard error falling with the
        square root of the number of units, and quantiles being those of as many equal units as that number is worth.
        None where no number would do, or the standard error is not known.

    Raises
    ------
    SpecError
        The difference is 0, or not finite.

    Notes
    -----
    Assumes that units to come are like those at hand, and as independent of each other. With documents that means more
    documents, not longer ones.

    Examples
    --------
    >>> from steelyard.inference import units_needed
    >>> units_needed(1.401, 0.5, 0.05, 1000), units_needed(0.7005, 0.5, 0.05, 1000)
    (1000, 3999)
    >>> units_needed(2.0, 0.5, 0.05, 100), units_needed(2.0, 0.5, 0.05, 100, n_effective=20)
    (50, 60)
    """
    if difference == 0 or not math.isfinite(difference):
        raise SpecError(f"The wanted difference must be a finite number other than 0, not {difference}.")
    if standard_error == 0:
        return 1
    if not math.isfinite(standard_error):
        return None
    worth = (n_units if n_effective is None else n_effective) / n_units

    def is_enough(n: int) -> bool:
        critical = spread_quantile(1 - alpha / 2, worth * n)
        error = standard_error * math.sqrt(n_units / n)
        # The slack lets N units be enough for what N units were said to detect.
        return minimum_detectable(error, critical, worth * n, power=power) <= abs(difference) * (1 + 1e-9)

    most = 1
    while not is_enough(most):
        most *= 2
        if most > _NEVER:
            return None
    # More units are never worse, so that the answers are False up to some number and True from there.
    return bisect_left(range(most + 1), True, lo=1, key=is_enough)


def detectable_range(n_effective: float, *, level: float = 0.95) -> list[float] | None:
    """Bound the detectable difference by multiples of its estimate, which rests on an estimated standard error.

    Parameters
    ----------
    n_effective : float
        As many units of equal size as there are in effect.
    level : float, default 0.95
        Of the range.

    Returns
    -------
    list of float or None
        The least and the greatest factor, by the chi-square distribution of a variance from ``n_effective - 1`` degrees
        of freedom; None where that is below 1. Where few units carry the variance the range is wider.

    Notes
    -----
    With 8 documents of WMT23 Chinese-English, what was printed as found with .80 was found with .51 to .98 (10th and
    90th percentile of 30 samples, COMET).

    Examples
    --------
    >>> from steelyard.inference import detectable_range
    >>> [round(factor, 2) for factor in detectable_range(8) or ()], [round(f, 2) for f in detectable_range(1000) or ()]
    ([0.66, 2.04], [0.96, 1.05])
    """
    degrees = n_effective - 1
    if degrees < 1:
        return None
    from scipy.special import chdtri  # imported where needed: 0.3 s

    return [float(degrees / chdtri(degrees, tail)) ** 0.5 for tail in (0.5 - level / 2, 0.5 + level / 2)]
