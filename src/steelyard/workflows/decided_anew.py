"""What another test's verdicts make of ranks and clusters, where ratings are not tested by exchanges."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.inference import clusters, rank_ranges
from steelyard.results import PairRow, ScoreRow

__all__ = ["method_of_another_test", "ranks_of_pairs"]


def ranks_of_pairs(scores: Sequence[ScoreRow], pairs: Sequence[PairRow]) -> list[ScoreRow]:
    """Rank the rows of one scale, larger scores first, with ranges and clusters by the verdicts of its pairs."""
    place = {row.system: i for i, row in enumerate(scores)}
    is_better = np.zeros((len(place), len(place)), dtype=np.bool_)
    for pair in pairs:
        if pair.verdict in ("better", "worse"):
            a, b = place[pair.system_a], place[pair.system_b]
            is_better[(a, b) if pair.verdict == "better" else (b, a)] = True
    ranks = [1 + sum(other.score > row.score for other in scores) for row in scores]
    return [
        replace(row, rank=rank, rank_low=low, rank_high=high, cluster=cluster)
        for row, rank, (low, high), cluster in zip(
            scores, ranks, rank_ranges(is_better), clusters(is_better, ranks), strict=True
        )
    ]


def method_of_another_test(method: Mapping[str, Any], test: str, correction: str) -> dict[str, Any]:
    """Say that another test decided, one that draws nothing; what only exchanges have is left out."""
    kept = {key: value for key, value in method.items() if key != "design_effect"}
    return kept | {"test": test, "validity": "asymptotic", "correction": correction, "is_exact": True, "warning": ""}
