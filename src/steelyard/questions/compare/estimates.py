"""How far scores and their differences may be off: intervals, bands that hold for all, standard errors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import BOOTSTRAPPED
from steelyard.inference import (
    Rates,
    UnitShares,
    bonferroni_critical_value,
    delta_standard_error,
    jackknife_scores,
    level_together,
    share_best,
    shares_of_pairs,
    sup_t_critical_value,
    t_quantile,
)
from steelyard.inference.effect_size import standardised_differences
from steelyard.inference.intervals.jackknife import degrees_of_freedom, difference_errors
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.outcomes import Outcomes
from steelyard.scored.intervals import gives_way, interval_of, intervals_in_range, resampled_scores, system_intervals
from steelyard.scored.units import Interval
from steelyard.types import Measurement

__all__ = ["Estimates", "estimate"]

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """Spread of each score and of each difference, metric by metric."""

    scores: list[list[Interval]]
    differences: list[Interval]
    simultaneous: list[Interval]
    standard_errors: list[float]
    standardised: list[float]  # differences over the standard deviation of what units contribute
    unit_shares: list[UnitShares]
    shares_best: list[NDArray[np.float64] | None]  # metric by metric; None where nothing was resampled
    left_out: list[NDArray[np.float64]]  # metric by metric, scores without each unit, shape (S, N)
    n_effective: float
    rates: Sequence[Rates | None] = ()  # metric by metric; None where intervals are those of other scores
    values: list[NDArray[np.float64]] | None = None  # metric by metric, scores in place of those of the sums
    detectable: list[float | None] | None = None  # of each difference, where the test knows it itself


def estimate(design: Design, tested: Outcomes) -> Estimates:
    """Estimate the spread of every score and difference; intervals of all at once are those of a test that has such."""
    asked, measurements, deltas = design.asked, design.units.measurements, tested.outcome.observed.tolist()
    of_scores, _ = design.intervals
    level, n_effective = 1 - asked.alpha, design.n_effective
    left_out = list(design.unit_rows.get("jackknife") or map(jackknife_scores, measurements))
    resampled = resampled_scores(design.units, design.sampling) if of_scores in BOOTSTRAPPED else None
    rates = design.units.rates() if gives_way(of_scores, asked.interval) else []
    errors = np.concatenate([difference_errors(rows, *design.sides) for rows in left_out])
    critical = _critical(design, tested, errors, resampled, deltas)
    standardised = standardised_differences(np.array(deltas, dtype=np.float64), errors, design.units.n)
    return Estimates(
        system_intervals(measurements, of_scores, design.unit_rows[of_scores], resampled, level, n_effective, rates),
        _in_range(design, rates, deltas, _intervals(design, deltas, errors, resampled), [level] * len(measurements)),
        _in_range(
            design,
            rates,
            deltas,
            _bands(design, deltas, errors.tolist(), critical),
            _levels_together(design, tested, errors),
        ),
        errors.tolist(),
        standardised.tolist(),
        [shares for measurement in measurements for shares in shares_of_pairs(measurement, design.pairs)],
        _shares_best(measurements, resampled),
        left_out,
        n_effective,
        rates=rates,
    )


def _in_range(
    design: Design,
    rates: Sequence[Rates | None],
    deltas: Sequence[float],
    plain: Sequence[Interval],
    levels: Sequence[float],
) -> list[Interval]:
    """Give rates their own intervals, and keep others in the range of the metric."""
    n, found = len(design.pairs), list[Interval]()
    for m, measurement in enumerate(design.units.measurements):
        here = slice(m * n, (m + 1) * n)
        own = rates[m] if rates else None
        found += intervals_in_range(measurement, own, design.pairs, deltas[here], plain[here], levels[m])
    return found


def _levels_together(design: Design, tested: Outcomes, errors: NDArray[np.float64]) -> list[float]:
    """Return the level, metric by metric, at which each interval of a rate stands where all hold together."""
    n, alpha, size = len(design.pairs), design.asked.alpha, design.family_size
    if not tested.covers:
        return [1 - alpha / size] * len(design.measurements)
    return [
        level_together(float(tested.critical[i]), errors[i : i + n], size, design.n_effective, alpha)
        for i in range(0, len(errors), n)
    ]


def _intervals(
    design: Design, deltas: Sequence[float], errors: NDArray[np.float64], resampled: list[Rows] | None
) -> list[Interval]:
    """Make an interval of each difference alone."""
    kind, level = design.intervals[1], 1 - design.asked.alpha
    if kind == "jackknife" and design.units.n > 1:
        half = errors * t_quantile((1 + level) / 2, degrees_of_freedom(design.n_effective))
        return list(zip((deltas - half).tolist(), (deltas + half).tolist(), strict=True))
    rows = design.unit_rows[kind]
    found = []
    for i, delta in enumerate(deltas):
        row = design.change(rows, i) if rows is not None else None
        values = design.change(resampled, i) if resampled is not None else None
        found.append(interval_of(kind, delta, row, values, level, design.n_effective))
    return found


def _bands(
    design: Design, deltas: Sequence[float], errors: Sequence[float], critical: NDArray[np.float64]
) -> list[Interval]:
    """Make intervals that hold together in each family."""
    kind = design.intervals[1]
    rows, spreads = design.unit_rows[kind], errors
    if kind == "delta" and rows is not None:
        spreads = [delta_standard_error(design.change(rows, i)) for i in range(len(deltas))]
    return [_band(delta, float(c), error) for delta, c, error in zip(deltas, critical, spreads, strict=True)]


def _critical(
    design: Design, tested: Outcomes, errors: NDArray[np.float64], resampled: list[Rows] | None, deltas: Sequence[float]
) -> NDArray[np.float64]:
    """Return how many standard errors cover the family of each difference."""
    kind, alpha, n_effective = design.intervals[1], design.asked.alpha, design.n_effective
    critical = np.empty(len(deltas))
    for members in design.families:
        if tested.covers and kind not in BOOTSTRAPPED:
            critical[members] = tested.critical[members]
        elif resampled is None or kind not in BOOTSTRAPPED:
            critical[members] = bonferroni_critical_value(design.family_size, n_effective, alpha)
        else:
            of_family = ((deltas[i], errors[i], design.change(resampled, i)) for i in members)
            critical[members] = sup_t_critical_value(of_family, n_effective, alpha)
    return critical


def _shares_best(measurements: Sequence[Measurement], resampled: list[Rows] | None) -> list[Rows | None]:
    """Say, per metric, in which share of the resamples each system is first."""
    if resampled is None:
        return [None] * len(measurements)
    return [
        None if np.isnan(rows).any() else share_best(rows, higher_is_better=measurement.higher_is_better)
        for measurement, rows in zip(measurements, resampled, strict=True)
    ]


def _band(delta: float, critical: float, error: float) -> Interval:
    """Put standard errors on both sides; None where no finite number of them is enough."""
    if error == 0:
        return delta, delta
    half = critical * error
    return (delta - half, delta + half) if np.isfinite(half) else None
