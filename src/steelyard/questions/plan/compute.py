"""Measure on systems of one's own how large a test set must be to find a difference."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import (
    SignificanceTest,
    get_test,
    jackknife_scores,
    max_t_level,
    mixed_systems,
    resampled_units,
    shifted_systems,
    spread_interval,
    standard_error,
    units_needed,
)
from steelyard.metrics import package_version
from steelyard.questions.plan.answer import PowerMethod, PowerPlan, PowerRow
from steelyard.questions.plan.question import PlanQuestion
from steelyard.results.factors import Factors
from steelyard.results.missing import missing_text
from steelyard.results.plurals import word_for_segment
from steelyard.scored import Counted, Sampling
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.recipe import unit_given
from steelyard.scored.repetitions import counting, lead_of_second, p_values_of, rejections, repeated_sampling
from steelyard.scored.sentences import describe_metrics, describe_units, describe_worth
from steelyard.scored.threads import working_threads
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["compute"]

_WANTED = 0.8
_FEWEST_BEYOND = 5  # draws that may be as extreme: with fewer, their chance costs power
_OF_SPREAD = "nominal 95% intervals of that spread (after Box 1953; median coverage on real test sets 85% to 88%)"


@dataclass(frozen=True, slots=True, eq=False)
class PlannedPair:
    """A population to draw test sets from."""

    pair: Pair  # the later system and the earlier one, as positions
    wanted: float  # how far apart they are to be, without its sign
    # score of the later minus that of the earlier in the population: as near as whole units and counts allow
    difference: float
    # "as is", "shifted", "mixed": what the later system's units contribute was shifted; or, for tests that count
    # units, these changed sides
    made: str
    measurement: Measurement  # of the earlier and the later system, in this order


def planned_pairs(
    units: Units,
    measurement: Measurement,
    test: SignificanceTest,
    *,
    differences: Sequence[float],
    shares: Sequence[float],
    seed: int,
) -> list[PlannedPair]:
    """Make every pair as far apart as wanted, difference by difference.

    Shares are of one pair's difference; where no difference is asked for, or a pair cannot be shifted, SpecError says
    so.
    """
    pairs = choose_pairs(units.test_set.system_names, "all")
    _check(pairs, differences, shares)
    found = []
    for wanted in sorted(differences or shares):
        for pair in pairs:
            two = _pair_of(measurement, pair)
            target = wanted if differences else wanted * abs(lead_of_second(two))
            found.append(_at_distance(units, two, test, pair, target, seed))
    return found


def _at_distance(
    units: Units, two: Measurement, test: SignificanceTest, pair: Pair, wanted: float, seed: int
) -> PlannedPair:
    lead = lead_of_second(two)
    if wanted == abs(lead):
        return PlannedPair(pair, wanted, lead, "as is", two)
    if test.is_about_scores:
        is_ahead = lead > 0 if lead else two.higher_is_better
        shifted = shifted_systems(two, wanted if is_ahead else -wanted, units.sizes())
        return PlannedPair(pair, wanted, lead_of_second(shifted), "shifted", shifted)
    if wanted > abs(lead):
        raise SpecError(
            f"The test {test.name} cannot be planned for a difference of {wanted:g}: two of the systems differ by only "
            f"{abs(lead):.4g} under {two.label}. Choose systems with a larger difference, or another test (--test)."
        )
    mixed = mixed_systems(two, np.arange(units.n, dtype=np.int64), wanted / abs(lead), rng=seed)
    return PlannedPair(pair, wanted, lead_of_second(mixed), "mixed", mixed)


def _pair_of(measurement: Measurement, pair: Pair) -> Measurement:
    a, b = pair
    statistics = replace(measurement.statistics, values=measurement.statistics.values[[b, a]])
    names = (measurement.systems[b], measurement.systems[a]) if measurement.systems else ()
    return replace(measurement, statistics=statistics, systems=names)


def _check(pairs: Sequence[Pair], differences: Sequence[float], shares: Sequence[float]) -> None:
    if not differences and not shares:
        raise SpecError(
            "There is no difference to plan for: give --differences, or --shares of the systems' difference."
        )
    if len(pairs) > 1 and not differences:
        raise SpecError(
            f"The {len(pairs)} pairs of these systems have different differences: give the differences to plan for "
            "(--differences), in the metric's points."
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Planned:
    """What is tested under one metric: populations, the level of each test, and how it draws."""

    measurement: Measurement
    pools: Sequence[PlannedPair]
    level: float
    sampling: Sampling


def compute(counted: Counted, question: PlanQuestion) -> PowerPlan:
    """Test drawn test sets of each size over and over."""
    sampling = repeated_sampling(counted, question.n_resamples, question.rng)
    test, units = get_test(question.test), counted.units(question.unit)
    planned = [_planned(units, measurement, test, question, sampling) for measurement in units.measurements]
    n_kinds = sum(len(one.pools) for one in planned) * len(question.sizes)
    advance = counting(counted.progress, n_kinds * question.n_repetitions)
    with working_threads(1):
        rows = tuple(row for one in planned for row in _rows(one, units, test, question, advance))
    return PowerPlan(rows, _method(counted, question, units, test, sampling.seed, planned, rows))


def _planned(
    units: Units, measurement: Measurement, test: SignificanceTest, question: PlanQuestion, sampling: Sampling
) -> _Planned:
    """Make every pair as far apart as wanted, and settle how it is tested."""
    differences, shares, seed = question.differences, question.shares, sampling.seed
    pools = planned_pairs(units, measurement, test, differences=differences, shares=shares, seed=seed)
    level = _level(measurement, test, question.alpha, seed)
    n_draws = sampling.n_resamples if level == question.alpha else _enough_draws(level, sampling.n_resamples)
    return _Planned(measurement, _distinct(pools), level, replace(sampling, n_resamples=n_draws))


def _rows(
    planned: _Planned, units: Units, test: SignificanceTest, question: PlanQuestion, advance: Callable[[], None]
) -> Iterator[PowerRow]:
    """Draw and test; populations one after the other, sizes from small to large."""
    groups, n, seed = np.arange(units.n, dtype=np.int64), question.n_repetitions, planned.sampling.seed
    names, n_effective = units.test_set.system_names, units.n_effective()
    for pool in planned.pools:
        n_needed, interval_needed = _needed(pool, planned.level, n_effective)
        for size in sorted(question.sizes):
            drawn = resampled_units(pool.measurement, groups, n, rng=seed, n_drawn=size)
            [found] = rejections(p_values_of(test, drawn, planned.sampling, advance), [planned.level])
            yield PowerRow(
                metric=planned.measurement.metric,
                label=planned.measurement.label,
                difference=pool.difference,
                n_units=size,
                n_rejected=found.n_rejected,
                n_repetitions=n,
                power=found.share,
                low=found.low,
                high=found.high,
                n_needed=n_needed,
                interval_needed=interval_needed,
                system=names[pool.pair[0]],
                against=names[pool.pair[1]],
                wanted=pool.wanted,
                made=pool.made,
            )


def _method(
    counted: Counted,
    question: PlanQuestion,
    units: Units,
    test: SignificanceTest,
    seed: int,
    planned: Sequence[_Planned],
    rows: Sequence[PowerRow],
) -> PowerMethod:
    sizes = sorted(question.sizes)
    settled = {"test": test.name, "sizes": sizes, "unit": unit_given(units), "rng": seed}
    method: PowerMethod = {
        **counted.provenance(),
        "test": test.name,
        "alpha": question.alpha,
        **units.described(),
        "n_effective": units.n_effective(),
        "sizes": sizes,
        "n_repetitions": question.n_repetitions,
        "n_resamples": question.n_resamples,
        "seed": seed,
        "systems": list(counted.test_set.system_names),
        "n_pairs": len({(row.system, row.against) for row in rows}),
        "test_levels": {one.measurement.metric: one.level for one in planned},
        "test_draws": {one.measurement.metric: one.sampling.n_resamples for one in planned},
        "has_joint_null": test.has_joint_null,
        "made": sorted({row.made for row in rows}),
        "sentence": "",
        **counted.recipe(question, settled),
    }
    method = {**method, **Factors.of_units(units.name).told(_power_sentence(counted.measurements, method))}
    return method


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


def _power_sentence(measurements: Sequence[Measurement], method: PowerMethod) -> str:
    """Describe how power was measured."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    names, alpha = method["systems"], f"{method['alpha']:g}"
    several = method["n_pairs"] > 1
    trust = "" if several else f", with {_OF_SPREAD}"
    draws = list(dict.fromkeys(f"{n:,}" for n in method["test_draws"].values()))
    made = {"as is": "used as they are", "mixed": "mixed to each difference", "shifted": "shifted to each difference"}
    return (
        f"We measured the power of {method['test']} (two-sided, at {alpha}{_of_the_family(method)}, "
        f"{' or '.join(draws)} draws) with Steelyard {package_version()}: {metrics}. The outputs of "
        f"{'every pair of ' if several else ''}{', '.join(names[:-1])} and {names[-1]} on {units} were "
        f"{' or '.join(made[one] for one in method['made'])}. {method['n_repetitions']:,} test sets of each size "
        f"were drawn from the result with replacement (seed {method['seed']}). {_in_brackets(method)}By theory: "
        f"{method['unit']}s for 80% power of a normal two-sided test at "
        f"{'that level' if several else alpha}. They are from the jackknife spread of the difference{trust}"
        f"{_as_unequal(method)}. {_of_these(method)}" + (f" {missing}" if (missing := missing_text(method)) else "")
    )


def _of_these(method: PowerMethod) -> str:
    """Say that the plan is of what it was made from."""
    if word_for_segment(method) == "item":
        return "The plan is from these items alone: others may need more."
    return "The plan is from these texts alone: other texts may need more."


def _of_the_family(method: PowerMethod) -> str:
    """Say at which level each pair is tested so that the family keeps its own."""
    if method["n_pairs"] == 1:
        return ""
    levels = ", ".join(f"{level:.2g}" for level in dict.fromkeys(method["test_levels"].values()))
    by = "max-T by normal theory" if method["has_joint_null"] else "Bonferroni"
    return f" over all {method['n_pairs']} pairs of a metric, each pair at {levels} by {by}"


def _in_brackets(method: PowerMethod) -> str:
    if method["n_pairs"] > 1:
        return "Tables show medians over the pairs, with minimum and maximum in parentheses. "
    return "Brackets show 95% intervals (Wilson). "


def _as_unequal(method: PowerMethod) -> str:
    """Say that what is to come is taken to be as unequal as what is there, where that matters."""
    worth = describe_worth(method)
    return f", for {method['unit']}s of sizes as unequal as these{worth}" if worth else ""
