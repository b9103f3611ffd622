"""The programs errorbars and evalstats, and SciPy's paired t, on the scores that commands are measured on.

Both come from PyPI (`pip install errorbars evalstats`); where one is missing, its rows are. Each does what it does by
default: errorbars its leaderboard, evalstats its comparison of models, SciPy a t of every pair with Holm's correction.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from levels.commands import ALPHA, read_pool
from levels.covering import Cell, covering
from levels.worlds import SHAPES, Scores, draw_scores
from steelyard.inference import holm

__all__ = ["PEERS", "cells", "read_pool", "run_cell"]

Interval = tuple[float, float]


def errorbars(scores: Scores) -> tuple[bool, list[Interval]]:
    """Return whether two systems differ by its leaderboard, and its intervals of scores."""
    board, io = import_module("errorbars.leaderboard"), import_module("errorbars.io")
    n_systems, n_items = scores.values.shape
    items, names = (
        [f"q{i}" for i in range(n_items)] * n_systems,
        np.repeat([f"s{i}" for i in range(n_systems)], n_items),
    )
    clusters = list(scores.documents) * n_systems if scores.documents else None
    data = io.EvalData(
        question_id=items, score=scores.values.ravel().tolist(), model=names.tolist(), cluster_id=clusters
    )
    found = board.build_leaderboard(data)
    by_name = {one.model: (one.ci_low, one.ci_high) for one in found.entries}
    return any(one.p_holm < ALPHA for one in found.pairwise), [by_name[f"s{i}"] for i in range(n_systems)]


def evalstats(scores: Scores) -> tuple[bool, list[Interval]]:
    """Return whether it calls two systems different, and its intervals of scores."""
    program, pandas = import_module("evalstats"), import_module("pandas")
    rows = [
        {"model": f"s{i}", "item": j, "score": one} for i, row in enumerate(scores.values) for j, one in enumerate(row)
    ]
    found = program.compare(program.load_from(pandas.DataFrame(rows)), factors="model").to_dict()
    shown = (found["entities"][f"s{i}"] for i in range(len(scores.values)))
    return any(one["significant"] for one in found["pairwise"]), [(one["ci_low"], one["ci_high"]) for one in shown]


def scipy(scores: Scores) -> tuple[bool, list[Interval]]:
    """Test every pair by a paired t, with Holm's correction."""
    pairs = combinations(scores.values, 2)
    p = np.array([1.0 if (a == b).all() else stats.ttest_rel(a, b).pvalue for a, b in pairs])
    ends = [stats.t.interval(1 - ALPHA, len(row) - 1, row.mean(), stats.sem(row)) for row in scores.values]
    return bool((holm(p) <= ALPHA).any()), ends


PEERS: Mapping[str, Callable[[Scores], tuple[bool, list[Interval]]]] = {
    "errorbars": errorbars,
    "evalstats": evalstats,
    "scipy": scipy,
}
_FEWEST = {"evalstats": 15}  # items that it asks for


def cells() -> Iterator[Cell]:
    """List what is measured."""
    factors = {"peer": tuple(PEERS), "units": (6, 12, 20, 40, 100), "scores": tuple(SHAPES), "systems": (2, 6)}
    yield from covering(factors, lambda cell: cell["units"] >= _FEWEST.get(cell["peer"], 0))


def run_cell(_folder: Path, cell: Cell, n_repetitions: int, seed: int) -> list[dict[str, Any]]:
    """Draw equal systems, and count false differences and intervals of scores that hold the truth."""
    ask, n_false, held, refused = PEERS[cell["peer"]], 0, [], 0
    try:
        if cell["peer"] != "scipy":
            import_module(cell["peer"])
    except ImportError:
        return []
    for number in range(n_repetitions):
        rng = np.random.default_rng([seed, number, *map(ord, repr(sorted(cell.items())))])
        scores = draw_scores(rng, cell["scores"], cell["systems"], cell["units"], 0.0)
        try:
            is_false, intervals = ask(scores)
        except (ArithmeticError, ValueError):  # what it cannot answer
            refused += 1
            continue
        n_false += is_false
        held.append(np.mean([low <= one <= high for (low, high), one in zip(intervals, scores.truth, strict=True)]))
    share = float(np.mean(held)) if held else None
    return [{**cell, "n": n_repetitions, "refused": refused, "false": n_false, "coverage": share}]
