"""Pairs of systems that are as far apart as a plan wants: by a shift, or by a mixture for tests that count units."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import SignificanceTest, mixed_systems, shifted_systems
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.repetitions import lead_of_second
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["PlannedPair", "planned_pairs"]


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
