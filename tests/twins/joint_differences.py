"""All differences of a board, pair by pair and draw by draw: slow, and plain to read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Array = NDArray[np.float64]
FEW = 40


@dataclass(frozen=True, slots=True)
class SlowDifferences:
    errors: Array
    p_adjusted: Array
    critical: float
    p_best: list[float]
    share_best: list[float]


def slow_joint_differences(
    low: Array, high: Array, *, n_units: float, alpha: float, draws: Array, against: int | None = None
) -> SlowDifferences:
    """Take item scores (S, N), equally weighted, at their worst and at their best, and normal weights (B, N)."""
    n_systems, n = low.shape
    lead, errors, t = (np.zeros((n_systems, n_systems)) for _ in range(3))
    for i in range(n_systems):
        for j in range(n_systems):
            if i != j:
                difference = low[i] - high[j]
                lead[i, j] = difference.mean()
                errors[i, j] = difference.std(ddof=1) / n**0.5
                t[i, j] = lead[i, j] / errors[i, j] if errors[i, j] > 0 else 0.0
    held = stats.norm.isf(stats.t.sf(t, max(n_units - 1, 1)))
    pairs = [(i, j) for i in range(n_systems) for j in range(n_systems) if i != j]
    if against is not None:
        pairs = [(i, j) for i, j in pairs if against in (i, j)]
    largest, behind, first = [], [], np.zeros(n_systems)
    for weights in draws:
        drawn = _drawn(low, weights), _drawn(high, weights)
        scaled = {(i, j): (drawn[0][i] - drawn[1][j]) / errors[i, j] if errors[i, j] > 0 else 0.0 for i, j in pairs}
        largest.append(max(scaled.values()))
        behind.append([max(scaled.get((i, j), 0.0) for i in range(n_systems)) for j in range(n_systems)])  # 0: itself
        scores = low.mean(axis=1) + drawn[0]
        first += (scores == scores.max()) / (scores == scores.max()).sum()
    n_draws = len(draws)
    p = [[_share(largest, held[i, j]) if held[i, j] > 0 else 1.0 for j in range(n_systems)] for i in range(n_systems)]
    p_best = [min(1.0, 2 * _share([row[j] for row in behind], max(held[:, j]))) for j in range(n_systems)]
    rank = n_draws - int(np.floor(alpha * (n_draws + 1) - 1 + 1e-9)) - 1
    critical = float(stats.t.isf(stats.norm.sf(sorted(largest)[rank]), max(n_units - 1, 1)))
    n_pairs = len(pairs) // 2
    if n_units < FEW and n_pairs > 1:  # Bonferroni's t, where it is larger
        for i in range(n_systems):
            for j in range(n_systems):
                alone = 2 * stats.t.sf(t[i, j], n_units - 1) if t[i, j] > 0 else 1.0
                p[i][j] = max(p[i][j], min(1.0, n_pairs * alone))
        for j in range(n_systems):
            alone = min(2 * stats.t.sf(t[i, j], n_units - 1) if t[i, j] > 0 else 1.0 for i in range(n_systems))
            p_best[j] = max(p_best[j], min(1.0, (n_systems - 1) * alone))
        critical = max(critical, float(stats.t.isf(alpha / 2 / n_pairs, n_units - 1)))
    return SlowDifferences(errors, np.array(p), critical, p_best, (first / n_draws).tolist())


def _drawn(scores: Array, weights: Array) -> list[float]:
    """Weigh what each item contributes to a mean, so that its variance is the squared standard error."""
    n = scores.shape[1]
    return [float(((row - row.mean()) * weights).sum() / (n * (n - 1)) ** 0.5) for row in scores]


def _share(drawn: Sequence[float], held: float) -> float:
    return (1 + sum(value >= held for value in drawn)) / (1 + len(drawn))
