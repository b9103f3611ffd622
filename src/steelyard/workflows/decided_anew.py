"""What another test's verdicts make of ranks and clusters, where ratings are not tested by exchanges."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.inference import clusters, rank_ranges
from steelyard.results import PairRow, ScoreRow, WinRow, has_family_level

__all__ = ["method_of_another_test", "ranks_of_pairs"]


def ranks_of_pairs(
    scores: Sequence[ScoreRow], pairs: Sequence[PairRow | WinRow], method: Mapping[str, Any]
) -> list[ScoreRow]:
    """Rank the rows of one scale, larger scores first; with a family-wise level, ranges and clusters by its pairs."""
    place = {row.system: i for i, row in enumerate(scores)}
    is_better = np.zeros((len(place), len(place)), dtype=np.bool_)
    for pair in pairs:
        if pair.verdict in ("better", "worse"):
            a, b = place[pair.system_a], place[pair.system_b]
            is_better[(a, b) if pair.verdict == "better" else (b, a)] = True
    n, has_groups = len(scores), has_family_level(method)
    ranks = [1 + sum(other.score > row.score for other in scores) for row in scores]
    return [
        replace(row, rank=rank, rank_low=low, rank_high=high, cluster=cluster)
        for row, rank, (low, high), cluster in zip(
            scores,
            ranks,
            rank_ranges(is_better) if has_groups else [(None, None)] * n,
            clusters(is_better, ranks) if has_groups else [None] * n,
            strict=True,
        )
    ]


def method_of_another_test(method: Mapping[str, Any], test: str, correction: str) -> dict[str, Any]:
    """Say that another test decided, one that draws nothing; what only exchanges have is left out."""
    kept = {key: value for key, value in method.items() if key != "design_effect"}
    found = kept | {"test": test, "validity": "asymptotic", "correction": correction, "is_exact": True, "warning": ""}
    if has_family_level(found):
        return found
    # the rate is known for tests of paired differences alone
    return found | {"experimentwise_error": {"n_tests": found["family_size"], "level": found["alpha"], "rate": None}}
