"""Scores of systems, with intervals where asked for."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.choices import BOOTSTRAPPED, RATES
from steelyard.metrics import Metric, measure, package_version
from steelyard.questions.score.answer import ScoreMethod, ScoreTable
from steelyard.questions.score.question import ScoreQuestion
from steelyard.results.method import MethodOfIntervals
from steelyard.results.plurals import counted as number_of
from steelyard.results.plurals import word_for_segment
from steelyard.results.score_rows import ScoreRow, SegmentScores
from steelyard.results.signature import extend_signature
from steelyard.scored import Counted
from steelyard.scored.recipe import unit_given
from steelyard.scored.score_rows import score_rows
from steelyard.scored.sentences import (
    describe_ends,
    describe_interval,
    describe_metrics,
    describe_rates,
    describe_units,
    describe_worth,
    rates_told,
    said_of_score_coverage,
    show_percent,
)
from steelyard.scored.threads import working_threads
from steelyard.scored.units import Units, choose_intervals
from steelyard.types import Measurement, TestSet

__all__ = ["compute"]


def compute(counted: Counted, question: ScoreQuestion) -> ScoreTable:
    """Score every system and, where asked for, every segment."""
    texts = counted.texts("A score of every segment") if question.segments else None
    units = counted.units(question.unit)
    rows, intervals = _scores(counted, question, units)
    segments = () if texts is None else _score_segments(texts, counted.segment_metrics, counted.n_threads)
    return ScoreTable(tuple(rows), _method(counted, question, units, intervals), segments)


def _scores(counted: Counted, question: ScoreQuestion, units: Units) -> tuple[list[ScoreRow], MethodOfIntervals]:
    """Score every system, and say how the intervals came about."""
    level = question.confidence_level
    if level is None:
        return score_rows(counted.measurements), {"interval": None}
    from steelyard.scored.intervals import (
        ends_by_range,
        gives_way,
        score_intervals,
        scores_by_range,
    )  # not needed for scores alone

    sampling = counted.sampling(question.n_resamples, question.rng)
    n_effective = units.n_effective()
    kind, _ = choose_intervals(question.interval, n_effective)
    rates = units.rates() if gives_way(kind, question.interval) else []
    if rates and None not in rates:
        kind = RATES[0]
    method: MethodOfIntervals = {"interval": kind, "n_effective": n_effective, "confidence_level": level}
    if kind in BOOTSTRAPPED:
        method |= {"n_resamples": sampling.n_resamples, "seed": sampling.seed}
    with working_threads(counted.n_threads):
        intervals, means = score_intervals(units, kind, level, n_effective, sampling, rates)
    method = {**method, **rates_told(counted.measurements, rates)}
    rows = score_rows(counted.measurements, intervals)
    ends = ends_by_range(units)
    if ends:
        bounds = [end for one in units.segments for end in scores_by_range(units, one, level, sampling.seed)]
        rows = [replace(row, interval_by_range=bound) for row, bound in zip(rows, bounds, strict=True)]
        method |= {"seed": sampling.seed, "ends": {name: list(both) for name, both in ends.items()}}
    if means is None:
        return rows, method
    run = {"bs": sampling.n_resamples, "seed": sampling.seed}
    return [
        replace(
            row, signature=extend_signature(row.signature, run), details={**row.details, "bootstrap_mean": float(mean)}
        )
        for row, mean in zip(rows, np.concatenate(means), strict=True)
    ], method


def _score_segments(test_set: TestSet, metrics: Sequence[Metric], n_threads: int) -> tuple[SegmentScores, ...]:
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


def _method(counted: Counted, question: ScoreQuestion, units: Units, intervals: MethodOfIntervals) -> ScoreMethod:
    asked: dict[str, Any] = {
        "confidence_level": question.confidence_level,
        "unit": unit_given(units),
        "segments": question.segments and bool(counted.segment_metrics),
        "interval": question.interval if intervals["interval"] in RATES else intervals["interval"],
    }
    if "seed" in intervals:
        asked |= {"n_resamples": intervals.get("n_resamples", question.n_resamples), "rng": intervals["seed"]}
    method: ScoreMethod = {
        **counted.provenance(),
        **units.described(),
        **intervals,
        **counted.recipe("score", asked),
        "caution": "",
        "sentence": "",
    }
    if intervals["interval"] and intervals["interval"] not in RATES:
        from steelyard.scored.cautions import caution_of_units  # not needed for scores alone

        coverage = said_of_score_coverage(method["n_units"], method["unit"]).lstrip()
        of_units = caution_of_units(units, counted.measurements, of_scores=True)
        method["caution"] = " ".join(filter(None, (coverage, f"{of_units}." if of_units else "")))
    method["sentence"] = _score_sentence(counted.measurements, method)
    if intervals["interval"] is not None:
        from steelyard.results.factors import Factors  # not needed for scores alone

        method = {**method, **Factors.of_units(units.name).told(method["sentence"])}
    return method


def _score_sentence(measurements: Sequence[Measurement], method: ScoreMethod) -> str:
    """Describe a table of scores."""
    sentence = (
        f"We scored {number_of(method['n_segments'], word_for_segment(method))} with Steelyard {package_version()}: "
    )
    sentence += describe_metrics(measurements)
    if method["interval"]:
        by = f"{describe_interval(method, method['interval'])} over {describe_units(method)}{describe_worth(method)}"
        sentence += f". Intervals ({show_percent(method['confidence_level'])}) are by {by}"
    rates = "" if method["interval"] in RATES else f" {describe_rates(method, has_differences=False)}".rstrip()
    sentence = f"{sentence}.{rates}{describe_ends(method, of_scores=True)}"
    if "missing" not in method:
        return sentence
    from steelyard.results.missing import missing_text  # rare

    return f"{sentence} {missing_text(method)}"
