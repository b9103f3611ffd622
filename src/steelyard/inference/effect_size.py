"""How large a difference is, apart from how certain it is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.draws.executors import worked_by_threads
from steelyard.inference.intervals.jackknife import standard_errors
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.inference.shared_docs import SHARED
from steelyard.types import Measurement

__all__ = ["UnitShares", "shares_of_pairs", "standardised_difference", "unit_shares"]

_BLOCK = 1 << 18  # numbers of differences at once: 2 MB, which stay in the cache


@SHARED
def standardised_difference(difference: float, leave_one_out: NDArray[np.float64]) -> float:
    """Divide a difference by the standard deviation of what single units contribute to it.

    Returns
    -------
    float
        Difference / (jackknife standard error * sqrt(N)); for a mean of segment scores that is the mean of the paired
        differences over their standard deviation (Cohen's d for pairs). 0 for no difference, infinite where units do
        not vary, NaN for a single unit.

    Notes
    -----
    Does not grow with the test set, unlike t. It depends on the unit: documents vary less than segments, so that their
    effect is larger. Not comparable between metrics.

    References
    ----------
    Cohen 1988, "Statistical power analysis for the behavioral sciences", section 2.3.5.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import standardised_difference
    >>> d = np.array([0.3, 0.1, 0.4, -0.2, 0.5])
    >>> round(standardised_difference(d.mean(), (d.sum() - d) / 4), 6), round(float(d.mean() / d.std(ddof=1)), 6)
    (0.792825, 0.792825)
    """
    errors = standard_errors(leave_one_out[None])
    return float(standardised_differences(np.array([difference], dtype=np.float64), errors, len(leave_one_out))[0])


def standardised_differences(
    differences: NDArray[np.float64], errors: NDArray[np.float64], n_units: int
) -> NDArray[np.float64]:
    """Do as `standardised_difference` for many, from their jackknife standard errors."""
    # The error of a mean is s / sqrt(n): times sqrt(n) it is the spread of what single units contribute.
    spread = errors * float(np.sqrt(n_units))
    constant = np.where(differences == 0, 0.0, np.copysign(np.inf, differences))
    found: NDArray[np.float64] = np.divide(differences, spread, out=constant, where=spread != 0)
    return found


@dataclass(frozen=True, slots=True)
class UnitShares:
    """In which share of the units a system is better.

    Attributes
    ----------
    better, tied, worse : float
        Shares of units, together 1; about A, in the metric's direction.

    Examples
    --------
    >>> from steelyard.inference import UnitShares
    >>> UnitShares(0.5, 0.3, 0.2).superiority
    0.65
    """

    better: float
    tied: float
    worse: float

    @property
    def superiority(self) -> float:
        """Share better plus half the share tied: one half where neither system wins more often."""
        return self.better + self.tied / 2


@SHARED
def unit_shares(measurement: Measurement, a: int, b: int) -> UnitShares:
    """Count in how many units system A scores better than B, and in how many they tie.

    Returns
    -------
    UnitShares
        Units scored one by one; scores within 1e-12 tie.

    Notes
    -----
    The share can point the other way than the difference of the scores: few large wins outweigh many small losses.
    It misleads with corpus metrics that single segments do not suit: most segments without a common 4-gram score 0
    under BLEU and tie. Use the metric's variant for segments.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import unit_shares
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2], [3, 4, 9, 4]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 4), dtype=int)], axis=-1))
    >>> unit_shares(Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True), 0, 1)
    UnitShares(better=0.5, tied=0.25, worse=0.25)
    """
    return shares_of_pairs(measurement, [(a, b)])[0]


@SHARED
def shares_of_pairs(measurement: Measurement, pairs: Sequence[tuple[int, int]]) -> list[UnitShares]:
    """Do as `unit_shares` for many pairs, scoring every unit of every system once.

    Returns
    -------
    list of UnitShares
        One per pair.

    Notes
    -----
    As for `unit_shares`. Units that have no score are neither better, tied nor worse.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import shares_of_pairs
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2], [3, 4, 9, 4]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 4), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> [shares.superiority for shares in shares_of_pairs(mean, [(0, 1), (1, 0)])]
    [0.625, 0.375]
    """
    sign, statistics, whole = 1 if measurement.higher_is_better else -1, measurement.statistics, None
    if measurement.is_mean:  # differences are between exact numerators
        scores, whole = np.ldexp(np.moveaxis(statistics.values, 2, 0), -statistics.bits[:, None, None])
        whole = None if (whole == 1).all() else whole
    else:
        scores = measurement.unit_scores(lambda rows: rows.astype(np.float64))
    n_units, sides = statistics.n_units, np.array(pairs, dtype=np.int64).reshape(-1, 2)
    size = max(1, _BLOCK // max(n_units, 1))

    def shares_of(start: int) -> list[UnitShares]:
        a, b = sides[start : start + size].T
        gain = sign * (scores[a] - scores[b])
        if whole is not None:
            gain = np.divide(gain, whole[a], out=np.zeros_like(gain), where=whole[a] != 0)
        better, worse, not_worse = (
            np.count_nonzero(units, axis=1) for units in (gain > TOLERANCE, gain < -TOLERANCE, gain >= -TOLERANCE)
        )
        shares = (count / n_units for count in (better, not_worse - better, worse))
        return list(map(UnitShares, *(share.tolist() for share in shares)))

    return [one for block in worked_by_threads(range(0, len(pairs), size), shares_of) for one in block]
