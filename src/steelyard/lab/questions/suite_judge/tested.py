"""Which systems differ: on items that are decided for all, or whatever the undecided ones are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from steelyard.lab.questions.suite_judge.judged import Verdicts
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.pair_rows import Verdict
from steelyard.scored.judged_units.levels import JudgedItems, Level
from steelyard.scored.judged_units.tested import test_by_draws, test_exactly
from steelyard.scored.pairs import Pair
from steelyard.scored.sampling import Sampling

__all__ = ["Tests", "test_suite"]

Tests = tuple[list[ItemPairRow], list[int], list[int]]  # rows, sizes of families, and how many could tell anything


def test_suite(
    verdicts: Verdicts,
    items: JudgedItems,
    levels: Mapping[str, Sequence[Level]],
    pairs: Sequence[Pair],
    alpha: float,
    sampling: Sampling,
    *,
    at_both_ends: bool,
) -> Tests:
    """Test every pair on every level: phenomena, all items with categories, and means are a family each."""
    if not at_both_ends:
        return _tested(items, levels, pairs, alpha, sampling)
    n = len(items.names)
    both = replace(items, names=items.names * 2, values=np.concatenate([items.values, verdicts.at_best()]))
    against, sizes, told = _tested(both, levels, [(a, b + n) for a, b in pairs], alpha, sampling)
    in_favour, _, told_too = _tested(both, levels, [(a + n, b) for a, b in pairs], alpha, sampling)
    rows = [_at_both_ends(low, high) for low, high in zip(against, in_favour, strict=True)]
    return rows, sizes, [max(two) for two in zip(told, told_too, strict=True)]


def _tested(
    items: JudgedItems, levels: Mapping[str, Sequence[Level]], pairs: Sequence[Pair], alpha: float, sampling: Sampling
) -> Tests:
    rows, sizes, told = [], [], []
    for family in ("phenomena", "wholes"):
        found, n_told = test_exactly(items, levels[family], pairs, alpha, sampling)
        rows += found
        sizes.append(len(found))
        told.append(n_told)
    means = test_by_draws(items, levels["means"], pairs, alpha, sampling)
    return rows + means, [*sizes, len(means)], told


def _at_both_ends(low: ItemPairRow, high: ItemPairRow) -> ItemPairRow:
    """Join a difference with undecided items all against the system and all for it: verdicts hold at both ends."""
    verdict: Verdict = low.verdict if low.verdict == high.verdict else "cannot tell"
    ends = [low.interval or (low.difference, low.difference), high.interval or (high.difference, high.difference)]
    return replace(
        low,
        difference=(low.difference + high.difference) / 2,
        interval=(min(ends[0][0], ends[1][0]), max(ends[0][1], ends[1][1])),
        n_ahead=low.n_ahead,
        n_behind=high.n_behind,
        p_value=max(low.p_value, high.p_value),
        p_adjusted=max(low.p_adjusted, high.p_adjusted),
        verdict=verdict,
    )
