"""Whether systems are as good as equal: that no difference was found does not show it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError
from steelyard.inference.intervals.jackknife import degrees_of_freedom, jackknife_interval, standard_error
from steelyard.inference.intervals.percentile import percentile_interval
from steelyard.inference.null_distributions import p_from_count
from steelyard.inference.shared_docs import SHARED
from steelyard.inference.significance import is_significant

__all__ = ["Equivalence", "bootstrap_equivalence", "check_margin", "equivalence"]


@dataclass(frozen=True, slots=True)
class Equivalence:
    """A difference against a margin, by interval and by test.

    Attributes
    ----------
    difference : float
        Score A minus score B.
    margin : float
        The largest difference that does not matter, above 0.
    interval : (float, float) or None
        Of the difference at 1 - 2 alpha; None for a single unit.
    p_above_lower : float
        Against "A is lower by the margin or more".
    p_below_upper : float
        Against "A is higher by the margin or more".
    alpha : float
        Level of each decision.
    higher_is_better : bool
        The metric's direction; only non-inferiority depends on it.

    Examples
    --------
    >>> from steelyard.inference import Equivalence
    >>> result = Equivalence(0.1, 0.5, (-0.2, 0.4), 0.001, 0.02, 0.05, True)
    >>> result.p_value, result.is_equivalent_by_interval, result.is_equivalent_by_test
    (0.02, True, True)
    """

    difference: float
    margin: float
    interval: tuple[float, float] | None
    p_above_lower: float
    p_below_upper: float
    alpha: float
    higher_is_better: bool

    @property
    def p_value(self) -> float:
        """Of two one-sided tests: the larger one."""
        return max(self.p_above_lower, self.p_below_upper)

    @property
    def is_equivalent_by_interval(self) -> bool:
        """The interval lies within the margin on both sides."""
        return self.interval is not None and -self.margin < self.interval[0] and self.interval[1] < self.margin

    @property
    def is_equivalent_by_test(self) -> bool:
        """Both one-sided tests reject."""
        return is_significant(self.p_value, self.alpha)

    @property
    def p_non_inferior(self) -> float:
        """Against "A is worse than B by the margin or more"."""
        return self.p_above_lower if self.higher_is_better else self.p_below_upper

    @property
    def is_non_inferior_by_interval(self) -> bool:
        """The interval stays within the margin on the side where A is worse."""
        if self.interval is None:
            return False
        return -self.margin < self.interval[0] if self.higher_is_better else self.interval[1] < self.margin

    @property
    def is_non_inferior_by_test(self) -> bool:
        """The one-sided test on that side rejects."""
        return is_significant(self.p_non_inferior, self.alpha)


def check_margin(margin: float) -> None:
    """Refuse a margin that is none.

    Parameters
    ----------
    margin : float
        In the unit of the score.

    Raises
    ------
    SpecError
        It is not a finite number above 0.

    Examples
    --------
    >>> from steelyard.inference import check_margin
    >>> check_margin(0.5)
    """
    if not (np.isfinite(margin) and margin > 0):
        raise SpecError(
            f"The margin of equivalence (equivalence_margin, --equivalence-margin) must be above 0, not {margin}."
        )


@SHARED
def equivalence(
    difference: float,
    leave_one_out: NDArray[np.float64],
    margin: float,
    *,
    alpha: float = 0.05,
    higher_is_better: bool = True,
    n_effective: float | None = None,
) -> Equivalence:
    """Decide on equivalence and non-inferiority by the jackknife and Student's t.

    Parameters
    ----------
    margin : float
        The largest difference that does not matter, in the unit of the score, above 0; chosen before looking.
    alpha : float, default 0.05
        Probability of a wrong "equivalent", at most, below one half.

    Returns
    -------
    Equivalence
        Interval at 1 - 2 alpha, two one-sided p-values with that many less one degrees of freedom, and what follows:
        both ways agree. With a single unit nothing is equivalent (p = 1). Without spread the p-values are 0 or 1.

    Raises
    ------
    SpecError
        The margin is not above 0, or alpha not between 0 and one half.

    Notes
    -----
    The interval has level 1 - 2 alpha, not 1 - alpha, as each side is a test of its own and at most one of them can be
    wrong. Student's t takes units for independent and the difference for roughly normal.

    References
    ----------
    Schuirmann 1987, "A comparison of the two one-sided tests procedure and the power approach", doi:10.1007/BF01068419.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import equivalence
    >>> d = np.array([0.3, 0.1, 0.4, -0.2, 0.5])
    >>> result = equivalence(d.mean(), (d.sum() - d) / 4, margin=0.5)
    >>> round(result.p_value, 4), result.is_equivalent_by_test, result.is_non_inferior_by_test
    (0.0435, True, True)
    """
    _check(margin, alpha)
    n = len(leave_one_out)
    interval = jackknife_interval(difference, leave_one_out, 1 - 2 * alpha, n_effective=n_effective)
    freedom = degrees_of_freedom(n if n_effective is None else n_effective)
    error = standard_error(leave_one_out)
    # Schuirmann's two one-sided tests: margin + d against "d <= -margin", margin - d against "d >= margin".
    p_above, p_below = (_upper_tail(margin + sign * difference, error, n, freedom) for sign in (1, -1))
    return Equivalence(difference, margin, interval, p_above, p_below, alpha, higher_is_better)


@SHARED
def bootstrap_equivalence(
    difference: float, resampled: ArrayLike, margin: float, *, alpha: float = 0.05, higher_is_better: bool = True
) -> Equivalence:
    """Decide on equivalence and non-inferiority by the percentile bootstrap.

    Parameters
    ----------
    resampled : array, shape (B,)
        The same under each bootstrap resample.
    margin : float
        The largest difference that does not matter, above 0.
    alpha : float, default 0.05
        Level of each decision, below one half.

    Returns
    -------
    Equivalence
        Percentile interval at 1 - 2 alpha; p = (c + 1) / (B + 1) with c the resamples at or beyond the margin. Interval
        and test can differ where c + 1 falls on alpha (B + 1): the test is then the more cautious.

    Raises
    ------
    SpecError
        The margin is not above 0, or alpha not between 0 and one half.

    Notes
    -----
    Too liberal with few units, as the percentile interval is then too short: use `equivalence` below 40.

    References
    ----------
    Efron and Tibshirani 1993, "An introduction to the bootstrap", chapter 25.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import bootstrap_equivalence
    >>> result = bootstrap_equivalence(0.1, np.random.default_rng(1).normal(0.1, 0.2, 9999), margin=0.5)
    >>> result.is_equivalent_by_interval, result.is_equivalent_by_test
    (True, True)
    """
    _check(margin, alpha)
    values = np.asarray(resampled, dtype=np.float64)
    counts = np.array([(values <= -margin).sum(), (values >= margin).sum()])
    p_above, p_below = p_from_count(counts, len(values), is_exact=False).tolist()
    interval = percentile_interval(values, 1 - 2 * alpha)
    return Equivalence(difference, margin, interval, p_above, p_below, alpha, higher_is_better)


def _check(margin: float, alpha: float) -> None:
    check_margin(margin)
    if not 0 < alpha < 0.5:
        raise SpecError(f"alpha must lie between 0 and 0.5, as the interval has level 1 - 2 alpha; not {alpha}.")


def _upper_tail(distance: float, error: float, n_units: int, degrees: float) -> float:
    """Return the probability that Student's t is beyond a distance from the margin's bound."""
    if n_units < 2:
        return 1.0
    if error == 0:
        return 0.0 if distance > 0 else 1.0
    from scipy.special import stdtr  # imported where needed: 0.3 s

    return float(stdtr(degrees, -distance / error))
