"""Tests of all pairs of systems at once, in place of a test and its correction."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from steelyard.counted.pairs import Pair
from steelyard.counted.units import Units
from steelyard.inference import Procedure, SettledPValues
from steelyard.inference.draws.resample import Progress
from steelyard.questions.compare.plan import Plan
from steelyard.questions.compare.verdicts import Tested
from steelyard.results.pair_rows import PairRow

__all__ = ["critical_bands", "describe_procedure", "test_all_pairs"]


def test_all_pairs(
    units: Units, pairs: Sequence[Pair], procedure: Procedure, plan: Plan, seed: int, progress: Progress | None
) -> Tested:
    """Run a procedure metric by metric; where the metrics are one family, Bonferroni's correction is over them.

    Parameters
    ----------
    units : Units
        What is exchanged, or the blocks of the analysis of variance.
    pairs : sequence of (int, int)
        Asked for; the procedure holds for all pairs of the systems.
    procedure : Procedure
        What to run.
    plan : Plan
        Level, family and draws.
    seed : int
        Of the draws.
    progress : callable, optional
        Called with (draws done, draws in all).

    Returns
    -------
    Tested
        p-values that are adjusted already, metric by metric.
    """
    n_metrics = len(units.measurements)
    share = n_metrics if plan.family == "pairs-and-metrics" else 1

    def advance(m: int) -> Progress | None:
        return None if progress is None else lambda done, total: progress(m * total + done, n_metrics * total)

    found = [
        procedure.run(
            measurement,
            pairs,
            alpha=plan.alpha / share,
            n_resamples=plan.n_draws(len(pairs)),
            rng=seed,
            progress=advance(m),
        )
        for m, measurement in enumerate(units.measurements)
    ]
    p_values = np.concatenate([one.p_values for one in found])
    outcome = SettledPValues(
        np.concatenate([one.observed for one in found]),
        {"two-sided": p_values},
        units.n,
        max(one.n_draws for one in found),
        all(one.is_exact for one in found),
    )
    return Tested(
        outcome,
        p_values,
        np.minimum(1.0, share * p_values),
        np.full(len(p_values), np.inf),
        np.zeros(len(p_values), dtype=np.bool_),
        critical_difference=np.repeat([one.critical_difference for one in found], len(pairs)),
    )


def critical_bands(rows: Sequence[PairRow], tested: Tested) -> list[PairRow]:
    """Put the critical difference, where the procedure has one, on both sides of each difference."""
    if tested.critical_difference is None:
        return list(rows)
    return [
        replace(row, interval_simultaneous=(row.delta - half, row.delta + half)) if np.isfinite(half) else row
        for row, half in zip(rows, tested.critical_difference.tolist(), strict=True)
    ]


def describe_procedure(procedure: Procedure, n_systems: int, n_metrics: int, plan: Plan) -> dict[str, object]:
    """Say what was done, in place of what the method says of a test and its correction."""
    n_pairs = n_systems * (n_systems - 1) // 2
    return {
        "test": procedure.name,
        "validity": "assumed",
        "validity_adjusted": "assumed",
        "n_compared": n_systems,
        "family_size": n_pairs * (n_metrics if plan.family == "pairs-and-metrics" else 1),
    }
