"""Measure on systems of one's own what tests promise: false alarms where there is no difference, and power."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counted import Counted
from steelyard.counted.method import describe_metrics, describe_units
from steelyard.counted.recipe import unit_given
from steelyard.counted.repetitions import check_repetitions, counting, first_seed, lead_of_second, rejections
from steelyard.counted.threads import blas_threads
from steelyard.inference import (
    SignificanceTest,
    binomial_tail,
    exchanged_systems,
    get_test,
    mixed_systems,
    registered_tests,
    resampled_units,
)
from steelyard.metrics import package_version
from steelyard.questions.calibrate.answer import Calibration, RejectionRow
from steelyard.questions.calibrate.family import family_rows, n_family_steps
from steelyard.types import CountedSet, Measurement, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["ALPHAS", "SHARES", "calibrate"]

ALPHAS = (0.1, 0.05, 0.01)
SHARES = (0.25, 0.5, 1.0)
_DOUBT = 0.05  # how often a calibration may accuse some test that holds its level


@dataclass(frozen=True, slots=True)
class _Situation:
    """How data sets are made."""

    name: str
    drawn: str  # what changes sides or is drawn
    groups: NDArray[np.int64]
    share: float  # of the observed difference


def calibrate(
    counted: Counted,
    *,
    tests: Sequence[str],
    n_repetitions: int,
    n_resamples: int,
    shares: Sequence[float],
    unit: str | None,
    rng: "Rng",
    progress: "Progress | None" = None,
) -> Calibration:
    """Run tests over and over on data sets made from the systems; `Evaluation.calibrate` describes the parameters."""
    test_set, measurements = counted.test_set, counted.measurements
    check_repetitions(test_set, shares, n_repetitions, n_resamples)
    are_means = all(measurement.is_mean for measurement in measurements)
    fitting = [name for name, test in sorted(registered_tests().items()) if are_means or not test.needs_means]
    chosen = [get_test(name) for name in tests or fitting]
    seed = first_seed(rng)
    units = counted.units(unit)
    kinds = _kinds(test_set, units.name, units.n)
    is_family = len(test_set.system_names) > 2
    situations = _situations(kinds, shares)
    n_steps = n_family_steps(chosen, len(kinds)) if is_family else len(chosen) * len(situations)
    advance = counting(progress, n_steps * len(units.measurements) * n_repetitions)
    rows: list[RejectionRow] = []
    with blas_threads(1):
        for measurement in units.measurements:
            if is_family:
                rows += family_rows(
                    measurement,
                    units.sizes(),
                    kinds,
                    chosen,
                    alphas=ALPHAS,
                    n_repetitions=n_repetitions,
                    n_resamples=n_resamples,
                    seed=seed,
                    advance=advance,
                )
                continue
            for number, situation in enumerate(situations):
                rows += _rows(
                    measurement, situation, chosen, units.name, n_repetitions, n_resamples, seed + number, advance
                )
    method = counted.provenance() | {
        "tests": [test.name for test in chosen],
        **units.described(),
        "n_repetitions": n_repetitions,
        "n_resamples": n_resamples,
        "seed": seed,
        "systems": list(test_set.system_names),
    }
    if is_family:
        method["corrections"] = {test.name: "maxt" if test.has_joint_null else "holm" for test in chosen}
    method["sentence"] = _sentence(measurements, method)
    asked = {
        "tests": method["tests"],
        "n_repetitions": n_repetitions,
        "n_resamples": n_resamples,
        "shares": list(shares),
        "unit": unit_given(units),
        "rng": seed,
    }
    method |= counted.recipe("calibrate", asked)
    return Calibration(
        tuple(_judge([row for row in rows if row.situation != "difference"])),
        tuple(row for row in rows if row.situation == "difference"),
        method,
    )


def _judge(rows: Sequence[RejectionRow]) -> list[RejectionRow]:
    """Accuse the tests whose rate is above alpha beyond doubt; among so many rates some are so by chance."""
    judged = []
    for row in rows:
        # Exact: a normal approximation accuses honest tests of small levels far too often.
        by_chance = binomial_tail(row.n_rejected, row.n_repetitions, row.alpha)
        judged.append(replace(row, verdict="too many" if by_chance <= _DOUBT / len(rows) else row.verdict))
    return judged


def _kinds(test_set: TestSet | CountedSet, unit: str, n_units: int) -> list[tuple[str, NDArray[np.int64]]]:
    """List what is drawn: where segments are tested, whole documents too."""
    kinds = [(unit, np.arange(n_units, dtype=np.int64))]
    documents = test_set.document_codes()
    return [*kinds, ("document", documents)] if unit == "segment" and documents is not None else kinds


def _situations(kinds: Sequence[tuple[str, NDArray[np.int64]]], shares: Sequence[float]) -> list[_Situation]:
    """List what the tests of two systems are put through."""
    found = [_Situation(name, drawn, groups, 0.0) for name in ("exchanged", "equal scores") for drawn, groups in kinds]
    return found + [_Situation("difference", *kinds[0], share) for share in shares]


def _rows(
    measurement: Measurement,
    situation: _Situation,
    tests: Sequence[SignificanceTest],
    unit: str,
    n_repetitions: int,
    n_resamples: int,
    seed: int,
    advance: Callable[[], None],
) -> list[RejectionRow]:
    pool, make, difference = measurement, exchanged_systems, 0.0
    if situation.name != "exchanged":
        pool = mixed_systems(measurement, situation.groups, situation.share, rng=seed)
        make = resampled_units
        difference = lead_of_second(pool)
    rows = []
    for test in tests:  # each sees the same data sets
        data_sets = make(pool, situation.groups, n_repetitions, rng=seed)
        found = rejections(test, data_sets, ALPHAS, n_resamples=n_resamples, seed=seed, advance=advance)
        is_exact = test.validity == "exact" and situation.name == "exchanged" and situation.drawn == unit
        for alpha, rejected in zip(ALPHAS, found, strict=True):
            rows.append(
                RejectionRow(
                    metric=measurement.metric,
                    label=measurement.label,
                    test=test.name,
                    situation=situation.name,
                    drawn=situation.drawn,
                    difference=difference,
                    alpha=alpha,
                    n_rejected=rejected.n_rejected,
                    n_repetitions=n_repetitions,
                    rate=rejected.share,
                    low=rejected.low,
                    high=rejected.high,
                    verdict="" if situation.name == "difference" else "by construction" if is_exact else "holds",
                )
            )
    return rows


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe a calibration."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    names, several = method["systems"], len(method["systems"]) > 2
    made = (
        "Exchanged: the systems' outputs are put in random order, so that there is no difference. Equal scores: what "
        "the units of the systems contribute is shifted until all scores are equal, and test sets are drawn from the "
        "result with replacement. One apart: the same, but for the system furthest from the median, and only pairs of "
        f"the others count. Counted are families in which any of {len(names) * (len(names) - 1) // 2} pairs was called "
        f"different that is not, after {_corrections(method)}. "
        if several
        else "Exchanged: the systems' outputs "
        "change sides at random, so that there is no difference. Equal scores: the outputs are mixed until the scores "
        "are equal, and test sets are drawn from the result with replacement. Difference: the same, mixed to a share "
        "of the observed difference. "
    )
    return (
        f"We measured how often tests over {units} call {', '.join(names[:-1])} and {names[-1]} different, "
        f"with Steelyard {package_version()}: {metrics}; {method['n_repetitions']:,} data sets a "
        f"situation, {method['n_resamples']:,} draws a test, two-sided, seed {method['seed']}. {made}In brackets 95% "
        "intervals (Wilson). Too many: above the level by an exact binomial test at 0.05 over all these rates together "
        "(Bonferroni); holds: not found to be."
    )


def _corrections(method: Mapping[str, Any]) -> str:
    """Name the corrections over all pairs, and the tests where they differ."""
    names = {"maxt": "max-T", "holm": "Holm's correction"}
    by_name: dict[str, list[str]] = {}
    for test, correction in method["corrections"].items():
        by_name.setdefault(names[correction], []).append(test)
    if len(by_name) == 1:
        return f"{next(iter(by_name))} over all pairs"
    return " or ".join(f"{name} ({', '.join(tests)})" for name, tests in by_name.items()) + " over all pairs"
