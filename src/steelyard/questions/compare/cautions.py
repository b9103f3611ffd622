"""What must not be overlooked about verdicts: few dominating units, uncorrected tests, what p claims."""

from typing import Any

import numpy as np

from steelyard.inference import few_carry, get_correction, jackknife_scores, joint_experimentwise_error
from steelyard.inference.intervals.jackknife import effective_numbers
from steelyard.questions.compare.attainable import least_by_units
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.estimates import Estimated
from steelyard.questions.compare.outcomes import Tested
from steelyard.scored.cautions import Carried

__all__ = ["carried_by_few", "describe_uncorrected", "validity_adjusted", "warning"]


def warning(design: Design, tested: Tested) -> str:
    """Say what must not be overlooked about the p-values; empty where there is nothing."""
    if design.asked.run_swap == "independent":
        return (
            "p is too small: each run was exchanged by itself, but the runs of a system are not independent "
            "(use --run-swap segment)"
        )
    if (tested.p_values == 0).any():
        return (
            "Where p is 0, every unit differs by the same amount. There is no variance to test against, and p = 0 is a "
            "convention"
        )
    return (design.plan.procedure or design.plan.test).warning


def validity_adjusted(design: Design) -> str:
    """Say what the adjusted p-values claim: some corrections hold for large test sets only, or under an assumption.

    A correction adds nothing to a single difference, and cannot mend a test that does not hold its level.
    """
    plan = design.plan
    if plan.procedure is not None:
        return ""
    validity = "asymptotic" if design.asked.is_over_runs else plan.test.validity
    holds = "always" if plan.own is not None else get_correction(plan.correction).holds
    return validity if design.family_size == 1 or holds == "always" or validity == "reproduction" else holds


def carried_by_few(design: Design, estimated: Estimated) -> list[Carried]:
    """List the differences whose variance comes from few of many units.

    What no p can tell, as too few units differ, is left to its reason.
    """
    found = []
    can_tell, n_units = least_by_units(design) <= design.asked.alpha, design.units.n
    for here, changes in design.changes(estimated.left_out):
        varies = can_tell[here] & np.isfinite(changes).all(axis=1) & (np.ptp(changes, axis=1) != 0)
        places, changes = np.flatnonzero(varies), changes[varies]
        numbers = effective_numbers(np.square(changes - changes.mean(axis=1, keepdims=True)))
        is_few = few_carry(numbers, n_units)
        for place, carrying in zip(places[is_few].tolist(), numbers[is_few].tolist(), strict=True):
            i = here.start + place
            measurement, (a, b) = design.measurement_of(i), design.pair_of(i)
            found.append((carrying, f"{measurement.label} of {measurement.systems[a]} and {measurement.systems[b]}"))
    return found


def describe_uncorrected(design: Design) -> dict[str, Any]:
    """Say how often so many uncorrected tests call some pair different where none differs.

    This is ``experimentwise_error`` of the method; nothing where a correction was made, there is one difference, or a
    single unit, which tells nothing apart.
    """
    asked, n_tests = design.asked, design.n_differences
    if design.plan.correction != "none" or n_tests == 1:
        return {}
    found: dict[str, Any] = {"n_tests": n_tests, "level": asked.alpha, "rate": None}
    if design.plan.own is not None:  # the rate is known for tests of paired differences alone
        return {"experimentwise_error": found}
    if design.units.n < 2:
        return {}
    rows = [jackknife_scores(m) * (1.0 if m.higher_is_better else -1.0) for m in design.units.measurements]
    oriented = [(b, a) for a, b in design.pairs] if asked.alternative == "worse" else design.pairs
    two_sided, seed = asked.alternative == "two-sided", design.sampling.seed
    rate = joint_experimentwise_error(rows, oriented, asked.alpha, two_sided=two_sided, rng=seed)
    return {"experimentwise_error": found | {"rate": rate}}
