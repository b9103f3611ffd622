"""Measure on systems of one's own how large a test set must be to find a difference."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counted import Counted
from steelyard.counted.method import describe_metrics, describe_units, describe_worth
from steelyard.counted.pairs import choose_pairs
from steelyard.counted.recipe import unit_given
from steelyard.counted.repetitions import check_repetitions, counting, first_seed, rejections
from steelyard.counted.threads import blas_threads
from steelyard.errors import SpecError
from steelyard.inference import (
    SignificanceTest,
    get_test,
    jackknife_scores,
    max_t_level,
    resampled_units,
    spread_interval,
    standard_error,
    units_needed,
)
from steelyard.metrics import package_version
from steelyard.questions.plan.answer import PowerPlan, PowerRow
from steelyard.questions.plan.pairs import PlannedPair, planned_pairs
from steelyard.types import Measurement

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["plan"]

_OF_SPREAD = (
    "nominal 95% intervals of that spread (after Box 1953; they held it in 85% to 88% of real test sets in the median)"
)

_MOST_UNITS = 1_000_000
_WANTED = 0.8
_FEWEST_BEYOND = 5  # draws that may be as extreme: with fewer, their chance costs power


def plan(
    counted: Counted,
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
    progress: "Progress | None" = None,
) -> PowerPlan:
    """Test drawn test sets of each size over and over; `Evaluation.plan` describes the parameters."""
    test_set, measurements = counted.test_set, counted.measurements
    check_repetitions(test_set, shares, n_repetitions, n_resamples)
    if not sizes or not all(1 <= size <= _MOST_UNITS for size in sizes):
        raise SpecError(f"Sizes of the test set must be from 1 to {_MOST_UNITS:,}, not {list(sizes)}.")
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    chosen = get_test(test)
    seed = first_seed(rng)
    units = counted.units(unit)
    n_effective = units.n_effective()
    planned = [
        (
            measurement,
            _distinct(planned_pairs(units, measurement, chosen, differences=differences, shares=shares, seed=seed)),
        )
        for measurement in units.measurements
    ]
    levels = [_level(measurement, chosen, alpha, seed) for measurement in units.measurements]
    draws = [n_resamples if level == alpha else _enough_draws(level, n_resamples) for level in levels]
    advance = counting(progress, sum(len(pools) for _, pools in planned) * len(sizes) * n_repetitions)
    groups = np.arange(units.n, dtype=np.int64)
    rows = []
    with blas_threads(1):
        for (measurement, pools), level, n_draws in zip(planned, levels, draws, strict=True):
            for pool in pools:
                n_needed, interval_needed = _needed(pool, level, n_effective)
                for size in sorted(sizes):
                    drawn = resampled_units(pool.measurement, groups, n_repetitions, rng=seed, n_drawn=size)
                    [found] = rejections(chosen, drawn, [level], n_resamples=n_draws, seed=seed, advance=advance)
                    rows.append(
                        PowerRow(
                            metric=measurement.metric,
                            label=measurement.label,
                            difference=pool.difference,
                            n_units=size,
                            n_rejected=found.n_rejected,
                            n_repetitions=n_repetitions,
                            power=found.share,
                            low=found.low,
                            high=found.high,
                            n_needed=n_needed,
                            interval_needed=interval_needed,
                            system_a=test_set.system_names[pool.pair[0]],
                            system_b=test_set.system_names[pool.pair[1]],
                            wanted=pool.wanted,
                            made=pool.made,
                        )
                    )
    method = counted.provenance() | {
        "test": chosen.name,
        "alpha": alpha,
        **units.described(),
        "n_effective": n_effective,
        "sizes": sorted(sizes),
        "n_repetitions": n_repetitions,
        "n_resamples": n_resamples,
        "seed": seed,
        "systems": list(test_set.system_names),
        "n_pairs": len({(row.system_a, row.system_b) for row in rows}),
        "test_levels": {m.metric: level for m, level in zip(measurements, levels, strict=True)},
        "test_draws": {m.metric: n for m, n in zip(measurements, draws, strict=True)},
        "has_joint_null": chosen.has_joint_null,
        "made": sorted({row.made for row in rows}),
    }
    method["sentence"] = _sentence(measurements, method)
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
    method |= counted.recipe("plan", asked)
    return PowerPlan(tuple(rows), method)


def _distinct(pools: Sequence[PlannedPair]) -> list[PlannedPair]:
    """Keep one of the populations that came out alike: few units bring several shares to one mixture."""
    return list({(pool.pair, pool.difference): pool for pool in pools}.values())


def _level(measurement: Measurement, test: SignificanceTest, alpha: float, seed: int) -> float:
    """Return the level of each test that keeps alpha over all pairs: max-T's where the test has it, or Bonferroni's."""
    pairs = choose_pairs(measurement.systems, "all")
    if len(pairs) == 1:
        return alpha
    if not test.has_joint_null:
        return alpha / len(pairs)
    left_out = jackknife_scores(measurement)
    return max_t_level(np.stack([left_out[a] - left_out[b] for a, b in pairs]), alpha, rng=seed)


def _enough_draws(level: float, n_resamples: int) -> int:
    """Return as many draws as make the level a whole number of them, and no fewer than a handful."""
    k = max(_FEWEST_BEYOND, int(level * (n_resamples + 1)))
    return math.ceil(k / level) - 1


def _needed(pool: PlannedPair, level: float, n_effective: float) -> tuple[int | None, tuple[int, int] | None]:
    """Return the units that normal theory asks for, from the jackknife spread of the difference, and an interval."""
    if pool.difference == 0:
        return None, None
    first, second = jackknife_scores(pool.measurement)
    n_units = pool.measurement.statistics.n_units

    def needed(error: float) -> int | None:
        return units_needed(pool.difference, error, level, n_units, n_effective=n_effective, power=_WANTED)

    left_out = first - second
    low, high = map(needed, spread_interval(left_out, n_effective=n_effective) or (np.nan, np.nan))
    return needed(standard_error(left_out)), None if low is None or high is None else (low, high)


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how power was measured."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    names, alpha = method["systems"], f"{method['alpha']:g}"
    several = method["n_pairs"] > 1
    trust = "" if several else f", with {_OF_SPREAD}"
    draws = list(dict.fromkeys(f"{n:,}" for n in method["test_draws"].values()))
    made = {"as is": "taken as they are", "mixed": "mixed to each difference", "shifted": "shifted to each difference"}
    return (
        f"We measured the power of {method['test']} (two-sided, at {alpha}{_of_the_family(method)}, "
        f"{' or '.join(draws)} draws) with Steelyard {package_version()}: {metrics}. The outputs of "
        f"{'every pair of ' if several else ''}{', '.join(names[:-1])} and {names[-1]} on {units} were "
        f"{' or '.join(made[one] for one in method['made'])}, and {method['n_repetitions']:,} test "
        f"sets of each size drawn from the result with replacement, seed {method['seed']}. {_in_brackets(method)}By "
        f"theory: {method['unit']}s for a power of 80% of a normal two-sided test at "
        f"{'that level' if several else alpha}, from the jackknife spread of the difference{trust}"
        f"{_as_unequal(method)}. The plan knows no text but these: other text may need more."
    )


def _of_the_family(method: Mapping[str, Any]) -> str:
    """Say at which level each pair is tested so that the family keeps its own."""
    if method["n_pairs"] == 1:
        return ""
    levels = ", ".join(f"{level:.2g}" for level in dict.fromkeys(method["test_levels"].values()))
    by = "max-T by normal theory" if method["has_joint_null"] else "Bonferroni"
    return f" over all {method['n_pairs']} pairs of a metric, each pair at {levels} by {by}"


def _in_brackets(method: Mapping[str, Any]) -> str:
    if method["n_pairs"] > 1:
        return "Shown are medians over the pairs, and in parentheses the least and the most of them. "
    return "In brackets 95% intervals (Wilson). "


def _as_unequal(method: Mapping[str, Any]) -> str:
    """Say that what is to come is taken to be as unequal as what is there, where that matters."""
    worth = describe_worth(method)
    return f", {method['unit']}s to come being as unequal as these ({worth.removeprefix(', ')})" if worth else ""
