"""Intervals of scores that have a least or a greatest value: made inside their range."""

from math import asin, exp, isfinite, log, pi, sin, sqrt

import numpy as np

from steelyard.inference.intervals.rates import rate_intervals

__all__ = ["arcsine_interval", "inside_range", "logit_interval"]

Interval = tuple[float, float] | None
_LARGEST = 700.0  # of which exp is finite


def inside_range(
    observed: float,
    interval: Interval,
    bounds: tuple[float, float] | None,
    confidence_level: float,
    *,
    n_units: int = 0,
) -> Interval:
    """Make an interval anew on a scale without ends where it leaves the range of the score.

    Parameters
    ----------
    observed : float
        The score.
    interval : (float, float) or None
        As far below it as above, or about so.
    bounds : (float, float) or None
        Least and greatest score, which may be infinite; None where they are not known.
    confidence_level : float
        Of the interval.
    n_units : int, default 0
        Of a mean over so many units; 0 where the score is none.

    Returns
    -------
    (float, float) or None
        The same interval where it is in the range. Else of the same half width on the scale of the logit (the delta
        method); where one end of the range is infinite, the end of the interval that left it is made on that of the
        logarithm. A mean at an end of a finite range, whose units thus
        are all there, has the interval of that many successes: at least as large a share of units is there. Any other
        score at an end has none, if something varies.

    References
    ----------
    Agresti 2013, "Categorical data analysis", section 3.1.8.

    Examples
    --------
    >>> from steelyard.inference import inside_range
    >>> [round(bound, 3) for bound in inside_range(0.9, (0.78, 1.02), (0.0, 1.0), 0.95)]
    [0.703, 0.972]
    >>> [round(bound, 3) for bound in inside_range(1.0, (1.0, 1.0), (0.0, 1.0), 0.95, n_units=50)]
    [0.929, 1.0]
    """
    if interval is None or bounds is None:
        return interval
    (low, high), (least, greatest) = interval, bounds
    if observed in bounds and n_units > 1 and isfinite(greatest - least):
        # At a bound no unit varies and the jackknife gives a width of 0: limits of a rate of 0 or 1 take its place.
        ones = np.ones((1, n_units))
        ends = rate_intervals(ones if observed == greatest else 0 * ones, ones, confidence_level)
        low, high = (least + (greatest - least) * float(end[0]) for end in ends)
        return low, high
    if least <= low and high <= greatest:
        return interval
    if not least < observed < greatest:
        return None if high > low else interval
    half, below, above = (high - low) / 2, observed - least, greatest - observed
    if isfinite(below) and isfinite(above):
        return logit_interval(observed, half, bounds)
    if isfinite(below):  # the other end is in the range as it is
        return least + below * exp(-half / below), high
    return low, greatest - above * exp(-half / above)


def logit_interval(
    observed: float, half: float, bounds: tuple[float, float], *, least_share: float = 0.0
) -> tuple[float, float]:
    """Make an interval on the scale of the logit, by the delta method.

    Parameters
    ----------
    observed : float
        The score.
    half : float
        Half width on the scale of the score: a quantile times the standard error.
    bounds : (float, float)
        Least and greatest score. Where these are -1 and 1, the scale is Fisher's z.
    least_share : float, default 0
        A score nearer to one of its bounds than this share of the range is taken for as far from it: at a bound itself
        the scale has no place.

    Returns
    -------
    (float, float)
        Inside the bounds.

    References
    ----------
    Agresti 2013, "Categorical data analysis", section 3.1.8.
    Fisher 1921, "On the 'probable error' of a coefficient of correlation deduced from a small sample", Metron 1, 3-32.

    Examples
    --------
    >>> from steelyard.inference import logit_interval
    >>> [round(bound, 3) for bound in logit_interval(0.8, 0.25, (-1.0, 1.0))]
    [0.384, 0.946]
    """
    least, greatest = bounds
    width = greatest - least
    part = min(max((observed - least) / width, least_share), 1 - least_share)
    # Delta method: the derivative of logit(p) is 1 / (p (1 - p)).
    centre, half = log(part / (1 - part)), half / width / (part * (1 - part))
    low, high = (least + width / (1 + exp(min(-one, _LARGEST))) for one in (centre - half, centre + half))
    return low, high


def arcsine_interval(
    observed: float, half: float, bounds: tuple[float, float], *, least_share: float = 0.0
) -> tuple[float, float]:
    """Make an interval on the scale of the arcsine of a share's root, by the delta method.

    Parameters
    ----------
    observed, half, bounds, least_share
        As for `logit_interval`.

    Returns
    -------
    (float, float)
        Inside the bounds; where the scale ends, at a bound.

    Notes
    -----
    For shares of pairs that are ordered rightly, and what counts them (Kendall's tau): shorter near a bound than
    `logit_interval`, and measured to cover as much.

    References
    ----------
    Agresti 2013, "Categorical data analysis", section 3.1.8.

    Examples
    --------
    >>> from steelyard.inference import arcsine_interval
    >>> [round(bound, 3) for bound in arcsine_interval(0.9, 0.12, (0.0, 1.0))]
    [0.752, 0.985]
    """
    least, greatest = bounds
    width = greatest - least
    part = min(max((observed - least) / width, least_share), 1 - least_share)
    # Delta method: the derivative of arcsin(sqrt(p)) is 1 / (2 sqrt(p (1 - p))). Beyond 0 and pi / 2 the sine would
    # turn back, so the ends stop there.
    angle, half = asin(sqrt(part)), half / width / (2 * sqrt(part * (1 - part)))
    low, high = (least + width * sin(min(max(one, 0.0), pi / 2)) ** 2 for one in (angle - half, angle + half))
    return low, high
