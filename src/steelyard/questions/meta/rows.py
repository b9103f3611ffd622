"""The rows of a meta-evaluation: metrics in order, and pairs of them."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import arcsine_interval, logit_interval, percentile_interval
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta import AgreementSpread, BootstrapCorrelations
from steelyard.questions.meta.agreement import Agreement
from steelyard.questions.meta.answer import MetricAgreementRow, MetricPairRow
from steelyard.questions.meta.comparison import Compared
from steelyard.questions.meta.question import FISHER, OF_VALUES, MetaQuestion
from steelyard.ratings.alignment import Aligned
from steelyard.results.numbers import finite

__all__ = ["agreement_rows", "pair_rows"]

Interval = tuple[float, float] | None
_NONE = 1e-9  # of a correlation that is 1


def _intervals(
    found: Agreement,
    resampled: BootstrapCorrelations | None,
    spread: AgreementSpread | None,
    question: MetaQuestion,
    n_systems: int,
) -> list[Interval]:
    """Return the interval of every metric; None where there is none."""
    statistic, confidence_level = found.statistic, question.confidence_level
    if question.interval == "fisher" and statistic.level == "system" and statistic.name in FISHER:
        return found.fisher(n_systems, confidence_level)
    if spread is not None:
        halves = spread.two_way().half_widths(confidence_level)
        bounds = (0.0 if _is_share(statistic.name) else -1.0, 1.0)
        on_scale = logit_interval if statistic.name in OF_VALUES else arcsine_interval
        n_pairs = n_systems * (n_systems - 1) / 2
        least_share = _NONE if statistic.name in OF_VALUES else 0.5 / (1 + n_pairs)  # half a pair, at an end
        return [
            on_scale(value, half, bounds, least_share=least_share) if np.isfinite(value + half) else None
            for value, half in zip(found.values.tolist(), halves.tolist(), strict=True)
        ]
    if resampled is None:
        return [None] * len(found.values)
    return [
        resampled.interval(m, confidence_level) if np.isfinite(value) else None for m, value in enumerate(found.values)
    ]


def _is_share(statistic: str) -> bool:
    """Say whether a statistic counts what is right, from 0 to 1, and not agreement from -1."""
    return "accuracy" in statistic or statistic.startswith("acc")


def agreement_rows(
    shared: Aligned,
    found: Agreement,
    resampled: BootstrapCorrelations | None,
    spread: AgreementSpread | None,
    comparison: Compared | None,
    question: MetaQuestion,
    *,
    is_first: bool,
) -> list[MetricAgreementRow]:
    """Lay out one statistic, best metric first."""
    intervals = _intervals(found, resampled, spread, question, len(shared.system_names))
    known = np.where(np.isfinite(found.values), found.values, -np.inf)
    firsts = _shares_first(resampled) if is_first and resampled is not None else None
    rows = []
    for m in np.argsort(-known, kind="stable").tolist():
        value = float(found.values[m])
        ranking = None if comparison is None else comparison.ranking
        alone = (1, 1) if is_first and ranking is None else (None, None)
        low, high = alone if ranking is None else ranking.rank_ranges[m]
        rows.append(
            MetricAgreementRow(
                level=found.statistic.level,
                statistic=found.statistic.name,
                average=found.statistic.average,
                metric=shared.metrics[m].name,
                value=finite(value),
                interval=intervals[m],
                rank=1 + int((known > known[m] + TOLERANCE).sum()),
                threshold=None if found.thresholds is None else float(found.thresholds[m]),
                guess=found.guess,
                rank_low=low,
                rank_high=high,
                cluster=alone[0] if ranking is None else ranking.clusters[m],
                share_first=None if firsts is None else float(firsts[m]),
            )
        )
    return rows


def _shares_first(resampled: BootstrapCorrelations) -> NDArray[np.float64]:
    """Return the share of resamples in which each metric comes first; one that several share is shared out."""
    is_known = np.isfinite(resampled.observed)
    values = resampled.values[is_known]
    values = values[:, np.isfinite(values).all(axis=0)]
    is_first = values >= values.max(axis=0, initial=-np.inf) - TOLERANCE
    shares: NDArray[np.float64] = np.zeros(len(is_known))
    shares[is_known] = (is_first / is_first.sum(axis=0)).mean(axis=1)
    return shares


def pair_rows(
    shared: Aligned,
    found: Agreement,
    comparison: Compared,
    resampled: BootstrapCorrelations | None,
    spread: AgreementSpread | None,
    confidence_level: float,
) -> list[MetricPairRow]:
    """Lay out all pairs of metrics, the better one first."""
    ranking, least = comparison.ranking, comparison.least_significant
    rows = []
    for i, j in combinations(np.argsort(-found.values, kind="stable").tolist(), 2):
        interval, difference = None, float(found.values[i] - found.values[j])
        if spread is not None:
            half = float(spread.difference(i, j).two_way().half_widths(confidence_level)[0])
            interval = (difference - half, difference + half) if np.isfinite(half) else None
        elif resampled is not None:
            gaps = resampled.values[i] - resampled.values[j]
            gaps = gaps[np.isfinite(gaps)]
            interval = percentile_interval(gaps, confidence_level) if gaps.size else None
        rows.append(
            MetricPairRow(
                level=found.statistic.level,
                statistic=found.statistic.name,
                average=found.statistic.average,
                metric=shared.metrics[i].name,
                against=shared.metrics[j].name,
                difference=difference,
                interval=interval,
                p_value=float(ranking.p_values[i, j]),
                p_adjusted=float(ranking.adjusted[i, j]),
                verdict="better" if ranking.is_better[i, j] else "cannot tell",
                least_significant=None if least is None or not 0 < least[i, j] < np.inf else float(least[i, j]),
            )
        )
    return rows
