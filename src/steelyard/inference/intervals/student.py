"""Student's t: intervals of a mean, and of the mean of paired differences."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.inference.distributions import t_quantile
from steelyard.inference.shared_docs import SHARED
from steelyard.types import Measurement

__all__ = ["normal_equivalent", "student_difference_interval", "student_interval", "unit_scores"]

_DEGREES = ("n-1", "n")
_EXPANDED = 60  # degrees of freedom from which on the expansion is as good as exact


@SHARED
def student_interval(
    values: ArrayLike, confidence_level: float = 0.95, *, df: str = "n-1"
) -> tuple[float, float] | None:
    """Put Student's t times the standard error on both sides of a mean.

    Parameters
    ----------
    values : array, shape (N,)
        One score per unit; what is estimated is their mean.
    df : {"n-1", "n"}, default "n-1"
        Degrees of freedom. N only to reproduce Koehn's table 2, which was made with them.

    Returns
    -------
    (float, float) or None
        In the unit of the values; a point where all are equal, None for a single one, which says nothing about spread.

    Raises
    ------
    SpecError
        The confidence level is not between 0 and 1, or there is no such rule for the degrees of freedom.

    Notes
    -----
    For means alone: BLEU and other scores of sums are none, and the mean of segment BLEU is not BLEU. Symmetric, so it
    can leave the range of the values; misleads with few values that are far from normal.

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250, equations 3 to 5.

    Examples
    --------
    >>> from steelyard.inference import student_interval
    >>> [round(bound, 7) for bound in student_interval([3, 4, 2, 5, 4, 1, 3, 4])]
    [2.1784386, 4.3215614]
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    if df not in _DEGREES:
        raise unknown_name("rule for degrees of freedom", df, _DEGREES)
    array = np.asarray(values, dtype=np.float64)
    n, mean = len(array), float(array.mean())
    if n < 2:
        return None
    if np.ptp(array) == 0:  # the mean of equal numbers can be off in the last place
        return float(array[0]), float(array[0])
    error = float(array.std(ddof=1)) / n**0.5
    half = error * t_quantile((1 + confidence_level) / 2, n if df == "n" else n - 1)
    return mean - half, mean + half


@SHARED
def student_difference_interval(
    values_a: ArrayLike, values_b: ArrayLike, confidence_level: float = 0.95, *, df: str = "n-1"
) -> tuple[float, float] | None:
    """Put Student's t times the standard error on both sides of the mean difference of paired values.

    Parameters
    ----------
    values_a, values_b : array, shape (N,)
        Scores of two systems; entry i of both is the same unit.
    df : {"n-1", "n"}, default "n-1"
        Degrees of freedom, as in `student_interval`.

    Returns
    -------
    (float, float) or None
        Of A minus B, as in `student_interval`.

    Raises
    ------
    AlignmentError
        The two have different numbers of values.

    Examples
    --------
    >>> from steelyard.inference import student_difference_interval
    >>> a, b = [0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3]
    >>> [round(bound, 4) for bound in student_difference_interval(a, b)]
    [-0.1245, 0.5645]
    """
    a, b = np.asarray(values_a, dtype=np.float64), np.asarray(values_b, dtype=np.float64)
    if a.shape != b.shape:
        raise AlignmentError(f"Paired values must be as many: A has {len(a)}, B has {len(b)}.")
    return student_interval(a - b, confidence_level, df=df)


def normal_equivalent(t: ArrayLike, degrees_of_freedom: float) -> NDArray[np.float64]:
    """Move values of Student's t to the normal scale: the same share of the distribution lies below.

    Parameters
    ----------
    t : array
        Any shape.
    degrees_of_freedom : float
        At least 1.

    Returns
    -------
    array
        Of the same shape; from 60 degrees of freedom on by Hill's expansion, within 1e-6 for values up to 8, which
        spares the import of SciPy.

    References
    ----------
    Hill 1970, "Algorithm 395: Student's t-distribution", doi:10.1145/355598.362775.

    Examples
    --------
    >>> from steelyard.inference import normal_equivalent
    >>> normal_equivalent([-2.2281, 0.0, 2.2281], 10).round(3).tolist()  # t at .025 and .975
    [-1.96, 0.0, 1.96]
    """
    values = np.asarray(t, dtype=np.float64)
    if degrees_of_freedom < _EXPANDED:
        from scipy.special import ndtri, stdtr  # imported where needed: 0.3 s

        moved: NDArray[np.float64] = 0.0 - np.sign(values) * ndtri(stdtr(degrees_of_freedom, -np.abs(values)))
        return moved
    a = degrees_of_freedom - 0.5
    b = 48 * a**2
    y = a * np.log1p(values**2 / degrees_of_freedom)
    rest = (((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y**2 + 100 + b)
    expanded: NDArray[np.float64] = np.sign(values) * ((rest + y + 3) / b + 1) * np.sqrt(y)
    return expanded


def unit_scores(measurement: Measurement) -> NDArray[np.float64]:
    """Give the scores whose mean a metric is.

    Parameters
    ----------
    measurement : Measurement
        A mean over units of equal weight.

    Returns
    -------
    array, shape (S, N)
        One score per system and unit.

    Raises
    ------
    SpecError
        The metric is no mean of unit scores; or it is one of segments, but the units are documents of unequal length.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import unit_scores
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 1], [4, 1]]]))
    >>> unit_scores(Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)).tolist()
    [[3.0, 4.0]]
    """
    instead = "Take the jackknife or the delta method (interval, --interval), which are for every metric."
    if not measurement.is_mean:
        raise SpecError(f"{measurement.metric} is not a mean of unit scores, so Student's t is not for it. {instead}")
    statistics = measurement.statistics
    weights = statistics.values[..., 1]
    if (weights != weights[0, 0]).any():
        raise SpecError(
            f"{measurement.metric} is a mean of segments, but the units are documents of unequal length, so Student's "
            f"t is not for it. {instead}"
        )
    return measurement.scores(statistics.values.astype(np.float64))
