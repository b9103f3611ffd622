"""Agreement without one system, without some items, and without both: what its variance is made of."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, unknown_name
from steelyard.inference import Clustered, Draws, TwoWay, two_way
from steelyard.meta.resampled.outputs import Resampled
from steelyard.reprs import short_repr

__all__ = ["AgreementSpread", "left_out_draws"]

Array = NDArray[np.float64]

GROUPS = 25  # of items; more would only cost time


def left_out_draws(
    n_systems: int, n_items: int, *, left_out: Resampled, documents: ArrayLike | None = None
) -> tuple[Draws, Draws]:
    """Leave out each system in turn, each group of items, or each of both.

    Parameters
    ----------
    n_systems, n_items : int
        S and N.
    left_out : {"systems", "inputs", "both"}
        What each draw lacks.
    documents : array of int, shape (N,), optional
        Document of each item, from 0, which stays whole. Without documents all groups have as many items, and the
        remainder is never left out.

    Returns
    -------
    (Draws, Draws)
        Weights of 0 and 1 of the systems and of the items: S, G, or S G draws, the groups of a system together.

    Raises
    ------
    AlignmentError
        There is not one document per item.
    SpecError
        There is no such choice.

    Examples
    --------
    >>> from steelyard.meta import left_out_draws
    >>> systems, items = left_out_draws(2, 4, left_out="both", documents=[0, 0, 1, 1])
    >>> next(systems.blocks())[1].tolist(), next(items.blocks())[1].tolist()
    ([[0, 1], [0, 1], [1, 0], [1, 0]], [[0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 0, 0]])
    """
    groups = _groups(n_items, documents)
    n_groups = int(groups.max(initial=-1)) + 1
    n_draws = {"systems": n_systems, "inputs": n_groups, "both": n_systems * n_groups}.get(left_out)
    if n_draws is None:
        raise unknown_name("choice of what is left out", left_out, ("systems", "inputs", "both"))
    per_system = n_groups if left_out == "both" else 1

    def without_system(first: int, out: NDArray[np.int8]) -> None:
        out.fill(1)
        if left_out != "inputs":
            rows = np.arange(len(out))
            out[rows, (first + rows) // per_system] = 0

    def without_group(first: int, out: NDArray[np.int8]) -> None:
        out.fill(1)
        if left_out != "systems":
            out[groups == ((first + np.arange(len(out))) % n_groups)[:, None]] = 0

    return Draws(n_draws, n_systems, without_system, 1), Draws(n_draws, n_items, without_group, 1)


def _groups(n_items: int, documents: ArrayLike | None) -> NDArray[np.int64]:
    """Return the group of each item; -1 for those that none has."""
    if documents is None:
        size = max(1, n_items // GROUPS)
        codes = np.arange(n_items) // size
        codes[codes >= n_items // size] = -1
        return codes
    found = np.asarray(documents, dtype=np.int64)
    if found.shape != (n_items,):
        raise AlignmentError(f"documents must have shape ({n_items},), one per item, not {found.shape}.")
    return found % GROUPS


@dataclass(frozen=True, slots=True, eq=False)
class AgreementSpread:
    """How much agreement varies with systems and with items, for each metric.

    Attributes
    ----------
    observed : array, shape (M,)
        Agreement.
    systems : array, shape (M, S), or None
        Without each system; None where systems are fixed.
    both : array, shape (M, S, G), or None
        Without a system and a group of items; None unless both vary.
    items : array, shape (M, B), or None
        On resampled items; None where items are fixed.
    n_items : int
        Items (or documents) that there are.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import AgreementSpread
    >>> found = AgreementSpread(np.array([0.5]), np.array([[0.4, 0.5, 0.6]]), None, None, 10)
    >>> found.two_way().errors.round(3).tolist()
    [0.115]
    """

    observed: Array
    systems: Array | None
    both: Array | None
    items: Array | None
    n_items: int

    __repr__ = short_repr

    def difference(self, first: int, second: int) -> "AgreementSpread":
        """Return the spread of the agreement of one metric less that of another."""

        def less(values: Array) -> Array:
            return values[first : first + 1] - values[second : second + 1]

        systems, both, items = (
            None if values is None else less(values) for values in (self.systems, self.both, self.items)
        )
        return AgreementSpread(less(self.observed), systems, both, items, self.n_items)

    def two_way(self) -> TwoWay:
        """Return variances and degrees of freedom; NaN where some part is not defined.

        That of systems is the jackknife's. Agreement that counts decisions hardly moves when one item is left out, so
        that items are resampled; what both share is the interaction that the two-way jackknife sees.
        """
        ones, found = np.ones(len(self.observed)), list[Clustered]()
        if self.systems is not None:
            found.append(Clustered(_jackknife(self.systems), ones * (self.systems.shape[1] - 1)))
        if self.items is not None:
            degrees = max(self.n_items - 1, 1)
            # The bootstrap's variance is that within the sample, (n - 1) / n of the population's.
            found.append(Clustered(_variances(self.items) * self.n_items / degrees, ones * degrees))
        if self.both is None:
            return TwoWay(found[0].variances, found[0].degrees_of_freedom)
        return two_way(found[0], found[1], Clustered(_interaction(self.both), ones))


def _interaction(both: Array) -> Array:
    """Return the variance of what a system and a group of items have together: double differences of (M, S, G)."""
    # The jackknife in two ways: double differences of the values left out are the interaction's part, and each way has
    # the jackknife's factor (n - 1) / n.
    apart = both - both.mean(axis=1, keepdims=True) - both.mean(axis=2, keepdims=True)
    apart = apart + both.mean(axis=(1, 2), keepdims=True)
    n, m = both.shape[1:]
    squares = np.square(apart).sum(axis=(1, 2))
    return np.asarray(squares * (n - 1) * (m - 1) / (n * m))


def _jackknife(left_out: Array) -> Array:
    n = left_out.shape[1]
    squares = np.square(left_out - left_out.mean(axis=1, keepdims=True)).sum(axis=1)
    return np.asarray(squares * (n - 1) / n)


def _variances(resampled: Array) -> Array:
    """Return variances over the resamples that have the agreement."""
    is_defined = np.isfinite(resampled)
    n = np.maximum(is_defined.sum(axis=1), 2)
    means = np.where(is_defined, resampled, 0.0).sum(axis=1) / n
    found: Array = np.where(is_defined, np.square(resampled - means[:, None]), 0.0).sum(axis=1) / (n - 1)
    return found
