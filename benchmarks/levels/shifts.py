"""How many documents a shifted pair asks for, beside pairs of the same set that truly are so far apart.

All pairs of the first twelve systems of each set, by metric. `shifted` and `mixed` are the documents that a plan from
pairs of one distance asks for at another, as multiples of what the true pairs there need: medians over pairs.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np

from levels import unequal_documents
from levels.unequal_documents import METRICS, SETS, Population
from steelyard.inference import jackknife_scores, mixed_systems, shifted_systems, standard_error
from steelyard.types import Measurement

__all__ = ["cells", "read_pool", "run_cell"]

_N_SYSTEMS = 12
_NEAR, _TRUE = (0.0, 0.5), {1.0: (0.5, 1.5), 2.25: (1.5, 3.0), 4.5: (3.0, 6.0)}
_WAYS = [*((_NEAR, to) for to in _TRUE), *(((low, 2 * low), 1.0) for low in (1.5, 3.0, 6.0))]


@cache
def read_pool(folder: Path) -> dict[str, Population]:
    """Read and count every set."""
    return unequal_documents.read_pool(folder, _N_SYSTEMS)


def cells() -> Iterator[dict[str, object]]:
    """List what is measured."""
    for name in SETS:
        for metric in METRICS:
            for (low, high), to in _WAYS:
                yield {"set": name, "metric": metric, "apart_from": low, "apart_below": high, "to": to}


def run_cell(
    pool: dict[str, Population], cell: dict[str, object], n_repetitions: int, seed: int
) -> list[dict[str, object]]:
    """Measure one cell; nothing is drawn but the order in which a mixture exchanges documents."""
    population = pool[str(cell["set"])]
    measurement, to = population.measurements[str(cell["metric"])], float(str(cell["to"]))
    scores = measurement.scores(measurement.statistics.totals())
    leads = {(a, b): float(scores[b] - scores[a]) for a, b in combinations(range(len(scores)), 2)}
    low, high = _TRUE[to]
    true = [_error(_pair(measurement, pair)) for pair, lead in leads.items() if low <= abs(lead) < high]
    given = [
        p for p, lead in leads.items() if float(str(cell["apart_from"])) <= abs(lead) < float(str(cell["apart_below"]))
    ]
    row = {**cell, "n_given": len(given), "n_true": len(true), "shifted": None, "mixed": None}
    if not given or len(true) < 2:
        return [row]
    units = np.arange(measurement.statistics.n_units, dtype=np.int64)
    shifted, mixed = [], []
    for pair in given:
        two, lead = _pair(measurement, pair), leads[pair]
        shifted.append(_error(shifted_systems(two, to if lead > 0 else -to, population.words)))
        if abs(lead) >= to:
            mixed.append(_error(mixed_systems(two, units, to / abs(lead), rng=seed)))
    row["shifted"] = round(float(np.median(shifted) / np.median(true)) ** 2, 3)
    row["mixed"] = round(float(np.median(mixed) / np.median(true)) ** 2, 3) if mixed else None
    return [row]


def _pair(measurement: Measurement, pair: tuple[int, int]) -> Measurement:
    return replace(
        measurement, statistics=replace(measurement.statistics, values=measurement.statistics.values[list(pair)])
    )


def _error(pair: Measurement) -> float:
    first, second = jackknife_scores(pair)
    return standard_error(second - first)
