"""Intervals around the scores of every system, and around their differences, by kind."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import BOOTSTRAPPED
from steelyard.inference import (
    Rates,
    basic_interval,
    bca_interval,
    betting_intervals,
    bootstrap_draws,
    bootstrap_scores,
    delta_interval,
    influence_values,
    inside_range,
    jackknife_interval,
    jackknife_scores,
    normal_interval,
    percentile_interval,
    student_interval,
    unit_scores,
)
from steelyard.scored.pairs import Pair
from steelyard.scored.sampling import Sampling
from steelyard.scored.single_segments import item_scores
from steelyard.scored.units import Interval, Units
from steelyard.types import Layout, Measurement

__all__ = [
    "declared_ends_of", "ends_by_range", "gives_way", "interval_of", "intervals_by_range", "intervals_in_range",
    "resampled_scores", "rows_of_units", "score_intervals", "scores_by_range", "scores_in_range",
    "system_intervals",
]  # fmt: skip

Rows = NDArray[np.float64]
_BLOCK = 1 << 20  # numbers of differences that are bounded at once

_UNIT_ROWS: dict[str, Callable[[Measurement], Rows]] = {
    "bca": jackknife_scores,
    "jackknife": jackknife_scores,
    "delta": influence_values,
    "student": unit_scores,
}


def score_intervals(
    units: Units,
    kind: str,
    confidence_level: float,
    n_effective: float,
    sampling: Sampling,
    rates: Sequence[Rates | None] = (),
) -> tuple[list[list[Interval]], list[Rows] | None]:
    """Return an interval for each measurement and system and, from a bootstrap, the mean of the resampled scores.

    Those of `rates`, one for each measurement where any are given, are rates' own.
    """
    rows = rows_of_units(units.measurements, kind)  # first: it refuses what the kind is not for
    if kind not in BOOTSTRAPPED:
        return system_intervals(units.measurements, kind, rows, None, confidence_level, n_effective, rates), None
    resampled = resampled_scores(units, sampling)
    intervals = system_intervals(units.measurements, kind, rows, resampled, confidence_level, n_effective, rates)
    return intervals, [scores.mean(axis=1) for scores in resampled]


def resampled_scores(units: Units, sampling: Sampling) -> list[Rows]:
    """Score every system on bootstrap resamples of the units, shape (S, B) per measurement."""
    draws = bootstrap_draws(units.n, sampling.n_resamples, rng=sampling.seed, n_threads=sampling.n_threads)
    return bootstrap_scores(units.measurements, replace(draws, progress=sampling.progress))


def rows_of_units(measurements: Sequence[Measurement], kind: str) -> list[Rows] | None:
    """Return what a kind of interval takes from each unit, shape (S, N) a measurement, or None if it takes nothing.

    The difference of two systems has the difference of their rows.
    """
    return [_UNIT_ROWS[kind](measurement) for measurement in measurements] if kind in _UNIT_ROWS else None


def system_intervals(
    measurements: Sequence[Measurement],
    kind: str,
    rows: Sequence[Rows] | None,
    resampled: Sequence[Rows] | None,
    confidence_level: float,
    n_effective: float,
    rates: Sequence[Rates | None] = (),
) -> list[list[Interval]]:
    """Put an interval around every system's score: `rows` from `rows_of_units`, `resampled` of shape (S, B) each.

    It stays in the metric's range.
    """
    intervals = []
    for m, measurement in enumerate(measurements):
        if rates and (own := rates[m]) is not None:
            intervals.append(own.intervals(confidence_level))
            continue
        observed = measurement.scores(measurement.statistics.totals()).tolist()
        plain: list[Interval] = []
        for s, score in enumerate(observed):
            row, values = rows[m][s] if rows else None, resampled[m][s] if resampled else None
            plain.append(interval_of(kind, score, row, values, confidence_level, n_effective))
        intervals.append(scores_in_range(measurement, observed, plain, confidence_level))
    return intervals


def scores_in_range(
    measurement: Measurement, scores: Sequence[float], plain: Sequence[Interval], confidence_level: float
) -> list[Interval]:
    """Put plain intervals of scores into the metric's range."""
    n_units = measurement.statistics.n_units if measurement.is_mean else 0
    return [
        inside_range(score, one, measurement.bounds, confidence_level, n_units=n_units)
        for score, one in zip(scores, plain, strict=True)
    ]


def gives_way(kind: str, asked: str | None) -> bool:
    """Say whether rates have intervals of their own: where no kind was asked for, or one that stands for Wald's."""
    return asked is None or kind in _BY_UNITS


def intervals_in_range(
    measurement: Measurement,
    rates: Rates | None,
    pairs: Sequence[Pair],
    deltas: Sequence[float],
    plain: Sequence[Interval],
    confidence_level: float,
) -> list[Interval]:
    """Put the intervals of rates in the place of plain ones of differences, and others into the metric's range."""
    bounds, found = _difference_bounds(measurement, rates), list(plain)
    are_own = [False] * len(found) if rates is None else rates.are_for(pairs)
    own = [i for i, is_own in enumerate(are_own) if is_own and plain[i] is not None]
    if rates is not None and own:
        for i, one in zip(own, rates.differences([pairs[i] for i in own], confidence_level), strict=True):
            found[i] = one
    if bounds is not None:
        for i in (i for i, is_own in enumerate(are_own) if not is_own):
            found[i] = inside_range(deltas[i], plain[i], bounds, confidence_level)
    return found


def intervals_by_range(
    units: Units, measurement: Measurement, pairs: Sequence[Pair], n_together: int, alpha: float, seed: int
) -> list[Interval]:
    """Bound differences of a mean over items, given over segments, by nothing but the declared ends of the scale.

    All of so many hold together, by Bonferroni. Units hold one item, or as many each.
    """
    ends = ends_by_range(units).get(measurement.metric)
    scores = None if ends is None else _means_of_units(units, measurement)
    if ends is None or scores is None:
        return [None] * len(pairs)
    widest, found = ends[1] - ends[0], []
    size = max(1, _BLOCK // scores.shape[1])
    for start in range(0, len(pairs), size):
        a, b = np.array(pairs[start : start + size]).T
        found += betting_intervals(
            scores[a] - scores[b], -widest, widest, confidence_level=1 - alpha / n_together, seed=seed
        )
    return [*found]


def scores_by_range(units: Units, measurement: Measurement, confidence_level: float, seed: int) -> list[Interval]:
    """Bound the score of each system likewise, each alone."""
    ends = ends_by_range(units).get(measurement.metric)
    means = None if ends is None else _means_of_units(units, measurement)
    if ends is None or means is None:
        return [None] * len(measurement.systems)
    return [*betting_intervals(means, *ends, confidence_level=confidence_level, seed=seed)]


def ends_by_range(units: Units) -> dict[str, tuple[float, float]]:
    """Return the declared ends of scales where what lies between them is drawn independently and weighs the same.

    Units of unlike sizes do not: a mean over their items is none over units, and how large a unit can be is not known.
    """
    is_even = units.codes is None or bool(np.ptp(np.bincount(units.codes)) == 0)
    return declared_ends_of(units.test_set) if is_even else {}


def _means_of_units(units: Units, measurement: Measurement) -> Rows | None:
    """Average scores of items by unit, shape (S, G); None where there are none."""
    scores = item_scores(measurement) if measurement.is_mean else None
    if scores is None or units.codes is None:
        return scores
    order = np.argsort(units.codes, kind="stable")
    means: Rows = scores[:, order].reshape(len(scores), units.n, -1).mean(axis=2)
    return means


def declared_ends_of(test_set: Layout) -> dict[str, tuple[float, float]]:
    """Return the declared ends of scales by metric; none of texts."""
    reading = getattr(test_set, "reading", None) or {}
    return {metric: (float(low), float(high)) for metric, (low, high) in reading.get("ends", {}).items()}


def _difference_bounds(measurement: Measurement, rates: Rates | None) -> tuple[float, float] | None:
    """Return the least and greatest difference of two scores; None where there are none."""
    if rates is not None:
        return -rates.scale, rates.scale
    if measurement.bounds is None or not np.isfinite(measurement.bounds).all():
        return None
    widest = measurement.bounds[1] - measurement.bounds[0]
    return -widest, widest


def interval_of(
    kind: str,
    observed: float,
    row: Rows | None,
    resampled: Rows | None,
    confidence_level: float,
    n_effective: float | None = None,
) -> Interval:
    """Make one interval, around a score or a difference; the kind settles which of the others it needs."""
    if kind in _BY_UNITS and row is not None:
        return _BY_UNITS[kind](observed, row, confidence_level, n_effective=n_effective)
    if kind == "student" and row is not None:
        return student_interval(row, confidence_level)
    values = np.empty(0) if resampled is None else resampled
    if kind == "bca" and row is not None:
        low, high = bca_interval(observed, values, row, confidence_level).tolist()
        return low, high
    if kind == "percentile":
        return percentile_interval(values, confidence_level)
    return (basic_interval if kind == "basic" else normal_interval)(observed, values, confidence_level)


_BY_UNITS = {"jackknife": jackknife_interval, "delta": delta_interval}
