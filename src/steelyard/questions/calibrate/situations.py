"""How data sets are made that tests are put through, with and without a difference."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import equal_systems, exchanged_systems, mixed_systems, permuted_systems, resampled_units
from steelyard.scored import Counted
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.repetitions import lead_of_second
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["Kind", "Situation", "kinds_of", "situations_of"]

Kind = tuple[str, NDArray[np.int64]]  # what is drawn, and the group of each unit


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A way to make data sets from systems."""

    name: str  # ``exchanged``, ``equal scores``, ``one apart`` or ``difference``
    drawn: str  # what changes sides or is drawn
    seed: int  # of the data sets
    data_sets: Callable[[], Iterable[Measurement]]  # makes them, the same ones each time
    pairs: Sequence[Pair] = ()  # systems that do not differ, of more than two
    difference: float = 0.0  # of two systems, in the population that data sets are drawn from


def kinds_of(counted: Counted, units: Units) -> list[Kind]:
    """List what is drawn: where segments are tested, whole documents too."""
    kinds = [(units.name, np.arange(units.n, dtype=np.int64))]
    documents = counted.test_set.document_codes()
    return [*kinds, ("document", documents)] if units.is_single and documents is not None else kinds


def situations_of(
    measurement: Measurement,
    kinds: Sequence[Kind],
    sizes: NDArray[np.float64],
    *,
    shares: Sequence[float],
    n: int,
    seed: int,
) -> list[Situation]:
    """List what tests of two systems or more are put through under one metric, those without a difference first.

    More than two systems are shifted in proportion to the sizes of the units. The seed is that of the first situation,
    and those after it count on from there.
    """
    if len(measurement.systems) == 2:
        return _of_two(measurement, kinds, shares, n, seed)
    return _of_several(measurement, kinds, sizes, n, seed)


def _of_two(
    measurement: Measurement, kinds: Sequence[Kind], shares: Sequence[float], n: int, seed: int
) -> list[Situation]:
    """Exchange sides; then mix the systems until they are level, or a share of their difference apart."""
    found = [
        Situation("exchanged", drawn, seed + i, partial(exchanged_systems, measurement, groups, n, rng=seed + i))
        for i, (drawn, groups) in enumerate(kinds)
    ]
    mixed = [("equal scores", kind, 0.0) for kind in kinds] + [("difference", kinds[0], share) for share in shares]
    for at, (name, (drawn, groups), share) in enumerate(mixed, seed + len(kinds)):
        pool = mixed_systems(measurement, groups, share, rng=at)
        make = partial(resampled_units, pool, groups, n, rng=at)
        found.append(Situation(name, drawn, at, make, difference=lead_of_second(pool)))
    return found


def _of_several(
    measurement: Measurement, kinds: Sequence[Kind], sizes: NDArray[np.float64], n: int, seed: int
) -> list[Situation]:
    """Put outputs in random order; then shift all systems until they are level, or all but one."""
    pairs = choose_pairs(measurement.systems, "all")
    scores = measurement.scores(measurement.statistics.totals())
    far = int(np.abs(scores - np.median(scores)).argmax())
    found = [
        Situation("exchanged", drawn, seed + i, partial(permuted_systems, measurement, groups, n, rng=seed + i), pairs)
        for i, (drawn, groups) in enumerate(kinds)
    ]
    equal, apart = equal_systems(measurement, sizes), equal_systems(measurement, sizes, apart=far)
    others = [pair for pair in pairs if far not in pair]
    shifted = [("equal scores", equal, kind, pairs) for kind in kinds]
    shifted += [("one apart", apart, kind, others) for kind in kinds]
    for at, (name, pool, (drawn, groups), null) in enumerate(shifted, seed + len(kinds)):
        found.append(Situation(name, drawn, at, partial(resampled_units, pool, groups, n, rng=at), null))
    return found
