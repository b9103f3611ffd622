"""Tests of all pairs of systems at once, in place of a test and its correction."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from steelyard.inference import Procedure, SettledPValues
from steelyard.inference.draws.resample import Progress
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.outcomes import Outcomes
from steelyard.results.pair_rows import PairRow

__all__ = ["critical_bands", "describe_procedure", "test_all_pairs"]


def test_all_pairs(design: Design, procedure: Procedure) -> Outcomes:
    """Run a procedure metric by metric; where the metrics are one family, Bonferroni's correction is over them.

    The p-values that it gives are adjusted already.
    """
    asked, units, pairs, progress = design.asked, design.units, design.pairs, design.sampling.progress
    n_metrics = len(units.measurements)
    share = n_metrics if asked.family == "pairs-and-metrics" else 1

    def advance(m: int) -> Progress | None:
        return None if progress is None else lambda done, total: progress(m * total + done, n_metrics * total)

    found = [
        procedure.run(
            measurement,
            pairs,
            alpha=asked.alpha / share,
            n_resamples=asked.n_draws(len(pairs)),
            rng=design.sampling.seed,
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
    return Outcomes(
        outcome,
        p_values,
        np.minimum(1.0, share * p_values),
        np.full(len(p_values), np.inf),
        np.zeros(len(p_values), dtype=np.bool_),
        critical_difference=np.repeat([one.critical_difference for one in found], len(pairs)),
    )


def critical_bands(rows: Sequence[PairRow], tested: Outcomes) -> list[PairRow]:
    """Put the critical difference, where the procedure has one, on both sides of each difference."""
    if tested.critical_difference is None:
        return list(rows)
    return [
        replace(row, interval_simultaneous=(row.difference - half, row.difference + half)) if np.isfinite(half) else row
        for row, half in zip(rows, tested.critical_difference.tolist(), strict=True)
    ]


def describe_procedure(design: Design) -> dict[str, object]:
    """Say what was done, in place of what the method says of a test and its correction; nothing of other tests."""
    if design.plan.procedure is None:
        return {}
    n_systems = len(design.names)
    n_pairs = n_systems * (n_systems - 1) // 2
    return {
        "test": design.plan.procedure.name,
        "validity": "assumed",
        "validity_adjusted": "assumed",
        "n_compared": n_systems,
        "family_size": n_pairs * (len(design.measurements) if design.asked.family == "pairs-and-metrics" else 1),
    }
