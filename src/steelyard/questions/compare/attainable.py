"""The least p that a comparison could have given, however large a difference; and the reason where it is too large."""

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import is_significant, least_adjusted, smallest_p_value
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.plan import Plan

__all__ = ["least_by_units", "reasons", "too_large"]


def least_by_units(design: Design) -> NDArray[np.float64]:
    """Give the least p of each difference that its units can support.

    0 where the test rests on normal differences instead.
    """
    asked, plan, units = design.asked, design.plan, design.units
    if asked.is_over_runs:  # normal differences, whose variance a single unit does not show
        return np.full(design.n_differences, 0.0 if units.n > 1 else 1.0)
    if plan.procedure is not None:
        statistics = [measurement.statistics for measurement in units.measurements]
        least = [plan.procedure.least_p(_units_of_any(one.values), one.n_systems) for one in statistics]
        return np.repeat(np.minimum(1.0, least), len(design.pairs))
    if plan.test.assumes_normal:
        return np.zeros(design.n_differences)
    two_sided = asked.alternative == "two-sided"
    counts, places = np.unique(design.differing_units, return_inverse=True)
    return np.array([smallest_p_value(n, two_sided=two_sided) for n in counts.tolist()])[places]


def _units_of_any(values: NDArray[np.int64]) -> int:
    """Count the units in which any system differs from another."""
    return int((values != values[:1]).any(axis=(0, 2)).sum())


def reasons(design: Design, least_by_draws: float, most_draws: int) -> list[str]:
    """Say of each difference why it could not have been significant, however large; empty where it could."""
    asked, plan, units = design.asked, design.plan, design.units
    is_exact = plan.procedure is not None or plan.test.validity == "exact"
    is_exact = is_exact and asked.run_swap == "segment" and not asked.is_over_runs
    verb = "is" if units.n == 1 else "are"
    cannot = "cannot give" if is_exact else f"{verb} too few for"  # others may print it
    counts = [units.n] * design.n_differences
    if plan.procedure is None and not asked.is_over_runs:
        counts = design.differing_units.tolist()
    by_draws = too_large(least_by_draws, plan, design.family_size, ".3g")
    leasts, found = least_by_units(design).tolist(), list[str]()
    too_large_of = {least: too_large(least, plan, design.family_size, "g") for least in set(leasts)}
    for least, n_differ in zip(leasts, counts, strict=True):
        by_units = too_large_of[least]
        if by_units:
            among = f", of which {n_differ} differ{'s' if n_differ == 1 else ''}," if n_differ < units.n else ""
            found.append(f"{units.n} {units.name}{'s' if units.n != 1 else ''}{among} {cannot} p below {by_units}")
        elif by_draws:
            found.append(f"{most_draws:,} draws cannot give p below {by_draws}: use more draws (-n)")
        else:
            found.append("")
    return found


def too_large(least: float, plan: Plan, family_size: int, form: str) -> str:
    """Give the least adjusted p in words where it is above the level; empty where it is not."""
    adjusted = least_adjusted(least, plan.correction, family_size)
    if is_significant(adjusted, plan.asked.alpha):
        return ""
    return f"{adjusted:{form}}{' after correction' if adjusted > least else ''}"
