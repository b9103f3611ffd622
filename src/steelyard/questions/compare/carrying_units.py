"""How few units carry the variance of a difference: a warning where it hangs on a handful of many."""

from collections.abc import Sequence

import numpy as np

from steelyard.counted.pairs import Pair
from steelyard.counted.units import Units
from steelyard.inference import effective_number
from steelyard.questions.compare.attainable import least_by_units
from steelyard.questions.compare.estimates import Estimated, change_of
from steelyard.questions.compare.plan import Plan

__all__ = ["few_carry"]

_FEW, _SHARE = 20, 0.1  # of normal differences a third of the units carry the variance
_NAMED = 3


def few_carry(units: Units, pairs: Sequence[Pair], estimated: Estimated, plan: Plan) -> str:
    """Name the differences whose variance comes from few of many units; empty where there are none.

    Parameters
    ----------
    units : Units
        What was resampled.
    pairs : sequence of (int, int)
        Of every metric.
    estimated : Estimated
        Each difference without each unit.
    plan : Plan
        Test and level: what no p can tell, as too few units differ, is left to its reason.

    Returns
    -------
    str
        A sentence without its full stop. Units that contribute d to a difference, less its mean, are worth
        ``sum(d**2)**2 / sum(d**4)`` that contribute equally: below 20, and below a tenth of all, is few.
    """
    found = []
    can_tell = least_by_units(units, pairs, plan) <= plan.alpha
    for i in range(len(units.measurements) * len(pairs)):
        change = change_of(estimated.left_out, pairs, i)
        if not can_tell[i] or not np.isfinite(change).all() or np.ptp(change) == 0:
            continue
        carrying = effective_number(np.square(change - change.mean()))
        if carrying < min(_FEW, _SHARE * units.n):
            measurement, (a, b) = units.measurements[i // len(pairs)], pairs[i % len(pairs)]
            found.append((carrying, f"{measurement.label} of {measurement.systems[a]} and {measurement.systems[b]}"))
    if not found:
        return ""
    found.sort(key=lambda one: one[0])
    named = ", ".join(f"{name} (as {carrying:.1f} equal ones)" for carrying, name in found[:_NAMED])
    more = f" and {len(found) - _NAMED} more differences" if len(found) > _NAMED else ""
    return (
        f"Few of the {units.n:,} {units.name}s carry the variance of {named}{more}, so that p and intervals hang on "
        "how many such happen to be in the test set, and a set without one shows nothing of it"
    )
