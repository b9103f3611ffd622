"""Differences of a family: as observed, under bootstrap resamples, and unit by unit; the pieces that tests share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.inference.draws.executors import worked_on
from steelyard.inference.draws.resample import Draws, Weights
from steelyard.inference.draws.sums import WeightedSums
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.types import Measurement

__all__ = ["Observed", "UnitDifferences", "bootstrap_differences", "centred_tolerance", "observe", "unit_differences"]

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """The differences of every pair under every metric, metric by metric."""

    differences: NDArray[np.float64]  # shape (P,): score A minus score B, in the metric's own sign
    orientation: NDArray[np.float64]  # shape (P,): 1 where a higher score is better, -1 where a lower one is
    tolerance: NDArray[np.float64]  # shape (P,): by how much equal differences may differ as numbers


def observe(measurements: Sequence[Measurement], pairs: Pairs) -> Observed:
    """Take the difference of every pair under every metric."""
    a, b = _sides(pairs)
    parts = []
    for measurement in measurements:
        totals = measurement.statistics.totals()
        parts.append(measurement.differences(totals[a], totals[b]))
    orientation = np.repeat([1.0 if m.higher_is_better else -1.0 for m in measurements], len(pairs))
    tolerance = [_tolerance(measurement, part) for measurement, part in zip(measurements, parts, strict=True)]
    return Observed(np.concatenate(parts), orientation, np.concatenate(tolerance))


def _tolerance(measurement: Measurement, observed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much equal differences may differ as numbers.

    A mean compares exact numerators: whole ones are equal or not; others were rounded to their grid, each by at most
    half a step, so that two equal differences can be two steps apart. Other scores are rounded in the last places of
    float64 and, where statistics have fractions, to their grid.
    """
    bits = measurement.statistics.bits
    # 2^-bits is a step of the coarsest grid among statistics with fractions; this is four of them, so that half is the
    # two steps above.
    grid = 2.0 ** (2 - int(bits[bits > 0].min())) if bits.any() else 0.0
    if measurement.is_mean:
        return np.full(observed.shape, grid / 2)
    return max(TOLERANCE, grid) * np.maximum(1.0, np.abs(observed))


def centred_tolerance(observed: Observed) -> NDArray[np.float64]:
    """Return the same for resampled differences less their mean: a third number that was rounded takes part."""
    return 1.5 * observed.tolerance + TOLERANCE * np.maximum(1.0, np.abs(observed.differences))


def bootstrap_differences(
    measurements: Sequence[Measurement], pairs: Pairs, draws: Draws
) -> Iterator[NDArray[np.float64]]:
    """Yield the differences under each resample, shape (P, b): all systems and metrics share the draws."""
    scoring = tuple(measurement.without_units() for measurement in measurements)
    yield from worked_on(draws, _Resampled(WeightedSums(measurements), scoring, *_sides(pairs)))


@dataclass(frozen=True, slots=True, eq=False)
class _Resampled:
    """Takes all differences under a block of resamples."""

    sums: WeightedSums
    measurements: tuple[Measurement, ...]  # of no units: how sums are scored
    a: NDArray[np.int64]
    b: NDArray[np.int64]

    def __call__(self, weights: Weights) -> NDArray[np.float64]:
        sums, n_pairs = self.sums, len(self.a)
        if (weights.sum(axis=1, dtype=np.int64) != sums.n_units).any():
            raise SpecError(f"The weights of a resample of {sums.n_units} units must add up to {sums.n_units}.")
        block = np.empty((len(self.measurements) * n_pairs, len(weights)))
        for i, (measurement, summed) in enumerate(zip(self.measurements, sums(weights), strict=True)):
            rows = np.moveaxis(summed, 1, -1)
            out = block[i * n_pairs : (i + 1) * n_pairs]
            if measurement.is_mean:  # between exact numerators
                out[...] = measurement.differences(rows[self.a], rows[self.b])
            else:
                scores = measurement.scores(rows)
                np.subtract(scores[self.a], scores[self.b], out=out)
            if np.isnan(out).any():
                raise DataError(f"Under some resamples {measurement.label} has no score: nothing to divide by.")
        return block


@dataclass(frozen=True, slots=True, eq=False)
class UnitDifferences:
    """What each unit adds to the difference of a mean, as whole numbers."""

    # Shape (P, N): A minus B in steps of the statistics' grid, exact; 0 where it is 0 but for rounding to that grid.
    # Whole documents stand for the sum over their segments.
    steps: NDArray[np.float64]
    slack: int  # two equal absolute differences are at most this many steps apart


def unit_differences(measurement: Measurement, pairs: Pairs, test: str) -> UnitDifferences:
    """Subtract unit by unit, for tests that need a value per unit: metrics that are means of segment scores."""
    if not measurement.is_mean:
        raise SpecError(
            f"The {test} test needs a difference for each segment, and {measurement.label} is not a mean of segment "
            "scores: its system score is no sum over segments, and the test would be about another number. Use the "
            "test randomization, or a metric that is a mean."
        )
    a, b = _sides(pairs)
    statistics = measurement.statistics
    scores = statistics.values[..., 0]
    steps = (scores[a] - scores[b]).astype(np.float64)
    if not statistics.bits[0]:
        return UnitDifferences(steps, 0)
    # Every segment of a unit was rounded by half a step at most, under both systems.
    n_segments = max(1, int(np.ldexp(statistics.values[..., 1].max(), -int(statistics.bits[1]))))
    steps[np.abs(steps) <= n_segments] = 0.0
    return UnitDifferences(steps, 2 * n_segments)


def _sides(pairs: Pairs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    array = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return array[:, 0], array[:, 1]
