"""Distributions that p-values and intervals are read off: Student's t, the normal, chi-squared."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "chi_squared_above", "chi_squared_quantile", "noncentral_t_below", "normal_below", "normal_quantile",
    "share_within", "t_below", "t_quantile", "t_quantiles",
]  # fmt: skip

Array = NDArray[np.float64]

_EXPANDED = 60  # degrees of freedom from which on the expansion of Student's quantile is as good as exact


def t_below(values: ArrayLike, degrees_of_freedom: ArrayLike) -> Array:
    """Return the share of Student's t distribution below each value.

    Parameters
    ----------
    values, degrees_of_freedom : array
        Of shapes that broadcast.

    Returns
    -------
    array
        Between 0 and 1.

    Examples
    --------
    >>> from steelyard.inference import t_below
    >>> float(t_below(-1.9842, 99).round(3))
    0.025
    """
    from scipy.special import stdtr  # imported where needed: 0.3 s

    return np.asarray(stdtr(degrees_of_freedom, values))


def t_quantiles(probability: ArrayLike, degrees_of_freedom: ArrayLike) -> Array:
    """Return quantiles of Student's t distribution as `t_quantile` does, of arrays, always by SciPy.

    Parameters
    ----------
    probability, degrees_of_freedom : array
        Of shapes that broadcast.

    Returns
    -------
    array
        The values below which these shares lie.

    Examples
    --------
    >>> from steelyard.inference import t_quantiles
    >>> t_quantiles(0.975, [3, 99]).round(3).tolist()
    [3.182, 1.984]
    """
    from scipy.special import stdtrit  # imported where needed: 0.3 s

    return np.asarray(stdtrit(degrees_of_freedom, probability))


def t_quantile(probability: float, degrees_of_freedom: float) -> float:
    """Return a quantile of Student's t distribution.

    Parameters
    ----------
    probability : float
        Between 0 and 1.
    degrees_of_freedom : float
        At least 1; fractions come from effective numbers of units and from Satterthwaite's formula.

    Returns
    -------
    float
        The value below which this share lies. From 60 degrees of freedom on by the expansion in their reciprocal
        (Abramowitz and Stegun 1964, 26.7.5), which spares the import of SciPy: within 1e-9 at 0.975, within 5e-6 at
        1 - 1e-6, closer with more.

    Examples
    --------
    >>> from steelyard.inference import t_quantile
    >>> round(t_quantile(0.975, 99), 4)
    1.9842
    """
    if degrees_of_freedom < _EXPANDED:
        from scipy.special import stdtrit  # imported where needed: 0.3 s

        return float(stdtrit(degrees_of_freedom, probability))
    from statistics import NormalDist  # imported where needed: 4 ms

    z, v = NormalDist().inv_cdf(probability), degrees_of_freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / v**k for k, term in enumerate(terms, 1)))


def share_within(critical: float, degrees_of_freedom: float) -> float:
    """Return the share of Student's t distribution that lies within so many standard errors of 0.

    Parameters
    ----------
    critical : float
        From 0.
    degrees_of_freedom : float
        At least 1.

    Returns
    -------
    float
        The confidence level of an interval with that critical value.

    Examples
    --------
    >>> from steelyard.inference import share_within
    >>> round(share_within(1.9842, 99), 3)
    0.95
    """
    from scipy.special import stdtr  # imported where needed: 0.3 s

    return 1 - 2 * float(stdtr(degrees_of_freedom, -critical))


def normal_below(values: ArrayLike) -> Array:
    """Return the share of the normal distribution below each value.

    Parameters
    ----------
    values : array
        In standard deviations from the mean.

    Returns
    -------
    array
        Between 0 and 1.

    Examples
    --------
    >>> from steelyard.inference import normal_below
    >>> normal_below([-1.96, 0]).round(3).tolist()
    [0.025, 0.5]
    """
    from scipy.special import ndtr  # imported where needed: 0.3 s

    return np.asarray(ndtr(values))


def normal_quantile(probability: float) -> float:
    """Return a quantile of the normal distribution.

    Parameters
    ----------
    probability : float
        Between 0 and 1.

    Returns
    -------
    float
        In standard deviations from the mean.

    Examples
    --------
    >>> from steelyard.inference import normal_quantile
    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    from statistics import NormalDist  # imported where needed: 4 ms

    return NormalDist().inv_cdf(probability)


def chi_squared_above(value: float, degrees_of_freedom: float) -> float:
    """Return the share of the chi-squared distribution above a value.

    Parameters
    ----------
    value : float
        From 0.
    degrees_of_freedom : float
        Above 0.

    Returns
    -------
    float
        Between 0 and 1.

    Examples
    --------
    >>> from steelyard.inference import chi_squared_above
    >>> round(chi_squared_above(3.8415, 1), 4)
    0.05
    """
    from scipy.special import chdtrc  # imported where needed: 0.3 s

    return float(chdtrc(degrees_of_freedom, value))


def chi_squared_quantile(share_above: float, degrees_of_freedom: float) -> float:
    """Return the value that such a share of the chi-squared distribution lies above.

    Parameters
    ----------
    share_above : float
        Between 0 and 1.
    degrees_of_freedom : float
        Above 0.

    Returns
    -------
    float
        Above 0.

    Examples
    --------
    >>> from steelyard.inference import chi_squared_quantile
    >>> round(chi_squared_quantile(0.05, 1), 4)
    3.8415
    """
    from scipy.special import chdtri  # imported where needed: 0.3 s

    return float(chdtri(degrees_of_freedom, share_above))


def noncentral_t_below(value: float, degrees_of_freedom: float, away: float) -> float:
    """Return the share of a noncentral t distribution below a value.

    Parameters
    ----------
    value : float
        Of t.
    degrees_of_freedom : float
        Above 0.
    away : float
        Noncentrality: the true difference over its standard error.

    Returns
    -------
    float
        SciPy's, or far out, where it has none, the normal one of Johnson and Welch.

    References
    ----------
    Johnson and Welch 1940, "Applications of the non-central t-distribution", doi:10.1093/biomet/31.3-4.362.

    Examples
    --------
    >>> from steelyard.inference import noncentral_t_below
    >>> round(noncentral_t_below(1.9842, 99, 2.8), 2)
    0.21
    """
    from scipy.special import nctdtr  # imported where needed: 0.3 s

    found = float(nctdtr(degrees_of_freedom, away, value))
    if np.isnan(found):
        far = (value * (1 - 0.25 / degrees_of_freedom) - away) / np.sqrt(1 + value**2 / (2 * degrees_of_freedom))
        found = float(normal_below(far))
    return found
