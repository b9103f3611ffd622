"""Metrics in the variant that fits single segments, counted from texts or from counts; scores of single items."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics import Metric, mean_of_segments, measure, parse
from steelyard.results.score_rows import SegmentScores
from steelyard.types import Measurement, TestSet

__all__ = [
    "item_names",
    "item_scores",
    "segment_measurements",
    "segment_rows",
    "segment_scores",
    "stored_segment_measurements",
]

_OF_SCORING = {"effective_order"}  # options that change how counts are scored, and not what is counted


def segment_measurements(
    test_set: TestSet, measurements: Sequence[Measurement], metrics: Sequence[Metric], n_threads: int
) -> list[Measurement]:
    """Measure with each metric in the variant that fits single segments; outside scores are of segments already."""
    variants = [metric.segment_metric() for metric in metrics]
    others = [variant for variant, metric in zip(variants, metrics, strict=True) if variant != metric]
    counted = dict(zip(others, measure(test_set, others, n_threads=n_threads), strict=True)) if others else {}
    own = [
        counted.get(variant, measurement)
        for variant, measurement in zip(variants, measurements[: len(variants)], strict=True)
    ]
    return [*own, *measurements[len(own) :]]


def stored_segment_measurements(measurements: Sequence[Measurement]) -> list[Measurement | None]:
    """Do the same with counts from files: None where the variant for single segments counts other things."""
    return [_stored_variant(measurement) for measurement in measurements]


def _stored_variant(measurement: Measurement) -> Measurement | None:
    if measurement.score is mean_of_segments:  # outside scores, which are of segments already
        return measurement
    metric = parse(measurement.metric)
    variant = metric.segment_metric()
    changed = {field.name for field in fields(metric) if getattr(metric, field.name) != getattr(variant, field.name)}
    if not changed <= _OF_SCORING:
        return None
    count = dict(part.split(":", 1) for part in measurement.signature.split("|")).get("nrefs", "1")
    return replace(measurement, metric=str(variant), signature=variant.signature(count), score=variant.score)


def segment_scores(
    test_set: TestSet, measurements: Sequence[Measurement], metrics: Sequence[Metric], n_threads: int = 1
) -> tuple[SegmentScores, ...]:
    """Score every segment of every system under all metrics, those of outside scores last."""
    return tuple(segment_rows(segment_measurements(test_set, measurements, metrics, n_threads)))


def segment_rows(measurements: Sequence[Measurement], kept: NDArray[np.int64] | None = None) -> Iterator[SegmentScores]:
    """Lay out the scores of segments, or of those that are kept."""
    for measurement in measurements:
        values = measurement.statistics.values
        scores = measurement.scores((values if kept is None else values[:, kept]).astype(np.float64))
        for system, row in zip(measurement.systems, scores.tolist(), strict=True):
            yield SegmentScores(
                measurement.metric,
                measurement.label,
                system,
                measurement.signature,
                tuple(row),
                scale=measurement.scale,
            )


def item_scores(measurement: Measurement, best: Measurement | None = None) -> NDArray[np.float64] | None:
    """Return the score of every system on every item.

    `measurement`: by one metric; missing scores at their worst, where there is `best`.
    `best`: the same with missing scores at their best.
    Returns an array of shape (S, N): NaN where both ends differ, as the score is missing there; None where scores of
    items are no summands.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.scored.single_segments import item_scores
    >>> item_scores(sy.evaluate_scores({"solved": {"x": [1, 0], "y": [1, 1]}}).measurements[0]).tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    statistics = measurement.statistics
    if not measurement.is_mean or (statistics.values[..., 1] != statistics.values[0, 0, 1]).any():
        return None
    scores = measurement.scores(statistics.values.astype(np.float64))
    if best is not None:
        scores = np.where(statistics.values[..., 0] == best.statistics.values[..., 0], scores, np.nan)
    return scores


def item_names(test_set: Any, n: int) -> list[str]:
    """Return ids of items, or their numbers.

    Examples
    --------
    >>> from steelyard.scored.single_segments import item_names
    >>> item_names(None, 2)
    ['1', '2']
    """
    return list(getattr(test_set, "items", None) or [str(i + 1) for i in range(n)])
