"""Scores and tests on parts of the test set: one family of all buckets, pairs and metrics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import NullDistribution, is_significant, max_t, randomization, smallest_p_value
from steelyard.questions.report_page.answer import BucketScores, BucketTest
from steelyard.questions.report_page.bucket_kinds import Dimension
from steelyard.results.numbers import finite
from steelyard.results.pair_rows import Verdict
from steelyard.scored.pairs import Pair
from steelyard.scored.units import choose_units
from steelyard.types import CountedSet, Measurement, Statistics, TestSet

__all__ = ["bucket_rows"]

_DRAWS = 2_000  # max-T needs no more for small p-values in large families
_FEWEST_DRAWS = 999
_MOST_VALUES = 2**25  # of the joint null distribution: 256 MB


@dataclass(frozen=True, slots=True, eq=False)
class _Bucket:
    """One bucket under one metric: over the units of the whole set, those outside it without anything."""

    measurement: Measurement
    dimension: str
    name: str
    n_segments: int
    n_units: int


def bucket_rows(
    test_set: TestSet | CountedSet,
    measurements: Sequence[Measurement],
    pairs: Sequence[Pair],
    dimensions: Sequence[Dimension],
    unit: str,
    method: Mapping[str, Any],
    n_threads: int,
) -> tuple[list[BucketScores], list[BucketTest], dict[str, Any]]:
    """Score all systems on each bucket, and test their differences by randomization with max-T over all at once.

    A bucket of so few units that no exchange of them could give a p as small as alpha is not tested: that depends on
    its size alone.
    """
    buckets = _masked(test_set, measurements, dimensions, unit)
    rows = [
        BucketScores(
            metric=bucket.measurement.metric,
            dimension=bucket.dimension,
            bucket=bucket.name,
            n_segments=bucket.n_segments,
            n_units=bucket.n_units,
            scores=tuple(
                finite(value) for value in bucket.measurement.scores(bucket.measurement.statistics.totals()).tolist()
            ),
        )
        for bucket in buckets
    ]
    alpha, alternative = method["alpha"], method["alternative"]
    is_two_sided = alternative == "two-sided"
    tested = [bucket for bucket in buckets if smallest_p_value(bucket.n_units, two_sided=is_two_sided) <= alpha]
    notes = {dimension.name: dimension.note for dimension in dimensions}
    described: dict[str, Any] = {"alpha": alpha, "notes": notes, "n_tests": len(tested) * len(pairs)}
    if not tested:
        return rows, [], described
    null = _joint_null(tested, pairs, method, n_threads)
    p_values = null.p_values(alternative)
    p_adjusted = max_t(null, alternative, alpha).p_values
    described |= {"n_draws": null.n_draws, "seed": method["seed"], "alternative": alternative}
    found = []
    for i, (delta, p_value, adjusted) in enumerate(zip(null.observed, p_values, p_adjusted, strict=True)):
        bucket, (a, b) = tested[i // len(pairs)], pairs[i % len(pairs)]
        measurement = bucket.measurement
        found.append(
            BucketTest(
                metric=measurement.metric,
                dimension=bucket.dimension,
                bucket=bucket.name,
                system=measurement.systems[a],
                against=measurement.systems[b],
                difference=float(delta),
                p_value=float(p_value),
                p_adjusted=float(adjusted),
                verdict=_verdict(measurement, a, b, float(delta), is_significant(adjusted, alpha)),
            )
        )
    return rows, found, described


def _masked(
    test_set: TestSet | CountedSet, measurements: Sequence[Measurement], dimensions: Sequence[Dimension], unit: str
) -> list[_Bucket]:
    """Leave in each bucket what its segments count, metric by metric; units keep their places, so that draws do."""
    found = []
    places = _places(test_set, measurements[0], unit)
    for measurement in measurements:
        values = measurement.statistics.values
        for dimension in dimensions:
            for code, name in enumerate(dimension.buckets):
                is_in = dimension.codes == code
                statistics = Statistics(values * is_in[:, None], measurement.statistics.bits)
                [summed] = choose_units(test_set, [replace(measurement, statistics=statistics)], unit).measurements
                n_units = len(np.unique(places[is_in]))
                found.append(_Bucket(summed, dimension.name, name, int(is_in.sum()), n_units))
    return found


def _places(test_set: TestSet | CountedSet, measurement: Measurement, unit: str) -> NDArray[np.int64]:
    """Say which unit each segment belongs to."""
    documents = test_set.document_codes()
    if unit == "document" and documents is not None:
        return documents
    size = int(unit.partition(":")[2] or 1)  # block:K
    return np.arange(measurement.statistics.n_units, dtype=np.int64) // size


def _joint_null(
    tested: Sequence[_Bucket], pairs: Sequence[Pair], method: Mapping[str, Any], n_threads: int
) -> NullDistribution:
    """Exchange units of the whole set, and take every bucket's differences from the same exchanges."""
    most = max(_FEWEST_DRAWS, _MOST_VALUES // (len(tested) * len(pairs)))
    null = randomization(
        [bucket.measurement for bucket in tested],
        pairs,
        n_resamples=min(_DRAWS, most, max(method["n_resamples"], _FEWEST_DRAWS)),
        rng=method["seed"],
        n_threads=n_threads,
    )
    blocks = list(null.make_blocks())  # gone through several times, and dear to make
    null.make_blocks = lambda: iter(blocks)
    return null


def _verdict(measurement: Measurement, a: int, b: int, delta: float, is_significant: bool) -> Verdict:
    values = measurement.statistics.values
    if np.array_equal(values[a], values[b]):
        return "equivalent"
    if not is_significant or delta == 0:
        return "cannot tell"
    return "better" if (delta > 0) == measurement.higher_is_better else "worse"
