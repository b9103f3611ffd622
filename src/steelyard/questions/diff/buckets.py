"""Two systems on kinds of segments: scores, and one exchange test for each."""

from collections.abc import Sequence

import numpy as np

from steelyard.inference import bucket_scores
from steelyard.questions.diff.answer import BucketRow
from steelyard.questions.diff.exchange import A, B, Exchange, decided
from steelyard.results.numbers import finite
from steelyard.scored.segment_groups import Parts
from steelyard.types import Measurement

__all__ = ["bucket_rows"]


def bucket_rows(
    measurements: Sequence[Measurement], parts: Sequence[Parts], exchange: Exchange
) -> tuple[list[BucketRow], int]:
    """Score and test every bucket under every metric; Benjamini and Hochberg over all that were tested.

    Also count the tests.
    """
    rows: list[BucketRow] = []
    for of_level in parts:
        scores = bucket_scores(measurements, of_level.codes)
        for code, name in enumerate(of_level.names):
            is_in = of_level.codes == code
            p_values = exchange.p_values(measurements, is_in)
            for measurement, found, p in zip(measurements, scores, p_values, strict=True):
                values = measurement.statistics.values[:, is_in]
                totals = values.sum(axis=1).astype(np.float64)
                rows.append(
                    BucketRow(
                        metric=measurement.metric,
                        label=measurement.label,
                        level=of_level.level,
                        name=name,
                        n_segments=int(is_in.sum()),
                        n_units=exchange.n_units(is_in),
                        score=finite(found[A, code]),
                        score_against=finite(found[B, code]),
                        difference=finite(measurement.differences(totals[A], totals[B])),
                        p_value=p,
                        p_adjusted=None,
                        verdict="equivalent" if np.array_equal(values[A], values[B]) else "not tested",
                    )
                )
    order = {measurement.metric: i for i, measurement in enumerate(measurements)}
    directions = {measurement.metric: 1 if measurement.higher_is_better else -1 for measurement in measurements}
    rows.sort(key=lambda row: order[row.metric])
    return decided(rows, lambda row: (row.difference or 0.0) * directions[row.metric], exchange.alpha)
