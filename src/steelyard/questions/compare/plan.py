"""What the names of a question stand for: a test, a correction, or what takes the place of both."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steelyard.errors import SpecError
from steelyard.inference import (
    PROCEDURES,
    SEQUENTIAL_CORRECTIONS,
    Outcome,
    Procedure,
    SignificanceTest,
    check_correction,
    check_margin,
    check_resamples,
    get_test,
)
from steelyard.questions.compare.question import CompareQuestion
from steelyard.types import Measurement

__all__ = ["NEED_JOINT_NULL", "CustomTest", "Plan", "asymptotic_test", "default_correction", "plan_of"]

NEED_JOINT_NULL = ("maxt", "maxt-shaffer")


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTest:
    """A test that is not in the registry, as it looks at more than the sums that are compared."""

    test: SignificanceTest  # what runs, and what it claims
    correction: str  # what it corrects by
    # ``sentence(measurements, method)`` describes the comparison
    sentence: Callable[[Sequence[Measurement], Mapping[str, Any]], str]
    told: dict[str, Any] = field(default_factory=dict)  # what the method says besides
    # by difference, metric by metric, what decided it instead of this metric's own scores; empty where these did
    remarks: tuple[str, ...] = ()
    is_for_all_pairs: bool = False  # p-values hold for the whole family as they are


def asymptotic_test(name: str, outcome: Outcome) -> SignificanceTest:
    """Return a test that has this outcome; it draws nothing, and is about more than the difference of two scores."""
    return SignificanceTest(
        name,
        summary="",
        validity="asymptotic",
        run=lambda _measurements, _pairs: outcome,
        is_resampled=False,
        has_joint_null=False,
        assumes_normal=True,
        is_about_scores=False,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A question, and what its names stand for."""

    asked: CompareQuestion  # the question
    test: SignificanceTest  # of the registry, or `own`
    correction: str  # the one that was asked for, or else that which fits the test
    procedure: Procedure | None = None  # what takes the place of test and correction
    own: CustomTest | None = None  # a test that is not in the registry


def default_correction(*, has_joint_null: bool) -> str:
    """Return the correction where none is asked for: max-T where a test gives all differences together, else Holm's."""
    return "maxt" if has_joint_null else "holm"


def plan_of(asked: CompareQuestion, own: CustomTest | None = None) -> Plan:
    """Look up what a question names, and refuse what does not go together.

    A test of its own takes the place of the test and correction that the question names.
    """
    test = get_test(asked.test) if own is None else own.test
    if asked.alternative not in test.alternatives:
        raise SpecError(
            f"The test {test.name} cannot use the alternative {asked.alternative!r}: choose "
            f"{' or '.join(test.alternatives)} (--alternative), or another test (--test)."
        )
    has_joint_null = test.has_joint_null and not (asked.is_over_runs or asked.exact)
    correction = asked.correction or default_correction(has_joint_null=has_joint_null)
    plan = Plan(asked, test, correction if own is None else own.correction, PROCEDURES.get(correction), own)
    if plan.procedure is None and own is None:
        check_correction(correction, asked.alternative)
        _check_joint_null(plan)
    if asked.n_resamples is not None:
        check_resamples(asked.n_resamples)
    if asked.sequential and correction not in SEQUENTIAL_CORRECTIONS:
        raise SpecError(
            f"sequential (--sequential) does not support the correction {correction}: use one of "
            f"{', '.join(SEQUENTIAL_CORRECTIONS)} (correction, --correction)."
        )
    _check_margins(asked)
    return plan


def _check_joint_null(plan: Plan) -> None:
    """Refuse corrections that need the differences' joint null distribution, where there is none."""
    if plan.asked.correction not in NEED_JOINT_NULL:
        return
    needs = f"The correction {plan.correction} needs the joint null distribution of all differences, and"
    if not plan.test.has_joint_null:
        raise SpecError(
            f"{needs} the test {plan.test.name} has none: choose another one (correction, --correction), such as holm."
        )
    if plan.correction == "maxt-shaffer" and plan.test.counts_errors:
        raise SpecError(
            f"The correction {plan.correction} needs exchanges or resamples, and the test {plan.test.name} draws none: "
            "choose another one (correction, --correction), such as maxt or shaffer."
        )
    if plan.asked.is_over_runs:
        raise SpecError(
            f"{needs} verdicts about new runs have none: choose another one (correction, --correction), "
            "such as holm, or --generalise-to text (generalise_to) for verdicts on these runs."
        )


def _check_margins(asked: CompareQuestion) -> None:
    given = asked.equivalence_margin
    if given is None:
        return
    for margin in given.values() if isinstance(given, Mapping) else [given]:
        check_margin(margin)
    if asked.alpha >= 0.5:
        raise SpecError(f"Equivalence needs an alpha below 0.5, not {asked.alpha}.")
