"""Intervals around the scores of every system, and around their differences, by kind."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import BOOTSTRAPPED
from steelyard.counted.sampling import Sampling
from steelyard.counted.units import Interval, Units
from steelyard.inference import (
    basic_interval,
    bca_interval,
    bootstrap_draws,
    bootstrap_scores,
    delta_interval,
    influence_values,
    jackknife_interval,
    jackknife_scores,
    normal_interval,
    percentile_interval,
    student_interval,
    unit_scores,
)
from steelyard.results.pair_rows import PairRow
from steelyard.types import Measurement

__all__ = [
    "cut_differences",
    "cut_to",
    "interval_of",
    "resampled_scores",
    "rows_of_units",
    "score_intervals",
    "system_intervals",
]

Rows = NDArray[np.float64]

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
) -> tuple[list[list[Interval]], list[Rows] | None]:
    """Return an interval for each measurement and system and, from a bootstrap, the mean of the resampled scores."""
    rows = rows_of_units(units.measurements, kind)  # first: it refuses what the kind is not for
    if kind not in BOOTSTRAPPED:
        return system_intervals(units.measurements, kind, rows, None, confidence_level, n_effective), None
    resampled = resampled_scores(units, sampling)
    intervals = system_intervals(units.measurements, kind, rows, resampled, confidence_level, n_effective)
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
) -> list[list[Interval]]:
    """Put an interval around every system's score: `rows` from `rows_of_units`, `resampled` of shape (S, B) each."""
    intervals = []
    for m, measurement in enumerate(measurements):
        observed = measurement.scores(measurement.statistics.totals()).tolist()
        intervals.append(
            [
                interval_of(
                    kind,
                    score,
                    rows[m][s] if rows else None,
                    resampled[m][s] if resampled else None,
                    confidence_level,
                    n_effective,
                )
                for s, score in enumerate(observed)
            ]
        )
    return intervals


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


def cut_to(interval: Interval, low: float, high: float) -> Interval:
    """Cut an interval to the values that a share can have: it loses none that it should hold.

    One without any width is none: units that are all alike say nothing of how far others may lie.
    """
    if interval is None or interval[0] == interval[1]:
        return None
    return max(low, interval[0]), min(high, interval[1])


def cut_differences(rows: Iterable[PairRow], widest: float) -> tuple[PairRow, ...]:
    """Cut the intervals of differences of shares, which are at most 1, or 100 %, either way."""
    kinds = ("interval", "interval_simultaneous", "interval_p_adjusted")
    return tuple(
        replace(row, **{kind: cut_to(getattr(row, kind), -widest, widest) for kind in kinds})  # type: ignore[arg-type]
        for row in rows
    )


_BY_UNITS = {"jackknife": jackknife_interval, "delta": delta_interval}
