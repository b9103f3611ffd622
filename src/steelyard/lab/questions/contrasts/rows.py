"""Rows of rates, of the ACES score and of items that metrics miss."""

from collections.abc import Sequence

import numpy as np

from steelyard.inference import spread_quantile
from steelyard.lab.questions.contrasts.answer import AcesRow, ContrastExampleRow, ContrastRow
from steelyard.lab.questions.contrasts.judged import Judged
from steelyard.scored.judged_units.levels import Level

__all__ = ["aces_rows", "example_rows", "rate_rows"]


def rate_rows(judged: Judged, levels: Sequence[Level], confidence: float) -> list[ContrastRow]:
    """Lay out the rates of every level, metric by metric."""
    rows = []
    for level in levels:
        n_phenomena = len(np.unique(judged.items.phenomena.codes[level.items]))
        accuracies = level.accuracy(judged.items.values).tolist()
        intervals = level.intervals(judged.items.values, confidence)
        for metric, label, outcomes, accuracy, interval in zip(
            judged.metrics, judged.labels, judged.outcomes, accuracies, intervals, strict=True
        ):
            found = outcomes[level.items]
            rows.append(
                ContrastRow(
                    level.kind,
                    level.name,
                    level.category,
                    metric,
                    label,
                    len(found),
                    int((found > 0).sum()),
                    int((found == 0).sum()),
                    int((found < 0).sum()),
                    accuracy,
                    interval,
                    2 * accuracy - 1,
                    n_phenomena,
                )
            )
    return rows


def aces_rows(judged: Judged, level: Level, confidence: float) -> list[AcesRow]:
    """Lay out the ACES score of every metric."""
    values, quantile = judged.items.values, spread_quantile(1 - (1 - confidence) / 2, level.n_units)
    errors = np.sqrt((level.residuals(values) ** 2).sum(axis=1))
    rows = []
    for metric, label, accuracy, error in zip(
        judged.metrics, judged.labels, level.accuracy(values).tolist(), errors.tolist(), strict=True
    ):
        score = level.total * (2 * accuracy - 1)
        half = 2 * level.total * quantile * error
        rows.append(AcesRow(metric, label, score, (score - half, score + half)))
    return rows


def example_rows(judged: Judged, levels: Sequence[Level], n_wanted: int) -> list[ContrastExampleRow]:
    """Choose items of every phenomenon that metrics miss: those that most of them miss first.

    Each metric that misses some has as many of its own, where there are as many.
    """
    rows = []
    for level in levels:
        is_missed = judged.outcomes[:, level.items] <= 0  # (M, L)
        wanted = np.minimum(n_wanted, is_missed.sum(axis=1))
        order = np.argsort(-is_missed.sum(axis=0), kind="stable")
        for place in order.tolist():
            needed = is_missed[:, place] & (wanted > 0)
            if needed.any():
                wanted -= is_missed[:, place]
                rows.append(_example(judged, level, int(level.items[place])))
    return rows


def _example(judged: Judged, level: Level, item: int) -> ContrastExampleRow:
    pairs, number = judged.pairs, int(judged.places[item]) + 1
    scores = judged.scores[:, :, item].tolist()
    return ContrastExampleRow(
        level.name,
        number,
        pairs.ids[item] if pairs.ids else str(number),
        pairs.langpairs[item] if pairs.langpairs else "",
        pairs.sources[item] if pairs.sources else "",
        pairs.references[item] if pairs.references else "",
        pairs.good[item],
        pairs.wrong[item],
        {label: (good, wrong) for label, (good, wrong) in zip(judged.labels, scores, strict=True)},
        tuple(label for label, outcome in zip(judged.labels, judged.outcomes[:, item], strict=True) if outcome <= 0),
    )
