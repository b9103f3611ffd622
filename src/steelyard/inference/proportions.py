"""Shares that were counted: how far off they may be, and how unlikely they are by chance."""

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference.intervals.jackknife import FEW_UNITS, spread_quantile
from steelyard.inference.shared_docs import SHARED

__all__ = ["binomial_tail", "clopper_pearson_interval", "wilson_interval"]


@SHARED
def wilson_interval(n_found: float, n: float, confidence_level: float = 0.95) -> tuple[float, float]:
    """Bound a share that was found in n independent trials.

    Parameters
    ----------
    n_found, n : float
        Successes and trials; of trials that come in clusters, as many as these are worth.

    Returns
    -------
    (float, float)
        Wilson's score interval, from 0 to 1.

    References
    ----------
    Wilson 1927, "Probable inference, the law of succession, and statistical inference", JASA 22,
    doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> from steelyard.inference import wilson_interval
    >>> [round(bound, 4) for bound in wilson_interval(50, 1000)]
    [0.0381, 0.0653]
    """
    _check_count(n_found, n)
    z = spread_quantile((1 + confidence_level) / 2, FEW_UNITS)  # from there on the normal quantile
    share = n_found / n
    # Solves |share - p| = z sqrt(p (1 - p) / n) for p: the variance is that of the bound, not of the share found.
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * float(np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)))
    return (0.0 if n_found == 0 else centre - half), (1.0 if n_found == n else centre + half)


@SHARED
def clopper_pearson_interval(n_found: float, n: float, confidence_level: float = 0.95) -> tuple[float, float]:
    """Bound a share that was found in n independent trials, never with less than the wanted coverage.

    Parameters
    ----------
    n_found, n : float
        Successes and trials; of a survey those in effect, which need not be whole.

    Returns
    -------
    (float, float)
        The exact interval, from 0 to 1.

    Raises
    ------
    SpecError
        More were found than tried, or the confidence level is none.

    Notes
    -----
    Longer than it would have to be on average; `wilson_interval` covers the level on average. Neither knows of trials
    that depend on each other, such as pairs of systems that share one: there both are too short.

    References
    ----------
    Clopper and Pearson 1934, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    doi:10.1093/biomet/26.4.404.

    Examples
    --------
    >>> from steelyard.inference import clopper_pearson_interval
    >>> [round(bound, 3) for bound in clopper_pearson_interval(54, 66)]
    [0.704, 0.902]
    """
    from scipy.special import betaincinv  # imported where needed: 0.3 s

    _check_count(n_found, n)
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    tail = (1 - confidence_level) / 2
    # P(X >= k) under p is the beta integral I_p(k, n - k + 1): the bounds are where either tail has half the error.
    low = 0.0 if n_found == 0 else float(betaincinv(n_found, n - n_found + 1, tail))
    high = 1.0 if n_found == n else float(betaincinv(n_found + 1, n - n_found, 1 - tail))
    return low, high


def binomial_tail(n_found: int, n: int, share: float) -> float:
    """Return the chance of so many successes or more.

    Parameters
    ----------
    n_found, n : int
        Successes and independent trials.
    share : float
        Chance of a success, between 0 and 1.

    Returns
    -------
    float
        Exact, from 0 to 1.

    Raises
    ------
    SpecError
        More were found than tried, or the share is no share.

    Notes
    -----
    A normal approximation is off by factors where the share is small and the chance too, which is where it matters.

    Examples
    --------
    >>> from steelyard.inference import binomial_tail
    >>> binomial_tail(2, 2, 0.5), binomial_tail(0, 2, 0.5)
    (0.25, 1.0)
    """
    from scipy.special import bdtrc  # imported where needed: 0.3 s

    _check_count(n_found, n)
    if not 0 <= share <= 1:
        raise SpecError(f"The chance of a success must lie between 0 and 1, not {share}.")
    # bdtrc(k, n, p) is P(X > k).
    return 1.0 if n_found == 0 else float(bdtrc(n_found - 1, n, share))


def _check_count(n_found: float, n: float) -> None:
    if not 0 <= n_found <= n or n < 1:
        raise SpecError(f"A share needs at least one trial and from 0 to all of them, not {n_found} of {n}.")
