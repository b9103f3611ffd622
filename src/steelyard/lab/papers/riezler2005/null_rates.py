"""Run tests where there is nothing to find, and show rejections and whether the p-values are uniform."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    SignificanceTest,
    exchanged_systems,
    is_significant,
    split_halves,
    uniformity,
    wilson_interval,
)
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.types import Measurement

__all__ = ["ALPHAS", "null_table"]

ALPHAS = (0.1, 0.05, 0.01)
_NULLS = ("random swaps", "split halves")
_OF_TESTS = 2**32  # between the seeds of data sets and those of the tests on them: draws must not repeat

DataSets = Iterator[tuple[Measurement, ...]]


def null_table(
    measurements: Sequence[Measurement],
    tests: Sequence[tuple[str, SignificanceTest]],
    *,
    n_repetitions: int,
    n_resamples: int,
    seed: int,
    advance: Callable[[], None],
) -> PaperTable:
    """Test systems between which there is no difference by construction.

    A row per metric, null and test: rejections in % with 95 % intervals, and Kolmogorov and Smirnov's test. The
    measurements are of two systems each, over the units that tests exchange, and `n_repetitions` are the data sets of
    each kind. Called after each of ``2 * n_repetitions`` data sets is `advance`.
    """
    found = {name: _p_values(name, measurements, tests, n_repetitions, n_resamples, seed, advance) for name in _NULLS}
    rows = []
    for i, measurement in enumerate(measurements):
        for null in _NULLS:
            for j, (shown, _) in enumerate(tests):
                p_values = found[null][:, j, i]
                even = uniformity(p_values)
                rates = (_rate(int(is_significant(p_values, alpha).sum()), n_repetitions) for alpha in ALPHAS)
                rows.append((measurement.label, null, shown, *rates, even.distance, even.p_value))
    return PaperTable(
        "True nulls",
        f"rejections in % of {n_repetitions:,} data sets without a difference, with 95% intervals",
        ("metric", "null", "test", *(f"at {alpha:g}" for alpha in ALPHAS), "KS distance", "KS p"),
        tuple(rows),
        "random swaps: the first two systems, each segment exchanged or not at random; split halves: the first system "
        "on two random halves of the test set. KS: whether the p-values are uniform (Kolmogorov and Smirnov); a small "
        "p says that they are not. Few units, or few that differ, give p few values, and KS finds that too.",
        (None,) * 6 + (3, 4),
    )


def _p_values(
    null: str,
    measurements: Sequence[Measurement],
    tests: Sequence[tuple[str, SignificanceTest]],
    n_repetitions: int,
    n_resamples: int,
    seed: int,
    advance: Callable[[], None],
) -> NDArray[np.float64]:
    """Return p-values of shape (repetitions, tests, metrics); all metrics see the same data sets."""
    found = np.empty((n_repetitions, len(tests), len(measurements)))
    for number, data_set in enumerate(_data_sets(null, measurements, n_repetitions, seed)):
        for j, (_, test) in enumerate(tests):
            outcome = test(data_set, [(0, 1)], n_resamples=n_resamples, rng=(seed + _OF_TESTS + number) % 2**64)
            found[number, j] = outcome.p_values("two-sided")
        advance()
    return found


def _data_sets(null: str, measurements: Sequence[Measurement], n: int, seed: int) -> DataSets:
    if null == "random swaps":
        groups = np.arange(measurements[0].statistics.n_units, dtype=np.int64)
        made = [exchanged_systems(measurement, groups, n, rng=seed) for measurement in measurements]
    else:
        made = [split_halves(_first(measurement), n, rng=seed) for measurement in measurements]
    return zip(*made, strict=True)


def _first(measurement: Measurement) -> Measurement:
    statistics = measurement.statistics
    return replace(measurement, statistics=replace(statistics, values=statistics.values[:1]))


def _rate(n_rejected: int, n: int) -> str:
    low, high = wilson_interval(n_rejected, n)
    return f"{100 * n_rejected / n:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
