"""Scores of every segment and every system of a counted test set, as files of scores have them."""

import numpy as np

from steelyard.errors import SpecError
from steelyard.scored.counted import Counted
from steelyard.scored.single_segments import segment_measurements, stored_segment_measurements
from steelyard.types import CountedSet, Measurement, OutputScores

__all__ = ["text_scores"]


def text_scores(counted: Counted) -> list[OutputScores]:
    """Score every segment and every system of a test set.

    `counted`: of texts, or read from statistics files.
    Returns: one per metric: segments in the variant that fits single segments, systems by the corpus score.
    """
    data = counted.test_set
    labels = [measurement.label for measurement in counted.measurements]
    found = []
    how: dict[str, object] = {"of": "texts", "texts": dict(data.reading)}
    if isinstance(data, CountedSet):
        chosen = {"systems": list(data.system_names), "metrics": [m.metric for m in counted.measurements]}
        how |= {"of": "statistics", "statistics": chosen}
    for measurement, of_segments in zip(counted.measurements, _of_segments(counted), strict=True):
        found.append(
            OutputScores(
                measurement.label if labels.count(measurement.label) == 1 else measurement.metric,
                tuple(data.system_names),
                of_segments.scores(of_segments.statistics.values.astype(np.float64)),
                higher_is_better=measurement.higher_is_better,
                system_scores=np.asarray(measurement.scores(measurement.statistics.totals()), dtype=np.float64),
                documents=None if data.documents is None else tuple(data.documents),
                reading={**how, "metric": measurement.metric},
            )
        )
    return found


def _of_segments(counted: Counted) -> list[Measurement]:
    data = counted.test_set
    if not isinstance(data, CountedSet):
        return segment_measurements(data, counted.measurements, counted.segment_metrics, counted.n_threads)
    found = []
    for measurement, variant in zip(
        counted.measurements, stored_segment_measurements(counted.measurements), strict=True
    ):
        if variant is None:
            raise SpecError(
                f"{measurement.label} counts other things for single segments, and statistics files hold no texts: "
                "give references and outputs instead, or leave it out."
            )
        found.append(variant)
    return found
