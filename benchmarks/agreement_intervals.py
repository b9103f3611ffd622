"""Intervals of agreement with people: coverage and width of Student's and of percentiles, on new systems and segments.

    python benchmarks/agreement_intervals.py [SETS]

Systems, segments and both together have normal effects; a metric and people add noise of their own. Agreement that is
expected is its mean over all sets; what would do is 3.92 standard deviations of it.
"""

import sys
import warnings
from collections import defaultdict

import numpy as np

from steelyard import meta_evaluate
from steelyard.types import OutputScores

STATISTICS = (
    *("system:soft-accuracy", "system:pairwise-accuracy", "system:pearson"),
    *("segment:calibrated-accuracy:item", "segment:pearson:none", "segment:kendall:item"),
)
DESIGNS = ((6, 0.5), (12, 0.5), (20, 0.5), (6, 1.5), (12, 1.5), (20, 1.5))
N_SEGMENTS = 100


def drawn(rng: np.random.Generator, n_systems: int, spread: float) -> tuple[OutputScores, list[OutputScores]]:
    """Draw people's scores and a metric's."""
    shape = (n_systems, N_SEGMENTS)
    truth = rng.normal(0, spread, (n_systems, 1)) + rng.normal(size=(1, N_SEGMENTS)) + rng.normal(size=shape)
    names = tuple(f"s{i}" for i in range(n_systems))
    people = OutputScores("people", names, truth + rng.normal(0, 0.7, shape))
    own = rng.normal(0, 0.25, (n_systems, 1))
    return people, [OutputScores("metric", names, truth + own + rng.normal(0, 1.5, shape))]


def main(n_sets: int) -> None:
    """Print a row for each design and statistic: coverage, and median width over what would do."""
    print("systems  spread  statistic                          student        percentile")
    for n_systems, spread in DESIGNS:
        rng = np.random.default_rng(n_systems)
        values, ends = (
            defaultdict[str, list[float]](list),
            defaultdict[tuple[str, str], list[tuple[float, float]]](list),
        )
        for _ in range(n_sets):
            people, metrics = drawn(rng, n_systems, spread)
            for kind in ("student", "percentile"):
                found = meta_evaluate(people, metrics, statistics=STATISTICS, interval=kind, n_resamples=200)
                for row in found.agreement:
                    name = ":".join(filter(None, (row.level, row.statistic, row.average)))
                    if row.value is None or row.interval is None:
                        continue
                    ends[name, kind].append(row.interval)
                    if kind == "student":
                        values[name].append(row.value)
        for name in STATISTICS:
            mean, spread_of = np.mean(values[name]), np.std(values[name])
            cells = []
            for kind in ("student", "percentile"):
                low, high = np.array(ends[name, kind]).T
                held, width = np.mean((low <= mean) & (mean <= high)), np.median(high - low) / (3.92 * spread_of)
                cells.append(f"{held:.3f} / {width:.2f}")
            print(f"{n_systems:7}  {spread:6}  {name:33}  {cells[0]:13}  {cells[1]}", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
