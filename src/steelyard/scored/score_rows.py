"""Scores of systems as rows, with ranks and details."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.results.score_rows import ScoreRow
from steelyard.scored.units import Interval
from steelyard.types import Measurement

__all__ = ["score_rows"]


def score_rows(
    measurements: Sequence[Measurement],
    intervals: Sequence[Sequence[Interval]] | None = None,
    values: Sequence[NDArray[np.float64]] | None = None,
) -> list[ScoreRow]:
    """Lay out scores, ranks and details, metric by metric, systems in their order.

    Both intervals and values, which take the place of the systems' scores, are by measurement and system.
    """
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
