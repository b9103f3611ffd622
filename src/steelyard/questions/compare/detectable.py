"""The true difference that a comparison would have found four times out of five."""

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    MOST_EXCHANGED,
    detectable_by_exchange,
    is_significant,
    single_critical_value,
    spread_quantile,
)
from steelyard.questions.compare.attainable import least_by_units
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.estimates import Estimates
from steelyard.questions.compare.outcomes import Outcomes

__all__ = ["detectable_differences"]

_POWER = 0.8
_EXCHANGING = ("randomization", "studentized-randomization")


def detectable_differences(design: Design, tested: Outcomes, estimated: Estimates) -> list[float | None]:
    """Estimate it for every difference.

    None where nothing could be detected, as where the units that differ are too few for any p below the level, and
    where the test is not about the difference of the scores: it can then find what the scores do not show.
    """
    asked, test, n_units = design.asked, design.plan.test, design.units.n
    errors, n_effective = np.array(estimated.standard_errors), estimated.n_effective
    if tested.critical_difference is not None:
        found = tested.critical_difference + spread_quantile(_POWER, n_effective) * errors
    elif n_units < 2 or not (asked.is_over_runs or test.is_about_scores):
        found = np.full(len(errors), np.inf)
    elif n_units <= MOST_EXCHANGED and test.name in _EXCHANGING and design.runs is None:
        found = _simulated(design, tested.critical, estimated)
    else:
        needed = tested.critical + spread_quantile(_POWER, n_effective)
        found = np.multiply(needed, errors, out=np.zeros(len(errors)), where=errors != 0)
    return [
        value if np.isfinite(value) and is_significant(p, asked.alpha) else None
        for value, p in zip(found.tolist(), least_by_units(design).tolist(), strict=True)
    ]


def _simulated(design: Design, critical: NDArray[np.float64], estimated: Estimates) -> NDArray[np.float64]:
    if len(critical) == 1 and np.isfinite(critical[0]):  # the level itself, not what these labellings make of it
        critical = np.array([single_critical_value(design.asked.alpha, design.units.n, design.asked.alternative)])
    changes = np.stack([design.change(estimated.left_out, i) for i in range(len(critical))])
    return detectable_by_exchange(changes, design.units.sizes(), critical, power=_POWER, seed=design.sampling.seed)
