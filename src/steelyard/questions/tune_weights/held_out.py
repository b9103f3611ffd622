"""What weights are worth on lists they have not seen: chosen fold by fold, and compared with the start."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from steelyard.counted import Counted
from steelyard.counted.candidates import CountedCandidates
from steelyard.errors import SpecError
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.tuning import consecutive_folds
from steelyard.types import CountedSet

__all__ = ["compare_with_start", "folds_of"]

_FOLDS = 5


def folds_of(counted: CountedCandidates, n_folds: int | None) -> NDArray[np.int64]:
    """Number the parts of the lists; documents stay whole."""
    codes = {name: code for code, name in enumerate(dict.fromkeys(counted.documents or ()))}
    units = np.array([codes[name] for name in counted.documents or ()], dtype=np.int64)
    noun = "documents"
    if counted.documents is None:
        units, noun = np.arange(counted.lists.n_segments), "segments"
    n_units = int(units.max()) + 1
    folds = consecutive_folds(units, min(_FOLDS, n_units) if n_folds is None else n_folds, noun)
    if n_folds is None and n_units == 1:
        raise SpecError(f"There is one of the {noun} alone, so nothing can be held out: --folds 1 does without.")
    return folds


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
