"""What differences on tasks say of tasks like these: the mean of a random-effects model, and how far tasks differ."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.fixed_order import product
from steelyard.inference.outcome import SMALLEST_P

__all__ = ["RandomEffects", "random_effects"]

_MOST_STEPS = 200
_STEP = 1e-13  # of the spread between tasks, against the largest there can be


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
    differences: NDArray[np.float64], errors: NDArray[np.float64], *, level: float = 0.95
) -> RandomEffects:
    """Estimate the mean difference over tasks like those given, and how much it varies from task to task.

    The variance between tasks is that of Paule and Mandel; the interval of the mean is that of Hartung, Knapp, Sidik
    and Jonkman, by Student's t with one degree of freedom less than there are tasks, and never shorter than the tasks'
    own errors make it.

    Parameters
    ----------
    differences : array, shape (T,)
        Difference of two systems on each of T tasks, all in one unit.
    errors : array, shape (T,)
        Their standard errors. Where one is 0 all tasks weigh the same.
    level : float, default 0.95
        Of both intervals.

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
    between = _between(differences, variances)
    weights = _weights(variances, between)
    mean = float(product(weights, differences) / weights.sum())
    # HKSJ's factor. It is below 1 only where tasks agree better than their errors allow, by luck: then it stays 1
    # (Roever, Knapp and Friede 2015). Weights that are 1 for want of errors are in no such unit.
    factor = float(product(weights, (differences - mean) ** 2)) / (n_tasks - 1)
    variance = (factor if (variances + between == 0).any() else max(1.0, factor)) / float(weights.sum())
    quantile = float(stdtrit(n_tasks - 1, 0.5 + level / 2))
    half = quantile * variance**0.5
    # Two degrees of freedom less than tasks: the spread between them is estimated too (Higgins et al. 2009).
    predicted = float(stdtrit(max(1, n_tasks - 2), 0.5 + level / 2)) * (variance + between) ** 0.5
    p_value = 2 * float(stdtr(n_tasks - 1, -abs(mean) / variance**0.5)) if variance > 0 else float(mean == 0)
    return RandomEffects(
        mean,
        mean - half,
        mean + half,
        max(SMALLEST_P, p_value),
        between**0.5,
        _share_between(differences, variances),
        mean - predicted,
        mean + predicted,
        n_tasks,
    )


def _weights(variances: NDArray[np.float64], between: float) -> NDArray[np.float64]:
    spread = variances + between
    return np.ones(len(variances)) if (spread == 0).any() else 1 / spread


def _excess(differences: NDArray[np.float64], variances: NDArray[np.float64], between: float) -> float:
    """Return by how much the weighted squares exceed what is expected of them; falls as `between` grows."""
    weights = _weights(variances, between)
    mean = product(weights, differences) / weights.sum()
    return float(product(weights, (differences - mean) ** 2)) - (len(differences) - 1)


def _between(differences: NDArray[np.float64], variances: NDArray[np.float64]) -> float:
    """Return Paule and Mandel's variance between tasks: the one under which the weighted squares are as expected."""
    if not variances.all():
        return float(max(0.0, differences.var(ddof=1) - variances.mean()))
    if _excess(differences, variances, 0.0) <= 0:
        return 0.0
    # With all spread between tasks the squares are at most as expected: the root lies below.
    low, high = 0.0, float(((differences - differences.mean()) ** 2).sum())
    for _ in range(_MOST_STEPS):
        middle = (low + high) / 2
        if _excess(differences, variances, middle) > 0:
            low = middle
        else:
            high = middle
        if high - low <= _STEP * high:
            break
    return (low + high) / 2


def _share_between(differences: NDArray[np.float64], variances: NDArray[np.float64]) -> float:
    """Return I squared (Higgins and Thompson 2002): what Cochran's Q has beyond its expectation, as a share of Q."""
    if not variances.all():
        return float(differences.var() > 0)
    excess = _excess(differences, variances, 0.0)
    return excess / (excess + len(differences) - 1) if excess > 0 else 0.0
