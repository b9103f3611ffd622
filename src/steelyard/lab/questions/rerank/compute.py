"""Fit a model to lists, and see on lists it has not seen how strong its penalty should be."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.lab.candidates import (
    candidate_metric,
    candidate_quality,
    check_segments,
    chosen_outputs,
    folds_of,
    parses_for,
)
from steelyard.lab.questions.rerank.answer import ModelWeight, PenaltyRow, ReachRow, RerankerModel, RerankMethod
from steelyard.lab.questions.rerank.method_text import notes_on, training_sentence
from steelyard.lab.questions.rerank.question import RerankTrainQuestion
from steelyard.lab.tuning import CandidateFeatures, GraftedModel, Reranker, candidate_features
from steelyard.metrics import measure
from steelyard.scored.provenance import provenance
from steelyard.scored.recipe import recipe
from steelyard.scored.repetitions import counting
from steelyard.scored.threads import check_jobs, working_threads
from steelyard.types import CandidateParses, Measurement, NBestLists, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["compute", "train_reranker"]

_FIRST, _HELD_OUT, _BEST, _WORST = "decoder's first", "reranked, held out", "best by gold", "worst by gold"

Picks = NDArray[np.int64]


@asks("lab rerank")
def train_reranker(
    lists: NBestLists, references: TestSet, *, parses: CandidateParses | None = None, n_jobs: int = 1, **options: Any
) -> RerankerModel:
    """Fit a log-linear model that chooses among the candidates of lists.

    Parameters
    ----------
    lists : NBestLists
        Of N segments.
    references : TestSet
        Of the same segments; its systems are not used. Documents stay in one fold.
    parses : CandidateParses, optional
        Of the candidates: their chains become features. A gold metric of parses needs those of the references, too.
    n_jobs : int, default 1
        Threads for scoring.
    {options}

    Returns
    -------
    RerankerModel
        Weights on the scale of the features as they are, and scores on lists seen and not seen.

    Raises
    ------
    AlignmentError
        There are not as many lists as segments.
    SpecError
        The metric needs more than references, an option is out of range, or nothing can be learned.

    Notes
    -----
    The right candidate of a list is the best by the gold metric of a single segment; equally good ones share it. The
    loss is summed over lists. Misleads where lists are few: the held-out score chose the penalty, and is a little too
    good; judge the model on other lists.

    References
    ----------
    Riezler and Maxwell 2005, W05-0908, section 2; Riezler and Vasserman 2004, W04-3223.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import NBestLists
    >>> texts, right = ["the cat sat", "a cat sits"], ["the cat sat", "the dog ran"]
    >>> lists = NBestLists(
    ...     ("the cat sat", "a cat sits", "the dog ran", "a dog runs"), np.array([0, 2, 4]), np.zeros((4, 0)), (),
    ...     np.zeros(4),
    ... )
    >>> model = sy.lab.train_reranker(lists, sy.TestSet(references=[right], systems={}), ngrams=1, n_folds=2)
    >>> [(row.kind, row.feature) for row in model.features]
    [('words', 'the')]
    """
    check_jobs(n_jobs)
    question = question_from(RerankTrainQuestion, options)
    return compute(lists, parses, references, question, n_threads=n_jobs)


def compute(
    lists: NBestLists,
    parsed: CandidateParses | None,
    references: TestSet,
    question: RerankTrainQuestion,
    *,
    n_threads: int = 1,
    progress: "Progress | None" = None,
) -> RerankerModel:
    """Fit models along falling penalties, in folds and to all lists; keep the penalty that is best where held out."""
    metric = candidate_metric(question.gold, has_parses=parsed is not None)
    check_segments(lists, references)
    parses = parses_for([metric], references, parsed)
    folds = _folds(references, question.n_folds)
    found = candidate_features(
        lists, parsed, max_order=question.ngrams, longest_chain=question.chains, fewest_lists=question.fewest_lists
    )
    if not found.names:
        raise SpecError("There is no feature: the lists have none of a decoder, and no n-gram or chain is asked for.")
    quality = candidate_quality(lists, references, metric, parses, n_threads=n_threads)
    reranker = Reranker(found.features, lists.offsets, quality, folds, is_scaled=not question.unscaled)
    shares = sorted(set(question.gammas), reverse=True)
    advance = counting(progress, (reranker.n_folds + 1) * len(shares))
    with working_threads(1):  # small products: threads of BLAS wait for each other longer than they work
        held_out, whole = reranker.path(shares, n_add=question.n_add, advance=advance)
    picks = {_FIRST: lists.offsets[:-1], _BEST: reranker.best(), _WORST: reranker.worst()}
    picks |= {f"seen {i}": reranker.picks_of(model) for i, model in enumerate(whole)}
    picks |= {f"held out {i}": reranked.picks for i, reranked in enumerate(held_out)}
    [measurement] = measure(chosen_outputs(lists, references, picks, parses), [metric], n_threads=n_threads)
    score = dict(zip(picks, measurement.scores(measurement.statistics.totals()).tolist(), strict=True))
    sign = 1 if measurement.higher_is_better else -1
    chosen = max(range(len(shares)), key=lambda i: sign * score[f"held out {i}"])
    picks[_HELD_OUT], score[_HELD_OUT] = picks[f"held out {chosen}"], score[f"held out {chosen}"]
    penalties = tuple(
        PenaltyRow(
            share, model.gamma, len(model.active), model.loss, score[f"seen {i}"], score[f"held out {i}"], i == chosen
        )
        for i, (share, model) in enumerate(zip(shares, whole, strict=True))
    )
    method = _method(lists, parsed, references, question, measurement, found, reranker.n_folds)
    method["sentence"] = training_sentence(method, shares[chosen], len(whole[chosen].active))
    is_smallest = len(shares) > 1 and shares[chosen] == min(shares)
    method["notes"] = notes_on(
        method,
        is_better=sign * score[_HELD_OUT] > sign * score[_FIRST],
        smallest=shares[chosen] if is_smallest else None,
    )
    return RerankerModel(penalties, _reach(lists, picks, score), _weights(found, whole[chosen]), method)


def _folds(references: TestSet, n_folds: int | None) -> NDArray[np.int64]:
    folds = folds_of(references, n_folds)
    if not folds.max():
        noun = "segment" if references.documents is None else "document"
        raise SpecError(
            f"There is one {noun} alone, so nothing can be held out to decide on the penalty: give lists of two "
            f"{noun}s or more."
        )
    return folds


def _reach(lists: NBestLists, picks: Mapping[str, Picks], score: Mapping[str, float]) -> tuple[ReachRow, ...]:
    first = [lists.texts[i] for i in picks[_FIRST]]
    return tuple(
        ReachRow(name, score[name], sum(lists.texts[i] != text for i, text in zip(picks[name], first, strict=True)))
        for name in (_FIRST, _HELD_OUT, _BEST, _WORST)
    )


def _weights(found: CandidateFeatures, model: GraftedModel) -> tuple[ModelWeight, ...]:
    """Name the features with a weight; kinds stay in the order of features."""
    kinds = list(dict.fromkeys(name[0] for name in found.names))
    rows = [ModelWeight(found.names[i][0], " ".join(found.names[i][1:]), float(model.weights[i])) for i in model.active]
    return tuple(sorted(rows, key=lambda row: (kinds.index(row.kind), -abs(row.weight))))


def _method(
    lists: NBestLists,
    parsed: CandidateParses | None,
    references: TestSet,
    question: RerankTrainQuestion,
    measurement: Measurement,
    found: CandidateFeatures,
    n_folds: int,
) -> RerankMethod:
    kinds = [name[0] for name in found.names]
    inputs = [{"role": "n-best lists", "name": path, "sha256": sha256} for path, sha256 in lists.files]
    told: dict[str, Any] = {"n_best": [path for path, _ in lists.files]}
    for path, sha256 in () if parsed is None else parsed.files:
        inputs.append({"role": "candidate parses", "name": path, "sha256": sha256})
        told["candidate_parses"] = path
    stored = recipe("lab rerank", references, (), (), question.recipe())
    stored["recipe"] |= told
    return {
        **provenance(references, inputs),
        "gold": question.gold,
        "label": measurement.label,
        "signature": measurement.signature,
        "n_candidates": len(lists.texts),
        "n_doubles": lists.n_doubles,
        "n_offered": {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        "n_folds": n_folds,
        "is_scaled": not question.unscaled,
        "sentence": "",
        "notes": [],
        **stored,
    }
