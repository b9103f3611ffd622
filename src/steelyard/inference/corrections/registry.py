"""Corrections by name."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import unknown_name
from steelyard.inference.corrections.adjusted import Adjusted, single_critical_value
from steelyard.inference.corrections.max_t import max_t
from steelyard.inference.corrections.stepwise import bonferroni, holm
from steelyard.inference.null import Alternative, NullDistribution

__all__ = ["CORRECTIONS", "adjust"]

CORRECTIONS = {
    "maxt": "step-down max-T on scaled differences (Westfall and Young 1993)",
    "holm": "Holm's step-down Bonferroni",
    "bonferroni": "Bonferroni",
    "none": "no correction",
}


def adjust(
    null: NullDistribution, p_values: NDArray[np.float64], correction: str, alternative: Alternative, alpha: float
) -> Adjusted:
    """Apply a correction by name to one family.

    Parameters
    ----------
    null : NullDistribution
        Joint null of the family.
    p_values : array, shape (P,)
        Its raw p-values.
    correction : {"maxt", "holm", "bonferroni", "none"}
        The correction.
    alternative : {"two-sided", "better", "worse"}
        What speaks against the null.
    alpha : float
        Family-wise level.

    Returns
    -------
    Adjusted
        Adjusted p-values and the critical value.

    Raises
    ------
    SpecError
        There is no such correction.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, adjust
    >>> null = NullDistribution(np.ones(2), np.ones(2), np.zeros(2), lambda: iter([np.ones((2, 1))]), 1, True, 9)
    >>> adjust(null, np.array([0.01, 0.02]), "holm", "two-sided", 0.05).p_values.tolist()
    [0.02, 0.02]
    """
    if correction == "maxt":
        return max_t(null, alternative, alpha)
    if correction in ("holm", "bonferroni"):
        adjusted = holm(p_values) if correction == "holm" else bonferroni(p_values)
        return Adjusted(adjusted, single_critical_value(alpha / len(p_values), null.n_units, alternative))
    if correction == "none":
        return Adjusted(p_values, single_critical_value(alpha, null.n_units, alternative))
    raise unknown_name("correction", correction, CORRECTIONS)
