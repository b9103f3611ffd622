"""Outcomes of tests, corrected family by family."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import Alternative, JointNull, NullDistribution, Outcome, adjust, exact_randomization
from steelyard.questions.compare.design import Design
from steelyard.questions.compare.plan import NEED_JOINT_NULL
from steelyard.questions.compare.runs import spread_runs
from steelyard.questions.compare.sequential import Stopped, stop_early
from steelyard.scored.units import Units, choose_units

__all__ = ["Outcomes", "adjusted", "test_by_draws"]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Outcome of the test for each difference, metric by metric."""

    outcome: Outcome
    p_values: NDArray[np.float64]
    p_adjusted: NDArray[np.float64]
    critical: NDArray[np.float64]  # standard errors that the test of each difference asks for
    is_contrary: NDArray[np.bool_]  # the test speaks for the system with the worse score
    critical_difference: NDArray[np.float64] | None = None  # of a procedure over all systems; NaN where it has none
    stopped: Stopped | None = None  # where the draws stopped early
    lead: NDArray[np.float64] | None = None  # sign of the lead where the scores have none, or others decided
    remarks: tuple[str, ...] = ()  # what decided each difference instead of its own scores
    covers: bool = False  # `critical` standard errors cover the differences of a family at once

    @classmethod
    def from_stopped(cls, stopped: Stopped, alternative: Alternative) -> Self:
        """Take what a test gave whose draws stopped early."""
        p_values = stopped.outcome.p_values(alternative)
        is_contrary = np.zeros(len(p_values), dtype=np.bool_)
        return cls(stopped.outcome, p_values, stopped.p_adjusted, stopped.critical, is_contrary, stopped=stopped)

    def select(self, members: Sequence[int]) -> Self:
        """Return the same for some of the differences."""
        index = list(members)
        return replace(
            self,
            outcome=self.outcome.select(index),
            p_values=self.p_values[index],
            p_adjusted=self.p_adjusted[index],
            critical=self.critical[index],
            is_contrary=self.is_contrary[index],
            lead=None if self.lead is None else self.lead[index],
            remarks=tuple(self.remarks[i] for i in index) if self.remarks else (),
        )

    @property
    def most_draws(self) -> int:
        """Draws that could have been made."""
        return self.outcome.n_draws if self.stopped is None else int(self.stopped.method["most_draws"])


def adjusted(
    outcome: Outcome, p_values: NDArray[np.float64], design: Design, correction: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Adjust the p-values of each family; return them, and how many standard errors each difference then needs."""
    asked, pairs = design.asked, design.pairs
    p_adjusted, critical = np.empty_like(p_values), np.empty_like(p_values)
    for members in design.families:
        found = adjust(
            outcome.select(members),
            p_values[members],
            correction,
            asked.alternative,
            asked.alpha,
            pairs=[pairs[i % len(pairs)] for i in members],
            groups=[i // len(pairs) for i in members],
        )
        p_adjusted[members], critical[members] = found.p_values, found.critical_value
    return p_adjusted, critical


def test_by_draws(design: Design) -> Outcomes:
    """Run a test of pairs, and correct what it finds; some draw nothing."""
    asked, plan, own = design.asked, design.plan, design.plan.own
    units, outcome = _exchanged(design), None
    outcome = exact_randomization(units.measurements, design.pairs) if asked.exact else _drawn(design, units)
    if asked.sequential and isinstance(outcome, NullDistribution) and not outcome.is_exact:  # it has not drawn yet
        return Outcomes.from_stopped(stop_early(outcome, design), asked.alternative)
    # max-T of a single difference corrects nothing; of several `design_of` has refused it
    is_settled = asked.exact and plan.correction in NEED_JOINT_NULL
    is_settled = is_settled or (own is not None and own.is_for_all_pairs)
    p_values = outcome.p_values(asked.alternative)
    p_adjusted, critical = adjusted(outcome, p_values, design, "none" if is_settled else plan.correction)
    if plan.test.is_resampled:  # then it is about the very difference of the scores
        covers = isinstance(outcome, JointNull) and plan.correction == "maxt"
        return Outcomes(outcome, p_values, p_adjusted, critical, np.zeros(len(p_values), dtype=np.bool_), covers=covers)
    orientation = np.repeat([1.0 if m.higher_is_better else -1.0 for m in units.measurements], len(design.pairs))
    lead = np.sign(outcome.p_values("worse") - outcome.p_values("better"))
    is_contrary = lead * orientation * outcome.observed < 0
    if own is None:
        return Outcomes(outcome, p_values, p_adjusted, critical, is_contrary)
    if own.remarks:
        is_contrary &= [not remark for remark in own.remarks]
    return Outcomes(outcome, p_values, p_adjusted, critical, is_contrary, lead=lead, remarks=own.remarks)


def _drawn(design: Design, units: Units) -> Outcome:
    sampling = design.sampling
    return design.plan.test(
        units.measurements,
        design.pairs,
        n_resamples=design.asked.n_draws(design.n_differences),
        rng=sampling.seed,
        n_threads=sampling.n_threads,
        progress=sampling.progress,
        n_effective=design.n_effective,
    )


def _exchanged(design: Design) -> Units:
    """Return what the test exchanges: the units, or those of each run by itself."""
    runs, asked = design.runs, design.asked
    if runs is None or asked.run_swap == "segment":
        return design.units
    over_units = choose_units(design.test_set, design.counted, asked.unit).measurements
    spread = tuple(spread_runs(measurement, runs, asked.run_score) for measurement in over_units)
    return replace(design.units, measurements=spread)
