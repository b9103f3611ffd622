"""Two more intervals from resampled scores: reverse percentiles, and bias and spread with normal quantiles."""

from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from steelyard.errors import SpecError
from steelyard.inference.intervals.percentile import percentile_interval
from steelyard.inference.shared_docs import INTERVALS

__all__ = ["basic_interval", "normal_interval"]


@INTERVALS
def basic_interval(observed: float, values: ArrayLike, confidence_level: float = 0.95) -> tuple[float, float]:
    """Mirror the percentile interval at the observed value: the reverse percentile or basic bootstrap.

    It reads the resamples as errors: the score is as far from the truth as a resampled score is from the score.

    Parameters
    ----------
    values : array, shape (B,)
        The same under each resample.

    Returns
    -------
    (float, float)
        ``2 observed - high``, ``2 observed - low`` of `percentile_interval`.

    Notes
    -----
    Can leave the metric's range. Too short with few units, as the percentile bootstrap is.

    References
    ----------
    Davison and Hinkley 1997, "Bootstrap methods and their application", section 5.2.

    Examples
    --------
    >>> from steelyard.inference import basic_interval
    >>> basic_interval(400.0, range(1, 1001))
    (-175.0, 774.0)
    """
    low, high = percentile_interval(values, confidence_level)
    return 2 * float(observed) - high, 2 * float(observed) - low


@INTERVALS
def normal_interval(observed: float, values: ArrayLike, confidence_level: float = 0.95) -> tuple[float, float]:
    """Correct the observed value by the bootstrap's bias, and put a normal quantile of its spread on both sides.

    Parameters
    ----------
    values : array, shape (B,)
        The same under each resample.

    Returns
    -------
    (float, float)
        ``observed - bias`` minus and plus z standard deviations of the values (with divisor B), where the bias is their
        mean less the observed value.

    Notes
    -----
    Symmetric, so it can leave the metric's range. Too short with few units: no t quantile, and the spread of the sample
    stands for that of the population.

    References
    ----------
    Davison and Hinkley 1997, "Bootstrap methods and their application", section 5.2.

    Examples
    --------
    >>> from steelyard.inference import normal_interval
    >>> [round(bound, 3) for bound in normal_interval(2.0, [1.0, 2.0, 3.0, 4.0])]
    [-0.691, 3.691]
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    array = np.asarray(values, dtype=np.float64)
    if np.ptp(array) == 0:  # the mean of equal numbers can be off in the last place
        centre, spread = 2 * float(observed) - float(array[0]), 0.0
    else:
        centre, spread = 2 * float(observed) - float(array.mean()), float(array.std())
    half = NormalDist().inv_cdf((1 + confidence_level) / 2) * spread
    return centre - half, centre + half
