"""What people's ratings say of pairs of systems: adequacy first, then fluency."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.human.checks import check_level
from steelyard.inference import is_significant
from steelyard.reprs import short_repr

__all__ = ["CombinedVerdicts", "combined_verdicts", "verdicts_of_pairs"]


@dataclass(frozen=True, slots=True, eq=False)
class CombinedVerdicts:
    """Verdicts by adequacy where it decides, else by fluency.

    Attributes
    ----------
    verdicts : array of int, shape (S, S)
        Entry (i, j): 1 where system i is better than j, -1 where it is worse, 0 where neither is shown.
    p_values : array of float, shape (S, S)
        One-sided p for "i is better than j": that of adequacy where it decided, else that of fluency.
    is_by_adequacy : array of bool, shape (S, S)
        Adequacy decided.

    Examples
    --------
    >>> from steelyard.human import combined_verdicts
    >>> combined_verdicts([[1, 0.3], [0.7, 1]], [[1, 0.01], [0.99, 1]]).verdicts.tolist()
    [[0, 1], [-1, 0]]
    """

    verdicts: NDArray[np.int64]
    p_values: NDArray[np.float64]
    is_by_adequacy: NDArray[np.bool_]

    __repr__ = short_repr


def combined_verdicts(p_adequacy: ArrayLike, p_fluency: ArrayLike, *, alpha: float = 0.05) -> CombinedVerdicts:
    """Decide pairs of systems by adequacy, and where it does not decide, by fluency.

    Parameters
    ----------
    p_adequacy, p_fluency : array, shape (S, S)
        Entry (i, j): one-sided p for "i is better than j", as from `rank_sum_pairs`; the diagonal is not looked at.
    alpha : float, default 0.05
        A difference counts where p is at most this; below 0.5.

    Returns
    -------
    CombinedVerdicts
        Antisymmetric verdicts.

    Raises
    ------
    AlignmentError
        The shapes are not square and the same.
    DataError
        A p-value is not between 0 and 1.
    SpecError
        alpha is not between 0 and 0.5.

    Notes
    -----
    Two looks at each pair: where neither differs, a verdict is wrong up to twice as often as alpha says. The verdicts
    depend on alpha in more than number: a pair that adequacy decides at 0.05 may be left to fluency at 0.01.

    References
    ----------
    Graham, Mathur and Baldwin 2014, "Randomized significance tests in machine translation", W14-3333.

    Examples
    --------
    >>> from steelyard.human import combined_verdicts
    >>> combined_verdicts([[1, 0.03], [0.97, 1]], [[1, 0.99], [0.01, 1]]).verdicts[0, 1]
    np.int64(1)
    """
    check_level("alpha", alpha, 0.5)
    adequacy, fluency = _square("p_adequacy", p_adequacy), _square("p_fluency", p_fluency)
    if adequacy.shape != fluency.shape:
        raise AlignmentError(
            f"p_adequacy and p_fluency must be about the same systems: {len(adequacy)} and {len(fluency)}."
        )
    by_adequacy, by_fluency = _sides(adequacy, alpha), _sides(fluency, alpha)
    decided = by_adequacy != 0
    return CombinedVerdicts(np.where(decided, by_adequacy, by_fluency), np.where(decided, adequacy, fluency), decided)


def verdicts_of_pairs(p_values: ArrayLike, *, alpha: float = 0.05) -> NDArray[np.int64]:
    """Turn one-sided p-values of both directions into verdicts.

    Parameters
    ----------
    p_values : array, shape (S, S)
        Entry (i, j): one-sided p for "i is better than j"; the diagonal is not looked at.
    alpha : float, default 0.05
        A difference counts where p is at most this; below 0.5.

    Returns
    -------
    array of int, shape (S, S)
        1, -1 or 0, antisymmetric. ``steelyard.inference.clusters(verdicts > 0, ranks)`` groups the systems as WMT does
        with direct assessment: a new cluster only where every system above is better than every one below.

    Raises
    ------
    AlignmentError
        The shape is not square.
    DataError
        A p-value is not between 0 and 1.
    SpecError
        alpha is not between 0 and 0.5.

    Examples
    --------
    >>> from steelyard.human import verdicts_of_pairs
    >>> verdicts_of_pairs([[1, 0.3, 0.01], [0.7, 1, 0.04], [0.99, 0.96, 1]]).tolist()
    [[0, 0, 1], [0, 0, 1], [-1, -1, 0]]
    """
    check_level("alpha", alpha, 0.5)
    return _sides(_square("p_values", p_values), alpha)


def _square(name: str, p_values: ArrayLike) -> NDArray[np.float64]:
    array = np.array(p_values, dtype=np.float64)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise AlignmentError(f"{name} must have a row and a column per system, not shape {array.shape}.")
    np.fill_diagonal(array, 1.0)
    if not ((array >= 0) & (array <= 1)).all():
        raise DataError(f"{name} must be p-values, from 0 to 1.")
    return array


def _sides(p_values: NDArray[np.float64], alpha: float) -> NDArray[np.int64]:
    is_better = is_significant(p_values, alpha)
    if (is_better & is_better.T).any():
        raise DataError("A pair is significant in both directions: p-values must be those of one-sided tests.")
    return is_better.astype(np.int64) - is_better.T.astype(np.int64)
