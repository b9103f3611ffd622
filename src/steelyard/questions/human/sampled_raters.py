"""The test of raters like these: documents and raters were both sampled."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.pairs import Pair
from steelyard.counted.units import Interval, choose_units
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.inference import CORRECTIONS, SettledPValues, TwoWay, UnitShares, detectable_range
from steelyard.inference.differences import observe
from steelyard.people.of_raters import RaterSums, nested_systems, rater_sums
from steelyard.questions.compare.estimates import Estimated
from steelyard.questions.compare.plan import NEED_JOINT_NULL, OwnTest, asymptotic_test
from steelyard.questions.human.answer import RaterErrors
from steelyard.questions.human.judged_systems import JudgedSystems
from steelyard.questions.human.mixed_model import MIXED_MODEL
from steelyard.questions.human.question import HumanQuestion
from steelyard.questions.human.sentence import two_way_sentence
from steelyard.types import Ratings

__all__ = ["TWO_WAY", "TwoWayTest", "test_of", "two_way_test"]

TWO_WAY = "two-way"
_POWER = 0.8


@dataclass(frozen=True, slots=True)
class TwoWayTest:
    """What is said of raters like these: the test, intervals, and both errors of every difference."""

    test: OwnTest
    estimated: Estimated
    errors: tuple[RaterErrors, ...]


def test_of(question: HumanQuestion, rated: JudgedSystems) -> tuple[str, str]:
    """Return the test that is run, and for whom it holds: ``"sampled"``, ``"fixed"`` or ``"unknown"`` raters.

    Raises
    ------
    SpecError
        The test that was asked for, or what raters were said to be, does not fit the other or the file.
    DataError
        Raters are sampled, and those of a system judged no other.
    """
    who = _who(rated)
    is_sampled = question.test in (TWO_WAY, MIXED_MODEL)
    if question.raters == "fixed" and is_sampled:
        raise SpecError(f"The test {question.test} is about raters like these: it does not go with --raters fixed.")
    if question.raters == "sampled" and not (is_sampled or question.test is None):
        raise SpecError(
            f"The test {question.test} is about these raters: raters that were sampled (--raters sampled) are taken "
            f"for such by {TWO_WAY} and {MIXED_MODEL}."
        )
    if question.test not in (None, TWO_WAY):
        return str(question.test), "sampled" if question.test == MIXED_MODEL else "unknown" if who == "" else "fixed"
    needs = question.test == TWO_WAY or question.raters == "sampled"
    if question.raters == "fixed" or (who != "several" and not needs):
        return "randomization", "fixed" if who else "unknown"
    if who != "several":
        has = "one rater" if who else "judgements without a rater"
        raise SpecError(f"Raters like these need two of them at least, and names: the file has {has}.")
    _refuse_nested(rated.ratings)
    return TWO_WAY, "sampled"


def _who(rated: JudgedSystems) -> str:
    """Say how many raters the judgements name: several, one, or, where some have no rater, nothing."""
    if (rated.ratings.raters.codes < 0).any() or not rated.raters:
        return ""
    return "several" if len(rated.raters) > 1 else "one"


def _refuse_nested(ratings: Ratings) -> None:
    if nested := nested_systems(ratings):
        named = ", ".join(map(repr, nested[:3])) + (f" and {len(nested) - 3:,} more" if len(nested) > 3 else "")
        raise DataError(
            f"Raters are nested in systems: whoever judged {named} judged no other system, so that a difference of "
            "systems cannot be told from one of raters. Say --raters fixed for an answer that is about these raters "
            "alone."
        )


def two_way_test(question: HumanQuestion, rated: JudgedSystems, pairs: Sequence[Pair]) -> TwoWayTest:
    """Test all differences of systems with the error that other units and other raters would make."""
    correction = question.correction or "holm"
    known = [name for name in CORRECTIONS if name not in NEED_JOINT_NULL]
    if correction not in known:
        raise unknown_name(f"correction of the test {TWO_WAY}", correction, known)
    measurements = rated.measurements
    units = choose_units(rated.aligned, measurements, question.unit)
    codes = np.arange(rated.aligned.n_segments) if units.codes is None else units.codes
    sums = [
        rater_sums(rated.ratings, scale, rated.aligned.segments, codes, is_micro=question.average == "micro")
        for scale in rated.aligned.scales
    ]
    deltas = observe(measurements, pairs).differences
    found = [one.of_pairs(pairs) for one in sums]
    fixed = np.sqrt(np.concatenate([one.variances for one, _ in found]))
    both = TwoWay(
        np.concatenate([one.variances for _, one in found]),
        np.concatenate([one.degrees_of_freedom for _, one in found]),
    )
    better, worse = both.tails(deltas)
    test = OwnTest(
        test=asymptotic_test(TWO_WAY, SettledPValues.from_tails(deltas, better, worse, units.n)),
        correction=correction,
        sentence=two_way_sentence,
        told={
            "interval": "student",
            "interval_of_differences": "student",
            "n_raters_kept": len(rated.raters),
            "detectable_range": detectable_range(1 + float(np.median(both.degrees_of_freedom))),
        },
    )
    names = [(one.metric, one.systems[a], one.systems[b]) for one in measurements for a, b in pairs]
    columns = np.stack([fixed, both.errors, both.degrees_of_freedom], axis=1).tolist()
    errors = tuple(RaterErrors(*name, *row) for name, row in zip(names, columns, strict=True))
    return TwoWayTest(test, _estimated(1 - question.alpha, sums, rated, deltas, both), errors)


def _estimated(
    level: float, sums: Sequence[RaterSums], rated: JudgedSystems, deltas: NDArray[np.float64], both: TwoWay
) -> Estimated:
    """Lay out scores and differences with intervals for raters like these; what units show is about these alone."""
    unknown, n = float("nan"), len(deltas)
    alone, together = both.half_widths(level), both.half_widths(level, n)
    detectable = together + both.quantiles(_POWER) * both.errors
    scores: list[list[Interval]] = []
    for one, measurement in zip(sums, rated.measurements, strict=True):
        half, means = one.of_systems().half_widths(level), measurement.scores(measurement.statistics.totals())
        scores.append(list(zip((means - half).tolist(), (means + half).tolist(), strict=True)))
    return Estimated(
        scores=scores,
        differences=list(zip((deltas - alone).tolist(), (deltas + alone).tolist(), strict=True)),
        simultaneous=list(zip((deltas - together).tolist(), (deltas + together).tolist(), strict=True)),
        standard_errors=both.errors.tolist(),
        standardised=[unknown] * n,
        unit_shares=[UnitShares(unknown, unknown, unknown)] * n,
        shares_best=[None] * len(sums),
        left_out=[],
        n_effective=unknown,
        detectable=detectable.tolist(),
    )
