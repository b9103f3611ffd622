"""Which systems are better than which, for ranges of ranks: step-down over one-sided hypotheses of all pairs."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.significance import is_significant

__all__ = ["better_by_steps"]

Array = NDArray[np.float64]
Matrix = NDArray[np.bool_]
FEW = 40  # units in effect: below, Bonferroni's t is taken where it is larger


class Leads(Protocol):
    """What is known of the lead of each system over each other one: a `JointDifferences`."""

    @property
    def held(self) -> Array:
        """Student's t of each, shape (S, S)."""

    @property
    def p_values(self) -> Array:
        """Of each alone, two-sided, where it is above 0."""

    @property
    def largest(self) -> Array:
        """Of each draw the largest, shape (B,)."""

    @property
    def p_best(self) -> Array:
        """Of "no system is better than this one"."""

    @property
    def share_best(self) -> Array:
        """Share of the draws in which each system is first."""

    def largest_of(self, is_left: Matrix, places: NDArray[np.int64]) -> Array:
        """Return the largest of these, or 0, in each of some draws."""


def share_reached(held: Array, largest: Array, n_draws: int | None = None) -> Array:
    """Return the share of draws, and the observed labelling, whose largest lead is at least as large as each.

    Of so many draws `largest` may hold those alone that can be as large.
    """
    n_reached = len(largest) - np.searchsorted(np.sort(largest), held, side="left")
    return np.asarray((1.0 + n_reached) / (1.0 + (n_draws or len(largest))), dtype=np.float64)


def better_by_steps(
    found: Sequence[Leads], is_asked: Sequence[Matrix], *, n_effective: float, alpha: float = 0.05
) -> list[Matrix]:
    """Say which systems are better than which, such that ranks that follow hold together.

    Parameters
    ----------
    found : sequence of JointDifferences
        Of each metric; all rest on the same draws of units.
    is_asked : sequence of array of bool, shape (S, S)
        Pairs that were asked about, in both orders.
    n_effective : float
        As many units of equal size as there are in effect.
    alpha : float, default 0.05
        Chance that any statement is wrong.

    Returns
    -------
    list of array of bool, shape (S, S)
        Entry (i, j), metric by metric: system i is better than j.

    Notes
    -----
    The hypotheses are "i is no better than j" of all ordered pairs. What is rejected is left out, and the others are
    held against the largest lead that is left, in the same draws, until nothing more is rejected. The two hypotheses of
    a pair go out one by one, so that the direction of each statement is part of what holds: where (i, j) is rejected,
    (j, i) stays among those that could be. All statements of the first step are those of the single-step test.

    Below 40 units in effect Bonferroni's p for the hypotheses that are left is taken where it is larger, as in
    `joint_differences`; of a single pair it is Student's t alone.

    References
    ----------
    Mogstad, Romano, Shaikh and Wilhelm 2024, "Inference for ranks with applications to mobility across neighbourhoods
    and academic achievement across countries", doi:10.1093/restud/rdad006 (stepwise methods).
    Romano and Wolf 2005, "Exact and approximate stepdown methods for multiple hypothesis testing",
    doi:10.1198/016214504000000539.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import better_by_steps, joint_differences
    >>> x = np.random.default_rng(3).normal(size=(3, 50)) + np.array([[0.0], [0.4], [1.4]])
    >>> found = joint_differences(x.mean(axis=1), (x.sum(axis=1, keepdims=True) - x) / 49, n_units=50)
    >>> [better] = better_by_steps([found], [~np.eye(3, dtype=bool)], n_effective=50)
    >>> better.astype(int).tolist(), (found.p_adjusted <= 0.05).astype(int).tolist()
    ([[0, 0, 0], [0, 0, 0], [1, 1, 0]], [[0, 0, 0], [0, 0, 0], [1, 1, 0]])
    """
    left = [asked.copy() for asked in is_asked]
    better = [np.zeros(asked.shape, dtype=np.bool_) for asked in is_asked]
    largest = np.maximum.reduce([one.largest for one in found])
    n_draws, is_single = len(largest), sum(map(np.count_nonzero, left)) < 3
    # What goes out is, turned round, among what is left, so that it cannot hold more than half of the chance: the draws
    # beyond alpha at the end are among those beyond 2 alpha now, and a third alpha is for the draws being random.
    rank = max(0, n_draws - 1 - int(3 * alpha * (n_draws + 1)))
    least = float(np.partition(largest, rank)[rank]) if n_draws else 0.0
    places = np.flatnonzero(largest >= least)
    while True:
        n_left, is_new = sum(map(np.count_nonzero, left)), False
        for one, kept, said in zip(found, left, better, strict=True):
            by_bonferroni = np.minimum(1.0, n_left / 2 * one.p_values)
            p_values = by_bonferroni
            if not is_single and n_draws:
                p_values = np.where(one.held < least, 1.0, share_reached(one.held, largest, n_draws))
                p_values = np.maximum(p_values, by_bonferroni) if n_effective < FEW else p_values
                p_values = np.where(np.isinf(one.held), by_bonferroni, p_values)
            new = kept & (one.held > 0) & is_significant(p_values, alpha)
            is_new |= bool(new.any())
            said |= new
            kept &= ~new
        if not is_new or is_single or not n_draws:
            return better
        largest = np.maximum.reduce([one.largest_of(kept, places) for one, kept in zip(found, left, strict=True)])
