"""Each task: what metrics get on it, and the joint null distribution of their differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import NullDistribution, swap_draws
from steelyard.meta import (
    calibrate_ties,
    decision_null,
    pairs_judged,
    published_clusters,
    soft_accuracy_null,
    soft_pairwise_accuracy,
)
from steelyard.questions.meta.levels import level_data, shared_outputs
from steelyard.questions.metrics_task.pairs import LanguagePair
from steelyard.questions.metrics_task.question import MetricsTaskQuestion
from steelyard.ratings.alignment import Aligned

__all__ = ["RankedTask", "one_sided", "rank_on_pair", "shared_metrics"]

Array = NDArray[np.float64]

_INNER = 1000  # exchanges behind each soft accuracy, as WMT24 took


@dataclass(frozen=True, slots=True, eq=False)
class RankedTask:
    """A statistic on a language pair."""

    languages: str
    statistic: str
    weight: float  # in the average
    values: Array  # of the metrics, shape (M,)
    null: NullDistribution  # of all pairs of metrics
    clusters: tuple[int, ...]  # as WMT counts, on this task alone
    shared: Aligned  # what takes part
    n_segments: int  # segments that count


def shared_metrics(pairs: Sequence[LanguagePair]) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Name the metrics that every language pair has, and those that some lack, with these pairs."""
    if not pairs:
        raise SpecError("There is no task.")
    held = [[metric.name for metric in pair.metrics] for pair in pairs]
    for pair, names in zip(pairs, held, strict=True):
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            raise SpecError(f"Task {pair.name}: two metrics have the name {twice!r}. Rename one with names = {{...}}.")
    every = list(dict.fromkeys(name for names in held for name in names))
    shared = [name for name in every if all(name in names for names in held)]
    if len(shared) < 2:
        told = "; ".join(f"{pair.name}: {', '.join(names[:6])}" for pair, names in zip(pairs, held, strict=True))
        has = f"one metric in common, {shared[0]}" if shared else "no metric in common"
        raise SpecError(f"The tasks have {has} ({told}): if a metric has different names, write names = {{...}}.")
    lacking = [
        (name, [pair.name for pair, names in zip(pairs, held, strict=True) if name not in names])
        for name in every
        if name not in shared
    ]
    return shared, lacking


def rank_on_pair(
    pair: LanguagePair, names: Sequence[str], question: MetricsTaskQuestion, seed: int
) -> list[RankedTask]:
    """Judge metrics on a language pair: how sure they are of systems, and what they say within a segment."""
    by_name = {metric.name: metric for metric in pair.metrics}
    try:
        shared = shared_outputs(pair.people, [by_name[name] for name in names], None, 2)
    except (AlignmentError, DataError) as error:
        raise type(error)(f"Task {pair.name}: {error}") from None
    if len(shared.metrics) < len(names):
        there = {metric.name for metric in shared.metrics}
        lacking = next(name for name in names if name not in there)
        raise DataError(f"Task {pair.name}: {lacking} has no score of any segment.")
    data = level_data(shared, "segment")
    of_systems = _soft(pair, shared, data.scores, data.ratings, question, seed)
    return [of_systems, _within(pair, shared, data.scores, data.ratings, question, seed + 1)]


def _soft(
    pair: LanguagePair, shared: Aligned, scores: Array, ratings: Array, question: MetricsTaskQuestion, seed: int
) -> RankedTask:
    is_whole = np.asarray(np.isfinite(scores).all(axis=(0, 1)) & np.isfinite(ratings).all(axis=0), dtype=np.bool_)
    x, y, n = scores[:, :, is_whole], ratings[:, is_whole], int(is_whole.sum())
    if n < 2:
        found = f"{n} segment{'' if n == 1 else 's'}"
        raise DataError(
            f"Task {pair.name}: {found} of {len(is_whole)} rated ones has scores and ratings of all "
            f"{len(y)} systems; soft pairwise accuracy needs two."
        )
    n_draws = question.n_draws
    ties: Literal["mid", ">="] = ">=" if question.is_published else "mid"
    null = soft_accuracy_null(
        x, y, n_resamples=n_draws, rng=seed, ties=ties,
        draws=swap_draws(y.size, n_draws, rng=seed, may_enumerate=False),
        inner=swap_draws(n, _INNER, rng=(seed + 2**63) % 2**64),
    )  # fmt: skip
    values = soft_pairwise_accuracy(
        x, y, n_resamples=_INNER, rng=seed, ties=ties, draws=swap_draws(n, _INNER, rng=(seed + 2**63) % 2**64)
    ).values
    return _ranked(pair, "soft-accuracy", values, null, shared, n, question)


def _within(
    pair: LanguagePair, shared: Aligned, scores: Array, ratings: Array, question: MetricsTaskQuestion, seed: int
) -> RankedTask:
    x, y = scores.swapaxes(1, 2), ratings.T
    fitted = [calibrate_ties(metric, y) for metric in x]
    values, thresholds = (np.array([getattr(one, key) for one in fitted]) for key in ("accuracy", "threshold"))
    n_compared = pairs_judged(x[0], y, 0.0)[1].sum(axis=1)
    n_units = int(n_compared.sum() if question.is_published else (n_compared > 0).sum())
    draws = swap_draws(n_units, question.n_draws, rng=seed, may_enumerate=False)
    null = decision_null(
        x, y, thresholds, unit="pairs" if question.is_published else "groups", n_resamples=question.n_draws,
        rng=seed, draws=draws,
    )  # fmt: skip
    return _ranked(pair, "calibrated-accuracy", values, null, shared, int((n_compared > 0).sum()), question)


def _ranked(
    pair: LanguagePair,
    statistic: str,
    values: Array,
    null: NullDistribution,
    shared: Aligned,
    n_segments: int,
    question: MetricsTaskQuestion,
) -> RankedTask:
    found = published_clusters(values, one_sided(null, len(values)), alpha=question.alpha)
    return RankedTask(pair.name, statistic, pair.weight / 2, values, null, found, shared, n_segments)


def one_sided(null: NullDistribution, n_metrics: int) -> Array:
    """Put p-values of "the first is better" at both places of each pair of metrics: (M, M)."""
    first, second = np.triu_indices(n_metrics, 1)
    found = np.ones((n_metrics, n_metrics))
    found[first, second], found[second, first] = null.p_values("better"), null.p_values("worse")
    return found
