"""How often each test calls systems different between which there is no difference, and finds one that there is."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from levels.data_sets import DESIGNS, SIZES, Design, DrawnSet, draw, equal_scores
from levels.pool import MEANS, METRICS, PAIRS, Pool
from steelyard.inference import SignificanceTest, get_test, registered_tests

__all__ = ["ALPHAS", "N_RESAMPLES", "cells", "fitting", "missing", "run_cell"]

ALPHAS = (0.1, 0.05, 0.01)
N_RESAMPLES = 1000
KINDS = ("exchanged", "equal scores", "difference")


def cells() -> Iterator[dict[str, object]]:
    """List what is measured."""
    for kind in KINDS:
        for pair in PAIRS:
            if kind == "difference" and pair != "alike":
                continue  # the other pair is found different by every test
            for metric in METRICS:
                for design in DESIGNS:
                    if kind != "difference" or design.drawn == design.unit:  # power of a wrong test is no merit
                        for size in SIZES:
                            yield {
                                "kind": kind, "pair": pair, "metric": metric, "drawn": design.drawn,
                                "unit": design.unit, "size": size,
                            }  # fmt: skip


def missing(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, object]]:
    """List the cells in which some test that fits was not measured, with these tests: all on the same test sets."""
    for cell in cells():
        known = {row["test"] for row in rows if cell.items() <= row.items()}
        tests = [name for name in fitting(str(cell["metric"])) if name not in known]
        if tests:
            yield cell | {"tests": tests}


def fitting(metric: str) -> list[str]:
    """List the tests that a metric can have."""
    return [name for name, test in registered_tests().items() if metric in MEANS or not test.needs_means]


def run_cell(pool: Pool, cell: dict[str, Any], n_repetitions: int, seed: int) -> list[dict[str, object]]:
    """Measure the tests of a cell on the same test sets."""
    metric, size = str(cell["metric"]), int(str(cell["size"]))
    design = Design(str(cell["drawn"]), str(cell["unit"]))
    pair = pool.of(metric, PAIRS[str(cell["pair"])])
    population = equal_scores(pool, pair, design.drawn, seed=seed) if cell["kind"] == "equal scores" else pair
    tests = [get_test(name) for name in cell["tests"]]
    described = {name: value for name, value in cell.items() if name != "tests"}
    found: dict[str, list[float]] = {test.name: [] for test in tests}
    sets = draw(
        pool, population, design.drawn, n_repetitions, n_segments=size, exchange=cell["kind"] == "exchanged", seed=seed
    )
    for number, drawn in enumerate(sets):
        for test in tests:
            found[test.name].append(p_value(test, drawn, design.unit, seed + number))
    return [
        {
            **described,
            "test": name,
            "n": n_repetitions,
            "rejected": [int((np.array(p_values) <= alpha).sum()) for alpha in ALPHAS],
        }
        for name, p_values in found.items()
    ]


def p_value(test: SignificanceTest, drawn: DrawnSet, unit: str, seed: int) -> float:
    """Test both systems of one set, two-sided, with draws of its own."""
    outcome = get_test(test.name)([drawn.of(unit)], [(0, 1)], n_resamples=N_RESAMPLES, rng=seed)
    return float(outcome.p_values("two-sided")[0])
