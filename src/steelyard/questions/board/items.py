"""Items of a board: which still tell systems apart."""

from collections.abc import Sequence

import numpy as np

from steelyard.inference import item_rest_correlations
from steelyard.questions.board.answer import ItemRow
from steelyard.scored.single_segments import item_names, item_scores
from steelyard.types import Layout, Measurement

__all__ = ["item_rows"]


def item_rows(measurement: Measurement, test_set: Layout, ranks: Sequence[int], top: int) -> list[ItemRow]:
    """Look at every item; none where segments have no scores that add up to those of systems."""
    scores = item_scores(measurement)
    if scores is None:
        return []
    leading = np.argsort(ranks, kind="stable")[:top]
    names = item_names(test_set, scores.shape[1])
    is_same = np.ptp(scores, axis=0) == 0
    is_same_at_top = np.ptp(scores[leading], axis=0) == 0
    correlations = item_rest_correlations(scores)
    return [
        ItemRow(
            measurement.metric,
            measurement.label,
            name,
            float(mean),
            float(r) if np.isfinite(r) else None,
            bool(same),
            bool(at_top),
        )
        for name, mean, r, same, at_top in zip(
            names, scores.mean(axis=0), correlations, is_same, is_same_at_top, strict=True
        )
    ]
