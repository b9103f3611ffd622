"""How far scores and their differences may be off: intervals, bands that hold for all, standard errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import BOOTSTRAPPED
from steelyard.counted.intervals import interval_of, system_intervals
from steelyard.counted.pairs import Pair
from steelyard.counted.units import Interval, Units
from steelyard.inference import (
    UnitShares,
    bonferroni_critical_value,
    bootstrap_draws,
    bootstrap_scores,
    delta_standard_error,
    jackknife_scores,
    share_best,
    shares_of_pairs,
    standard_error,
    standardised_difference,
    sup_t_critical_value,
)
from steelyard.inference.draws.resample import Progress
from steelyard.questions.compare.plan import Plan

__all__ = ["Estimated", "change_of", "estimate"]


@dataclass(frozen=True, slots=True, eq=False)
class Estimated:
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
    values: list[NDArray[np.float64]] | None = None  # metric by metric, scores in place of those of the sums


def estimate(
    units: Units,
    pairs: Sequence[Pair],
    families: Sequence[Sequence[int]],
    deltas: Sequence[float],
    plan: Plan,
    kinds: tuple[str, str],
    unit_rows: Mapping[str, Sequence[NDArray[np.float64]] | None],
    n_effective: float,
    seed: int,
    n_threads: int,
    progress: Progress | None,
) -> Estimated:
    """Estimate the spread of every score and difference: `kinds` of interval, and by kind the rows of its units."""
    level = 1 - plan.alpha
    of_scores, of_differences = kinds
    left_out = unit_rows.get("jackknife") or [jackknife_scores(measurement) for measurement in units.measurements]
    rows = unit_rows[of_differences]
    errors = [standard_error(change_of(left_out, pairs, i)) for i in range(len(deltas))]
    standardised = [standardised_difference(delta, change_of(left_out, pairs, i)) for i, delta in enumerate(deltas)]
    unit_shares = [shares for measurement in units.measurements for shares in shares_of_pairs(measurement, pairs)]
    spreads, resampled = errors, None
    if of_differences == "delta" and rows is not None:
        spreads = [delta_standard_error(change_of(rows, pairs, i)) for i in range(len(deltas))]
    if of_scores in BOOTSTRAPPED:
        draws = replace(bootstrap_draws(units.n, plan.n_bootstrap, rng=seed, n_threads=n_threads), progress=progress)
        resampled = bootstrap_scores(units.measurements, draws)
    scores = system_intervals(units.measurements, of_scores, unit_rows[of_scores], resampled, level, n_effective)
    shares: list[NDArray[np.float64] | None] = [None] * len(units.measurements)
    if resampled is not None:
        shares = [
            None if np.isnan(rows).any() else share_best(rows, higher_is_better=measurement.higher_is_better)
            for measurement, rows in zip(units.measurements, resampled, strict=True)
        ]
    differences = []
    for i, delta in enumerate(deltas):
        row = change_of(rows, pairs, i) if rows is not None else None
        values = change_of(resampled, pairs, i) if resampled is not None else None
        differences.append(interval_of(of_differences, delta, row, values, level, n_effective))
    band = np.empty(len(deltas))
    for members in families:
        if resampled is None or of_differences not in BOOTSTRAPPED:
            band[members] = bonferroni_critical_value(len(members), n_effective, plan.alpha)
        else:
            resampled_family = ((deltas[i], errors[i], change_of(resampled, pairs, i)) for i in members)
            band[members] = sup_t_critical_value(resampled_family, n_effective, plan.alpha)
    simultaneous = [_band(delta, float(c), error) for delta, c, error in zip(deltas, band, spreads, strict=True)]
    return Estimated(
        scores, differences, simultaneous, errors, standardised, unit_shares, shares, list(left_out), n_effective
    )


def change_of(table: Sequence[NDArray[np.float64]], pairs: Sequence[Pair], i: int) -> NDArray[np.float64]:
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
