"""Corrections that control the share of false claims among all claims, not the chance of any false claim."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.inference.corrections.stepwise import check_p_values, step_up
from steelyard.inference.shared_docs import P_VALUES

__all__ = ["benjamini_hochberg", "benjamini_yekutieli"]


@P_VALUES
def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Control the false discovery rate, assuming independence or positive dependence; not the family-wise error.

    Returns
    -------
    array
        Adjusted p-values: at most alpha for the differences that are claimed at false discovery rate alpha.

    Notes
    -----
    Of the differences claimed, a share of at most alpha is expected to be false. Where many differences are real, some
    false claim among them is likely; a claim about one pair is worth less than with Holm or max-T, and a ranking built
    on such claims has no level. Assumes independent p-values or positive regression dependence on the true nulls
    (PRDS); two-sided differences of all pairs of systems are not PRDS, so that for them it is an approximation.

    References
    ----------
    Benjamini and Hochberg 1995, "Controlling the false discovery rate", doi:10.1111/j.2517-6161.1995.tb02031.x.
    Benjamini and Yekutieli 2001, "The control of the false discovery rate in multiple testing under dependency",
    doi:10.1214/aos/1013699998.

    Examples
    --------
    >>> from steelyard.inference import benjamini_hochberg
    >>> benjamini_hochberg([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.025, 0.05, 0.05, 0.025, 0.2]
    """
    p = check_p_values(p_values)
    return step_up(p, len(p) / np.arange(1, len(p) + 1))


@P_VALUES
def benjamini_yekutieli(p_values: ArrayLike) -> NDArray[np.float64]:
    """Control the false discovery rate under any dependence; not the family-wise error.

    Returns
    -------
    array
        Those of Benjamini and Hochberg times ``1 + 1/2 + ... + 1/P``.

    Notes
    -----
    The price of assuming nothing: with few real differences it finds less than Holm, which also says more.

    References
    ----------
    Benjamini and Yekutieli 2001, "The control of the false discovery rate in multiple testing under dependency",
    doi:10.1214/aos/1013699998.

    Examples
    --------
    >>> from steelyard.inference import benjamini_yekutieli
    >>> benjamini_yekutieli([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.0571, 0.1142, 0.1142, 0.0571, 0.4567]
    """
    p = check_p_values(p_values)
    return step_up(p, harmonic(len(p)) * len(p) / np.arange(1, len(p) + 1))


def harmonic(n: int) -> float:
    """Return 1 + 1/2 + ... + 1/n."""
    return float((1 / np.arange(1, n + 1)).sum())
