"""Systems of several runs: pooled for the comparison, taken apart for what new runs would do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.inference import VarianceSplit, variance_split
from steelyard.questions.compare.answer import RunRow
from steelyard.questions.compare.question import Runs
from steelyard.scored.pairs import Pair
from steelyard.scored.units import check_exact
from steelyard.types import Measurement, Statistics

__all__ = ["check_runs", "pool_runs", "run_rows", "run_splits", "spread_runs"]


def check_runs(inputs: Sequence[str], runs: Runs) -> dict[str, list[int]]:
    """Find the positions of the runs of every system among the inputs.

    Each input is one run of one system. Systems have equally many, so that they can be exchanged one for one, and at
    least two.
    """
    named = [run for members in runs.values() for run in members]
    for run in named:
        if run not in inputs:
            raise unknown_name("run", run, inputs)
        if named.count(run) > 1:
            raise SpecError(f"The run {run!r} is named twice: name each run once, under one system.")
    for name in inputs:
        if name not in named:
            raise SpecError(f"{name!r} is not a run of any system: name it under --runs, or leave it out of the input.")
    sizes = {len(members) for members in runs.values()}
    if len(sizes) > 1:
        counts = ", ".join(f"{name} {len(members)}" for name, members in runs.items())
        raise AlignmentError(f"Systems must have the same number of runs: {counts}.")
    if sizes == {1}:
        raise SpecError("One run per system is not enough: give at least two runs of each system, better three.")
    return {name: [list(inputs).index(run) for run in members] for name, members in runs.items()}


def pool_runs(
    measurement: Measurement, positions: Mapping[str, Sequence[int]], score: str = "concatenation"
) -> Measurement:
    """Take the outputs of a system's runs together, unit by unit: to exchange a unit exchanges it in all runs.

    The score is that of all runs' outputs as one text (``"concatenation"``), or the mean of the runs' scores
    (``"mean"``).
    """
    values = measurement.statistics.values
    runs = np.stack([values[list(members)] for members in positions.values()])  # (S, R, N, K)
    if score == "concatenation" or measurement.is_mean:  # a mean of runs' means is that of all their segments
        return _of_systems(measurement, positions, runs.sum(axis=1))
    n_systems, n_runs, n_units, _ = runs.shape
    return _mean_of_runs(measurement, positions, runs.transpose(0, 2, 1, 3).reshape(n_systems, n_units, -1), n_runs)


def spread_runs(
    measurement: Measurement, positions: Mapping[str, Sequence[int]], score: str = "concatenation"
) -> Measurement:
    """Give every run units of its own, run by run, so that a unit is exchanged in each run by itself.

    Scores of systems are the same as with `pool_runs`.
    """
    values = measurement.statistics.values
    runs = np.stack([values[list(members)] for members in positions.values()])  # (S, R, N, K)
    n_systems, n_runs, n_units, n_statistics = runs.shape
    if score == "concatenation" or measurement.is_mean:
        return _of_systems(measurement, positions, runs.reshape(n_systems, n_runs * n_units, n_statistics))
    laid = np.zeros((n_systems, n_runs, n_units, n_runs, n_statistics), dtype=np.int64)
    for run in range(n_runs):
        laid[:, run, :, run] = runs[:, run]
    return _mean_of_runs(measurement, positions, laid.reshape(n_systems, n_runs * n_units, -1), n_runs)


def _of_systems(
    measurement: Measurement, positions: Mapping[str, Sequence[int]], values: NDArray[np.int64]
) -> Measurement:
    statistics = Statistics(values, measurement.statistics.bits)
    systems = replace(measurement, statistics=statistics, systems=tuple(positions))
    check_exact(systems, "so many runs")
    return systems


def _mean_of_runs(
    measurement: Measurement, positions: Mapping[str, Sequence[int]], values: NDArray[np.int64], n_runs: int
) -> Measurement:
    """Score statistics of runs that stand side by side, shape (S, N, R * K), by the mean over the runs."""
    score = partial(_score_of_runs, measurement.score, n_runs)  # no function in a function: it is sent to processes
    statistics = Statistics(values, np.tile(measurement.statistics.bits, n_runs))
    systems = replace(measurement, statistics=statistics, systems=tuple(positions), score=score, explain=None)
    check_exact(systems, "so many runs")
    return systems


def _score_of_runs(
    score: Callable[[NDArray[np.float64]], NDArray[np.float64]], n_runs: int, sums: NDArray[np.float64]
) -> NDArray[np.float64]:
    by_run = score(sums.reshape(*sums.shape[:-1], n_runs, -1))
    mean: NDArray[np.float64] = by_run.mean(axis=-1)
    return mean


def run_splits(
    units: Sequence[Measurement],
    pairs: Sequence[Pair],
    positions: Mapping[str, Sequence[int]],
    confidence_level: float,
    n_effective: float,
    per_reference: Sequence[Sequence[Measurement]] = (),
) -> list[VarianceSplit]:
    """Split the variance of every difference into what new data and what new runs bring, metric by metric.

    The confidence level is that of each interval alone, and the units are worth `n_effective` equal ones. With several
    references `per_reference` has the same runs under each alone, for the metrics that look at references.
    """
    members = list(positions.values())
    splits = []
    for m, measurement in enumerate(units):
        under_each = [metrics[m] for metrics in per_reference if m < len(metrics)]
        splits += [
            variance_split(
                measurement,
                members[a],
                members[b],
                confidence_level=confidence_level,
                n_effective=n_effective,
                per_reference=under_each,
            )
            for a, b in pairs
        ]
    return splits


def run_rows(
    units: Sequence[Measurement],
    pairs: Sequence[Pair],
    positions: Mapping[str, Sequence[int]],
    splits: Sequence[VarianceSplit],
) -> list[RunRow]:
    """Say for every pair what new data and what new runs would change, metric by metric."""
    names, members = list(positions), list(positions.values())
    rows = []
    for m, measurement in enumerate(units):
        scores = measurement.scores(measurement.statistics.totals())
        spread = [float(scores[list(runs)].std(ddof=1)) for runs in members]
        for (a, b), split in zip(pairs, splits[m * len(pairs) : (m + 1) * len(pairs)], strict=True):
            rows.append(
                RunRow(
                    metric=measurement.metric,
                    label=measurement.label,
                    system=names[a],
                    against=names[b],
                    difference=split.difference,
                    interval_new_data=split.new_data,
                    interval_new_runs=split.new_runs,
                    interval_both=split.both,
                    run_sd=spread[a],
                    run_sd_against=spread[b],
                    interval_new_references=split.new_references,
                    reference_sd=None if split.reference_variance is None else split.reference_variance**0.5,
                    run_share=split.run_share if split.test_variance + split.run_variance > 0 else None,
                )
            )
    return rows
