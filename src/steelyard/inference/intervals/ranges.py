"""Intervals of scores that have a least or a greatest value: made inside their range."""

from math import exp, isfinite, log

import numpy as np

from steelyard.inference.intervals.rates import rate_intervals

__all__ = ["inside_range"]

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
        centre, half = log(below / above), half * (greatest - least) / (below * above)
        low, high = (
            least + (greatest - least) / (1 + exp(min(-one, _LARGEST))) for one in (centre - half, centre + half)
        )
        return low, high
    if isfinite(below):  # the other end is in the range as it is
        return least + below * exp(-half / below), high
    return low, greatest - above * exp(-half / above)
