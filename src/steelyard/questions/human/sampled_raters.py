"""The test of raters like these: documents and raters were both sampled."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.errors import SpecError, unknown_name
from steelyard.inference import CORRECTIONS, detectable_range
from steelyard.questions.compare.both_sampled import TWO_WAY, BothSampled
from steelyard.questions.compare.estimates import Estimated
from steelyard.questions.compare.plan import NEED_JOINT_NULL, OwnTest
from steelyard.questions.human.answer import RaterErrors
from steelyard.questions.human.judged_systems import JudgedSystems
from steelyard.questions.human.method_text import two_way_sentence
from steelyard.questions.human.mixed_model import MIXED_MODEL
from steelyard.questions.human.question import HumanQuestion
from steelyard.ratings.of_raters import rater_sums, role_of_raters
from steelyard.scored.pairs import Pair
from steelyard.scored.units import choose_units

__all__ = ["TwoWayTest", "test_of", "two_way_test"]


@dataclass(frozen=True, slots=True)
class TwoWayTest:
    """What is said of raters like these: the test, intervals, and both errors of every difference."""

    test: OwnTest
    estimated: Estimated
    errors: tuple[RaterErrors, ...]


def test_of(question: HumanQuestion, rated: JudgedSystems) -> tuple[str, str]:
    """Return the test that is run, and for whom it holds: ``"sampled"``, ``"fixed"`` or ``"unknown"`` raters.

    SpecError: the test that was asked for, or what raters were said to be, does not fit the other or the file.
    DataError: raters are sampled, and those of a system judged no other.
    """
    is_sampled = question.test in (TWO_WAY, MIXED_MODEL)
    if question.raters == "fixed" and is_sampled:
        raise SpecError(
            f"The test {question.test} needs sampled raters: leave out --raters fixed, or choose another test (--test)."
        )
    if question.raters == "sampled" and not (is_sampled or question.test is None):
        raise SpecError(
            f"The test {question.test} is for these raters alone: for raters like these (--raters sampled) use --test "
            f"{TWO_WAY} or {MIXED_MODEL}."
        )
    if question.test not in (None, TWO_WAY):
        test = str(question.test)
        return test, "sampled" if test == MIXED_MODEL else role_of_raters("fixed", rated.ratings)
    role = role_of_raters(question.raters, rated.ratings, is_needed=question.test == TWO_WAY)
    return (TWO_WAY if role == "sampled" else "randomization"), role


def two_way_test(question: HumanQuestion, rated: JudgedSystems, pairs: Sequence[Pair]) -> TwoWayTest:
    """Test all differences of systems with the error that other units and other raters would make."""
    correction = question.correction or "holm"
    known = [name for name in CORRECTIONS if name not in NEED_JOINT_NULL]
    if correction not in known:
        raise unknown_name(f"correction of the test {TWO_WAY}", correction, known)
    units = choose_units(rated.aligned, rated.measurements, question.unit)
    sums = [
        rater_sums(
            rated.ratings, scale, rated.aligned.segments, units.of_segments, is_micro=question.average == "micro"
        )
        for scale in rated.aligned.scales
    ]
    found = BothSampled.of(units.measurements, sums, pairs)
    test = found.test(
        correction,
        two_way_sentence,
        interval="student",
        interval_of_differences="student",
        n_raters_kept=len(rated.raters),
        detectable_range=detectable_range(found.n_effective),
    )
    names = [(one.metric, one.systems[a], one.systems[b]) for one in rated.measurements for a, b in pairs]
    errors = np.stack([found.errors_of_these, found.both.errors, found.both.degrees_of_freedom], axis=1).tolist()
    of_pairs = tuple(RaterErrors(*name, *row) for name, row in zip(names, errors, strict=True))
    return TwoWayTest(test, found.estimated(1 - question.alpha, len(names)), of_pairs)
