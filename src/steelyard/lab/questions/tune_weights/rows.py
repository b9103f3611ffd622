"""The rows of tuned weights: what each weighs, what is chosen scores, and how it was done."""

import platform
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.fixed_order import product
from steelyard.lab.candidates import CountedCandidates
from steelyard.lab.questions.tune_weights.answer import (
    FeatureStep,
    FeatureWeight,
    MetricAtWeights,
    WeightPoint,
    WeightTuningMethod,
)
from steelyard.lab.questions.tune_weights.held_out import START, TUNED, folds_of
from steelyard.lab.questions.tune_weights.objectives import Objective
from steelyard.lab.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.lab.tuning import Box, TunableLists, TunedWeights, interval_around, sweep_line
from steelyard.metrics import package_version
from steelyard.questions.compare.answer import Comparison

__all__ = ["Tuned", "curve_rows", "method_of", "score_rows", "weight_rows"]

Array = NDArray[np.float64]
Picks = NDArray[np.int64]

_SIDE = 20  # points of a curve on either side of the weight that was found


@dataclass(frozen=True, slots=True, eq=False)
class Tuned:
    """The weights of all lists, and what was chosen by them and by those of folds."""

    start: Array
    found: TunedWeights
    box: Box
    lists: TunableLists
    selected: tuple[FeatureStep, ...]
    picks: dict[str, Picks]  # on all lists
    held_out: dict[str, Picks]  # the start first; empty without folds


def weight_rows(counted: CountedCandidates, tuned: Tuned) -> tuple[FeatureWeight, ...]:
    """Lay out weights, each with how far it could move by itself."""
    weights, lists = tuned.found.weights, tuned.lists
    spread, scores = lists.spread(), product(lists.features, weights)
    rows = []
    for i, name in enumerate(counted.lists.feature_names):
        ends = interval_around(lists, scores, lists.features[:, i]) if spread[i] > 0 else (-np.inf, np.inf)
        low, high = (float(weights[i] + end) if np.isfinite(end) else None for end in ends)
        is_left_out = tuned.selected and name not in [step.feature for step in tuned.selected]
        held = "left out" if is_left_out else "" if tuned.box.is_free[i] else "fixed"
        rows.append(
            FeatureWeight(
                name, float(tuned.start[i]), float(weights[i]), low, high, held if spread[i] > 0 else "constant"
            )
        )
    return tuple(rows)


def curve_rows(counted: CountedCandidates, tuned: Tuned, metric: str) -> tuple[WeightPoint, ...]:
    """Follow the score of what is chosen along each weight, out to where that feature has the say of all together."""
    measurement = counted.measurements[counted.place_of(metric)]
    lists, weights = counted.tunable(counted.place_of(metric)), tuned.found.weights
    sign = 1.0 if measurement.higher_is_better else -1.0
    spread = lists.spread()
    reach = float((np.abs(weights) * spread).sum())
    rows = []
    for i in np.flatnonzero((spread > 0) & tuned.box.is_free) if reach > 0 else ():
        _, high, sums = sweep_line(lists, product(lists.features, weights), lists.features[:, i])
        steps = np.linspace(-1.0, 1.0, 2 * _SIDE + 1) * reach / spread[i]
        values = sign * np.asarray(lists.value(sums.astype(np.float64)))[np.searchsorted(high[:-1], steps)]
        name = counted.lists.feature_names[i]
        rows += [
            WeightPoint(name, float(weights[i] + step), float(value))
            for step, value in zip(steps, values, strict=True)
            if np.isfinite(value)
        ]
    return tuple(rows)


def score_rows(counted: CountedCandidates, tuned: Tuned, comparison: Comparison | None) -> list[MetricAtWeights]:
    """Score what is chosen under every metric."""
    of_all = counted.chosen(list(tuned.picks.values()), list(tuned.picks))
    left_out = {} if comparison is None else {row.metric: row.score for row in comparison.scores if row.system == TUNED}
    rows = []
    for measurement in of_all:
        start, after = measurement.scores(measurement.statistics.totals()).tolist()
        rows.append(
            MetricAtWeights(
                measurement.metric,
                measurement.label,
                measurement.signature,
                start,
                after,
                left_out.get(measurement.metric),
                measurement.higher_is_better,
                measurement.scale,
            )
        )
    return rows


def _share_changed(counted: CountedCandidates, before: Picks, after: Picks) -> float:
    """Count the segments whose text changed; without texts, those whose candidate did."""
    if counted.test_set is None:
        return float((before != after).mean())
    texts = counted.lists.texts
    return float(np.mean([texts[i] != texts[j] for i, j in zip(before, after, strict=True)]))


def _length_ratio(counted: CountedCandidates, picks: Picks) -> float:
    hypothesis, reference = counted.lengths[picks].sum(axis=0).tolist()
    return float(hypothesis / reference) if reference else float("nan")


def method_of(
    counted: CountedCandidates,
    question: TuneWeightsQuestion,
    objective: Objective,
    tuned: Tuned,
    comparison: Comparison | None,
    seed: int,
) -> WeightTuningMethod:
    """Say how weights were found; warnings and the sentence come last."""
    shown = {START: tuned.picks[START], TUNED: tuned.picks[TUNED]}
    if comparison is not None:
        shown["held out"] = tuned.held_out[TUNED]
    measurement = counted.measurements[counted.place_of(objective.metric)]
    sign = 1.0 if objective.kind or measurement.higher_is_better else -1.0
    n_folds = int(folds_of(counted, question.n_folds).max()) + 1
    held = None if comparison is None else _share_changed(counted, tuned.held_out[START], tuned.held_out[TUNED])
    told = {**question.recipe(), "start": None if question.start is None else dict(question.start)}
    told |= {"bounds": None if question.bounds is None else {k: list(v) for k, v in question.bounds.items()}}
    told |= {"n_folds": n_folds, "rng": seed}
    reading = {} if counted.test_set is None else dict(counted.test_set.reading)
    return {
        "n_segments": counted.lists.n_segments,
        "n_systems": 1,
        "n_documents": None if counted.documents is None else len(set(counted.documents)),
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": counted.inputs(),
        "objective": question.objective,
        "metric": objective.metric,
        "search": question.search,
        "value": sign * tuned.found.value,
        "values": [sign * value for value in tuned.found.values],
        "n_evaluations": tuned.found.n_evaluations,
        "n_restarts": question.n_restarts,
        "n_directions": question.n_directions,
        "seed": seed,
        "n_candidates": len(counted.lists.texts),
        "n_doubles": counted.lists.n_doubles,
        "n_folds": n_folds,
        "share_changed": _share_changed(counted, tuned.picks[START], tuned.picks[TUNED]),
        "share_changed_held_out": held,
        "length_ratios": {name: _length_ratio(counted, picks) for name, picks in shown.items()},
        "warnings": [],
        "comparison": {} if comparison is None else {k: v for k, v in comparison.method.items() if k != "recipe"},
        "sentence": "",
        "recipe": {
            "command": "lab tune-weights",
            "metrics": list(counted.metrics),
            "lower_is_better": [],
            "reading": reading,
            "arguments": told,
        },
    }
