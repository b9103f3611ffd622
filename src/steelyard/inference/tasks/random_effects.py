"""What differences on tasks say of tasks like these: the mean of a random-effects model, and how far tasks differ."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.fixed_order import product
from steelyard.inference.intervals.jackknife import degrees_of_freedom
from steelyard.inference.outcome import SMALLEST_P

__all__ = ["RandomEffects", "random_effects", "relative_change"]

_MOST_STEPS = 200
_ROUNDING = 1e-9  # of weighted squares, of which one a task is expected
_STEP = 1e-13  # of the spread between tasks, against the largest there can be
_CLEAR = 3.0  # standard errors that a score has to be away from 0 to be divided by

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RandomEffects:
    """A difference on tasks like those that were seen.

    Attributes
    ----------
    mean : float
        Estimated mean difference over all such tasks, in the metric's unit.
    low, high : float
        Interval of the mean.
    p_value : float
        Two-sided, of a mean of zero.
    between : float
        Standard deviation of the true differences between tasks (tau).
    share_between : float
        I squared, from 0 to 1: the share of what differences vary by that their own errors do not explain.
    predicted_low, predicted_high : float
        Interval for the true difference on one more such task.
    n_tasks : int
        Tasks that it was made of.

    Examples
    --------
    >>> from steelyard.inference import RandomEffects
    >>> RandomEffects(1.2, 0.4, 2.0, 0.01, 0.5, 0.6, -0.1, 2.5, 6).mean
    1.2
    """

    mean: float
    low: float
    high: float
    p_value: float
    between: float
    share_between: float
    predicted_low: float
    predicted_high: float
    n_tasks: int


def random_effects(
    differences: Array, errors: Array, *, level: float = 0.95, shared: Array | None = None, n_units: float = np.inf
) -> RandomEffects:
    """Estimate the mean difference over tasks like those given, and how much it varies from task to task.

    The variance between tasks is that of Paule and Mandel; the interval of the mean is that of Hartung, Knapp, Sidik
    and Jonkman, by Student's t with one degree of freedom less than there are tasks, and never shorter than the tasks'
    own errors make it. What errors of tasks have in common, as tasks of the same segments do, is added.

    Parameters
    ----------
    differences : array, shape (T,)
        Difference of two systems on each of T tasks, all in one unit.
    errors : array, shape (T,)
        Their standard errors. Where one is 0 all tasks weigh the same.
    level : float, default 0.95
        Of both intervals.
    shared : array, shape (T, T), optional
        Covariances of the errors of different tasks, such as tasks with the same segments have; by default 0.
    n_units : float
        Units that these covariances were estimated from.

    Returns
    -------
    RandomEffects
        Mean, intervals, p and heterogeneity.

    Raises
    ------
    DataError
        There are fewer than two tasks, or numbers are not finite.

    Notes
    -----
    Errors that tasks have in common are not seen in how tasks differ, and a mean over more tasks does not lose them.
    Their part of the variance is what the covariances make of it, and their part of the degrees of freedom that of the
    units (Satterthwaite). Of 2,000 simulated campaigns with one segment effect in all tasks, sd .7 beside noise of sd
    1, the interval left 0 out in .19 (8 tasks of 100 segments) and .31 (12 of 200) without, and in .05 and .05 with the
    covariances; in .07 with 8 tasks of 12 segments.

    It is a statement about tasks drawn like these, and as good as this comparison: five directions out of English say
    little about directions into English. Tasks that share a language are no independent draws, and then the interval is
    too short. With two or three tasks it is very wide, as it has to be. Of 4,000 simulated campaigns of 4, 8 and 20
    tasks, errors unequal, the interval of the mean held in 94 to 97 % at a nominal 95 % where tasks truly differ, and
    in 98 to 100 % where they do not; that of one more task in 89 to 100 %, and least often where the spread between
    tasks is about as large as the errors.

    References
    ----------
    Paule and Mandel 1982, "Consensus values and weighting factors", doi:10.6028/jres.087.022.
    Hartung and Knapp 2001, doi:10.1002/sim.1009; Sidik and Jonkman 2002, doi:10.1002/sim.1262.
    Roever, Knapp and Friede 2015, doi:10.1186/s12874-015-0091-1, of intervals that luck makes too short.
    Higgins, Thompson and Spiegelhalter 2009, doi:10.1111/j.1467-985X.2008.00552.x, of the interval of prediction.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import random_effects
    >>> found = random_effects(np.array([1.0, 2.0, 0.5, 1.5]), np.array([0.2, 0.2, 0.2, 0.2]))
    >>> round(found.mean, 3), round(found.low, 3), round(found.high, 3), round(found.between, 3)
    (1.25, 0.223, 2.277, 0.614)
    """
    from scipy.special import stdtr, stdtrit  # imported where needed: 0.3 s

    n_tasks = len(differences)
    if n_tasks < 2:
        raise DataError(f"Tasks like these are told of by two tasks or more, not {n_tasks}.")
    if not (np.isfinite(differences).all() and np.isfinite(errors).all() and (errors >= 0).all()):
        raise DataError("Differences and standard errors of tasks have to be finite numbers, and errors at least 0.")
    variances = errors**2
    between_errors = np.zeros((n_tasks, n_tasks)) if shared is None else shared - np.diag(np.diag(shared))
    between = _between(differences, variances, between_errors)
    weights = _weights(variances, between)
    mean = float(product(weights, differences) / weights.sum())
    common = max(0.0, _in_common(weights, between_errors))
    # HKSJ's factor. It is below 1 only where tasks agree better than their errors allow, by luck: then it stays 1
    # (Roever, Knapp and Friede 2015). Weights that are 1 for want of errors are in no such unit.
    own = float(product(weights, (differences - mean) ** 2)) / (n_tasks - 1)
    if not (variances + between == 0).any():
        own = max(own, 1 - min(1.0, common / (n_tasks - 1)))
    own /= float(weights.sum())
    in_all = common * n_tasks / ((n_tasks - 1) * float(weights.sum()))
    variance = own + in_all
    degrees = (
        variance**2 / (own**2 / (n_tasks - 1) + in_all**2 / degrees_of_freedom(n_units))
        if in_all > 0
        else n_tasks - 1.0
    )
    quantile = float(stdtrit(degrees, 0.5 + level / 2))
    half = quantile * variance**0.5
    # One degree of freedom less: the spread between tasks is estimated too (Higgins et al. 2009).
    predicted = float(stdtrit(max(1.0, degrees - 1), 0.5 + level / 2)) * (variance + between) ** 0.5
    p_value = 2 * float(stdtr(degrees, -abs(mean) / variance**0.5)) if variance > 0 else float(mean == 0)
    return RandomEffects(
        mean,
        mean - half,
        mean + half,
        max(SMALLEST_P, p_value),
        between**0.5,
        _share_between(differences, variances, between_errors),
        mean - predicted,
        mean + predicted,
        n_tasks,
    )


def relative_change(differences: Array, base: Array, base_errors: Array) -> float | None:
    """Return the mean change in percent of the base; None where some base is too near 0 to be divided by.

    Parameters
    ----------
    differences, base, base_errors : array, shape (T,)
        On each task the difference, the score that it is a change of, and the standard error of that score.

    Returns
    -------
    float or None
        A base less than three standard errors from 0 can have either sign, and what is divided by it any size.

    References
    ----------
    Fieller 1954, "Some problems in interval estimation", doi:10.1111/j.2517-6161.1954.tb00159.x (a ratio has a bounded
    interval only where the base is clear of 0).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import relative_change
    >>> relative_change(np.array([1.0, 2.0]), np.array([10.0, 10.0]), np.array([0.5, 0.5]))
    15.0
    >>> relative_change(np.array([1.0, 2.0]), np.array([10.0, 0.1]), np.array([0.5, 0.5])) is None
    True
    """
    if (np.abs(base) <= _CLEAR * base_errors).any() or not base.all():
        return None
    return float(np.mean(100 * differences / np.abs(base)))


def _weights(variances: Array, between: float) -> Array:
    spread = variances + between
    return np.ones(len(variances)) if (spread == 0).any() else 1 / spread


def _in_common(weights: Array, shared: Array) -> float:
    """Return by how much less the weighted squares are than without what errors have in common."""
    return float(product(product(weights, shared), weights) / weights.sum())


def _excess(differences: Array, variances: Array, between: float, shared: Array) -> float:
    """Return by how much the weighted squares exceed what is expected of them; falls as `between` grows."""
    weights = _weights(variances, between)
    mean = product(weights, differences) / weights.sum()
    expected = max(0.0, len(differences) - 1 - _in_common(weights, shared))
    return float(product(weights, (differences - mean) ** 2)) - expected


def _between(differences: Array, variances: Array, shared: Array) -> float:
    """Return Paule and Mandel's variance between tasks: the one under which the weighted squares are as expected."""
    n = len(differences)
    if not variances.all():
        return float(max(0.0, differences.var(ddof=1) - variances.mean() + shared.sum() / (n * (n - 1))))
    if _excess(differences, variances, 0.0, shared) <= _ROUNDING:
        return 0.0
    # With all spread between tasks the squares are at most as expected: the root lies below. Tasks of which one repeats
    # the other have no squares at all.
    low, high = 0.0, max(float(((differences - differences.mean()) ** 2).sum()), float(variances.min()))
    while _excess(differences, variances, high, shared) > 0:
        high *= 2
    for _ in range(_MOST_STEPS):
        middle = (low + high) / 2
        if _excess(differences, variances, middle, shared) > 0:
            low = middle
        else:
            high = middle
        if high - low <= _STEP * high:
            break
    return (low + high) / 2


def _share_between(differences: Array, variances: Array, shared: Array) -> float:
    """Return I squared (Higgins and Thompson 2002): what Cochran's Q has beyond its expectation, as a share of Q."""
    if not variances.all():
        return float(differences.var() > 0)
    excess = _excess(differences, variances, 0.0, shared)
    weights = _weights(variances, 0.0)
    whole = float(product(weights, (differences - product(weights, differences) / weights.sum()) ** 2))
    return excess / whole if excess > 0 else 0.0
