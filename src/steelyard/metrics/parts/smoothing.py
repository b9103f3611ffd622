"""Smoothing of n-gram precisions: what an order without matches counts."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.parts.ratios import ratio

__all__ = [
    "AVERAGING",
    "DEFAULT_SMOOTH_VALUES",
    "LARGEST_AVERAGE",
    "SacrebleuSmoothing",
    "Smoothing",
    "smoothed_precisions",
]

SacrebleuSmoothing = Literal["none", "floor", "add-k", "exp"]
Smoothing = Literal[
    SacrebleuSmoothing,
    "add1-if-zero",
    "half-length",
    "length-scaled",
    "neighbours",
    "prior",
    "length-scaled-neighbours",
]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

DEFAULT_SMOOTH_VALUES: dict[Smoothing, float | None] = {
    "none": None,
    "floor": 0.1,
    "add-k": 1.0,
    "exp": None,
    "add1-if-zero": None,
    "half-length": None,
    "length-scaled": 5.0,
    "neighbours": None,
    "prior": 5.0,
    "length-scaled-neighbours": 5.0,
}
AVERAGING = ("neighbours", "length-scaled-neighbours")  # these look at one order more than the score has
LARGEST_AVERAGE = 4 / 3  # of 1, 1 and the 2 that stands before the first order


def smoothed_precisions(
    counts: Numbers, hyp_len: Numbers, method: Smoothing, value: float
) -> tuple[list[Numbers], list[Flags] | None]:
    """Divide matches by totals, after smoothing; `steelyard.metrics.Bleu` describes each method and its value.

    Counts have shape (..., 2 * M): matches, then totals, of orders 1 to M, which are those that are scored, and one
    more for a method in `AVERAGING`. Returns the precision of each scored order, and where each order counts at all;
    None where no order lacks a match.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.metrics.parts.smoothing import smoothed_precisions
    >>> smoothed_precisions(np.array([3.0, 0.0, 4.0, 3.0]), np.array(4.0), "add1-if-zero", 0.0)[0]
    [np.float64(0.75), np.float64(0.25)]
    """
    n_orders = counts.shape[-1] // 2
    matches = [counts[..., n] for n in range(n_orders)]
    totals = [counts[..., n_orders + n] for n in range(n_orders)]
    if method == "add-k":
        matches[1:], totals[1:] = [match + value for match in matches[1:]], [total + value for total in totals[1:]]
    is_defined: list[Flags] | None = None
    if counts.min() > 0:  # nearly always in large texts; the same numbers, without the cases
        precisions = [match / total for match, total in zip(matches, totals, strict=True)]
    elif method in _IN_EVERY_ORDER:
        precisions = _IN_EVERY_ORDER[method](matches, totals, hyp_len, value)
        is_defined = [total > 0 for total in totals]
    else:
        precisions, is_defined = _up_to_the_last_order(matches, totals, method, value)
    if method == "prior":
        precisions = _with_prior(matches, totals, precisions, value)
    elif method in AVERAGING:
        precisions = _averaged(precisions)
    return precisions, None if is_defined is None else is_defined[: len(precisions)]


def _up_to_the_last_order(
    matches: Sequence[Numbers], totals: Sequence[Numbers], method: Smoothing, value: float
) -> tuple[list[Numbers], list[Flags]]:
    """Smooth as sacreBLEU does: an order without n-grams ends the list, and it and longer ones have precision 0."""
    halving = np.ones(matches[0].shape)
    defined = np.ones(matches[0].shape, dtype=np.bool_)
    precisions, is_defined = [], []
    for match, total in zip(matches, totals, strict=True):
        defined = defined & (total > 0)
        is_zero = match == 0
        if method == "exp":
            # Chen and Cherry 2014, smoothing 3: 1/2, 1/4, ... matches in the first, second, ... order without any.
            halving = np.where(is_zero & defined, 2 * halving, halving)
            match = np.where(is_zero, 1 / halving, match)
        elif method == "floor":
            match = np.where(is_zero, value, match)
        precisions.append(np.where(defined, match / np.where(defined, total, 1.0), 0.0))
        is_defined.append(defined)
    return precisions, is_defined


def _add1_if_zero(
    matches: Sequence[Numbers], totals: Sequence[Numbers], hyp_len: Numbers, value: float
) -> list[Numbers]:
    return [
        np.where(match > 0, match, 1.0) / np.where(match > 0, total, total + 1)
        for match, total in zip(matches, totals, strict=True)
    ]


def _half_length(
    matches: Sequence[Numbers], totals: Sequence[Numbers], hyp_len: Numbers, value: float
) -> list[Numbers]:
    """Divide, and let no precision fall below half of one over the output's length."""
    least = 0.5 / np.maximum(hyp_len, 1.0)
    return [np.maximum(match / np.maximum(total, 1.0), least) for match, total in zip(matches, totals, strict=True)]


def _plain(matches: Sequence[Numbers], totals: Sequence[Numbers], hyp_len: Numbers, value: float) -> list[Numbers]:
    """Divide; an order without n-grams has one that does not match, as in NLTK."""
    return [match / np.maximum(total, 1.0) for match, total in zip(matches, totals, strict=True)]


def _scaled_counts(
    matches: Sequence[Numbers], totals: Sequence[Numbers], hyp_len: Numbers, value: float
) -> list[Numbers]:
    """Count log(length) / (K * 2**i) matches in the i-th order without any, but not more than it has n-grams."""
    with np.errstate(divide="ignore", over="ignore"):
        # Chen and Cherry 2014, smoothing 4; one token has log 1 = 0, which no scale changes.
        share = np.log(np.maximum(hyp_len, 1.0)) / np.where(hyp_len > 1, value, 1.0)
    precisions = []
    for match, total in zip(matches, totals, strict=True):
        is_zero, at_least_one = match == 0, np.maximum(total, 1.0)
        share = np.where(is_zero, share / 2, share)
        precisions.append(np.where(is_zero, np.minimum(share, at_least_one), match) / at_least_one)
    return precisions


def _length_scaled(
    matches: Sequence[Numbers], totals: Sequence[Numbers], hyp_len: Numbers, value: float
) -> list[Numbers]:
    """Scale; what is still 0, since the logarithm of one token is, has no say, as in NLTK."""
    scaled = _scaled_counts(matches, totals, hyp_len, value)
    return [np.where((precision == 0) & (hyp_len <= 1), 1.0, precision) for precision in scaled]


def _length_scaled_to_average(
    matches: Sequence[Numbers], totals: Sequence[Numbers], hyp_len: Numbers, value: float
) -> list[Numbers]:
    """Scale all orders but the last, which is only a neighbour."""
    return [
        *_scaled_counts(matches[:-1], totals[:-1], hyp_len, value),
        *_plain(matches[-1:], totals[-1:], hyp_len, value),
    ]


_IN_EVERY_ORDER: dict[Smoothing, Callable[[Sequence[Numbers], Sequence[Numbers], Numbers, float], list[Numbers]]] = {
    "add1-if-zero": _add1_if_zero,
    "half-length": _half_length,
    "length-scaled": _length_scaled,
    "neighbours": _plain,
    "prior": _plain,
    "length-scaled-neighbours": _length_scaled_to_average,
}


def _averaged(precisions: Sequence[Numbers]) -> list[Numbers]:
    """Average each precision with the averaged one before it and the plain one after it, which ends the list."""
    averaged = []
    # Chen and Cherry 2014, smoothing 5: their m'_0 = m_1 + 1.
    before: Numbers = precisions[0] + 1
    for here, after in pairwise(precisions):
        before = (before + here + after) / 3
        averaged.append(before)
    return averaged


def _with_prior(
    matches: Sequence[Numbers], totals: Sequence[Numbers], precisions: Sequence[Numbers], value: float
) -> list[Numbers]:
    """From order 3 on add `value` n-grams to the totals, of which as many match as the two orders before promise."""
    mixed = list(precisions[:2])
    for match, total in zip(matches[2:], totals[2:], strict=True):
        first, second = mixed[-2], mixed[-1]
        with np.errstate(over="ignore"):
            # Chen and Cherry 2014, smoothing 6: p_(n-1) falls on to p_n as p_(n-2) did to p_(n-1).
            promised = ratio(second**2, first)
        promised = np.minimum(promised, 1.0)
        weight = total + value
        mixed.append(ratio(match + value * promised, weight))
    return mixed
