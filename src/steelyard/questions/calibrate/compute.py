"""Measure on systems of one's own what tests promise: false alarms where there is no difference, and power."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    SignificanceTest,
    binomial_tail,
    equal_systems,
    exchanged_systems,
    get_test,
    mixed_systems,
    permuted_systems,
    registered_tests,
    repeated_adjusted,
    resampled_units,
)
from steelyard.metrics import package_version
from steelyard.questions.calibrate.answer import Calibration, CalibrationMethod, Corrections, RejectionRow
from steelyard.questions.calibrate.question import CalibrateQuestion
from steelyard.results.factors import Factors
from steelyard.results.missing import missing_text
from steelyard.scored import Counted, Sampling
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.recipe import unit_given
from steelyard.scored.repetitions import OF_TESTS, counting, lead_of_second, p_values_of, rejections, repeated_sampling
from steelyard.scored.sentences import describe_metrics, describe_units
from steelyard.scored.threads import working_threads
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["compute"]

_ALPHAS = (0.1, 0.05, 0.01)
_DOUBT = 0.05  # how often a calibration may accuse some test that holds its level
Kind = tuple[str, NDArray[np.int64]]  # what is drawn, and the group of each unit


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A way to make data sets from systems."""

    name: str  # ``exchanged``, ``equal scores``, ``one apart`` or ``difference``
    drawn: str  # what changes sides or is drawn
    seed: int  # of the data sets
    data_sets: Callable[[], Iterable[Measurement]]  # makes them, the same ones each time
    pairs: Sequence[Pair] = ()  # systems that do not differ, of more than two
    difference: float = 0.0  # of two systems, in the population that data sets are drawn from


def kinds_of(counted: Counted, units: Units) -> list[Kind]:
    """List what is drawn: where segments are tested, whole documents too."""
    kinds = [(units.name, np.arange(units.n, dtype=np.int64))]
    documents = counted.test_set.document_codes()
    return [*kinds, ("document", documents)] if units.is_single and documents is not None else kinds


def situations_of(
    measurement: Measurement,
    kinds: Sequence[Kind],
    sizes: NDArray[np.float64],
    *,
    shares: Sequence[float],
    n: int,
    seed: int,
) -> list[Situation]:
    """List what tests of two systems or more are put through under one metric, those without a difference first.

    More than two systems are shifted in proportion to the sizes of the units. The seed is that of the first situation,
    and those after it count on from there.
    """
    if len(measurement.systems) == 2:
        return _of_two(measurement, kinds, shares, n, seed)
    return _of_several(measurement, kinds, sizes, n, seed)


def _of_two(
    measurement: Measurement, kinds: Sequence[Kind], shares: Sequence[float], n: int, seed: int
) -> list[Situation]:
    """Exchange sides; then mix the systems until they are level, or a share of their difference apart."""
    found = [
        Situation("exchanged", drawn, seed + i, partial(exchanged_systems, measurement, groups, n, rng=seed + i))
        for i, (drawn, groups) in enumerate(kinds)
    ]
    mixed = [("equal scores", kind, 0.0) for kind in kinds] + [("difference", kinds[0], share) for share in shares]
    for at, (name, (drawn, groups), share) in enumerate(mixed, seed + len(kinds)):
        pool = mixed_systems(measurement, groups, share, rng=at)
        make = partial(resampled_units, pool, groups, n, rng=at)
        found.append(Situation(name, drawn, at, make, difference=lead_of_second(pool)))
    return found


def _of_several(
    measurement: Measurement, kinds: Sequence[Kind], sizes: NDArray[np.float64], n: int, seed: int
) -> list[Situation]:
    """Put outputs in random order; then shift all systems until they are level, or all but one."""
    pairs = choose_pairs(measurement.systems, "all")
    scores = measurement.scores(measurement.statistics.totals())
    far = int(np.abs(scores - np.median(scores)).argmax())
    found = [
        Situation("exchanged", drawn, seed + i, partial(permuted_systems, measurement, groups, n, rng=seed + i), pairs)
        for i, (drawn, groups) in enumerate(kinds)
    ]
    equal, apart = equal_systems(measurement, sizes), equal_systems(measurement, sizes, apart=far)
    others = [pair for pair in pairs if far not in pair]
    shifted = [("equal scores", equal, kind, pairs) for kind in kinds]
    shifted += [("one apart", apart, kind, others) for kind in kinds]
    for at, (name, pool, (drawn, groups), null) in enumerate(shifted, seed + len(kinds)):
        found.append(Situation(name, drawn, at, partial(resampled_units, pool, groups, n, rng=at), null))
    return found


def compute(counted: Counted, question: CalibrateQuestion) -> Calibration:
    """Run tests over and over on data sets made from the systems."""
    sampling = repeated_sampling(counted, question.n_resamples, question.rng)
    tests, units = _tests(counted, question), counted.units(question.unit)
    with working_threads(1):
        cases = _cases(counted, question, units, tests, sampling.seed)
        advance = counting(counted.progress, len(cases) * question.n_repetitions)
        rows = [row for case in cases for row in _rows(*case, units.name, sampling, advance)]
    return Calibration(
        tuple(_judge([row for row in rows if row.situation != "difference"])),
        tuple(row for row in rows if row.situation == "difference"),
        _method(counted, question, units, tests, sampling),
    )


def _tests(counted: Counted, question: CalibrateQuestion) -> list[SignificanceTest]:
    """Return the tests that are asked about, or all that fit the metrics."""
    are_means = all(measurement.is_mean for measurement in counted.measurements)
    fitting = [name for name, test in sorted(registered_tests().items()) if are_means or not test.needs_means]
    return [get_test(name) for name in question.tests or fitting]


def _cases(
    counted: Counted, question: CalibrateQuestion, units: Units, tests: Sequence[SignificanceTest], seed: int
) -> list[tuple[Measurement, Situation, SignificanceTest]]:
    """List what is measured: each test sees the same data sets, and one that counts units is not put through shifts."""
    kinds, sizes, shares, n = kinds_of(counted, units), units.sizes(), question.shares, question.n_repetitions
    is_family = len(counted.test_set.system_names) > 2
    return [
        (measurement, situation, test)
        for measurement in units.measurements
        for situation in situations_of(measurement, kinds, sizes, shares=shares, n=n, seed=seed)
        for test in tests
        if test.is_about_scores or situation.name == "exchanged" or not is_family
    ]


def _rows(
    measurement: Measurement,
    situation: Situation,
    test: SignificanceTest,
    unit: str,
    sampling: Sampling,
    advance: Callable[[], None],
) -> list[RejectionRow]:
    """Run a test on the data sets of a situation, and count at each level."""
    p_values = _p_values(measurement, situation, test, replace(sampling, seed=situation.seed), advance)
    is_exact = test.validity == "exact" and situation.name == "exchanged" and situation.drawn == unit
    promise = "by construction" if is_exact and len(measurement.systems) == 2 else "holds"
    return [
        RejectionRow(
            metric=measurement.metric,
            label=measurement.label,
            test=test.name,
            situation=situation.name,
            drawn=situation.drawn,
            difference=situation.difference,
            alpha=alpha,
            n_rejected=found.n_rejected,
            n_repetitions=len(p_values),
            rate=found.share,
            low=found.low,
            high=found.high,
            verdict="" if situation.name == "difference" else promise,
        )
        for alpha, found in zip(_ALPHAS, rejections(p_values, _ALPHAS), strict=True)
    ]


def _p_values(
    measurement: Measurement,
    situation: Situation,
    test: SignificanceTest,
    sampling: Sampling,
    advance: Callable[[], None],
) -> NDArray[np.float64]:
    """Return a p-value per data set: of more than two systems the least of pairs that do not differ."""
    if len(measurement.systems) == 2:
        return p_values_of(test, situation.data_sets(), sampling, advance)
    pairs = choose_pairs(measurement.systems, "all")
    adjusted = repeated_adjusted(
        test,
        situation.data_sets(),
        pairs,
        n_resamples=sampling.n_resamples,
        rng=sampling.seed + OF_TESTS,
        advance=advance,
    )
    least: NDArray[np.float64] = adjusted[:, [pairs.index(pair) for pair in situation.pairs]].min(axis=1)
    return least


def _judge(rows: Sequence[RejectionRow]) -> list[RejectionRow]:
    """Accuse the tests whose rate is above alpha beyond doubt; among so many rates some are so by chance."""
    judged = []
    for row in rows:
        # Exact: a normal approximation accuses honest tests of small levels far too often.
        by_chance = binomial_tail(row.n_rejected, row.n_repetitions, row.alpha)
        judged.append(replace(row, verdict="too many" if by_chance <= _DOUBT / len(rows) else row.verdict))
    return judged


def _method(
    counted: Counted, question: CalibrateQuestion, units: Units, tests: Sequence[SignificanceTest], sampling: Sampling
) -> CalibrationMethod:
    systems, names = counted.test_set.system_names, [test.name for test in tests]
    corrections = {test.name: "maxt" if test.has_joint_null else "holm" for test in tests}
    of_family: Corrections = {"corrections": corrections} if len(systems) > 2 else {}
    method: CalibrationMethod = {
        **counted.provenance(),
        "tests": names,
        **units.described(),
        "n_repetitions": question.n_repetitions,
        "n_resamples": sampling.n_resamples,
        "seed": sampling.seed,
        "systems": list(systems),
        **of_family,
        "sentence": "",
        **counted.recipe(question, {"tests": names, "unit": unit_given(units), "rng": sampling.seed}),
    }
    method = {**method, **Factors.of_units(units.name).told(_calibration_sentence(counted.measurements, method))}
    return method


def _calibration_sentence(measurements: Sequence[Measurement], method: CalibrationMethod) -> str:
    """Describe a calibration."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    names, several = method["systems"], len(method["systems"]) > 2
    made = (
        "Exchanged: the outputs of the systems are put in random order, so there is no true difference. Equal scores: "
        "the contributions of units are shifted until all scores are equal; test sets are drawn from the result with "
        "replacement. One apart: the same, except the system furthest from the median; only pairs of the others count. "
        f"A family counts if any of {len(names) * (len(names) - 1) // 2} pairs has a false positive, after "
        f"{_corrections(method)}. "
        if several
        else "Exchanged: the outputs of the two systems are exchanged at random, so there is no true difference. Equal "
        "scores: the outputs are mixed until the scores are equal; test sets are drawn from the result with "
        "replacement. Difference: the same, mixed to a share of the observed difference. "
    )
    return (
        f"We measured how often tests over {units} are significant on data sets made from {', '.join(names[:-1])} and "
        f"{names[-1]}, with Steelyard {package_version()}: {metrics}. There are {method['n_repetitions']:,} data sets "
        f"per situation and {method['n_resamples']:,} draws per test (two-sided, seed {method['seed']}). "
        f"{made}Brackets show 95% intervals (Wilson). Too many: significantly above the level by an exact binomial "
        "test at 0.05 for all rates together (Bonferroni); holds: not significantly above."
        + (f" {missing}" if (missing := missing_text(method)) else "")
    )


def _corrections(method: CalibrationMethod) -> str:
    """Name the corrections over all pairs, and the tests where they differ."""
    names = {"maxt": "max-T", "holm": "Holm's correction"}
    by_name: dict[str, list[str]] = {}
    for test, correction in method["corrections"].items():
        by_name.setdefault(names[correction], []).append(test)
    if len(by_name) == 1:
        return f"{next(iter(by_name))} over all pairs"
    return " or ".join(f"{name} ({', '.join(tests)})" for name, tests in by_name.items()) + " over all pairs"
