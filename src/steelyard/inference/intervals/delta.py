"""The delta method: an interval from the slope of the score at the summed statistics, without resampling."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.inference.distributions import t_quantile
from steelyard.inference.intervals.jackknife import degrees_of_freedom
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.inference.shared_docs import INTERVALS, SHARED
from steelyard.types import Measurement

__all__ = ["delta_interval", "delta_standard_error", "influence_values", "score_gradient"]

_STEP = 2.0**-17  # about the cube root of float64's rounding: there rounding and curvature err least


@SHARED
def score_gradient(measurement: Measurement) -> NDArray[np.float64]:
    """Give the slope of every system's score in each of its summed statistics.

    Returns
    -------
    array, shape (S, K)
        Central differences with steps of 2**-17 of the sum, or of its spread where that is larger; in score per step of
        the integers that the statistics are held in. 0 for a statistic that is the same in every unit of the system: it
        has no spread, so its slope does not matter. Of a mean the slopes are exact.

    Notes
    -----
    Within about 1e-9 of the analytic slope where the score is smooth. At a corner, as BLEU's brevity penalty has where
    both lengths are equal, it is the mean of the slopes on either side.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import score_gradient
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 5], [2, 4], [4, 6], [1, 5]]]))
    >>> ratio = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> score_gradient(ratio).round(6).tolist()
    [[0.05, -0.025]]
    """
    totals = measurement.statistics.totals()
    if measurement.is_mean:  # so that equal differences of two systems' scores have equal influence
        bits = measurement.statistics.bits
        of_sum = np.ldexp(1.0, int(bits[1] - bits[0])) / totals[:, 1]
        return np.stack([of_sum, -measurement.scores(totals) / totals[:, 1]], axis=-1)
    spread = np.sqrt(np.square(_deviations(measurement)).sum(axis=1))
    step = _STEP * np.maximum(np.abs(totals), spread)
    moves = step[:, None, :] * np.eye(totals.shape[1])
    up, down = totals[:, None] + moves, totals[:, None] - moves
    taken = np.diagonal(up - down, axis1=1, axis2=2)  # what is left of the step in float64
    change = measurement.scores(up) - measurement.scores(down)
    has_spread = spread > 0
    return np.where(has_spread, change / np.where(has_spread, taken, 1.0), 0.0)


def _deviations(measurement: Measurement) -> NDArray[np.float64]:
    """Subtract from each unit's statistics their mean: shape (S, N, K)."""
    values = measurement.statistics.values
    deviations: NDArray[np.float64] = values - values.mean(axis=1, keepdims=True)
    # The mean of equal numbers can be off in the last place, and divided by a tiny spread that would count.
    is_constant = (values == values[:, :1]).all(axis=1, keepdims=True)
    return np.where(is_constant, 0.0, deviations)


@SHARED
def influence_values(measurement: Measurement) -> NDArray[np.float64]:
    """Say how much each unit moves each system's score, to first order.

    Returns
    -------
    array, shape (S, N)
        Slope times the unit's deviation from the mean: by how much the score would rise if the unit were there once
        more and the mean unit once less. Rows sum to 0. Those of a difference are differences.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import influence_values
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 5], [2, 4], [4, 6], [1, 5]]]))
    >>> ratio = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> influence_values(ratio).round(6).tolist()
    [[0.025, 0.0, 0.05, -0.075]]
    """
    influence: NDArray[np.float64] = product(_deviations(measurement), score_gradient(measurement)[..., None])[..., 0]
    return influence


def delta_standard_error(influence: NDArray[np.float64]) -> float:
    """Estimate a standard error from influence values.

    Parameters
    ----------
    influence : array, shape (N,)
        Of a score, or differences of them of a difference.

    Returns
    -------
    float
        ``sqrt(N / (N - 1) * sum of squares)``: for a mean its usual standard error; NaN for a single unit.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import delta_standard_error
    >>> x = np.array([3.0, 4, 2, 5, 4, 1, 3, 4])
    >>> round(delta_standard_error((x - x.mean()) / 8), 6), round(float(x.std(ddof=1)) / 8**0.5, 6)
    (0.453163, 0.453163)
    """
    n = len(influence)
    if n < 2:
        return float("nan")
    # N / (N - 1) as for any variance from deviations of the sample mean: the plain sum is too small by it.
    return float(np.sqrt(n / (n - 1) * np.square(influence - influence.mean()).sum()))


@INTERVALS
def delta_interval(
    observed: float, influence: NDArray[np.float64], confidence_level: float = 0.95, *, n_effective: float | None = None
) -> tuple[float, float] | None:
    """Put Student's t times the delta method's standard error on both sides of the observed value.

    Parameters
    ----------
    influence : array, shape (N,)
        From `influence_values`; for a difference those of A less those of B.

    Returns
    -------
    (float, float) or None
        With that many less one degrees of freedom; the observed value twice where all units are equal, None for a
        single one.

    Notes
    -----
    Takes the score for a plane around the observed sums, so it misleads where few units move it far, and where it is
    not smooth; the jackknife takes each unit's true effect. Symmetric, so it can leave the metric's range. Time: two
    scores per statistic, whatever the number of units.

    References
    ----------
    Efron and Tibshirani 1993, "An introduction to the bootstrap", section 22.6 (the nonparametric delta method).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import delta_interval
    >>> x = np.array([3.0, 4, 2, 5, 4, 1, 3, 4])
    >>> [round(bound, 7) for bound in delta_interval(x.mean(), (x - x.mean()) / 8)]
    [2.1784386, 4.3215614]
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    if len(influence) < 2:
        return None
    # Influence on a score is about 1 / N of a unit's deviation, and so is the rounding in it.
    if np.ptp(influence) <= TOLERANCE * max(1.0, abs(observed)) / len(influence):
        return float(observed), float(observed)
    freedom = degrees_of_freedom(len(influence) if n_effective is None else n_effective)
    half = delta_standard_error(influence) * t_quantile((1 + confidence_level) / 2, freedom)
    return float(observed - half), float(observed + half)
