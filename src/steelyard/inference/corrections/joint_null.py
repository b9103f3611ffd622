"""Max-T over normal draws: differences held against the largest of all, each in its own standard errors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.corrections.adjusted import Adjusted
from steelyard.inference.corrections.one_sided_steps import FEW, Leads, better_by_steps, share_reached
from steelyard.inference.distributions import t_quantile
from steelyard.inference.intervals.jackknife import degrees_of_freedom
from steelyard.inference.intervals.simultaneous import bonferroni_critical_value
from steelyard.inference.null_distributions import Alternative, check_alternative
from steelyard.inference.outcome import SMALLEST_P
from steelyard.reprs import short_repr

__all__ = ["JointNull"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class JointNull:
    """What normal draws say of the differences of pairs under one or several metrics: an `Outcome`.

    Attributes
    ----------
    observed : array, shape (P,)
        Score A minus score B in the metric's own sign, metric by metric.
    held, alone : array, shape (P,)
        From `JointDifferences`, whichever of the two is ahead: `held`, and `p_values`.
    metrics : array of int, shape (P,)
        The metric of each.
    sides : array of int, shape (P, 2)
        Systems A and B of each.
    found : tuple of JointDifferences
        Of each metric; all rest on the same draws of units.
    n_units : int
        Segments or documents.
    n_effective : float
        As many of equal size as there are in effect.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import get_test
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 5))], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> null = get_test("joint")([mean], [(0, 1)], n_resamples=999, rng=1)
    >>> null.p_values("two-sided").round(3).tolist(), null.max_t(0.05).p_values.round(2).tolist()
    ([0.151], [0.15])
    """

    observed: Array
    held: Array
    alone: Array
    metrics: NDArray[np.int64]
    sides: NDArray[np.int64]
    found: tuple[Leads, ...]
    n_units: int
    n_effective: float

    __repr__ = short_repr

    @property
    def n_draws(self) -> int:
        """B."""
        return len(self.found[0].largest)

    @property
    def is_exact(self) -> bool:
        """Whether p has no Monte-Carlo error: that of a difference alone has none."""
        return True

    def p_values(self, alternative: Alternative) -> Array:
        """Return the p-value of each difference alone, shape (P,)."""
        check_alternative(alternative)
        if alternative != "two-sided":
            raise SpecError(f"The test joint is two-sided only: it has no alternative {alternative!r}.")
        return self.alone

    def n_tails(self, alternative: Alternative) -> int:
        """Return how many tails p adds up."""
        check_alternative(alternative)
        return 1

    def select(self, members: Sequence[int]) -> "JointNull":
        """Return the same for some of the differences; draws are those of all that were asked about."""
        index = list(members)
        names = ("observed", "held", "alone", "metrics", "sides")
        return replace(self, **{name: getattr(self, name)[index] for name in names})

    def better_by_steps(self, alpha: float) -> NDArray[np.int8]:
        """Say of each difference whether A is better (1) or worse (-1), for ranges of ranks; 0 where neither is."""
        directions = np.zeros(len(self.held), dtype=np.int8)
        members = [self.metrics == m for m in np.unique(self.metrics).tolist()]
        found = [self.found[m] for m in np.unique(self.metrics).tolist()]
        is_asked = [np.zeros(one.held.shape, dtype=np.bool_) for one in found]
        for own, asked in zip(members, is_asked, strict=True):
            a, b = self.sides[own].T
            asked[a, b] = asked[b, a] = True
        better = better_by_steps(found, is_asked, n_effective=self.n_effective, alpha=alpha)
        for own, said in zip(members, better, strict=True):
            a, b = self.sides[own].T
            directions[own] = said[a, b].astype(np.int8) - said[b, a]
        return directions

    def max_t(self, alpha: float) -> Adjusted:
        """Hold each difference against the largest of all in the draws."""
        family = [self.found[m].largest for m in np.unique(self.metrics).tolist()]
        largest = np.maximum.reduce(family) if family else np.empty(0)
        p_adjusted = adjusted_jointly(self.held, self.alone, largest, len(self.held), self.n_effective)
        return Adjusted(p_adjusted, joint_critical_value(largest, alpha, len(self.held), self.n_effective))


def alone_p_values(held: Array, n_units: int) -> Array:
    """Return the two-sided p-value of each difference alone; of one that never varies, the chance of equal signs."""
    size = np.abs(held)
    p_values = np.array([erfc(one / sqrt(2)) for one in size.ravel().tolist()]).reshape(size.shape)
    return np.where(np.isinf(size), 0.5 ** (n_units - 1), np.maximum(SMALLEST_P, p_values))


def adjusted_jointly(held: Array, alone: Array, largest: Array, n_pairs: int, n_effective: float) -> Array:
    """Correct the p-value of each difference alone for so many, in either direction."""
    size = np.abs(held)
    by_bonferroni = np.minimum(1.0, n_pairs * alone)
    if n_pairs < 2 or not len(largest):
        return by_bonferroni
    p_values = np.where(size > 0, share_reached(size, largest), 1.0)
    if n_effective < FEW:  # the draws know too little of how differences vary together
        p_values = np.maximum(p_values, by_bonferroni)
    return np.where(np.isinf(size), by_bonferroni, p_values)


def joint_critical_value(largest: Array, alpha: float, n_pairs: int, n_effective: float) -> float:
    """Return Student's t of the largest difference that is not yet significant; infinite where the draws are few."""
    by_bonferroni = bonferroni_critical_value(max(n_pairs, 1), n_effective, alpha)
    if n_pairs < 2 or not len(largest):
        return by_bonferroni
    n_beyond = int(np.floor(alpha * (len(largest) + 1) - 1 + 1e-9))  # 1e-9 undoes the rounding of the product
    if n_beyond < 0:
        return float("inf")
    rank = len(largest) - 1 - n_beyond
    normal = float(np.partition(largest, rank)[rank])
    from statistics import NormalDist  # imported where needed: 4 ms

    share = NormalDist().cdf(normal)
    found = float("inf") if share == 1 else t_quantile(share, degrees_of_freedom(n_effective))
    return max(found, by_bonferroni) if n_effective < FEW else found
