"""What a correction gives: adjusted p-values, and how far out its tests work."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.intervals.jackknife import spread_quantile
from steelyard.inference.null_distributions import Alternative
from steelyard.reprs import short_repr

__all__ = ["Adjusted", "single_critical_value"]


@dataclass(frozen=True, slots=True, eq=False)
class Adjusted:
    """Adjusted p-values of a family, and how far out each of its tests works.

    Attributes
    ----------
    p_values : array, shape (P,)
        Adjusted; a difference is significant at alpha where its value is at most alpha.
    critical_value : float
        How many standard errors a single difference must pass; infinite where no difference could be significant.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import Adjusted
    >>> Adjusted(np.array([0.02, 0.4]), 2.24).critical_value
    2.24
    """

    p_values: NDArray[np.float64]
    critical_value: float

    __repr__ = short_repr


def single_critical_value(alpha: float, n_units: int, alternative: Alternative = "two-sided") -> float:
    """Return how many standard errors a single difference must pass.

    Parameters
    ----------
    alpha : float
        Level of the test.
    n_units : int
        Segments or documents.
    alternative : {"two-sided", "better", "worse"}, default "two-sided"
        A two-sided test has half the level in each tail.

    Returns
    -------
    float
        A quantile of Student's t with n - 1 degrees of freedom below 40 units, of the normal distribution from there
        on; infinite for a single unit.

    Examples
    --------
    >>> from steelyard.inference import single_critical_value
    >>> round(single_critical_value(0.05, 12), 3), round(single_critical_value(0.05, 1000), 3)
    (2.201, 1.96)
    """
    return spread_quantile(1 - alpha / (2 if alternative == "two-sided" else 1), n_units)
