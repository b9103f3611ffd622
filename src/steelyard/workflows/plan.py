"""Measure on two systems of one's own how large a test set must be to find a difference."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import (
    get_test,
    jackknife_scores,
    mixed_systems,
    resampled_units,
    spread_interval,
    standard_error,
    units_needed,
)
from steelyard.results import PowerPlan, PowerRow
from steelyard.types import CountedSet, Measurement, TestSet
from steelyard.workflows.method import plan_sentence, provenance
from steelyard.workflows.recipe import recipe, unit_given
from steelyard.workflows.repetitions import check_repetitions, counting, first_seed, lead_of_second, rejections
from steelyard.workflows.threads import blas_threads
from steelyard.workflows.units import choose_units

if TYPE_CHECKING:
    from steelyard.inference.resample import Progress, Rng

__all__ = ["plan"]

_MOST_UNITS = 1_000_000
_WANTED = 0.8


def plan(
    test_set: TestSet | CountedSet,
    measurements: Sequence[Measurement],
    *,
    test: str,
    sizes: Sequence[int],
    shares: Sequence[float],
    differences: Sequence[float],
    alpha: float,
    n_repetitions: int,
    n_resamples: int,
    unit: str | None,
    rng: "Rng",
    score_inputs: Sequence[dict[str, str]] = (),
    progress: "Progress | None" = None,
) -> PowerPlan:
    """Test drawn test sets of each size over and over; `Evaluation.plan` describes the parameters."""
    check_repetitions(test_set, shares, n_repetitions, n_resamples)
    if not sizes or not all(1 <= size <= _MOST_UNITS for size in sizes):
        raise SpecError(f"Sizes of the test set must be from 1 to {_MOST_UNITS:,}, not {list(sizes)}.")
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    chosen = get_test(test)
    seed = first_seed(rng)
    units = choose_units(test_set, measurements, unit)
    groups = np.arange(units.n, dtype=np.int64)
    pools = []
    for measurement in units.measurements:
        wanted = _shares(measurement, shares, differences)
        mixed = (mixed_systems(measurement, groups, share, rng=seed) for share in wanted)
        # few units, or few that differ, bring several shares to one mixture: it is measured once
        pools.append({lead_of_second(pool): pool for pool in mixed})
    n_effective = units.n_effective()
    advance = counting(progress, sum(map(len, pools)) * len(sizes) * n_repetitions)
    rows = []
    with blas_threads(1):
        for measurement, by_difference in zip(units.measurements, pools, strict=True):
            for difference, pool in by_difference.items():
                n_needed, interval_needed = _needed(pool, difference, alpha, n_effective)
                for size in sorted(sizes):
                    drawn = resampled_units(pool, groups, n_repetitions, rng=seed, n_drawn=size)
                    [found] = rejections(chosen, drawn, [alpha], n_resamples=n_resamples, seed=seed, advance=advance)
                    rows.append(
                        PowerRow(
                            metric=measurement.metric,
                            label=measurement.label,
                            difference=difference,
                            n_units=size,
                            n_rejected=found.n_rejected,
                            n_repetitions=n_repetitions,
                            power=found.share,
                            low=found.low,
                            high=found.high,
                            n_needed=n_needed,
                            interval_needed=interval_needed,
                        )
                    )
    method = provenance(test_set, score_inputs) | {
        "test": chosen.name,
        "alpha": alpha,
        **units.described(),
        "n_effective": n_effective,
        "sizes": sorted(sizes),
        "n_repetitions": n_repetitions,
        "n_resamples": n_resamples,
        "seed": seed,
        "systems": list(test_set.system_names),
    }
    method["sentence"] = plan_sentence(measurements, method)
    asked = {
        "test": chosen.name,
        "sizes": sorted(sizes),
        "differences": list(differences),
        "shares": list(shares),
        "alpha": alpha,
        "n_repetitions": n_repetitions,
        "n_resamples": n_resamples,
        "unit": unit_given(units),
        "rng": seed,
    }
    method |= recipe("plan", test_set, measurements, score_inputs, asked)
    return PowerPlan(tuple(rows), method)


def _needed(
    pool: Measurement, difference: float, alpha: float, n_effective: float
) -> tuple[int | None, tuple[int, int] | None]:
    """Return the units that normal theory asks for, from the jackknife spread of the difference, and an interval."""
    if difference == 0:
        return None, None
    first, second = jackknife_scores(pool)
    n_units = pool.statistics.n_units

    def needed(error: float) -> int | None:
        return units_needed(difference, error, alpha, n_units, n_effective=n_effective, power=_WANTED)

    left_out = first - second
    low, high = map(needed, spread_interval(left_out, n_effective=n_effective) or (np.nan, np.nan))
    return needed(standard_error(left_out)), None if low is None or high is None else (low, high)


def _shares(measurement: Measurement, shares: Sequence[float], differences: Sequence[float]) -> list[float]:
    """Turn wanted differences, if there are any, into shares of the observed one."""
    if not differences:
        if not shares:
            raise SpecError("There is no difference to plan for: give differences, or shares of that of the systems.")
        return sorted(shares)
    observed = abs(float(measurement.differences(*measurement.statistics.totals())))
    if not all(0 < difference <= observed for difference in differences):
        raise SpecError(
            f"Differences must lie above 0 and be at most that of the two systems, which is {observed:.4g} under "
            f"{measurement.label}, not {list(differences)}: outputs cannot be mixed to be further apart."
        )
    return [difference / observed for difference in sorted(differences)]
