"""What every coefficient of agreement gives, and its interval by leaving items out."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError
from steelyard.human.checks import check_level, code_column
from steelyard.inference import jackknife_interval

__all__ = ["Agreement", "landis_koch_band"]

_BANDS = ((0.0, "poor"), (0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"))


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient of agreement: 1 is perfect, 0 is what chance gives.

    Attributes
    ----------
    value : float
        The coefficient; NaN where it is not defined: nothing was rated twice, or, but for a fixed chance, everybody
        gave everything the same.
    interval : (float, float) or None
        By the jackknife over groups of items, with Student's t; None where the coefficient is not defined without one
        of them, or there is one group.
    observed, expected : float
        Share of pairs that agree, and the share by chance. For coefficients with distances between labels one less the
        disagreement, as a share of the largest there could be between two labels that occur.
    n_items : int
        Items that count.
    n_groups : int
        Groups left out in turn: items, unless groups were given.

    Notes
    -----
    Simulated raters with four labels: of 15 items a nominal 95 % covers 92 to 96 %, by coefficient, of 60 items 94 to
    96 %. The interval is symmetric and can pass 1. It speaks of other items and the same raters.

    Examples
    --------
    >>> from steelyard.human import cohen_kappa
    >>> found = cohen_kappa([0, 0, 1, 1, 1], [0, 1, 1, 1, 1])
    >>> round(found.value, 4), found.observed, found.n_items
    (0.5455, 0.8, 5)
    """

    value: float
    interval: tuple[float, float] | None
    observed: float
    expected: float
    n_items: int
    n_groups: int


def landis_koch_band(kappa: float) -> str:
    """Name a kappa as tables of agreement do.

    Parameters
    ----------
    kappa : float
        Up to 1; NaN where there is none.

    Returns
    -------
    str
        ``"poor"`` below 0, ``"slight"`` to 0.2, ``"fair"`` to 0.4, ``"moderate"`` to 0.6, ``"substantial"`` to 0.8,
        ``"almost perfect"`` above; ``"undefined"`` for NaN.

    Raises
    ------
    DataError
        The number is above 1.

    Notes
    -----
    The names are a convention without a foundation, as their authors say. Kappa depends on how common each label is
    and on how many there are, so equal names of different tasks mean little.

    References
    ----------
    Landis and Koch 1977, "The measurement of observer agreement for categorical data", doi:10.2307/2529310.

    Examples
    --------
    >>> from steelyard.human import landis_koch_band
    >>> landis_koch_band(0.25), landis_koch_band(0.81)
    ('fair', 'almost perfect')
    """
    if np.isnan(kappa):
        return "undefined"
    if kappa > 1:
        raise DataError(f"No kappa is above 1: {kappa}.")
    if kappa < 0:
        return "poor"
    return next((name for most, name in _BANDS[1:] if kappa <= most), "almost perfect")


def group_codes(groups: ArrayLike | None, n_items: int) -> NDArray[np.int64]:
    """Return the group of each item: itself, unless groups are given."""
    return np.arange(n_items) if groups is None else code_column("groups", groups, n_items)


def group_sums(statistics: NDArray[np.float64], groups: NDArray[np.int64]) -> NDArray[np.float64]:
    """Sum the rows of each group that occurs, shape (G, K)."""
    order = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.diff(groups[order], prepend=-1))
    return np.add.reduceat(statistics[order], starts, axis=0) if len(groups) else statistics


def from_sums(
    statistics: NDArray[np.float64],
    groups: NDArray[np.int64],
    shares: Callable[[NDArray[np.float64]], tuple[NDArray[np.float64], NDArray[np.float64]]],
    confidence_level: float,
) -> Agreement:
    """Make a coefficient of sums: shares gives observed and expected agreement of sums, (..., K) -> (...)."""
    by_group = group_sums(statistics, groups)
    total = by_group.sum(axis=0)
    observed, expected = shares(total)
    # Sums make leaving a group out a subtraction.
    without = coefficient(*shares(total - by_group))
    return with_interval(
        float(coefficient(observed, expected)),
        without,
        (float(observed), float(expected)),
        len(statistics),
        confidence_level,
    )


def with_interval(
    value: float, without: NDArray[np.float64], shares: tuple[float, float], n_items: int, confidence_level: float
) -> Agreement:
    """Put the jackknife's interval about a coefficient, from its values without each group."""
    check_level("confidence_level", confidence_level)
    is_defined = not np.isnan(value) and not np.isnan(without).any()
    interval = jackknife_interval(value, without, confidence_level) if is_defined else None
    return Agreement(value, interval, *shares, n_items, len(without))


def coefficient(observed: NDArray[np.float64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (P(A) - P(E)) / (1 - P(E)); NaN where chance alone agrees always."""
    # Chance agrees always where a single label was used: 0 / 0, which is not agreement of 0.
    room = 1 - np.asarray(expected)
    found: NDArray[np.float64] = (observed - expected) / np.where(room > 0, room, np.nan)
    return found
