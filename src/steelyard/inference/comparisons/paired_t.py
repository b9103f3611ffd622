"""Student's paired t test on the differences of units."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparisons.parts.family import MEANS
from steelyard.inference.differences import UnitDifferences, observe, unit_differences
from steelyard.inference.outcome import SMALLEST_P, SettledPValues
from steelyard.inference.registry import SignificanceTest, register
from steelyard.types import Measurement

__all__ = ["PAIRED_T", "paired_t"]


@MEANS
def paired_t(measurements: Sequence[Measurement], pairs: Sequence[tuple[int, int]]) -> SettledPValues:
    """Test whether systems differ by the mean difference of their units over its standard error.

    Returns
    -------
    SettledPValues
        Of P = metrics * pairs differences, metric by metric, from Student's t with n - 1 degrees of freedom. Where all
        differences are equal and not 0, p is 0, since nothing varies; where all are 0, and for a single unit, it is 1.

    Raises
    ------
    SpecError
        A metric is not a mean of segment scores: for BLEU there is no difference per segment to take a mean of.

    Notes
    -----
    Exact for independent normal differences, and close for many others as the number of units grows. Misleads with few
    units and skewed differences, and with a p of 0 where a few units happen to differ equally. Of a document it takes
    the sum over its segments, so that the mean is the observed difference whatever the documents' lengths.

    References
    ----------
    Student 1908, "The probable error of a mean", doi:10.1093/biomet/6.1.1.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import paired_t
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones_like(scores)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> paired_t([mean], [(0, 1)]).p_values("two-sided").round(7).tolist()
    [0.1509441]
    """
    family = observe(measurements, pairs)
    t = np.concatenate([_t_statistics(unit_differences(measurement, pairs, "t")) for measurement in measurements])
    t *= family.orientation
    n_units = measurements[0].statistics.n_units
    better, worse = (_tail(t, n_units), _tail(-t, n_units))
    return SettledPValues.from_tails(family.differences, better, worse, n_units)


def _tail(t: NDArray[np.float64], n_units: int) -> NDArray[np.float64]:
    """Return the chance of a larger t."""
    from scipy.special import stdtr  # imported where needed: 0.3 s

    chance = stdtr(max(n_units - 1, 1), -t)
    # A finite t has a tail above 0: where float64 underflows, the smallest number stands for it, so that p = 0 says
    # "nothing varies" and no more.
    chance[np.isfinite(t)] = np.maximum(SMALLEST_P, chance[np.isfinite(t)])
    chance[np.isnan(t)] = 1.0
    return np.asarray(chance)


def _t_statistics(units: UnitDifferences) -> NDArray[np.float64]:
    """Return means over their standard errors; infinite where nothing varies, NaN where that says nothing."""
    n_units = units.steps.shape[1]
    mean = units.steps.mean(axis=1)
    if n_units == 1:
        return np.full(len(mean), np.nan)
    # Equal differences can be `slack` steps apart, as each was rounded to the grid: a spread within it is none.
    is_constant = np.ptp(units.steps, axis=1) <= units.slack
    error = np.where(is_constant, 1.0, units.steps.std(axis=1, ddof=1) / np.sqrt(n_units))
    limit = np.where(np.abs(mean) <= units.slack, np.nan, np.copysign(np.inf, mean))
    return np.where(is_constant, limit, mean / error)


PAIRED_T = register(
    SignificanceTest(
        name="t",
        summary="paired t test (Student 1908)",
        validity="asymptotic",
        run=paired_t,
        is_resampled=False,
        needs_means=True,
        has_joint_null=False,
        assumes_normal=True,
    )
)
