"""Corrections that need nothing but the p-values."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["bonferroni", "holm"]


def bonferroni(p_values: ArrayLike) -> NDArray[np.float64]:
    """Multiply each p-value by their number: controls the family-wise error under any dependence.

    Parameters
    ----------
    p_values : array, shape (P,)
        Raw p-values.

    Returns
    -------
    array
        ``min(1, P p)``.

    Examples
    --------
    >>> from steelyard.inference import bonferroni
    >>> bonferroni([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.05, 0.2, 0.15, 0.025, 1.0]
    """
    p = np.asarray(p_values, dtype=np.float64)
    return np.minimum(1.0, len(p) * p)


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's step-down Bonferroni: never less powerful, valid under any dependence.

    Parameters
    ----------
    p_values : array, shape (P,)
        Raw p-values.

    Returns
    -------
    array
        Adjusted p-values.

    References
    ----------
    Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6.

    Examples
    --------
    >>> from steelyard.inference import holm
    >>> holm([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.04, 0.09, 0.09, 0.025, 0.2]
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate((len(p) - np.arange(len(p))) * p[order])
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted
