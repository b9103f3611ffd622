"""Corrections that need nothing but the p-values."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError
from steelyard.inference.shared_docs import P_VALUES

__all__ = ["bonferroni", "check_p_values", "hochberg", "holm", "holm_sidak", "hommel", "sidak"]


@P_VALUES
def check_p_values(p_values: ArrayLike) -> NDArray[np.float64]:
    """Refuse what are no p-values.

    Returns
    -------
    array
        The same in float64.

    Examples
    --------
    >>> from steelyard.inference import check_p_values
    >>> check_p_values([0, 1]).tolist()
    [0.0, 1.0]
    """
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1:
        raise SpecError(f"p-values must stand in one row, not in shape {p.shape}: of a matrix take the upper triangle.")
    if not ((p >= 0) & (p <= 1)).all():
        position = int(np.flatnonzero(~((p >= 0) & (p <= 1)))[0])
        raise SpecError(f"A p-value lies between 0 and 1; number {position + 1} of {len(p)} is {p[position]}.")
    return p


@P_VALUES
def bonferroni(p_values: ArrayLike) -> NDArray[np.float64]:
    """Multiply each p-value by their number: controls the family-wise error under any dependence.

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
    p = check_p_values(p_values)
    return np.minimum(1.0, len(p) * p)


@P_VALUES
def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's step-down Bonferroni: never less powerful, valid under any dependence.

    References
    ----------
    Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6.

    Examples
    --------
    >>> from steelyard.inference import holm
    >>> holm([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.04, 0.09, 0.09, 0.025, 0.2]
    """
    p = check_p_values(p_values)
    return _step_down(p, lambda ordered, n_left: n_left * ordered)


@P_VALUES
def sidak(p_values: ArrayLike) -> NDArray[np.float64]:
    """Take the chance that the least of so many independent p-values is as small as this one.

    Returns
    -------
    array
        ``1 - (1 - p)**P``; never above Bonferroni's, and hardly below it where p is small.

    Notes
    -----
    Controls the family-wise error where p-values are independent, or two-sided and from jointly normal differences
    (Šidák's inequality). One-sided differences of pairs that share a system can hang together negatively; then it does
    not hold.

    References
    ----------
    Šidák 1967, "Rectangular confidence regions for the means of multivariate normal distributions",
    doi:10.1080/01621459.1967.10482935.

    Examples
    --------
    >>> from steelyard.inference import sidak
    >>> sidak([0.01, 0.04, 0.03, 0.005, 0.2]).round(5).tolist()
    [0.04901, 0.18463, 0.14127, 0.02475, 0.67232]
    """
    p = check_p_values(p_values)
    return _of_independent(p, len(p))


@P_VALUES
def holm_sidak(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's step-down with Šidák's inequality in place of Bonferroni's; never less powerful than either.

    Notes
    -----
    Needs what `sidak` needs, and gains little on Holm where p is small.

    References
    ----------
    Holland and Copenhaver 1987, "An improved sequentially rejective Bonferroni test procedure", doi:10.2307/2531823.

    Examples
    --------
    >>> from steelyard.inference import holm_sidak
    >>> holm_sidak([0.01, 0.04, 0.03, 0.005, 0.2]).round(5).tolist()
    [0.0394, 0.08733, 0.08733, 0.02475, 0.2]
    """
    return _step_down(check_p_values(p_values), _of_independent)


@P_VALUES
def hommel(p_values: ArrayLike) -> NDArray[np.float64]:
    """Hommel's step-up: Simes' test of every set that can be true; never less powerful than Hochberg.

    Returns
    -------
    array
        Adjusted p-values: the largest of Simes' p over all sets with the difference, by Wright's (1992) algorithm.

    Notes
    -----
    Needs what `hochberg` needs.

    References
    ----------
    Hommel 1988, "A stagewise rejective multiple test procedure based on a modified Bonferroni test",
    doi:10.1093/biomet/75.2.383. Wright 1992, "Adjusted P-values for simultaneous inference", doi:10.2307/2532694.

    Examples
    --------
    >>> from steelyard.inference import hommel
    >>> hommel([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.04, 0.08, 0.06, 0.025, 0.2]
    """
    p = check_p_values(p_values)
    order = np.argsort(p, kind="stable")
    ordered, n = p[order], len(p)
    adjusted = ordered.copy()
    for size in range(n, 1, -1):  # of the set: the difference itself and the largest others
        # Simes' p of the `size` largest is min(size p_(j) / j): j = 1 belongs to the difference itself, 2 and up to the
        # largest others.
        of_largest = (size * ordered[n - size + 1 :] / np.arange(2, size + 1)).min()
        simes = np.minimum(size * ordered, of_largest)
        simes[n - size + 1 :] = simes[n - size]  # those are in the set of the first anyway
        np.maximum(adjusted, simes, out=adjusted)
    found = np.empty_like(p)
    found[order] = np.minimum(1.0, adjusted)
    return found


@P_VALUES
def hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Hochberg's step-up: Holm's factors, from the largest p-value down; never less powerful than Holm.

    Notes
    -----
    Controls the family-wise error where p-values are independent or positively dependent in the sense of Simes'
    inequality. Differences of all pairs of systems are not known to be: that it holds for them is an assumption.
    Where it matters, take Holm or max-T.

    References
    ----------
    Hochberg 1988, "A sharper Bonferroni procedure for multiple tests of significance", doi:10.1093/biomet/75.4.800.

    Examples
    --------
    >>> from steelyard.inference import hochberg
    >>> hochberg([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.04, 0.08, 0.08, 0.025, 0.2]
    """
    p = check_p_values(p_values)
    return step_up(p, np.arange(len(p), 0, -1))


def _of_independent(p: NDArray[np.float64], n: int | NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the chance that the least of n independent p-values is at most p."""
    with np.errstate(divide="ignore"):  # p = 1: the logarithm of 0
        # 1 - (1 - p)^n, without the cancellation that small p would suffer.
        chance: NDArray[np.float64] = -np.expm1(n * np.log1p(-p))
    return chance


def _step_down(
    p: NDArray[np.float64], of_set: Callable[[NDArray[np.float64], NDArray[np.int64]], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Adjust p-values in order of size for as many as are left, and let none be below that of a smaller p-value."""
    order = np.argsort(p, kind="stable")
    # The running maximum is the stepping: none is rejected unless all smaller ones were.
    stepped = np.maximum.accumulate(of_set(p[order], np.arange(len(p), 0, -1)))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


def step_up(p: NDArray[np.float64], factors: NDArray[np.number]) -> NDArray[np.float64]:
    """Multiply the p-values in order of size by factors, and let none be above that of a larger p-value."""
    order = np.argsort(p, kind="stable")
    # The running minimum, from the largest p-value down: rejecting one rejects all that are smaller.
    stepped = np.minimum.accumulate((factors * p[order])[::-1])[::-1]
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted
