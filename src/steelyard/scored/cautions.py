"""What units cannot show, said wherever verdicts or intervals of means rest on them."""

from collections.abc import Iterator, Sequence

import numpy as np

from steelyard.inference import carrying_numbers, effective_number, few_carry, jackknife_scores, may_hide_catastrophes
from steelyard.scored.intervals import declared_ends_of, ends_by_range
from steelyard.scored.single_segments import item_scores
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["Carried", "caution_of_units"]

_MOST_NAMED = 3
Carried = tuple[float, str]  # as many equal units as carry the variance of something, and its name


def caution_of_units(
    units: Units,
    measurements: Sequence[Measurement],
    carried: Sequence[Carried] | None = None,
    *,
    of_scores: bool = False,
) -> str:
    """Say where few units carry a variance, and where a rare catastrophe may be absent; empty where neither is so.

    `measurements` are over segments. What few units carry was found beside other things, or is looked for here: of all
    differences, or `of_scores` themselves. Rates, whose intervals know how few hits may be, are left out of the search.
    """
    found = list(_carried(units, of_scores=of_scores)) if carried is None else carried
    few = _of_few(units, found, what="Intervals" if of_scores else "p-values and intervals")
    return ". ".join(filter(None, (few, _of_catastrophes(units, measurements))))


def _carried(units: Units, *, of_scores: bool) -> Iterator[Carried]:
    """Look for scores, or differences, whose variance few units carry."""
    for one, rates in zip(units.measurements, units.rates(), strict=True):
        if rates is not None or units.n < 2:
            continue
        left_out = jackknife_scores(one)
        if not np.isfinite(left_out).all():
            continue
        if of_scores:
            deviations = left_out - left_out.mean(axis=1, keepdims=True)
            for system, row in zip(one.systems, deviations, strict=True):
                carrying = effective_number(np.square(row)) if row.any() else np.nan
                if few_carry(carrying, units.n):
                    yield carrying, f"{one.label} of {system}"
            continue
        numbers = carrying_numbers(left_out)
        for a, b in np.argwhere(np.triu(numbers < units.n, 1)).tolist():
            if few_carry(float(numbers[a, b]), units.n):
                yield float(numbers[a, b]), f"{one.label} of {one.systems[a]} and {one.systems[b]}"


def _of_few(units: Units, found: Sequence[Carried], *, what: str) -> str:
    """Name the differences whose variance comes from few of many units, with their number; empty without any."""
    if not found:
        return ""
    ordered = sorted(found, key=lambda one: one[0])
    named = ", ".join(f"{name} (effective number {carrying:.1f})" for carrying, name in ordered[:_MOST_NAMED])
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    return (
        f"A few of the {units.n:,} {units.name}s dominate the variance of {named}{more}. {what} are unreliable there: "
        f"another test set may have more such {units.name}s, or none"
    )


def _of_catastrophes(units: Units, measurements: Sequence[Measurement]) -> str:
    """Name metrics, given over segments, that count what is wrong, where units are few; empty without any."""
    n_effective, labels, ends = units.n_effective(), [], declared_ends_of(units.test_set)
    by_range = ends_by_range(units)
    is_declared = is_bounded = True
    for one in measurements:
        scores = item_scores(one) if one.is_mean else None
        if scores is not None and may_hide_catastrophes(
            scores, n_units=n_effective, higher_is_better=one.higher_is_better, bounds=ends.get(one.metric, one.bounds)
        ):
            labels.append(one.label)
            is_declared &= one.metric in ends
            is_bounded &= one.metric in by_range
    if not labels:
        return ""
    more = f" and {len(labels) - _MOST_NAMED} more" if len(labels) > _MOST_NAMED else ""
    named = ", ".join(labels[:_MOST_NAMED]) + more
    effective = f"; effective number {n_effective:.1f}" if n_effective < units.n - 0.5 else ""
    return (
        f"With only {units.n:,} {units.name}s ({named}{effective}), the test set may lack a rare severe failure. "
        "p-values and the usual intervals ignore this possibility: "
        + (
            "the intervals by range include it"
            if is_bounded
            else f"there are no intervals by range for {units.name}s of different sizes"
            if is_declared
            else "give the worst possible score (--worst) for intervals that include it"
        )
    )
