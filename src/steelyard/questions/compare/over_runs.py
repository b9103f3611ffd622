"""Verdicts on systems of several runs that hold for new runs and new text alike."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.pairs import Pair
from steelyard.counted.units import Units
from steelyard.inference import SettledPValues, VarianceSplit
from steelyard.inference.differences import observe
from steelyard.questions.compare.estimates import Estimated
from steelyard.questions.compare.plan import Plan
from steelyard.questions.compare.verdicts import Tested, adjusted

__all__ = ["RUNS_TEST", "bands_over_runs", "test_over_runs"]

RUNS_TEST = "t-over-runs"  # as results name it; it takes the place of a registered test


def test_over_runs(
    units: Units, pairs: Sequence[Pair], families: Sequence[Sequence[int]], splits: Sequence[VarianceSplit], plan: Plan
) -> Tested:
    """Test every difference against the spread of runs and of text together.

    Parameters
    ----------
    units : Units
        The systems, their runs pooled.
    pairs : sequence of (int, int)
        Of every metric.
    families : sequence of sequences of int
        Differences that are corrected together.
    splits : sequence of VarianceSplit
        Of every difference.
    plan : Plan
        Level, alternative and correction.

    Returns
    -------
    Tested
        Nothing is drawn, and there is no joint null.
    """
    seen = observe(units.measurements, pairs)
    oriented = seen.differences * seen.orientation
    better = np.array([split.tail(distance) for split, distance in zip(splits, oriented.tolist(), strict=True)])
    worse = np.array([split.tail(-distance) for split, distance in zip(splits, oriented.tolist(), strict=True)])
    outcome = SettledPValues.from_tails(seen.differences, better, worse, units.n)
    p_values = outcome.p_values(plan.alternative)
    p_adjusted, _ = adjusted(outcome, pairs, families, plan, plan.correction_made)
    critical: NDArray[np.float64] = np.empty_like(p_values)
    n_sides = 2 if plan.alternative == "two-sided" else 1
    for members in families:
        alpha = plan.alpha / (1 if plan.correction_made == "none" else len(members))
        for i in members:
            band = splits[i].interval(0.0, 1 - 2 * alpha / n_sides)
            error = splits[i].standard_error
            critical[i] = np.inf if band is None else band[1] / error if error else 0.0
    return Tested(outcome, p_values, p_adjusted, critical, np.zeros(len(p_values), dtype=np.bool_))


def bands_over_runs(
    estimated: Estimated,
    deltas: Sequence[float],
    families: Sequence[Sequence[int]],
    splits: Sequence[VarianceSplit],
    plan: Plan,
) -> Estimated:
    """Take intervals of differences, and their standard errors, from runs and text together; bands by Bonferroni."""
    alone = [split.interval(delta, 1 - plan.alpha) for split, delta in zip(splits, deltas, strict=True)]
    together = list(alone)
    for members in families:
        for i in members:
            together[i] = splits[i].interval(deltas[i], 1 - plan.alpha / len(members))
    errors = [split.standard_error for split in splits]
    return replace(estimated, differences=alone, simultaneous=together, standard_errors=errors)
