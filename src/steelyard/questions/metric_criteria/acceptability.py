"""What ratings say of metrics beside correlation: means of metrics, pairs told apart, extremes, choices."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.fixed_order import correlation
from steelyard.meta import (
    HeldOutSet,
    extreme_errors,
    fit_maximum_correlation,
    held_out_set,
    leave_one_system_out,
    oracle_system_quality,
    quality_decrease,
    significance_overlap,
    significant_pairs,
    ulc,
)
from steelyard.questions.metric_criteria.answer import AcceptabilityRow, ReachedRow, WeightRow
from steelyard.questions.metric_criteria.question import MetricCriteriaQuestion
from steelyard.ratings.alignment import Aligned
from steelyard.results.numbers import finite

__all__ = [
    "acceptability_rows",
    "extreme_ratings",
    "reached_rows",
    "search_by_ratings",
    "weight_rows",
    "whole_segments",
]

Array = NDArray[np.float64]
_PLACES = (3.0, 5.0, 7.0, 4.0)  # of P09-1035, on a scale from 2 to 10
_LOWEST, _WIDTH = 2.0, 8.0
_OF_WHOLE = ("significance", "decrease", "choice")


def extreme_ratings(shared: Aligned, question: MetricCriteriaQuestion) -> list[float]:
    """Return the ratings that are low, not low, high and not high."""
    if question.extremes:
        return [float(value) for value in question.extremes]
    shares = [(place - _LOWEST) / _WIDTH for place in _PLACES]
    return [float(rating) for rating in np.nanquantile(shared.ratings, shares)]


def whole_segments(shared: Aligned) -> NDArray[np.bool_]:
    """Say of which segments every system was rated, shape (N,)."""
    return np.asarray(np.isfinite(shared.ratings).all(axis=0))


def search_by_ratings(shared: Aligned, question: MetricCriteriaQuestion) -> HeldOutSet:
    """Search for the set whose mean agrees best with ratings, and value it where it was not searched."""
    scores, is_rated = _scores(shared), np.isfinite(shared.ratings)

    def agreement(members: tuple[int, ...], cases: NDArray[np.int64]) -> float:
        values = _mean(scores[list(members)], question)[:, cases]
        return _pearson(values[is_rated[:, cases]], shared.ratings[:, cases][is_rated[:, cases]])

    codes = shared.document_codes()
    return held_out_set(agreement, len(scores), shared.n_segments, n_folds=question.n_folds, groups=codes)


def acceptability_rows(
    shared: Aligned, question: MetricCriteriaQuestion, searched: HeldOutSet | None, notes: list[str]
) -> tuple[AcceptabilityRow, ...]:
    """Value each metric, and the means of all and of the set that was searched for."""
    scores = _scores(shared)
    named = [(metric.name, values) for metric, values in zip(shared.metrics, scores, strict=True)]
    if "ulc" in question.criteria and len(named) > 1:
        named.append(("ULC", _mean(scores, question)))
        members = list(searched.trained.members) if searched is not None else []
        if 1 < len(members) < len(scores):
            named.append(("ULC of the set", _mean(scores[members], question)))
    of_whole = _of_whole_segments(shared, question, notes)
    low, not_low, high, not_high = extreme_ratings(shared, question)
    is_rated = np.isfinite(shared.ratings)
    rows = []
    for name, values in named:
        errors: tuple[float | None, float | None] = (None, None)
        if "extremes" in question.criteria:
            found = extreme_errors(
                shared.ratings[is_rated], values[is_rated], low=low, not_low=not_low, high=high, not_high=not_high
            )
            errors = (finite(found[0]), finite(found[1]))
        (sip, sir), (decrease,), (choice,) = (of_whole[criterion](values) for criterion in _OF_WHOLE)
        correlation = finite(_pearson(values[is_rated], shared.ratings[is_rated]))
        rows.append(AcceptabilityRow(name, correlation, sip, sir, *errors, decrease, choice))
    return tuple(rows)


def reached_rows(shared: Aligned) -> tuple[ReachedRow, ...]:
    """Return what the best, any and the worst output of each segment are rated, where all are."""
    ratings = shared.ratings[:, whole_segments(shared)]
    if not ratings.size:
        return ()
    return (
        ReachedRow("best", float(ratings.max(axis=0).mean())),
        ReachedRow("chance", float(ratings.mean())),
        ReachedRow("worst", float(ratings.min(axis=0).mean())),
    )


def weight_rows(shared: Aligned, notes: list[str]) -> tuple[tuple[WeightRow, ...], float | None, float | None]:
    """Weigh metrics by maximum correlation training: the weights, what they reach, and on systems left out."""
    whole = whole_segments(shared)
    n_whole = int(whole.sum())
    if n_whole < 2 or len(shared.system_names) < 2:
        notes.append(f"weights: two systems must be rated in the same two segments at least, and there are {n_whole}.")
        return (), None, None
    features, ratings = _scores(shared)[:, :, whole].transpose(1, 2, 0), shared.ratings[:, whole]
    found = fit_maximum_correlation(features, ratings)
    spread = features.reshape(-1, features.shape[-1]).std(axis=0) * found.weights
    shares = spread / max(float(np.abs(spread).sum()), np.finfo(np.float64).tiny)
    rows = tuple(
        WeightRow(metric.name, float(weight), float(share))
        for metric, weight, share in zip(shared.metrics, found.weights, shares, strict=True)
    )
    return rows, finite(found.correlation), finite(leave_one_system_out(features, ratings).mean)


def _of_whole_segments(
    shared: Aligned, question: MetricCriteriaQuestion, notes: list[str]
) -> dict[str, Callable[[Array], tuple[float | None, ...]]]:
    """Return what values scores by each criterion that compares the systems of a segment."""
    whole = whole_segments(shared)
    ratings = shared.ratings[:, whole].T
    found: dict[str, Callable[[Array], tuple[float | None, ...]]] = {
        "significance": lambda _: (None, None),
        "decrease": lambda _: (None,),
        "choice": lambda _: (None,),
    }
    asked = [name for name in found if name in question.criteria]
    if "decrease" in asked:
        if question.aided is None:
            raise SpecError("decrease asks what is worse than a system that people helped: name it with --aided.")
        if question.aided not in shared.system_names:
            raise SpecError(
                f"There is no rated system {question.aided!r} (--aided). There are {', '.join(shared.system_names)}."
            )
    if asked and len(ratings) < 2:
        notes.append(
            f"{', '.join(asked)}: all systems must be rated in the same segments, and there are {len(ratings)} such."
        )
        return found
    if "significance" in asked:
        by_people = significant_pairs(ratings, alpha=question.pair_alpha)

        def overlap(values: Array) -> tuple[float | None, ...]:
            by_metric = significant_pairs(values[:, whole].T, alpha=question.pair_alpha)
            return tuple(map(finite, significance_overlap(by_people, by_metric)))

        found["significance"] = overlap
    if "decrease" in asked:
        aided = shared.system_names.index(question.aided or "")
        found["decrease"] = lambda values: (quality_decrease(ratings, values[:, whole].T, aided),)
    if "choice" in asked:
        found["choice"] = lambda values: (oracle_system_quality(ratings, values[:, whole].T),)
    return found


def _scores(shared: Aligned) -> Array:
    """Return scores of outputs, larger is better, shape (X, S, N)."""
    scores = np.stack([metric.values for metric in shared.metrics])
    flat = next((metric.name for metric in shared.metrics if not np.nanstd(metric.values) > 0), None)
    if flat is not None:
        raise DataError(f"{flat} gives every rated output the same score: leave it out.")
    return scores


def _mean(scores: Array, question: MetricCriteriaQuestion) -> Array:
    """Average metrics where all have a score."""
    is_scored = np.isfinite(scores).all(axis=0)
    found = np.full(scores.shape[1:], np.nan)
    found[is_scored] = ulc(scores[:, is_scored], normalise=question.normalise)
    return found


def _pearson(x: Array, y: Array) -> float:
    if len(x) < 2 or not (np.ptp(x) > 0 and np.ptp(y) > 0):
        return float("nan")
    return correlation(x, y)
