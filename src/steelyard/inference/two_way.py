"""Variance of an estimate of which two things were sampled: documents and raters, systems and segments."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.inference.distributions import t_below, t_quantiles
from steelyard.reprs import short_repr

__all__ = ["ClusterProducts", "Clustered", "TwoWay", "clustered", "two_way"]

Array = NDArray[np.float64]

_LEAST = 0.25  # degrees of freedom; less would only say again that nothing is known
_SURE = 2.0  # degrees of freedom from which on Satterthwaite's formula is to be trusted


@dataclass(frozen=True, slots=True, eq=False)
class Clustered:
    """Variance of estimates where clusters of one kind were sampled.

    Attributes
    ----------
    variances : array, shape (P,)
        One for each estimate.
    degrees_of_freedom : array, shape (P,)
        Clusters of equal weight that there are in effect, less those that the estimate itself takes.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import Clustered
    >>> Clustered(np.array([0.25]), np.array([11.0]))
    Clustered(variances=[0.25], degrees_of_freedom=[11.0])
    """

    variances: Array
    degrees_of_freedom: Array

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, eq=False)
class TwoWay:
    """Variance of estimates where two kinds of clusters were sampled.

    Attributes
    ----------
    variances : array, shape (P,)
        One for each estimate.
    degrees_of_freedom : array, shape (P,)
        For Student's t.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import TwoWay
    >>> found = TwoWay(np.array([4.0]), np.array([3.0]))
    >>> found.errors.tolist(), found.half_widths(0.95).round(2).tolist()
    ([2.0], [6.36])
    >>> above, below = found.tails(np.array([5.0]))
    >>> above.round(3).tolist()
    [0.044]
    """

    variances: Array
    degrees_of_freedom: Array

    __repr__ = short_repr

    @property
    def errors(self) -> Array:
        """Standard errors, shape (P,)."""
        return np.sqrt(self.variances)

    def half_widths(self, confidence_level: float, n_together: int = 1) -> Array:
        """Return how far intervals reach either way, shape (P,), so many of which hold together (Bonferroni)."""
        return self.quantiles(1 - (1 - confidence_level) / (2 * n_together)) * self.errors

    def quantiles(self, probability: float) -> Array:
        """Return this quantile of each estimate's t distribution, shape (P,)."""
        return t_quantiles(probability, self.degrees_of_freedom)

    def tails(self, observed: Array) -> tuple[Array, Array]:
        """Return p of estimates, shape (P,), against those below 0 and those above it; 1 where nothing varies at 0."""
        at_0 = np.where(observed == 0, 0.0, np.copysign(np.inf, observed))
        t = np.divide(observed, self.errors, out=at_0, where=self.variances > 0)
        is_nothing = (observed == 0) & (self.variances == 0)
        above, below = (np.where(is_nothing, 1.0, t_below(side, self.degrees_of_freedom)) for side in (-t, t))
        return above, below


def clustered(sums: Array, weights: Array) -> Clustered:
    """Estimate variances from what each cluster adds to each estimate.

    Parameters
    ----------
    sums : array, shape (P, G)
        What cluster g adds to the deviation of estimate p: a row adds up to 0.
    weights : array, shape (P, G)
        What it counts for, from 0.

    Returns
    -------
    Clustered
        Squares of the sums, times g / (g - 1) for g clusters in effect; 0 where there is one.

    References
    ----------
    Kish 1965, "Survey sampling", section 8.2 (clusters in effect).

    Examples
    --------
    The variance of a mean of four units:

    >>> import numpy as np
    >>> from steelyard.inference import clustered
    >>> x = np.array([[3.0, 5.0, 4.0, 8.0]])
    >>> found = clustered((x - x.mean()) / 4, np.full((1, 4), 0.25))
    >>> found.variances.round(6).tolist(), round(float(x.var(ddof=1)) / 4, 6), found.degrees_of_freedom.tolist()
    ([1.166667], 1.166667, [3.0])
    """
    return _from_squares(np.square(sums).sum(axis=1), weights.sum(axis=1), np.square(weights).sum(axis=1))


def _from_squares(squares: Array, weights: Array, squared_weights: Array, lost: Array | float = 1.0) -> Clustered:
    """Do as `clustered` does, from sums over the clusters; a difference of two means loses up to two degrees."""
    # Kish's effective number, (sum w)^2 / sum w^2; as of n equal clusters, squares are multiplied by n / (n - 1).
    effective = np.divide(np.square(weights), squared_weights, out=np.ones_like(weights), where=squared_weights > 0)
    degrees = np.maximum(effective - lost, _LEAST)
    variances = np.where(effective > 1 + 1e-9, np.maximum(squares, 0.0) * effective / degrees, 0.0)
    return Clustered(variances, np.maximum(degrees, 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class ClusterProducts:
    """What clusters of one kind add to the scores of systems, as products over two systems each.

    Attributes
    ----------
    sums : array, shape (S, S)
        Of what a cluster adds to the deviations of both scores, summed over clusters.
    weights : array, shape (S, S)
        Of what it counts for in both; the weights of a score add up to 1.

    Examples
    --------
    Two judges, two systems; the second judge has a taste:

    >>> import numpy as np
    >>> from steelyard.inference import ClusterProducts
    >>> added = np.array([-1.0, 1.0, -3.0, 3.0])
    >>> found = ClusterProducts.of(added, np.full(4, 0.5), [0, 0, 1, 1], [0, 1, 0, 1], 2)
    >>> found.of_differences([(0, 1)]).variances.tolist()
    [16.0]
    """

    sums: Array
    weights: Array

    __repr__ = short_repr

    @classmethod
    def of(cls, added: Array, weights: Array, rows: ArrayLike, codes: ArrayLike, n_rows: int) -> "ClusterProducts":
        """Sum up what each of so many parts adds to one row (a system), by cluster; a row holds few of the clusters."""
        from scipy import sparse  # imported where needed: 0.2 s

        of = np.asarray(codes)
        shape = (n_rows, int(of.max(initial=-1)) + 1)
        parts = [sparse.csr_array((values, (np.asarray(rows), of)), shape=shape) for values in (added, weights)]
        return cls(*((part @ part.T).toarray() for part in parts))

    def of_differences(self, pairs: Sequence[tuple[int, int]]) -> Clustered:
        """Return the variances of first less second."""
        a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        squares = self.sums[a, a] + self.sums[b, b] - 2 * self.sums[a, b]
        one, other, both = self.weights[a, a], self.weights[b, b], self.weights[a, b]
        shared = both / np.sqrt(one * other)  # 1 where both scores hold the same clusters, 0 where they share none
        return _from_squares(squares, np.full(len(a), 2.0), one + other + 2 * both, 2 - shared)

    def of_scores(self) -> Clustered:
        """Return the variances of the scores themselves."""
        return _from_squares(np.diag(self.sums).copy(), np.ones(len(self.sums)), np.diag(self.weights).copy())


def two_way(first: Clustered, second: Clustered, cells: Clustered) -> TwoWay:
    """Put the variances of two crossed kinds of clusters together.

    Parameters
    ----------
    first, second : Clustered
        Over each kind alone.
    cells : Clustered
        Over their combinations, which both of them hold.

    Returns
    -------
    TwoWay
        The sum of both less the cells', and at least the larger of both: an estimate below it, which can be negative,
        would say that there is less to sample than one of them shows. Degrees of freedom by Satterthwaite's formula,
        of the smaller kind at least; of the smaller kind alone where those are fewer than two.

    References
    ----------
    Cameron, Gelbach and Miller 2011, "Robust inference with multiway clustering", doi:10.1198/jbes.2010.07136.
    Satterthwaite 1946, "An approximate distribution of estimates of variance components", doi:10.2307/3002019.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import Clustered, two_way
    >>> of = lambda variance, n: Clustered(np.array([variance]), np.array([n]))
    >>> found = two_way(of(1.0, 99.0), of(4.0, 4.0), of(0.5, 499.0))
    >>> found.variances.tolist(), found.degrees_of_freedom.round(2).tolist()
    ([4.5], [5.05])
    """
    # What both kinds share is in both variances, so that of the cells is taken off once. By chance the result can be
    # below one of them, which no true variance is.
    variances = np.maximum(
        first.variances + second.variances - cells.variances, np.maximum(first.variances, second.variances)
    )
    fewest = np.minimum(first.degrees_of_freedom, second.degrees_of_freedom)
    spread = sum(np.square(one.variances) / one.degrees_of_freedom for one in (first, second))
    found = np.divide(np.square(variances), spread, out=fewest.astype(np.float64), where=spread > 0)
    return TwoWay(variances, np.where(fewest < _SURE, fewest, np.maximum(found, fewest)))
