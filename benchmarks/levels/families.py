"""How often some pair of equal systems is called different among all pairs, by correction."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from levels.data_sets import DESIGNS, DrawnSet, draw
from levels.pool import METRICS, SYSTEMS, Pool
from steelyard.inference import CORRECTIONS, adjust, get_test, paired_tukey, randomized_tukey, scheffe
from steelyard.types import Measurement

__all__ = ["ALPHA", "EQUAL", "cells", "run_cell"]

ALPHA = 0.05
_N_RESAMPLES = 1000
_SIZE = 300
# Whose outputs change places at random in every segment or document: all, or all but the best.
EQUAL = {"all equal": SYSTEMS, "one better": tuple(name for name in SYSTEMS if name != "Online-B")}
PAIRS = tuple(combinations(range(len(SYSTEMS)), 2))
WITHOUT_NULL = ("paired-bootstrap", "moses")


def cells() -> Iterator[dict[str, object]]:
    """List what is measured."""
    for truth in EQUAL:
        for metric in METRICS:
            for design in DESIGNS:
                yield {"truth": truth, "metric": metric, "drawn": design.drawn, "unit": design.unit, "size": _SIZE}


def run_cell(pool: Pool, cell: dict[str, object], n_repetitions: int, seed: int) -> list[dict[str, object]]:
    """Count the families with a false alarm, and the true differences that were found."""
    population = pool.of(str(cell["metric"]), SYSTEMS)
    equal = [SYSTEMS.index(name) for name in EQUAL[str(cell["truth"])]]
    is_null = np.array([a in equal and b in equal for a, b in PAIRS])
    n_wrong: dict[tuple[str, str], int] = {}
    n_found: dict[tuple[str, str], int] = {}
    sets = draw(pool, population, str(cell["drawn"]), n_repetitions, n_segments=int(str(cell["size"])), seed=seed)
    rng = np.random.default_rng([seed, 1])
    for number, one in enumerate(sets):
        measurement = permuted(one, equal, rng).of(str(cell["unit"]))
        for name, p_values in corrected(measurement, str(cell["unit"]), seed + number).items():
            is_rejected = p_values <= ALPHA
            n_wrong[name] = n_wrong.get(name, 0) + bool(is_rejected[is_null].any())
            n_found[name] = n_found.get(name, 0) + int(is_rejected[~is_null].sum())
    return [
        {
            **cell,
            "test": test,
            "correction": correction,
            "n": n_repetitions,
            "wrong": n_wrong[test, correction],
            "found": n_found[test, correction],
            "n_different": int((~is_null).sum()) * n_repetitions,
        }
        for test, correction in n_wrong
    ]


def permuted(one: DrawnSet, equal: list[int], rng: np.random.Generator) -> DrawnSet:
    """Let the outputs of these systems change places at random within each group: they are equal in law then."""
    n_groups = int(one.groups.max()) + 1
    order = np.argsort(rng.random((n_groups, len(equal))), axis=1)[one.groups]
    values = one.measurement.statistics.values
    rows = values.copy()
    for place, system in enumerate(equal):
        rows[system] = values[np.array(equal)[order[:, place]], np.arange(values.shape[1])]
    statistics = replace(one.measurement.statistics, values=rows)
    return replace(one, measurement=replace(one.measurement, statistics=statistics))


def corrected(measurement: Measurement, unit: str, seed: int) -> dict[tuple[str, str], NDArray[np.float64]]:
    """Adjust the p-values of all pairs in every way."""
    null = get_test("randomization")([measurement], PAIRS, n_resamples=_N_RESAMPLES, rng=seed)
    raw = null.p_values("two-sided")
    found = {
        ("randomization", name): adjust(null, raw, name, "two-sided", ALPHA, pairs=PAIRS).p_values
        for name in CORRECTIONS
    }
    for test in WITHOUT_NULL:
        outcome = get_test(test)([measurement], PAIRS, n_resamples=_N_RESAMPLES, rng=seed)
        p_values = outcome.p_values("two-sided")
        found[test, "none"] = p_values
        found[test, "holm"] = adjust(outcome, p_values, "holm", "two-sided", ALPHA).p_values
    found["randomized-tukey", ""] = randomized_tukey(measurement, PAIRS, n_resamples=_N_RESAMPLES, rng=seed).p_values
    if measurement.is_mean and unit == "segment":
        scores = measurement.scores(measurement.statistics.values.astype(np.float64))
        found["paired-tukey", ""] = paired_tukey(scores, PAIRS, alpha=ALPHA).p_values
        found["scheffe", ""] = scheffe(scores, PAIRS, alpha=ALPHA).p_values
    return found
