"""Measure on two systems of one's own what tests promise: false alarms where there is no difference, and power."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import (
    SignificanceTest,
    check_resamples,
    exchanged_systems,
    get_test,
    mixed_systems,
    registered_tests,
    repeated_p_values,
    resampled_units,
    seed_of,
    wilson_interval,
)
from steelyard.results import Calibration, RejectionRow
from steelyard.types import Measurement, TestSet
from steelyard.workflows.method import calibration_sentence, provenance
from steelyard.workflows.threads import blas_threads
from steelyard.workflows.units import choose_units

if TYPE_CHECKING:
    from steelyard.inference.resample import Progress, Rng

__all__ = ["ALPHAS", "SHARES", "calibrate"]

ALPHAS = (0.1, 0.05, 0.01)
SHARES = (0.25, 0.5, 1.0)
_OF_TESTS = 2**32  # between the seeds of data sets and those of the tests on them: draws must not repeat


@dataclass(frozen=True, slots=True)
class _Situation:
    """How data sets are made."""

    name: str
    drawn: str  # what changes sides or is drawn
    groups: NDArray[np.int64]
    share: float  # of the observed difference


def calibrate(
    test_set: TestSet,
    measurements: Sequence[Measurement],
    *,
    tests: Sequence[str],
    n_repetitions: int,
    n_resamples: int,
    shares: Sequence[float],
    unit: str | None,
    rng: "Rng",
    score_inputs: Sequence[dict[str, str]] = (),
    progress: "Progress | None" = None,
) -> Calibration:
    """Run tests over and over on data sets made from two systems; `Evaluation.calibrate` describes the parameters."""
    if len(test_set.systems) != 2:
        raise SpecError(f"A calibration needs two systems, not {len(test_set.systems)}: name two with -i.")
    if not all(0 < share <= 1 for share in shares):
        raise SpecError(f"Shares of the difference must lie above 0 and be at most 1, not {list(shares)}.")
    check_resamples(n_resamples)
    check_resamples(n_repetitions)
    chosen = [get_test(name) for name in tests or registered_tests()]
    seed = seed_of(rng) % 2**63  # leaves room for the seeds that are counted from it
    units = choose_units(test_set, measurements, unit)
    situations = _situations(test_set, units.name, units.n, shares)
    total = len(chosen) * len(situations) * len(units.measurements) * n_repetitions
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    rows = []
    with blas_threads(1):
        for measurement in units.measurements:
            for number, situation in enumerate(situations):
                rows += _rows(
                    measurement, situation, chosen, units.name, n_repetitions, n_resamples, seed + number, advance
                )
    method = provenance(test_set, score_inputs) | {
        "tests": [test.name for test in chosen],
        "unit": units.name,
        "n_units": units.n,
        "n_repetitions": n_repetitions,
        "n_resamples": n_resamples,
        "seed": seed,
        "systems": list(test_set.system_names),
    }
    method["sentence"] = calibration_sentence(measurements, method)
    return Calibration(
        tuple(row for row in rows if row.situation != "difference"),
        tuple(row for row in rows if row.situation == "difference"),
        method,
    )


def _situations(test_set: TestSet, unit: str, n_units: int, shares: Sequence[float]) -> list[_Situation]:
    """List what the tests are put through; where segments are tested, whole documents are drawn too."""
    kinds = [(unit, np.arange(n_units, dtype=np.int64))]
    documents = test_set.document_codes()
    if unit == "segment" and documents is not None:
        kinds.append(("document", documents))
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
        difference = float(pool.differences(*pool.statistics.totals()))
    rows = []
    for test in tests:  # each sees the same data sets
        data_sets = make(pool, situation.groups, n_repetitions, rng=seed)
        p_values = repeated_p_values(test, data_sets, n_resamples=n_resamples, rng=seed + _OF_TESTS, advance=advance)
        is_exact = test.validity == "exact" and situation.name == "exchanged" and situation.drawn == unit
        for alpha in ALPHAS:
            n_rejected = int((p_values <= alpha).sum())
            low, high = wilson_interval(n_rejected, n_repetitions)
            verdict = "" if situation.name == "difference" else "holds" if low <= alpha else "too many"
            rows.append(
                RejectionRow(
                    metric=measurement.metric,
                    label=measurement.label,
                    test=test.name,
                    situation=situation.name,
                    drawn=situation.drawn,
                    difference=difference,
                    alpha=alpha,
                    n_rejected=n_rejected,
                    n_repetitions=n_repetitions,
                    rate=n_rejected / n_repetitions,
                    low=low,
                    high=high,
                    verdict="by construction" if is_exact else verdict,
                )
            )
    return rows
