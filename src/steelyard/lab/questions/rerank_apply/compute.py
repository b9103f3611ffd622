"""Let a model choose from lists, and compare that with what the decoder put first."""

import os
from typing import TYPE_CHECKING, Any

from steelyard.asking.doors import asks, question_from
from steelyard.inference import seed_of
from steelyard.lab.candidates import (
    StoredModel,
    candidate_metric,
    check_segments,
    chosen_outputs,
    parses_for,
    read_model,
)
from steelyard.lab.questions.rerank_apply.answer import RerankedRow, Reranking
from steelyard.lab.questions.rerank_apply.question import RerankApplyQuestion
from steelyard.lab.tuning import choose_by
from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import CompareQuestion
from steelyard.scored import count
from steelyard.scored.provenance import provenance
from steelyard.scored.recipe import recipe
from steelyard.scored.threads import check_jobs
from steelyard.types import CandidateParses, NBestLists, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["compute", "rerank"]


@asks("lab rerank apply")
def rerank(
    lists: NBestLists,
    model: str | os.PathLike[str],
    *,
    parses: CandidateParses | None = None,
    references: TestSet | None = None,
    n_jobs: int = 1,
    **options: Any,
) -> Reranking:
    """Let a model choose a candidate of each list.

    Parameters
    ----------
    lists : NBestLists
        Of N segments.
    model : path-like
        The file that `steelyard lab rerank` or `RerankerModel.save` wrote.
    parses : CandidateParses, optional
        Of the candidates, where the model has features of parses, or a metric needs them.
    references : TestSet, optional
        Of the same segments: what was chosen is compared with the decoder's first.
    n_jobs : int, default 1
        Threads for scoring.
    {options}

    Returns
    -------
    Reranking
        What was chosen; of candidates that the model scores alike the decoder's first.

    Raises
    ------
    DataError
        The model cannot be read.
    SpecError
        The model has features of parses, or of another decoder.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.results import ModelWeight, RerankerModel
    >>> from steelyard.types import NBestLists
    >>> model = RerankerModel((), (), (ModelWeight("words", "the", 0.5),), {"n_segments": 2})
    >>> lists = NBestLists(("a cat", "the cat"), np.array([0, 2]), np.zeros((2, 0)), (), np.zeros(2))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "model.json")
    ...     model.save(path)
    ...     sy.lab.rerank(lists, path).outputs
    ('the cat',)
    """
    check_jobs(n_jobs)
    question = question_from(RerankApplyQuestion, options)
    return compute(lists, parses, read_model(model), references, question, n_threads=n_jobs)


def compute(
    lists: NBestLists,
    parsed: CandidateParses | None,
    model: StoredModel,
    references: TestSet | None,
    question: RerankApplyQuestion,
    *,
    n_threads: int = 1,
    progress: "Progress | None" = None,
) -> Reranking:
    """Choose, and compare where there are references."""
    if references is not None:
        check_segments(lists, references)
    picks, n_met = choose_by(model.weights, lists, parsed)
    places = picks - lists.offsets[:-1] + 1
    chosen = tuple(
        RerankedRow(line, int(place), int(size), lists.texts[pick])
        for line, (place, size, pick) in enumerate(zip(places, lists.sizes, picks, strict=True), 1)
    )
    seed = seed_of(question.rng)
    comparison = None
    if references is not None:
        pair = {"decoder's first": lists.offsets[:-1], "reranked": picks}
        metrics = [candidate_metric(metric, has_parses=parsed is not None) for metric in question.metrics]
        outputs = chosen_outputs(lists, references, pair, parses_for(metrics, references, parsed))
        counted = count(outputs, metrics, n_threads=n_threads)
        comparison = compare(counted, CompareQuestion(n_resamples=question.n_resamples, rng=seed))
    method = _method(lists, parsed, model, references, question, seed)
    method |= {"n_weights": len(model.weights), "n_met": n_met, "n_candidates": len(lists.texts)}
    return Reranking(chosen, method, comparison)


def _method(
    lists: NBestLists,
    parsed: CandidateParses | None,
    model: StoredModel,
    references: TestSet | None,
    question: RerankApplyQuestion,
    seed: int,
) -> Any:
    inputs = [{"role": "model", "name": model.path, "sha256": model.sha256}]
    inputs += [{"role": "n-best lists", "name": path, "sha256": sha256} for path, sha256 in lists.files]
    told: dict[str, Any] = {"n_best": [path for path, _ in lists.files], "model": model.path}
    for path, sha256 in () if parsed is None else parsed.files:
        inputs.append({"role": "candidate parses", "name": path, "sha256": sha256})
        told["candidate_parses"] = path
    known = references or TestSet(references=[[""] * lists.n_segments], systems={})
    rests = provenance(known, inputs)
    if references is None:
        rests["inputs"] = inputs
    stored = recipe("lab rerank apply", known, (), (), {**question.recipe(), "rng": seed})
    stored["recipe"] |= told
    return {**rests, **stored}
