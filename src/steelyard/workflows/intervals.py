"""Intervals around the scores of every system."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    bootstrap_draws,
    bootstrap_scores,
    jackknife_interval,
    jackknife_scores,
    percentile_interval,
)
from steelyard.inference.resample import Progress
from steelyard.types import Measurement
from steelyard.workflows.units import Interval, Units

__all__ = ["jackknife_intervals", "score_intervals"]


def score_intervals(
    units: Units,
    kind: str,
    confidence_level: float,
    n_resamples: int,
    seed: int,
    n_threads: int,
    progress: Progress | None,
) -> tuple[list[list[Interval]], list[NDArray[np.float64]] | None]:
    """Return an interval for each measurement and system and, from a bootstrap, the mean of the resampled scores."""
    if kind == "jackknife":
        return [
            jackknife_intervals(measurement, jackknife_scores(measurement), confidence_level)
            for measurement in units.measurements
        ], None
    draws = replace(bootstrap_draws(units.n, n_resamples, rng=seed, n_threads=n_threads), progress=progress)
    resampled = bootstrap_scores(units.measurements, draws)
    intervals: list[list[Interval]] = [
        [percentile_interval(row, confidence_level) for row in scores] for scores in resampled
    ]
    return intervals, [scores.mean(axis=1) for scores in resampled]


def jackknife_intervals(
    measurement: Measurement, leave_one_out: NDArray[np.float64], confidence_level: float
) -> list[Interval]:
    """Put a jackknife interval around every system's score; `leave_one_out` has shape (S, N)."""
    observed = measurement.scores(measurement.statistics.totals())
    return [
        jackknife_interval(float(score), row, confidence_level)
        for score, row in zip(observed, leave_one_out, strict=True)
    ]
