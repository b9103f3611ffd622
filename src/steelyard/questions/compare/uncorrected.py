"""What tests without a correction claim together."""

from collections.abc import Sequence
from typing import Any

from steelyard.counted.pairs import Pair
from steelyard.counted.units import Units
from steelyard.inference import jackknife_scores, joint_experimentwise_error
from steelyard.questions.compare.plan import Plan

__all__ = ["describe_uncorrected"]


def describe_uncorrected(units: Units, pairs: Sequence[Pair], plan: Plan, seed: int) -> dict[str, Any]:
    """Say how often so many uncorrected tests call some pair different where none differs.

    Parameters
    ----------
    units : Units
        What was resampled.
    pairs : sequence of (int, int)
        Of every metric.
    plan : Plan
        With the level of each test.
    seed : int
        Of the comparison.

    Returns
    -------
    dict
        ``experimentwise_error`` for the method; empty where a correction was made, there is one difference, or a single
        unit, which tells nothing apart.
    """
    n_tests = len(pairs) * len(units.measurements)
    if plan.correction_made != "none" or n_tests == 1:
        return {}
    found: dict[str, Any] = {"n_tests": n_tests, "level": plan.alpha, "rate": None}
    if plan.own is not None:  # the rate is known for tests of paired differences alone
        return {"experimentwise_error": found}
    if units.n < 2:
        return {}
    rows = [jackknife_scores(m) * (1.0 if m.higher_is_better else -1.0) for m in units.measurements]
    oriented = [(b, a) for a, b in pairs] if plan.alternative == "worse" else list(pairs)
    rate = joint_experimentwise_error(rows, oriented, plan.alpha, two_sided=plan.alternative == "two-sided", rng=seed)
    return {"experimentwise_error": found | {"rate": rate}}
