"""Ways to take an output for every source, to hold the choice against."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.lab.questions.choose.decide import Decided
from steelyard.lab.questions.choose.judge import BASELINE, CHOSEN, Judged
from steelyard.lab.questions.choose.pool import Pool
from steelyard.lab.questions.choose.question import ChooseQuestion

__all__ = ["best_first", "picks_of_baseline", "rivals_of", "scores_alone", "selections_of"]

Ints = NDArray[np.int64]
FIRST, BEST = "first", "best"
_RANDOM = "random"


def picks_of_system(pool: Pool, place: int) -> Ints:
    """Return the candidates of a system, by its place among the systems."""
    return np.asarray(pool.lists.offsets[:-1] + place)


def best_first(pool: Pool, judges: Sequence[Judged]) -> list[int]:
    """Order systems by what the first of the judges says of all their outputs; empty without systems or judges."""
    if not judges:
        return []
    values = scores_alone(pool, judges[0])
    return sorted(range(len(values)), key=lambda s: -judges[0].sign * values[s])


def scores_alone(pool: Pool, judge: Judged) -> list[float]:
    """Return what the judge says of each system's outputs; empty without systems."""
    kept = np.logical_and.reduceat(~np.isnan(judge.segments), pool.lists.offsets[:-1])
    return [judge.of(picks_of_system(pool, s)[kept]) for s in range(len(pool.systems))]


def picks_of_baseline(pool: Pool, question: ChooseQuestion, order: Sequence[int], decided: Decided) -> tuple[Ints, str]:
    """Return what the choice is compared with, and its name."""
    systems, wanted = pool.systems, question.baseline
    if wanted is not None and wanted not in (FIRST, BEST, *systems):
        raise unknown_name("baseline", wanted, [FIRST, *([BEST, *systems] if systems else [])])
    if wanted == BEST and not systems:
        raise SpecError("There is no best single system: the candidates are no outputs of the same systems.")
    if wanted in systems:
        return picks_of_system(pool, systems.index(wanted)), wanted
    if wanted == FIRST or not systems:
        return pool.lists.offsets[:-1].astype(np.int64), systems[0] if systems else "the first candidate"
    if not order:  # nobody but the rule itself can say which system is best
        means = decided.values.reshape(pool.lists.n_segments, len(systems)).mean(axis=0)
        order = [int(np.nanargmax(means))]
    return picks_of_system(pool, order[0]), systems[order[0]]


def rivals_of(pool: Pool, question: ChooseQuestion, about: str) -> dict[str, Ints]:
    """Return what the other systems say, by name, where the baseline is the best of all on these very sources."""
    if question.baseline not in (None, BEST):
        return {}
    return {name: picks_of_system(pool, s) for s, name in enumerate(pool.systems) if name != about}


def selections_of(pool: Pool, decided: Decided, baseline: Ints, judges: Sequence[Judged], seed: int) -> dict[str, Ints]:
    """Return all that is judged, by name: the baseline, the choice, a random candidate, the best and the worst."""
    lists = pool.lists
    rng = np.random.default_rng([seed, 3])
    found = {BASELINE: baseline, CHOSEN: decided.picks, _RANDOM: lists.offsets[:-1] + rng.integers(0, lists.sizes)}
    for judge in judges:
        for name, sign in (("best", 1.0), ("worst", -1.0)):
            found[f"{name} by {judge.label}"] = judge.extreme(lists.offsets, sign)
    return found
