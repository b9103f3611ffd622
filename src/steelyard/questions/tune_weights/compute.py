"""Tune weights of features to a metric, and say what they are worth where they were not tuned."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.candidates import CountedCandidates, count_candidates
from steelyard.counted.threads import check_jobs
from steelyard.data.formats import read_moses_nbest
from steelyard.errors import SpecError
from steelyard.inference import check_resamples, seed_of
from steelyard.metrics import package_version, parse
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.describe import asked_by, describes_options
from steelyard.questions.tune_weights.answer import (
    FeatureStep,
    FeatureWeight,
    MetricAtWeights,
    WeightTuning,
    WeightTuningMethod,
)
from steelyard.questions.tune_weights.held_out import compare_with_start, folds_of
from steelyard.questions.tune_weights.objectives import Objective, box_of, fit_weights, start_of
from steelyard.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.questions.tune_weights.sentence import weights_sentence
from steelyard.questions.tune_weights.warnings import weights_warnings
from steelyard.tuning import (
    Box,
    TunableLists,
    TunedWeights,
    held_out_picks,
    interval_around,
    mert,
    rescaled,
    select_features,
)
from steelyard.types import NBestLists, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["compute", "metrics_to_count", "tune_weights"]

Array = NDArray[np.float64]
Picks = NDArray[np.int64]
START, TUNED = "start", "tuned"


@describes_options("tune-weights")
def tune_weights(
    lists: NBestLists | str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    references: Sequence[str | os.PathLike[str]] | TestSet,
    metrics: Sequence[str] = ("bleu", "chrf", "ter"),
    *,
    objective: str = "bleu",
    search: str = "line",
    start: Mapping[str, float] | None = None,
    fixed: Sequence[str] = (),
    bounds: Mapping[str, tuple[float, float]] | None = None,
    as_scores: Sequence[str] = (),
    n_restarts: int = 20,
    n_directions: int = 5,
    sharpness: float = 1.0,
    l2: float = 0.01,
    select: bool = False,
    cross: bool = False,
    n_folds: int | None = None,
    n_resamples: int = 10000,
    alpha: float = 0.05,
    rng: "Rng" = 12345,
    n_jobs: int = 1,
) -> WeightTuning:
    """Tune the weights by which candidates are chosen from n-best lists, and say what that is worth.

    Parameters
    ----------
    lists : NBestLists or path-like or sequence of path-like
        Candidates with features; files are read by `steelyard.data.formats.read_moses_nbest`.
    references : sequence of path-like, or TestSet
        Reference files; of a test set, its references and documents.
    metrics : sequence of str, default ("bleu", "chrf", "ter")
        By which what is chosen is judged; that of the objective is added.
    n_jobs : int, default 1
        Threads for counting and testing.
    {options}

    Returns
    -------
    WeightTuning
        Weights, scores before and after, and differences on segments that the weights have not seen.

    Raises
    ------
    AlignmentError
        There are not as many lists as references.
    SpecError
        No feature differs within a list, or an option does not fit.

    Notes
    -----
    The metric that was tuned to wins its own column: look at the others, at the ratio of lengths, and at what was held
    out. Recall-minded metrics, such as METEOR, invite long output.

    References
    ----------
    Och 2003, "Minimum error rate training in statistical machine translation", P03-1021.
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import NBestLists
    >>> texts = ("the cat sat on the mat", "a cat", "a dog", "the dog barked at us all")
    >>> lists = NBestLists(texts, np.array([0, 2, 4]), np.array([[6.0], [2], [2], [6]]), ("words",), np.zeros(4))
    >>> data = sy.TestSet(references=[["the cat sat on the mat", "the dog barked at us all"]], systems={})
    >>> tuning = sy.tune_weights(lists, data, ["bleu"], start={"words": -1.0}, n_folds=1)
    >>> tuning.by_name, round(tuning.scores[0].start, 2), round(tuning.scores[0].tuned, 2)
    ({'words': 1.0}, 0.0, 100.0)
    """
    question = asked_by(TuneWeightsQuestion, locals())
    check_jobs(n_jobs)
    given = lists if isinstance(lists, NBestLists) else read_moses_nbest(lists)
    data = references if isinstance(references, TestSet) else TestSet.from_files(references=references, systems={})
    counted = count_candidates(
        given, data, metrics_to_count(question, metrics), as_scores=question.as_scores, n_threads=n_jobs
    )
    return compute(counted, question, n_threads=n_jobs)


def metrics_to_count(question: TuneWeightsQuestion, metrics: Sequence[str]) -> list[str]:
    """Return the spellings of the objective's metric and all others, each once; outside scores are not counted."""
    wanted = Objective.parse(question.objective).metric
    every = [] if wanted in question.as_scores else [str(parse(wanted))]
    return list(dict.fromkeys([*every, *(str(parse(metric)) for metric in metrics)]))


@dataclass(frozen=True, slots=True, eq=False)
class _Tuned:
    """The weights of all lists, and what was chosen by them and by those of folds."""

    start: Array
    found: TunedWeights
    box: Box
    lists: TunableLists
    selected: tuple[FeatureStep, ...]
    picks: dict[str, Picks]  # on all lists
    held_out: dict[str, Picks]  # the start first; empty without folds


def compute(candidates: CountedCandidates, question: TuneWeightsQuestion, *, n_threads: int = 1) -> WeightTuning:
    """Tune weights, and hold what they choose against the start."""
    check_resamples(question.n_resamples)
    objective = _objective(candidates, question)
    seed = seed_of(question.rng) % 2**32
    tuned = _tune(candidates, objective, question, seed)
    comparison = None
    if tuned.held_out:
        comparison = compare_with_start(candidates, tuned.held_out, question, seed, n_threads)
    place = candidates.place_of(objective.metric)
    scores = _scores(candidates, tuned, comparison)
    rows = comparison.pairs if comparison is not None else ()
    method = _method(candidates, question, objective, tuned, comparison, seed)
    answer = WeightTuning(
        _weights(candidates, tuned),
        (scores[place], *scores[:place], *scores[place + 1 :]),
        rows,
        tuned.selected,
        method,
    )
    method["warnings"] = weights_warnings(answer)
    method["sentence"] = weights_sentence(answer)
    return answer


def _objective(counted: CountedCandidates, question: TuneWeightsQuestion) -> Objective:
    """Read the objective, with the metric's spelling as it was counted."""
    found = Objective.parse(question.objective)
    known = [one.metric for one in counted.measurements]
    metric = found.metric if found.metric in known else str(parse(found.metric))
    if counted.test_set is None and metric == "bleu":
        metric = known[0]  # counts that were given are of some BLEU
    if metric not in known:
        raise SpecError(f"The objective is of {metric}, but there are counts of {', '.join(known)} alone.")
    return Objective(found.kind, metric)


def _tune(counted: CountedCandidates, objective: Objective, question: TuneWeightsQuestion, seed: int) -> _Tuned:
    names = counted.lists.feature_names
    start = start_of(names, question.start)
    box = box_of(names, start, question)
    folds = folds_of(counted, question.n_folds)
    if not folds.max() and (question.cross or question.select):
        raise SpecError("--cross and --select judge by what was held out: they need two folds or more.")
    lists = counted.tunable(counted.place_of(objective.metric), by_segment=objective.is_by_segment)
    selected: tuple[FeatureStep, ...] = ()
    if question.select:
        selected = _selected(counted, objective, folds, start, box)
        kept = np.isin(names, [step.feature for step in selected])
        box = Box(np.where(kept, box.low, 0.0), np.where(kept, box.high, 0.0))
    fit = fit_weights(counted, objective, question, seed)
    found = fit(lists, start, box)
    if question.select and not question.bounds and not question.fixed:
        found = TunedWeights(
            rescaled(found.weights, Box.unbounded(len(start))), found.value, found.values, found.n_evaluations
        )
    held_out: dict[str, Picks] = {}
    if folds.max():
        held_out = {START: lists.picks(start)}
        held_out[TUNED], _ = held_out_picks(lists, folds, lambda part: fit(part, start, box).weights)
        if question.cross:
            held_out |= _crossed(counted, objective, question, folds, start, box, seed)
    picks = {START: lists.picks(start), TUNED: lists.picks(found.weights)}
    return _Tuned(start, found, box, lists, selected, picks, held_out)


def _selected(
    counted: CountedCandidates, objective: Objective, folds: NDArray[np.int64], start: Array, box: Box
) -> tuple[FeatureStep, ...]:
    """Choose features one by one; every try is a climb of exact line searches."""
    measurement = counted.measurements[counted.place_of(objective.metric)]
    lists = counted.tunable(counted.place_of(objective.metric))
    sign = 1.0 if measurement.higher_is_better else -1.0

    def fit(part: TunableLists, columns: NDArray[np.int64]) -> Array:
        within = Box(box.low[columns], box.high[columns])
        # A feature by itself can point either way, so both are tried.
        tried = [mert(part, sense * np.abs(start[columns]), box=within, n_restarts=0) for sense in (1.0, -1.0)]
        return max(tried, key=lambda found: found.value).weights

    free = np.flatnonzero(box.is_free & (lists.spread() > 0)).tolist()
    steps = select_features(lists, folds, fit, candidates=free)
    return tuple(FeatureStep(counted.lists.feature_names[feature], sign * value) for feature, value in steps)


def _crossed(
    counted: CountedCandidates,
    objective: Objective,
    question: TuneWeightsQuestion,
    folds: NDArray[np.int64],
    start: Array,
    box: Box,
    seed: int,
) -> dict[str, Picks]:
    """Tune to every other metric, and choose from each list by weights of other folds."""
    found = {}
    for place, measurement in enumerate(counted.measurements):
        if measurement.metric == objective.metric and not objective.kind:
            continue
        lists = counted.tunable(place)
        fit = fit_weights(counted, Objective("", measurement.metric), question, seed)
        picks, _ = held_out_picks(lists, folds, partial(_weights_of, fit, start, box))
        found[f"tuned on {measurement.label}"] = picks
    return found


def _weights_of(fit: Any, start: Array, box: Box, part: TunableLists) -> Array:
    weights: Array = fit(part, start, box).weights
    return weights


def _weights(counted: CountedCandidates, tuned: _Tuned) -> tuple[FeatureWeight, ...]:
    """Lay out weights, each with how far it could move by itself."""
    weights, lists = tuned.found.weights, tuned.lists
    spread, scores = lists.spread(), lists.features @ weights
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


def _scores(counted: CountedCandidates, tuned: _Tuned, comparison: Comparison | None) -> list[MetricAtWeights]:
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


def _method(
    counted: CountedCandidates,
    question: TuneWeightsQuestion,
    objective: Objective,
    tuned: _Tuned,
    comparison: Comparison | None,
    seed: int,
) -> WeightTuningMethod:
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
            "command": "tune-weights",
            "metrics": list(counted.metrics),
            "lower_is_better": [],
            "reading": reading,
            "arguments": told,
        },
    }
