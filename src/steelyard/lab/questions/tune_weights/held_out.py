"""What weights are worth on lists they have not seen: chosen fold by fold, and compared with the start."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.lab.candidates import CountedCandidates, candidate_metric
from steelyard.lab.choosing import best_by_gain
from steelyard.lab.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.lab.tuning import TunableLists, TunedWeights, consecutive_folds, held_out_picks, posteriors
from steelyard.metrics import pairwise_scores
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import CompareQuestion
from steelyard.scored import Counted
from steelyard.types import CountedSet

__all__ = ["START", "TUNED", "compare_with_start", "folds_of", "held_out_choices"]

Picks = NDArray[np.int64]
Fit = Callable[[TunableLists], TunedWeights]
START, TUNED = "start", "tuned"


def folds_of(counted: CountedCandidates, n_folds: int | None) -> NDArray[np.int64]:
    """Number the parts of the lists; documents stay whole."""
    codes = {name: code for code, name in enumerate(dict.fromkeys(counted.documents or ()))}
    units = np.array([codes[name] for name in counted.documents or ()], dtype=np.int64)
    noun = "documents"
    if counted.documents is None:
        units, noun = np.arange(counted.lists.n_segments), "segments"
    folds = consecutive_folds(units, n_folds, noun)
    if n_folds is None and len(units) and not units.max():
        raise SpecError(f"There is one of the {noun} alone, so nothing can be held out: --folds 1 does without.")
    return folds


def held_out_choices(
    counted: CountedCandidates,
    question: TuneWeightsQuestion,
    folds: Picks,
    start: NDArray[np.float64],
    fits: Mapping[str, tuple[TunableLists, Fit]],
    n_threads: int,
) -> dict[str, Picks]:
    """Choose from each list by the start, and by weights of the other folds, and by both rules where two are asked for.

    The start comes first; choices by minimum Bayes risk come last.
    """
    picks = {START: counted.tunable(0).picks(start)}
    weights = {START: np.tile(start, (counted.lists.n_segments, 1))}
    for name, (lists, fit) in fits.items():
        picks[name], of_folds = held_out_picks(lists, folds, lambda part, fit=fit: fit(part).weights)  # type: ignore[misc]
        weights[name] = np.array(of_folds)[folds]
    if question.mbr is not None:
        found = _bayes_picks(counted, weights, question.mbr, question.sharpness, n_threads)
        picks |= {f"{name}, MBR": own for name, own in found.items()}
    return picks


def _bayes_picks(
    counted: CountedCandidates,
    weights: Mapping[str, NDArray[np.float64]],
    utility: str,
    sharpness: float,
    n_threads: int,
) -> dict[str, NDArray[np.int64]]:
    """Choose by minimum Bayes risk, the other decision rule of D07-1055, under weights of shape (N, F) of each list.

    The chances of a list's candidates are those that expected metrics are tuned under. The utilities of one list at a
    time are in memory.
    """
    if counted.test_set is None:
        raise SpecError("--mbr compares texts with each other, and --extracted has none: give lists and references.")
    metric, lists = candidate_metric(utility).segment_metric(), counted.tunable(0)
    sign = 1.0 if metric.higher_is_better else -1.0
    chances = {}
    for name, rows in weights.items():
        by_weights = replace(lists, features=(lists.features * rows[lists.owner]).sum(axis=1, keepdims=True))
        chances[name] = posteriors(by_weights, np.ones(1), sharpness)
    picks = {name: np.zeros(lists.n_lists, dtype=np.int64) for name in weights}
    for i, (low, high) in enumerate(zip(lists.offsets[:-1], lists.offsets[1:], strict=True)):
        utilities = sign * pairwise_scores(metric, counted.lists.texts[low:high], n_threads=n_threads)
        for name, own in chances.items():
            picks[name][i] = low + best_by_gain(product(utilities, own[low:high]), own[low:high])
    return picks


def compare_with_start(
    counted: CountedCandidates,
    picks: Mapping[str, NDArray[np.int64]],
    question: TuneWeightsQuestion,
    seed: int,
    n_threads: int,
) -> Comparison:
    """Compare what was chosen in several ways, the first of them the baseline."""
    names = tuple(picks)
    words = tuple(counted.lengths[counted.lists.offsets[:-1], 1].tolist())
    test_set = CountedSet(names, counted.lists.n_segments, counted.documents, words)
    of_texts = Counted(test_set, tuple(counted.chosen(list(picks.values()), names)), n_threads=n_threads)
    asked = CompareQuestion(pairs="baseline", n_resamples=question.n_resamples, alpha=question.alpha, rng=seed)
    return compare(of_texts, asked)
