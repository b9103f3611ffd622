"""RankBoost, slowly: every threshold of every feature is tried on every pair, in every round."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import exp, log


def rank_boost(
    features: Sequence[Sequence[float]], ratings: Sequence[float], segments: Sequence[int], n_rounds: int
) -> Callable[[Sequence[float]], float]:
    """Return what scores an output by its features."""
    places = range(len(ratings))
    pairs = [(i, j) for i in places for j in places if segments[i] == segments[j] and ratings[i] > ratings[j]]
    weights = dict.fromkeys(pairs, 1 / len(pairs))
    chosen: list[tuple[int, float, float]] = []
    for _ in range(n_rounds):
        found = []
        for m in range(len(features[0])):
            values = sorted({row[m] for row in features}, reverse=True)
            for high, low in pairwise(values):
                middle = (high + low) / 2
                rightly = sum(weights[i, j] for i, j in pairs if features[i][m] > middle >= features[j][m])
                wrongly = sum(weights[i, j] for i, j in pairs if features[j][m] > middle >= features[i][m])
                found.append((rightly - wrongly, m, middle))
        r, m, middle = max(found, key=lambda one: abs(one[0]))
        alpha = 0.5 * log((1 + r + 1 / len(pairs)) / (1 - r + 1 / len(pairs)))
        chosen.append((m, middle, alpha))
        for i, j in pairs:
            weights[i, j] *= exp(alpha * ((features[j][m] > middle) - (features[i][m] > middle)))
        total = sum(weights.values())
        weights = {pair: weight / total for pair, weight in weights.items()}
    return lambda row: sum(alpha for m, middle, alpha in chosen if row[m] > middle)
