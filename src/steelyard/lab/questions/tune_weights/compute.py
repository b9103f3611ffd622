"""Tune weights of features to a metric, and say what they are worth where they were not tuned."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.inference import check_resamples, seed_of
from steelyard.lab.candidates import CountedCandidates, count_candidates, spell_metric
from steelyard.lab.questions.tune_weights.answer import FeatureStep, WeightTuning
from steelyard.lab.questions.tune_weights.held_out import START, TUNED, compare_with_start, folds_of, held_out_choices
from steelyard.lab.questions.tune_weights.method_text import weights_sentence
from steelyard.lab.questions.tune_weights.objectives import Objective, box_of, fit_weights, start_of
from steelyard.lab.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.lab.questions.tune_weights.rows import Tuned, curve_rows, method_of, score_rows, weight_rows
from steelyard.lab.questions.tune_weights.warnings import weights_warnings
from steelyard.lab.tuning import Box, TunableLists, TunedWeights, mert, rescaled, select_features
from steelyard.reading.formats import read_moses_nbest
from steelyard.scored.repetitions import counting
from steelyard.scored.threads import check_jobs
from steelyard.types import NBestLists, TestSet

if TYPE_CHECKING:
    from steelyard.progress import Progress

__all__ = ["compute", "metrics_to_count", "tune_weights"]

Array = NDArray[np.float64]
Picks = NDArray[np.int64]


@asks("lab tune-weights")
def tune_weights(
    lists: NBestLists | str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    references: Sequence[str | os.PathLike[str]] | TestSet,
    metrics: Sequence[str] = ("bleu", "chrf", "ter"),
    *,
    n_jobs: int = 1,
    **options: Any,
) -> WeightTuning:
    """Tune the weights by which candidates are chosen from n-best lists, and say what that is worth.

    Parameters
    ----------
    lists : NBestLists or path-like or sequence of path-like
        Candidates with features; files are read by `steelyard.reading.formats.read_moses_nbest`.
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
    >>> tuning = sy.lab.tune_weights(lists, data, ["bleu"], start={"words": -1.0}, n_folds=1)
    >>> tuning.by_name, round(tuning.scores[0].start, 2), round(tuning.scores[0].tuned, 2)
    ({'words': 1.0}, 0.0, 100.0)
    """
    question = question_from(TuneWeightsQuestion, options)
    check_jobs(n_jobs)
    given = lists if isinstance(lists, NBestLists) else read_moses_nbest(lists)
    data = references if isinstance(references, TestSet) else TestSet.from_files(references=references, systems={})
    counted = count_candidates(
        given, data, metrics_to_count(question, metrics), as_scores=question.as_scores, n_threads=n_jobs
    )
    return compute(counted, question, n_threads=n_jobs)


def metrics_to_count(question: TuneWeightsQuestion, metrics: Sequence[str]) -> list[str]:
    """Return the spellings of the objective's metric and all others, each once; outside scores are not counted."""
    every = [Objective.parse(text).metric for text in (question.objective, *question.also)]
    every = [spell_metric(one) for one in every if one not in question.as_scores]
    return list(dict.fromkeys([*every, *map(spell_metric, metrics)]))


def compute(
    candidates: CountedCandidates,
    question: TuneWeightsQuestion,
    *,
    n_threads: int = 1,
    progress: "Progress | None" = None,
) -> WeightTuning:
    """Tune weights, and hold what they choose against the start."""
    check_resamples(question.n_resamples)
    objective = _objective(candidates, question.objective)
    seed = seed_of(question.rng) % 2**32
    tuned = _tune(candidates, objective, question, seed, n_threads, progress)
    comparison = None
    if tuned.held_out:
        comparison = compare_with_start(candidates, tuned.held_out, question, seed, n_threads)
    place = candidates.place_of(objective.metric)
    scores = score_rows(candidates, tuned, comparison)
    rows = comparison.pairs if comparison is not None else ()
    method = method_of(candidates, question, objective, tuned, comparison, seed)
    answer = WeightTuning(
        weight_rows(candidates, tuned),
        (scores[place], *scores[:place], *scores[place + 1 :]),
        rows,
        tuned.selected,
        method,
        curve_rows(candidates, tuned, objective.metric),
    )
    method["warnings"] = weights_warnings(answer)
    method["sentence"] = weights_sentence(answer)
    return answer


def _objective(counted: CountedCandidates, text: str) -> Objective:
    """Read an objective, with the metric's spelling as it was counted."""
    found = Objective.parse(text)
    known = [one.metric for one in counted.measurements]
    metric = found.metric if found.metric in known else spell_metric(found.metric)
    if counted.test_set is None and metric == "bleu":
        metric = known[0]  # counts that were given are of some BLEU
    if metric not in known:
        raise SpecError(f"The objective is of {metric}, but there are counts of {', '.join(known)} alone.")
    return Objective(found.kind, metric)


def _tune(
    counted: CountedCandidates,
    objective: Objective,
    question: TuneWeightsQuestion,
    seed: int,
    n_threads: int,
    progress: "Progress | None",
) -> Tuned:
    names = counted.lists.feature_names
    start = start_of(names, question.start)
    box = box_of(names, start, question)
    folds = folds_of(counted, question.n_folds)
    if not folds.max() and (question.cross or question.select or question.also or question.mbr):
        raise SpecError(
            "--cross-evaluate, --more-objectives, --mbr and --select use held-out segments. Give two folds or more."
        )
    lists = counted.tunable(counted.place_of(objective.metric), by_segment=objective.is_by_segment)
    selected: tuple[FeatureStep, ...] = ()
    if question.select:
        selected = _selected(counted, objective, folds, start, box)
        kept = np.isin(names, [step.feature for step in selected])
        box = Box(np.where(kept, box.low, 0.0), np.where(kept, box.high, 0.0))
    others = _others(counted, objective, question)
    n_fits = int(folds.max() + 1) if folds.max() else 0
    n_climbs = (1 + n_fits) * objective.n_climbs(question) + n_fits * sum(
        one.n_climbs(question) for one in others.values()
    )
    advance = counting(progress, n_climbs)
    fit = fit_weights(counted, objective, question, start, box, seed, advance)
    found = fit(lists)
    if question.select and not question.bounds and not question.fix_weights:
        found = TunedWeights(
            rescaled(found.weights, Box.unbounded(len(start))), found.value, found.values, found.n_evaluations
        )
    held_out: dict[str, Picks] = {}
    if folds.max():
        fits = {TUNED: (lists, fit)}
        for name, other in others.items():
            own = counted.tunable(counted.place_of(other.metric), by_segment=other.is_by_segment)
            fits[name] = own, fit_weights(counted, other, question, start, box, seed, advance)
        held_out = held_out_choices(counted, question, folds, start, fits, n_threads)
    picks = {START: lists.picks(start), TUNED: lists.picks(found.weights)}
    return Tuned(start, found, box, lists, selected, picks, held_out)


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


def _others(counted: CountedCandidates, objective: Objective, question: TuneWeightsQuestion) -> dict[str, Objective]:
    """Return what else is tuned to: with --cross-evaluate every metric's corpus score, and --more-objectives."""
    asked = [(one.label, Objective("", one.metric)) for one in counted.measurements] if question.cross else []
    asked += [(text, _objective(counted, text)) for text in question.also]
    found: dict[str, Objective] = {}
    for name, other in asked:
        if other != objective and other not in found.values():
            found[f"tuned on {name}"] = other
    return found
