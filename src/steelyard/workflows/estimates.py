"""How far scores and their differences may be off: intervals, bands that hold for all, standard errors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    bonferroni_critical_value,
    bootstrap_draws,
    bootstrap_scores,
    delta_standard_error,
    jackknife_scores,
    share_best,
    standard_error,
    sup_t_critical_value,
)
from steelyard.inference.resample import Progress
from steelyard.workflows.comparison_plan import Plan
from steelyard.workflows.intervals import interval_of, system_intervals
from steelyard.workflows.pairs import Pair
from steelyard.workflows.units import BOOTSTRAPPED, Interval, Units

__all__ = ["Estimated", "estimate"]


@dataclass(frozen=True, slots=True, eq=False)
class Estimated:
    """Spread of each score and of each difference, metric by metric."""

    scores: list[list[Interval]]
    differences: list[Interval]
    simultaneous: list[Interval]
    standard_errors: list[float]
    shares_best: list[NDArray[np.float64] | None]  # metric by metric; None where nothing was resampled


def estimate(
    units: Units,
    pairs: Sequence[Pair],
    families: Sequence[Sequence[int]],
    deltas: Sequence[float],
    plan: Plan,
    kind: str,
    unit_rows: Sequence[NDArray[np.float64]] | None,
    seed: int,
    n_threads: int,
    progress: Progress | None,
) -> Estimated:
    """Estimate the spread of every score and difference, as the plan's kind of interval has it."""
    level = 1 - plan.alpha
    left_out = [jackknife_scores(measurement) for measurement in units.measurements]
    errors = [standard_error(_change(left_out, pairs, i)) for i in range(len(deltas))]
    spreads, resampled = errors, None
    if kind == "delta" and unit_rows is not None:
        spreads = [delta_standard_error(_change(unit_rows, pairs, i)) for i in range(len(deltas))]
    if kind in BOOTSTRAPPED:
        draws = replace(bootstrap_draws(units.n, plan.n_bootstrap, rng=seed, n_threads=n_threads), progress=progress)
        resampled = bootstrap_scores(units.measurements, draws)
    scores = system_intervals(units.measurements, kind, unit_rows, resampled, level)
    shares: list[NDArray[np.float64] | None] = [None] * len(units.measurements)
    if resampled is not None:
        shares = [
            None if np.isnan(rows).any() else share_best(rows, higher_is_better=measurement.higher_is_better)
            for measurement, rows in zip(units.measurements, resampled, strict=True)
        ]
    differences = []
    for i, delta in enumerate(deltas):
        row = _change(unit_rows, pairs, i) if unit_rows is not None else None
        values = _change(resampled, pairs, i) if resampled is not None else None
        differences.append(interval_of(kind, delta, row, values, level))
    band = np.empty(len(deltas))
    for members in families:
        if resampled is None:
            band[members] = bonferroni_critical_value(len(members), units.n, plan.alpha)
        else:
            resampled_family = ((deltas[i], errors[i], _change(resampled, pairs, i)) for i in members)
            band[members] = sup_t_critical_value(resampled_family, units.n, plan.alpha)
    simultaneous = [_band(delta, float(c), error) for delta, c, error in zip(deltas, band, spreads, strict=True)]
    return Estimated(scores, differences, simultaneous, errors, shares)


def _change(table: Sequence[NDArray[np.float64]], pairs: Sequence[Pair], i: int) -> NDArray[np.float64]:
    """Subtract the rows of the i-th difference's systems; the table has one array a metric, with a row a system."""
    (a, b), rows = pairs[i % len(pairs)], table[i // len(pairs)]
    change: NDArray[np.float64] = rows[a] - rows[b]
    return change


def _band(delta: float, critical: float, error: float) -> Interval:
    """Put standard errors on both sides; None where no finite number of them is enough."""
    if error == 0:
        return delta, delta
    half = critical * error
    return (delta - half, delta + half) if np.isfinite(half) else None
