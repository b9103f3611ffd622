"""Families of tests that stop drawing once every verdict is decided (after Gandy and Hahn 2014)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.corrections import adjust, check_correction, single_critical_value
from steelyard.inference.corrections.max_t import StepDown, critical_value
from steelyard.inference.null_distributions import (
    Alternative,
    NullDistribution,
    as_extreme,
    check_alternative,
    p_from_count,
)
from steelyard.inference.sequential.confidence_sequence import SEQUENTIAL_ERROR, binomial_confidence_sequence
from steelyard.reprs import short_repr

__all__ = ["SEQUENTIAL_CORRECTIONS", "SequentialFamilies", "sequential_families"]

# Adjusted p must not fall where a raw one rises. Shortcuts of Shaffer's logic look at what is possible beside the
# p-values that happen to be smaller, so that they need not have this property.
SEQUENTIAL_CORRECTIONS = (
    "maxt", "holm", "hochberg", "hommel", "sidak", "holm-sidak", "bonferroni", "bh", "by", "none",
)  # fmt: skip
_GROWTH = 1.25  # draws from one look at the bounds to the next: a look costs little, but not nothing
_N_MAXIMA = 10_000  # that are kept, for the critical value


@dataclass(frozen=True, slots=True, eq=False)
class SequentialFamilies:
    """What was known about every difference when the draws stopped.

    Attributes
    ----------
    p_values : array, shape (P,)
        ``(c + 1) / (n + 1)`` of each difference alone. An estimate: n depends on the draws.
    p_adjusted : array, shape (P,)
        The same, corrected.
    low, high : array, shape (P,)
        Bounds on the adjusted p-value of endless draws.
    critical_values : array, shape (P,)
        How many standard errors the tests of the family ask for.
    n_draws : int
        n, the same for all.
    alpha : float
        Level.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import SequentialFamilies
    >>> low, high = np.array([0.0, 0.02]), np.array([0.01, 0.09])
    >>> p_values = np.array([0.001, 0.051])
    >>> found = SequentialFamilies(p_values, p_values, low, high, np.full(2, 1.96), 999, 0.05)
    >>> found.is_decided.tolist()
    [True, False]
    """

    p_values: NDArray[np.float64]
    p_adjusted: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    critical_values: NDArray[np.float64]
    n_draws: int
    alpha: float

    __repr__ = short_repr

    @property
    def is_decided(self) -> NDArray[np.bool_]:
        """Where all values within the bounds are on the same side of alpha, shape (P,)."""
        return _is_decided(self.low, self.high, self.alpha)


def sequential_families(
    null: NullDistribution,
    families: Sequence[Sequence[int]],
    correction: str = "maxt",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    *,
    scales: NDArray[np.float64] | None = None,
    error: float = SEQUENTIAL_ERROR,
) -> SequentialFamilies:
    """Draw until it is decided for every difference whether its adjusted p-value is at most alpha.

    Parameters
    ----------
    null : NullDistribution
        Joint null of all P differences, drawn at random; its number of draws is the most that are made.
    families : sequence of sequence of int
        Positions of the differences that are corrected together; each in one family.
    correction : str, default "maxt"
        One of `SEQUENTIAL_CORRECTIONS`.
    alternative : {"two-sided", "better", "worse"}, default "two-sided"
        What speaks against the null.
    alpha : float, default 0.05
        Level of each family.
    scales : array, shape (P,), optional
        What max-T divides differences by; needed for it, and must not depend on the draws (`linear_scales`).
    error : float, default 0.001
        Chance that any bound of any difference is ever wrong.

    Returns
    -------
    SequentialFamilies
        p-values with bounds, and the number of draws.

    Raises
    ------
    SpecError
        The correction is none of those, max-T has no scales, the draws are every outcome or come from a bootstrap.

    Notes
    -----
    Given the data and the scales, the draws in which the largest difference of step i or later reaches the i-th
    observed one are independent with a fixed chance; their count is binomial, and `binomial_confidence_sequence` with
    error / P bounds that chance at all moments. The adjusted p-value is the largest such chance up to step i, so its
    bounds are the running maxima of the lower and of the upper bounds. Every other correction here rises with each raw
    p-value, so correcting all lower and all upper bounds bounds what it gives. That differences share their draws does
    not matter: the error is divided between them.

    So with a chance of at least 1 - error, every decided verdict is the one that endless draws would give, and the
    family-wise error is at most alpha + error. What is undecided when the draws run out rests on ``(c + 1) / (n + 1)``,
    as with a fixed number. How many draws it takes depends on the closest adjusted p to alpha: about
    ``2 alpha (1 - alpha) log(sqrt(n) P / error) / (p - alpha)**2``.

    Draws are never looked at again and not kept. The bounds are looked at each time the draws have grown by a quarter.

    References
    ----------
    Gandy and Hahn 2014, "MMCTest: a safe algorithm for implementing multiple Monte Carlo tests", Scandinavian Journal
    of Statistics 41, doi:10.1111/sjos.12085.
    Westfall and Young 1993, "Resampling-based multiple testing", algorithm 2.8.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, sequential_families
    >>> rng = np.random.default_rng(1)
    >>> def blocks():
    ...     while True:
    ...         yield rng.normal(size=(3, 256))
    >>> observed = np.array([4.0, 2.0, 0.5])
    >>> null = NullDistribution(observed, np.ones(3), np.zeros(3), blocks, 100_000, False, 50)
    >>> found = sequential_families(null, [[0, 1, 2]], scales=np.ones(3))
    >>> found.n_draws, found.is_decided.tolist(), (found.high <= 0.05).tolist()
    (1280, [True, True, True], [True, False, False])
    """
    check_alternative(alternative)
    check_correction(correction, alternative)
    _check(null, correction, scales)
    n_differences = len(null.observed)
    observed = null.extremeness(null.held, alternative)[:, None]
    raw = np.zeros(n_differences, dtype=np.int64)
    made: list[_Family] = [
        _MaxT(null.select(members), scales[list(members)], alternative, alpha)
        if correction == "maxt" and scales is not None
        else _ByPValues(null.select(members), correction, alternative, alpha)
        for members in families
    ]
    low, high = np.zeros(n_differences), np.ones(n_differences)
    n_draws, next_look = 0, 1.0
    for block in null.make_blocks():
        is_extreme = as_extreme(null.extremeness(block, alternative), observed, null.tolerance[:, None])
        raw += is_extreme.sum(axis=1)
        for family, members in zip(made, families, strict=True):
            family.add(block[list(members)], is_extreme[list(members)])
        n_draws += block.shape[1]
        if n_draws < next_look and n_draws < null.n_draws:
            continue
        for family, members in zip(made, families, strict=True):
            # The union over all differences: error / P each, whatever they share.
            bounds = binomial_confidence_sequence(family.counts, n_draws, error / n_differences)
            low[list(members)], high[list(members)] = (family.adjusted(bound) for bound in bounds)
        if n_draws >= null.n_draws or _is_decided(low, high, alpha).all():
            break
        next_look = _GROWTH * n_draws
    adjusted, critical = np.empty(n_differences), np.empty(n_differences)
    for family, members in zip(made, families, strict=True):
        adjusted[list(members)] = family.adjusted(p_from_count(family.counts, n_draws, is_exact=False))
        critical[list(members)] = family.critical_value()
    p_values = p_from_count(raw, n_draws, is_exact=False)
    return SequentialFamilies(p_values, adjusted, low, high, critical, n_draws, alpha)


def _is_decided(low: NDArray[np.float64], high: NDArray[np.float64], alpha: float) -> NDArray[np.bool_]:
    """Say where no value strictly between the bounds, which are excluded themselves, is on another side of alpha."""
    decided: NDArray[np.bool_] = (high <= alpha) | (low >= alpha)
    return decided


def _check(null: NullDistribution, correction: str, scales: NDArray[np.float64] | None) -> None:
    if correction not in SEQUENTIAL_CORRECTIONS:
        raise SpecError(
            f"Sequential draws stop by bounds on adjusted p-values, which the correction {correction} has not: use one "
            f"of {', '.join(SEQUENTIAL_CORRECTIONS)}."
        )
    if correction == "maxt" and scales is None:
        raise SpecError("Sequential max-T needs scales that do not depend on the draws: give scales.")
    if null.is_exact:
        raise SpecError("These draws are every outcome, once each: there is nothing to stop. Use its p_values.")
    if null.is_shifted:
        raise SpecError("Resamples are shifted by the mean of them all, so they cannot stop early: use randomization.")


class _MaxT:
    """A family under step-down max-T: a count for each step."""

    def __init__(
        self, null: NullDistribution, scales: NDArray[np.float64], alternative: Alternative, alpha: float
    ) -> None:
        self._null, self._alternative, self._alpha = null, alternative, alpha
        self._steps = StepDown(null, scales, alternative)
        self._maxima: list[NDArray[np.float64]] = []
        self._n_maxima = 0

    @property
    def counts(self) -> NDArray[np.int64]:
        return self._steps.counts

    def add(self, block: NDArray[np.float64], is_extreme: NDArray[np.bool_]) -> None:
        del is_extreme  # of each difference alone
        maxima = self._steps.add(block)
        # The first ones serve: any fixed number of draws has the same distribution, and memory stays bounded.
        if self._n_maxima < _N_MAXIMA:
            self._maxima.append(maxima)
            self._n_maxima += len(maxima)

    def adjusted(self, p_values: NDArray[np.float64]) -> NDArray[np.float64]:
        return self._steps.adjusted(p_values)

    def critical_value(self) -> float:
        if not self._steps.n_active:
            return single_critical_value(self._alpha, self._null.n_units, self._alternative)
        return critical_value(np.concatenate(self._maxima), self._null, self._alternative, self._alpha)


class _ByPValues:
    """A family under a correction that takes p-values: a count for each difference."""

    def __init__(self, null: NullDistribution, correction: str, alternative: Alternative, alpha: float) -> None:
        self._null, self._correction, self._alternative, self._alpha = null, correction, alternative, alpha
        self.counts: NDArray[np.int64] = np.zeros(len(null.observed), dtype=np.int64)

    def add(self, block: NDArray[np.float64], is_extreme: NDArray[np.bool_]) -> None:
        del block
        self.counts += is_extreme.sum(axis=1)

    def adjusted(self, p_values: NDArray[np.float64]) -> NDArray[np.float64]:
        return adjust(self._null, p_values, self._correction, self._alternative, self._alpha).p_values

    def critical_value(self) -> float:
        ones = np.ones(len(self.counts))
        return adjust(self._null, ones, self._correction, self._alternative, self._alpha).critical_value


_Family = _MaxT | _ByPValues
