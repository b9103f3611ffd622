"""The true difference that a comparison would have found four times out of five."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.pairs import Pair
from steelyard.counted.units import Units
from steelyard.inference import (
    MOST_EXCHANGED,
    detectable_by_exchange,
    minimum_detectable,
    single_critical_value,
    spread_quantile,
)
from steelyard.questions.compare.attainable import least_by_units
from steelyard.questions.compare.estimates import Estimated, change_of
from steelyard.questions.compare.plan import Plan

__all__ = ["detectable_differences"]

_POWER = 0.8
_EXCHANGING = ("randomization", "studentized-randomization")


def detectable_differences(
    units: Units,
    pairs: Sequence[Pair],
    critical: NDArray[np.float64],
    critical_difference: NDArray[np.float64] | None,
    estimated: Estimated,
    plan: Plan,
    seed: int,
) -> list[float | None]:
    """Estimate it for every pair under every metric.

    Parameters
    ----------
    units : Units
        What was resampled.
    pairs : sequence of (int, int)
        Of every metric.
    critical : array, shape (metrics * pairs,)
        Standard errors that the test of each difference asks for, after correction.
    critical_difference : array, shape (metrics * pairs,), or None
        The same as differences, of a procedure over all systems that has them.
    estimated : Estimated
        Standard errors, and each difference without each unit.
    plan : Plan
        Test and alternative.
    seed : int
        Of simulated sets.

    Returns
    -------
    list of float or None
        None where nothing could be detected, as where the units that differ are too few for any p below the level, and
        where the test is not about the difference of the scores: it can then find what the scores do not show.
    """
    errors = np.array(estimated.standard_errors)
    if critical_difference is not None:
        found = critical_difference + spread_quantile(_POWER, estimated.n_effective) * errors
    elif units.n < 2 or not (plan.is_over_runs or plan.significance.is_about_scores):
        found = np.full(len(errors), np.inf)
    elif units.n <= MOST_EXCHANGED and plan.test in _EXCHANGING and plan.runs is None:
        found = _simulated(units, pairs, critical, estimated, plan, seed)
    else:
        n = estimated.n_effective
        found = np.array([minimum_detectable(error, c, n) for error, c in zip(errors, critical, strict=True)])
    least = least_by_units(units, pairs, plan)
    return [
        value if np.isfinite(value) and p <= plan.alpha else None
        for value, p in zip(found.tolist(), least.tolist(), strict=True)
    ]


def _simulated(
    units: Units,
    pairs: Sequence[Pair],
    critical: NDArray[np.float64],
    estimated: Estimated,
    plan: Plan,
    seed: int,
) -> NDArray[np.float64]:
    if len(critical) == 1 and np.isfinite(critical[0]):  # the level itself, not what these labellings make of it
        critical = np.array([single_critical_value(plan.alpha, units.n, plan.alternative)])
    changes = np.stack([change_of(estimated.left_out, pairs, i) for i in range(len(critical))])
    return detectable_by_exchange(changes, units.sizes(), critical, power=_POWER, seed=seed)
