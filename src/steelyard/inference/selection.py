"""A baseline that is the best of several on the same data: what is said of it holds whichever of them is the best."""

from collections.abc import Sequence
from math import inf

from steelyard.inference.distributions import normal_quantile, t_quantile

__all__ = ["interval_from_best", "interval_of_family"]

Interval = tuple[float, float]


def interval_from_best(intervals: Sequence[Interval | None]) -> Interval | None:
    """Bound how much better something is than the best of several, from its differences from each of them.

    Parameters
    ----------
    intervals : sequence of (float, float) or None
        Of what it has over each, in a direction where more is better; they are to hold together.

    Returns
    -------
    (float, float) or None
        None where one of them has none.

    Notes
    -----
    The best of several on some data owes its place to luck, too, and the luck is counted for it once more where it is
    looked at on the same data: eight equal systems were called better than a random choice from them in .15 of 400
    sets, and the best of six metrics that know nothing better than a learned one in .24 of 100. What something has over
    the best is the least of what it has over each, and so lies between the least lower end and the least upper end,
    where all intervals hold together. A verdict rests on p that is corrected for all of them (`max_t`), as any may turn
    out the best.

    To choose the baseline for each part of the data by the other parts is no way out: its bias is gone, but it varies
    more than a test of what was joined sees (false verdicts .175 of 400 and .17 of 100 in the same designs).

    References
    ----------
    Hsu 1981, "Simultaneous confidence intervals for all distances from the 'best'", doi:10.1214/aos/1176345582.

    Examples
    --------
    >>> from steelyard.inference import interval_from_best
    >>> interval_from_best([(-1.0, 2.0), (-3.0, 4.0)])
    (-3.0, 2.0)
    """
    known = [one for one in intervals if one is not None]
    if not known or len(known) < len(intervals):
        return None
    return min(low for low, _ in known), min(high for _, high in known)


def interval_of_family(
    interval: Interval, centre: float, n: int, confidence_level: float = 0.95, *, degrees_of_freedom: float = inf
) -> Interval:
    """Widen the interval of one difference so that those of n hold together (Bonferroni).

    Parameters
    ----------
    interval : (float, float)
        At the confidence level, for one.
    centre : float
        The difference itself; both sides are stretched from it by the same factor.
    n : int
        How many are to hold together.
    confidence_level : float, default 0.95
        Of the interval, and then of all.
    degrees_of_freedom : float, default inf
        Of Student's t, where the interval is of one; by default the normal distribution, for percentiles of resamples,
        whose own tails are too short of draws for so high a level.

    Returns
    -------
    (float, float)
        Each side stretched by the quotient of the two quantiles.

    Examples
    --------
    >>> from steelyard.inference import interval_of_family
    >>> [round(end, 2) for end in interval_of_family((-1.0, 3.0), 1.0, 5)]
    [-1.63, 3.63]
    """
    alpha = 1 - confidence_level
    together, alone = (
        normal_quantile(share) if degrees_of_freedom == inf else t_quantile(share, degrees_of_freedom)
        for share in (1 - alpha / (2 * n), 1 - alpha / 2)
    )
    factor = together / alone
    return centre - factor * (centre - interval[0]), centre + factor * (interval[1] - centre)
