"""Step-down max-T: the correction that knows how the differences hang together."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.corrections.adjusted import Adjusted, single_critical_value
from steelyard.inference.draws.pair_rows import PairRows
from steelyard.inference.null_distributions import (
    TOLERANCE,
    Alternative,
    NullDistribution,
    check_alternative,
    p_from_count,
)

__all__ = ["max_t"]


def max_t(null: NullDistribution, alternative: Alternative = "two-sided", alpha: float = 0.05) -> Adjusted:
    """Step-down max-T: compare each difference with the largest of all that are left, draw by draw.

    It uses how the differences hang together, and so loses far less power than Bonferroni. Differences are first
    divided by their root mean square under the null (`NullDistribution.scales`): otherwise a noisy pair, or a metric
    with a wide scale, would hide every other one.

    Parameters
    ----------
    null : NullDistribution
        Joint null of the family.
    alternative : {"two-sided", "better", "worse"}, default "two-sided"
        What speaks against the null.
    alpha : float, default 0.05
        Family-wise level, for `critical_value` only.

    Returns
    -------
    Adjusted
        p-values, monotone in the size of the scaled difference; 1 where the systems' statistics are identical.

    Notes
    -----
    Exact for one pair under exchangeability. For several pairs the family-wise error is controlled asymptotically:
    joint sign symmetry does not follow from exchangeability of each pair when there are three or more systems.

    References
    ----------
    Westfall and Young 1993, "Resampling-based multiple testing", algorithm 2.8.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, max_t
    >>> draws = np.array([[-3.0, 1.0, -1.0, 3.0], [-0.1, -0.1, 0.1, 0.1]])
    >>> null = NullDistribution(draws[:, 3], np.ones(2), np.full(2, 1e-12), lambda: iter([draws]), 4, True, 2)
    >>> max_t(null).p_values.tolist()
    [0.5, 1.0]
    """
    check_alternative(alternative)
    steps = StepDown(null, null.scales(), alternative)
    if not steps.n_active:
        return Adjusted(np.ones(len(null.observed)), single_critical_value(alpha, null.n_units, alternative))
    maxima = np.concatenate([steps.count(found) for found in null.worked(steps.work)])
    p_values = p_from_count(steps.counts, null.n_draws, is_exact=null.is_exact)
    return Adjusted(steps.adjusted(p_values), critical_value(maxima, null, alternative, alpha))


class StepDown:
    """The counts of step-down max-T, block by block: draws whose largest difference left reaches the observed one.

    `null`: joint null of the family; its draws are not used here.
    `scales`, shape (P,): what differences are divided by.
    `alternative`: what speaks against the null.
    `work`: of `PairRows`, wherever draws are made: what `count` takes.
    `counts`, shape (n_active,): in the order of the scaled differences, the largest first; those that do not vary take
    no part.
    """

    def __init__(self, null: NullDistribution, scales: NDArray[np.float64], alternative: Alternative) -> None:
        active = with_spread(null, scales)
        observed = null.extremeness(null.held, alternative)[active] / scales[active]
        order = np.argsort(-observed, kind="stable")
        self._null, self._index = null, active[order]
        side = {"better": 1.0, "worse": -1.0}.get(alternative)
        sign = np.empty(0) if side is None else side * null.orientation[self._index]
        scale, held = scales[self._index], observed[order]
        # as `as_extreme` has it
        reached = held - scaled_tolerance(null.tolerance[self._index], scale, held)
        # Successive maxima from the smallest observed difference up (Westfall and Young 1993, algorithm 2.8, step 2):
        # the maximum over the i-th largest and all that are smaller is held against the i-th.
        self.work = partial(PairRows.step_down, order=self._index, scale=scale, sign=sign, reached=reached)
        self.counts: NDArray[np.int64] = np.zeros(len(active), dtype=np.int64)

    @property
    def n_active(self) -> int:
        """How many differences vary at all."""
        return len(self.counts)

    def add(self, block: NDArray[np.float64]) -> NDArray[np.float64]:
        """Count draws, shape (P, b), and return the largest scaled difference of each, shape (b,)."""
        return self.count(self.work(PairRows.of(block))) if self.n_active else np.empty(0)

    def count(self, found: tuple[NDArray[np.int64], NDArray[np.float64]]) -> NDArray[np.float64]:
        """Count what `work` made of draws, and return the largest scaled difference of each."""
        counts, maxima = found
        self.counts += counts
        return maxima

    def adjusted(self, p_values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn shares of the counts into adjusted p-values, shape (P,): no step is below an earlier one."""
        adjusted = np.ones(len(self._null.observed))
        # Monotone: a hypothesis is not reached before all with a larger difference were rejected.
        adjusted[self._index] = np.maximum.accumulate(p_values)
        return adjusted


def with_spread(null: NullDistribution, scales: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the positions of the differences that vary at all: the others take no part in a maximum."""
    return np.flatnonzero(scales > TOLERANCE * np.maximum(1.0, np.abs(null.held)))


def scaled_tolerance(
    tolerance: NDArray[np.float64], scale: NDArray[np.float64], observed: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return by how much equal scaled differences may differ: dividing by a scale rounds in the last places."""
    return np.maximum(tolerance / scale, TOLERANCE * np.maximum(1.0, np.abs(observed)))


def critical_value(
    maxima: NDArray[np.float64], null: NullDistribution, alternative: Alternative, alpha: float
) -> float:
    """Return how many standard errors a difference must pass, from the largest scaled difference of each draw."""
    critical = _quantile(maxima, alpha, is_exact=null.is_exact)
    # Root mean squares of exchanges hold the difference itself; those of shifted resamples are standard errors already.
    if not null.is_shifted:
        critical = _studentised(critical, null.n_units)
    return max(critical, single_critical_value(alpha, null.n_units, alternative))


def _quantile(maxima: NDArray[np.float64], alpha: float, *, is_exact: bool) -> float:
    """Return the largest value that is not yet significant: all beyond it are. Infinite where none can be."""
    ordered = np.sort(maxima)
    # The most draws c that leave p <= alpha: c / B when exact, else (c + 1) / (B + 1). 1e-9 undoes the rounding of
    # alpha * B.
    n_beyond = int(np.floor((alpha * len(ordered) if is_exact else alpha * (len(ordered) + 1) - 1) + 1e-9))
    if n_beyond < 0:
        return float("inf")
    critical = float(ordered[max(len(ordered) - 1 - n_beyond, 0)])
    # Where all outcomes are enumerated the observed one is among them: beyond the largest there is nothing.
    return float("inf") if is_exact and critical == ordered[-1] else critical


def _studentised(scaled: float, n_units: int) -> float:
    """Turn a difference over its root mean square under the null into the same over its standard error.

    For a mean of n differences the first is T = sum(d) / sqrt(sum(d^2)), bounded by sqrt(n), and Student's t is
    T sqrt((n - 1) / (n - T^2)): the same ranking of samples on another scale.
    """
    room = n_units - scaled**2
    return float("inf") if room <= 0 else scaled * float(np.sqrt((n_units - 1) / room))
