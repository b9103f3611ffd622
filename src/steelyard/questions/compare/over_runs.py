"""Verdicts on systems of several runs that hold for new runs and new text alike."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import SettledPValues, VarianceSplit
from steelyard.inference.differences import observe
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.estimates import Estimated
from steelyard.questions.compare.outcomes import Tested, adjusted

__all__ = ["RUNS_TEST", "bands_over_runs", "test_over_runs"]

RUNS_TEST = "t-over-runs"  # as results name it; it takes the place of a registered test


def test_over_runs(design: Design, splits: Sequence[VarianceSplit]) -> Tested:
    """Test every difference against the spread of runs and of text together.

    Nothing is drawn, and there is no joint null.
    """
    asked, correction = design.asked, design.plan.correction
    seen = observe(design.units.measurements, design.pairs)
    oriented = seen.differences * seen.orientation
    better = np.array([split.tail(distance) for split, distance in zip(splits, oriented.tolist(), strict=True)])
    worse = np.array([split.tail(-distance) for split, distance in zip(splits, oriented.tolist(), strict=True)])
    outcome = SettledPValues.from_tails(seen.differences, better, worse, design.units.n)
    p_values = outcome.p_values(asked.alternative)
    p_adjusted, _ = adjusted(outcome, p_values, design, correction)
    critical: NDArray[np.float64] = np.empty_like(p_values)
    n_sides = 2 if asked.alternative == "two-sided" else 1
    for members in design.families:
        alpha = asked.alpha / (1 if correction == "none" else len(members))
        for i in members:
            band = splits[i].interval(0.0, 1 - 2 * alpha / n_sides)
            error = splits[i].standard_error
            critical[i] = np.inf if band is None else band[1] / error if error else 0.0
    return Tested(outcome, p_values, p_adjusted, critical, np.zeros(len(p_values), dtype=np.bool_))


def bands_over_runs(
    estimated: Estimated, deltas: Sequence[float], design: Design, splits: Sequence[VarianceSplit]
) -> Estimated:
    """Take intervals of differences, and their standard errors, from runs and text together; bands by Bonferroni."""
    alone = [split.interval(delta, 1 - design.asked.alpha) for split, delta in zip(splits, deltas, strict=True)]
    together = list(alone)
    for members in design.families:
        for i in members:
            together[i] = splits[i].interval(deltas[i], 1 - design.asked.alpha / len(members))
    errors = [split.standard_error for split in splits]
    return replace(estimated, differences=alone, simultaneous=together, standard_errors=errors)
