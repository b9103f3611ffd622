"""Corrections for asking many questions at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.inference.intervals.jackknife import spread_quantile
from steelyard.inference.null import (
    TOLERANCE,
    Alternative,
    NullDistribution,
    as_extreme,
    check_alternative,
    p_from_count,
)
from steelyard.inference.outcome import Outcome

__all__ = ["CORRECTIONS", "Adjusted", "adjust", "bonferroni", "holm", "max_t", "single_critical_value"]

CORRECTIONS = {
    "maxt": "step-down max-T on scaled differences (Westfall and Young 1993)",
    "holm": "Holm's step-down Bonferroni",
    "bonferroni": "Bonferroni",
    "none": "no correction",
}


@dataclass(frozen=True, slots=True, eq=False)
class Adjusted:
    """Adjusted p-values of a family, and how far out each of its tests works.

    Attributes
    ----------
    p_values : array, shape (P,)
        Adjusted; a difference is significant at alpha where its value is at most alpha.
    critical_value : float
        How many standard errors a single difference must pass; infinite where no difference could be significant.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import Adjusted
    >>> Adjusted(np.array([0.02, 0.4]), 2.24).critical_value
    2.24
    """

    p_values: NDArray[np.float64]
    critical_value: float


def bonferroni(p_values: ArrayLike) -> NDArray[np.float64]:
    """Multiply each p-value by their number: controls the family-wise error under any dependence.

    Parameters
    ----------
    p_values : array, shape (P,)
        Raw p-values.

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
    p = np.asarray(p_values, dtype=np.float64)
    return np.minimum(1.0, len(p) * p)


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's step-down Bonferroni: never less powerful, valid under any dependence.

    Parameters
    ----------
    p_values : array, shape (P,)
        Raw p-values.

    Returns
    -------
    array
        Adjusted p-values.

    References
    ----------
    Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6.

    Examples
    --------
    >>> from steelyard.inference import holm
    >>> holm([0.01, 0.04, 0.03, 0.005, 0.2]).round(4).tolist()
    [0.04, 0.09, 0.09, 0.025, 0.2]
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate((len(p) - np.arange(len(p))) * p[order])
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


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
    scales = null.scales()
    active = np.flatnonzero(scales > TOLERANCE * np.maximum(1.0, np.abs(null.observed)))
    adjusted = np.ones(len(null.observed))
    if not active.size:
        return Adjusted(adjusted, single_critical_value(alpha, null.n_units, alternative))
    observed = null.extremeness(null.observed, alternative)[active] / scales[active]
    order = np.argsort(-observed, kind="stable")
    index = active[order]
    scale, sorted_observed = scales[index][:, None], observed[order][:, None]
    # Dividing by a scale rounds: equal scaled differences of two pairs can be apart in the last places.
    rounding = TOLERANCE * np.maximum(1.0, np.abs(sorted_observed))
    tolerance = np.maximum(null.tolerance[index][:, None] / scale, rounding)
    count = np.zeros(len(index), dtype=np.int64)
    maxima = np.empty(null.n_draws)
    start = 0
    for block in null.blocks():
        scaled = null.extremeness(block, alternative)[index] / scale
        largest_left = np.maximum.accumulate(scaled[::-1], axis=0)[::-1]
        count += as_extreme(largest_left, sorted_observed, tolerance).sum(axis=1)
        maxima[start : start + block.shape[1]] = largest_left[0]
        start += block.shape[1]
    p_values = p_from_count(count, null.n_draws, is_exact=null.is_exact)
    adjusted[index] = np.maximum.accumulate(p_values)
    critical = _critical_value(maxima, alpha, is_exact=null.is_exact)
    if not null.is_shifted:
        critical = _studentised(critical, null.n_units)
    return Adjusted(adjusted, max(critical, single_critical_value(alpha, null.n_units, alternative)))


def _critical_value(maxima: NDArray[np.float64], alpha: float, *, is_exact: bool) -> float:
    """Return the largest value that is not yet significant: all beyond it are. Infinite where none can be."""
    ordered = np.sort(maxima)
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


def single_critical_value(alpha: float, n_units: int, alternative: Alternative = "two-sided") -> float:
    """Return how many standard errors a single difference must pass.

    Parameters
    ----------
    alpha : float
        Level of the test.
    n_units : int
        Segments or documents.
    alternative : {"two-sided", "better", "worse"}, default "two-sided"
        A two-sided test has half the level in each tail.

    Returns
    -------
    float
        A quantile of Student's t with n - 1 degrees of freedom below 40 units, of the normal distribution from there
        on; infinite for a single unit.

    Examples
    --------
    >>> from steelyard.inference import single_critical_value
    >>> round(single_critical_value(0.05, 12), 3), round(single_critical_value(0.05, 1000), 3)
    (2.201, 1.96)
    """
    return spread_quantile(1 - alpha / (2 if alternative == "two-sided" else 1), n_units)


def adjust(
    null: Outcome, p_values: NDArray[np.float64], correction: str, alternative: Alternative, alpha: float
) -> Adjusted:
    """Apply a correction by name to one family.

    Parameters
    ----------
    null : Outcome
        What a test says of the family; for max-T a `NullDistribution`.
    p_values : array, shape (P,)
        Its raw p-values.
    correction : {"maxt", "holm", "bonferroni", "none"}
        The correction.
    alternative : {"two-sided", "better", "worse"}
        What speaks against the null.
    alpha : float
        Family-wise level.

    Returns
    -------
    Adjusted
        Adjusted p-values and the critical value.

    Raises
    ------
    SpecError
        There is no such correction, or it is max-T and the test has no joint null distribution.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, adjust
    >>> null = NullDistribution(np.ones(2), np.ones(2), np.zeros(2), lambda: iter([np.ones((2, 1))]), 1, True, 9)
    >>> adjust(null, np.array([0.01, 0.02]), "holm", "two-sided", 0.05).p_values.tolist()
    [0.02, 0.02]
    """
    if correction == "maxt":
        if not isinstance(null, NullDistribution):
            raise SpecError("Max-T needs the joint null distribution of all differences: use holm for this test.")
        return max_t(null, alternative, alpha)
    if correction in ("holm", "bonferroni"):
        adjusted = holm(p_values) if correction == "holm" else bonferroni(p_values)
        return Adjusted(adjusted, single_critical_value(alpha / len(p_values), null.n_units, alternative))
    if correction == "none":
        return Adjusted(p_values, single_critical_value(alpha, null.n_units, alternative))
    raise unknown_name("correction", correction, CORRECTIONS)
