"""Which systems or metrics differ on items of a kind: exact tests, and draws where parts are weighed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.fixed_order import product
from steelyard.inference import (
    MOST_CELLS,
    adjust,
    exchange_p_values,
    holm,
    is_significant,
    randomization,
    spread_quantile,
)
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.pair_rows import Verdict
from steelyard.scored.judged_units.levels import JudgedItems, Level
from steelyard.scored.sampling import Sampling
from steelyard.types import Measurement, Statistics

__all__ = ["test_by_draws", "test_exactly"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Pairs = Sequence[tuple[int, int]]


def test_exactly(
    judged: JudgedItems, levels: Sequence[Level], pairs: Pairs, alpha: float, sampling: Sampling
) -> tuple[list[ItemPairRow], int]:
    """Test every pair on every level, and correct by Holm's method; also say how many tests could tell anything.

    Units exchange what both made of them. Those tests whose smallest possible p is beyond alpha are no part of the
    family: which they are does not hang on who is ahead (Tarone 1990). Levels count each of their items the same.
    """
    if not levels or not pairs:
        return [], 0
    found = [_exact(judged, level, pairs, sampling) for level in levels]
    p_values, least = (np.concatenate(column) for column in zip(*found, strict=True))
    p_adjusted = np.ones(len(p_values))
    can_tell = least <= alpha
    p_adjusted[can_tell] = holm(p_values[can_tell])
    parts = zip(levels, p_values.reshape(-1, len(pairs)), p_adjusted.reshape(-1, len(pairs)), strict=True)
    return [row for part in parts for row in _rows(judged, *part, pairs, alpha)], int(can_tell.sum())


def _exact(judged: JudgedItems, level: Level, pairs: Pairs, sampling: Sampling) -> tuple[Floats, Floats]:
    """Return p of every pair, and the smallest p that it could have had."""
    places = (np.arange(len(judged.values))[:, None] * level.n_units + level.clusters).ravel()
    sums = np.bincount(places, judged.values[:, level.items].ravel(), len(judged.values) * level.n_units)
    by_unit = sums.astype(np.int64).reshape(len(judged.values), level.n_units)
    firsts, seconds = np.array(pairs).T
    steps = by_unit[firsts] - by_unit[seconds]
    cells = (steps != 0).sum(axis=1) * np.abs(steps).sum(axis=1)
    p_values, least = exchange_p_values(np.where(cells[:, None] > MOST_CELLS, 0, steps))
    for place in np.flatnonzero(cells > MOST_CELLS).tolist():
        measured = [_measured(judged, level)]
        drawn = randomization(measured, [pairs[place]], n_resamples=sampling.n_resamples, rng=sampling.seed)
        p_values[place], least[place] = drawn.p_values("two-sided")[0], 2 / (sampling.n_resamples + 1)
    return p_values, least


def test_by_draws(
    judged: JudgedItems, levels: Sequence[Level], pairs: Pairs, alpha: float, sampling: Sampling
) -> list[ItemPairRow]:
    """Test every pair on every level by exchanging units at random, with max-T over all of it."""
    if not levels or not pairs:
        return []
    null = randomization(
        [_measured(judged, level) for level in levels],
        pairs,
        n_resamples=sampling.n_resamples,
        rng=sampling.seed,
        n_threads=sampling.n_threads,
        progress=sampling.progress,
    )
    p_values = null.p_values("two-sided")
    p_adjusted = adjust(null, p_values, "maxt", "two-sided", alpha).p_values
    parts = zip(levels, p_values.reshape(-1, len(pairs)), p_adjusted.reshape(-1, len(pairs)), strict=True)
    return [row for part in parts for row in _rows(judged, *part, pairs, alpha)]


def _measured(judged: JudgedItems, level: Level) -> Measurement:
    """Sum what the units of all items add, those without an item of this level adding nothing."""
    n_units, n = judged.n_units, judged.n_items
    sums = [
        np.bincount(judged.clusters[level.items], n * level.weights * values[level.items], n_units)
        for values in judged.values
    ]
    statistics = Statistics.from_values(np.stack(sums)[..., None])
    return Measurement(level.kind, level.kind, "", statistics, lambda s: s[..., 0] / (2 * n), True, judged.names)


def _rows(
    judged: JudgedItems, level: Level, p_values: Floats, p_adjusted: Floats, pairs: Pairs, alpha: float
) -> list[ItemPairRow]:
    """Lay out a level's pairs."""
    # of a score made of taus, twice what of a share
    scale = 1.0 if level.total == 1 else 2 * level.total
    accuracy, residuals = level.accuracy(judged.values), level.residuals(judged.values)
    products = product(residuals, residuals.T)
    quantile = spread_quantile(1 - alpha / 2, level.n_units)
    values = judged.values[:, level.items]
    rows = []
    for (a, b), p, adjusted in zip(pairs, p_values.tolist(), p_adjusted.tolist(), strict=True):
        n_a, n_b = int((values[a] > values[b]).sum()), int((values[b] > values[a]).sum())
        delta = scale * float(accuracy[a] - accuracy[b])
        variance = max(float(products[a, a] + products[b, b] - 2 * products[a, b]), 0.0)
        half = scale * quantile * variance**0.5
        verdict: Verdict = "cannot tell"  # also where both are right on the same items: few items show nothing
        if is_significant(adjusted, alpha) and delta != 0:
            verdict = "better" if delta > 0 else "worse"
        bound = 1.0 if level.total == 1 else 2 * scale
        interval = None
        if n_a + n_b and np.isfinite(half):
            interval = max(delta - half, -bound), min(delta + half, bound)
        names = judged.names[a], judged.names[b]
        rows.append(ItemPairRow(level.kind, level.name, *names, delta, interval, n_a, n_b, p, adjusted, verdict))
    return rows
