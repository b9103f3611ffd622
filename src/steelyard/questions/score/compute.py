"""Scores of systems, with intervals where asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counted import Counted
from steelyard.counted.method import (
    describe_interval,
    describe_metrics,
    describe_units,
    describe_worth,
    show_percent,
)
from steelyard.counted.recipe import unit_given
from steelyard.counted.threads import blas_threads
from steelyard.counted.units import BOOTSTRAPPED, Interval, choose_intervals
from steelyard.metrics import Metric, measure, package_version
from steelyard.questions.score.answer import ScoreTable
from steelyard.results.score_rows import ScoreRow, SegmentScores
from steelyard.results.signature import extend_signature
from steelyard.results.words import counted
from steelyard.types import Measurement, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["score", "score_rows"]


def score(
    counted: Counted,
    *,
    confidence_level: float | None,
    n_resamples: int,
    rng: "Rng",
    unit: str | None,
    interval: str | None,
    segments: bool = False,
    progress: "Progress | None" = None,
) -> ScoreTable:
    """Score every system; `Evaluation.scores` describes the parameters."""
    texts = counted.texts("A score of every segment") if segments else None
    measurements = counted.measurements
    units = counted.units(unit)
    method: dict[str, Any] = {**counted.provenance(), **units.described(), "interval": None}
    intervals: list[list[Interval]] | None = None
    means: list[NDArray[np.float64]] | None = None
    if confidence_level is not None:
        from steelyard.counted.intervals import score_intervals
        from steelyard.inference import check_resamples, seed_of  # not needed for scores alone

        seed = seed_of(rng)
        check_resamples(n_resamples)
        n_effective = units.n_effective()
        kind, _ = choose_intervals(interval, n_effective)
        method |= {"interval": kind, "n_effective": n_effective, "confidence_level": confidence_level}
        if kind in BOOTSTRAPPED:
            method |= {"n_resamples": n_resamples, "seed": seed}
        with blas_threads(counted.n_threads):
            intervals, means = score_intervals(
                units, kind, confidence_level, n_effective, n_resamples, seed, counted.n_threads, progress
            )
    rows = score_rows(measurements, intervals)
    if means is not None:
        run = {"bs": n_resamples, "seed": method["seed"]}
        rows = [
            replace(
                row,
                signature=extend_signature(row.signature, run),
                details={**row.details, "bootstrap_mean": float(mean)},
            )
            for row, mean in zip(rows, np.concatenate(means), strict=True)
        ]
    by_segment = score_segments(texts, counted.segment_metrics, counted.n_threads) if texts is not None else ()
    asked = {
        "confidence_level": confidence_level,
        "unit": unit_given(units),
        "segments": texts is not None and bool(counted.segment_metrics),
    }
    asked |= {key: method[key] for key in ("interval", "n_resamples") if key in method}
    asked |= {"rng": method["seed"]} if "seed" in method else {}
    method |= counted.recipe("score", asked)
    method["sentence"] = _sentence(measurements, method)
    return ScoreTable(tuple(rows), method, by_segment)


def score_rows(
    measurements: Sequence[Measurement],
    intervals: Sequence[Sequence[Interval]] | None,
    values: Sequence[NDArray[np.float64]] | None = None,
) -> list[ScoreRow]:
    """Lay out scores, ranks and details; by measurement and system, `intervals`, and `values` in place of scores."""
    rows = []
    for m, measurement in enumerate(measurements):
        statistics = measurement.statistics
        totals = statistics.totals()
        scores = measurement.scores(totals) if values is None else values[m]
        rank = measurement.ranks(scores)
        for s in range(statistics.n_systems):
            details, verbose = measurement.explain(statistics.scaled(totals[s])) if measurement.explain else ({}, "")
            rows.append(
                ScoreRow(
                    metric=measurement.metric,
                    label=measurement.label,
                    system=measurement.systems[s],
                    score=float(scores[s]),
                    interval=intervals[m][s] if intervals is not None else None,
                    rank=rank[s],
                    rank_low=None,
                    rank_high=None,
                    cluster=None,
                    signature=measurement.signature,
                    details={key: value for key, value in details.items() if isinstance(value, float)},
                    verbose=verbose,
                    scale=measurement.scale,
                    higher_is_better=measurement.higher_is_better,
                )
            )
    return rows


def score_segments(test_set: TestSet, metrics: Sequence[Metric], n_threads: int = 1) -> tuple[SegmentScores, ...]:
    """Score every segment of every system, each metric in the variant that fits single segments."""
    result = []
    for measurement in measure(test_set, [metric.segment_metric() for metric in metrics], n_threads=n_threads):
        scores = measurement.scores(measurement.statistics.values.astype(np.float64))
        for system, row in zip(test_set.system_names, scores, strict=True):
            verbose = _explain_segments(measurement) if len(test_set.systems) == 1 else ()
            result.append(
                SegmentScores(
                    metric=measurement.metric,
                    label=measurement.label,
                    system=system,
                    signature=measurement.signature,
                    scores=tuple(row.tolist()),
                    verbose=verbose,
                    scale=measurement.scale,
                )
            )
    return tuple(result)


def _explain_segments(measurement: Measurement) -> tuple[str, ...]:
    if measurement.explain is None:
        return ()
    segments = measurement.statistics.scaled(measurement.statistics.values[0].astype(np.float64))
    return tuple(measurement.explain(segment)[1] for segment in segments)


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe a table of scores."""
    sentence = f"Scores of {counted(method['n_segments'], 'segment')} with Steelyard {package_version()}: "
    sentence += describe_metrics(measurements)
    if method["interval"]:
        by = f"{describe_interval(method, method['interval'])} over {describe_units(method)}{describe_worth(method)}"
        sentence += f"; {show_percent(method['confidence_level'])} intervals by {by}"
    return sentence + "."
