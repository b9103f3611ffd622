"""Reranking in folds: what a model sees, what it chooses, and what could be reached."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.data.formats import read_moses_nbest
from steelyard.errors import AlignmentError, SpecError
from steelyard.metrics import parse
from steelyard.papers.riezler2005.rerank import Reranker
from steelyard.tuning import RankingData, graft, largest_slope
from steelyard.types import NBestLists
from tests.papers.nbest import N_SEGMENTS, write_lists, write_reference


@pytest.fixture
def lists(tmp_path: Path) -> NBestLists:
    return read_moses_nbest(write_lists(tmp_path))


@pytest.fixture
def references(tmp_path: Path) -> sy.TestSet:
    return sy.TestSet.from_files(references=[write_reference(tmp_path)], systems={})


def reranker_of(lists: NBestLists, references: sy.TestSet, *, n_folds: int = 4, gold: str = "bleu") -> Reranker:
    return Reranker(lists, references, parse(gold), max_order=2, fewest_lists=2, n_folds=n_folds)


def test_right_candidates_are_those_that_the_metric_scores_highest(lists: NBestLists, references: sy.TestSet) -> None:
    for gold in ("bleu", "ter"):
        reranker, metric = reranker_of(lists, references, gold=gold), parse(gold)
        for segment in (0, 7, 23):
            low, high = lists.offsets[segment], lists.offsets[segment + 1]
            scores = [
                metric.segment_metric().sentence_score(text, [str(references.references[0][segment])]).score
                for text in lists.texts[low:high]
            ]
            sign = 1 if metric.higher_is_better else -1
            assert reranker.quality[low:high] == pytest.approx(sign * np.array(scores), abs=1e-9)
            assert reranker.best()[segment] == low + int(np.argmax(sign * np.array(scores)))
    assert (reranker.quality[reranker.best()] >= reranker.quality[reranker.worst()]).all()
    assert (reranker.first() == lists.offsets[:-1]).all()


def test_each_list_is_reranked_by_a_model_of_the_other_folds(lists: NBestLists, references: sy.TestSet) -> None:
    reranker = reranker_of(lists, references)
    reranked = reranker.fit(0.2, n_add=2, n_features=5)
    assert len(reranked.models) == 4
    assert all(len(model.active) <= 5 for model in reranked.models)
    for fold in range(4):
        seen = np.repeat(np.arange(N_SEGMENTS) // 6 != fold, lists.sizes)
        offsets = np.concatenate([[0], lists.sizes[np.arange(N_SEGMENTS) // 6 != fold].cumsum()])
        data = RankingData(reranker.features.of_candidates(seen), offsets, reranker.right[seen])
        model = graft(data, 0.2 * largest_slope(data), n_add=2, n_features=5)
        assert model.weights == pytest.approx(reranked.models[fold].weights)
        scores = reranker.features.dense(range(reranker.features.n_features)) @ model.weights
        for segment in range(6 * fold, 6 * fold + 6):
            low, high = lists.offsets[segment], lists.offsets[segment + 1]
            assert scores[reranked.picks[segment]] == pytest.approx(scores[low:high].max())


def test_what_is_wrong_in_a_fold_does_not_reach_its_own_model(lists: NBestLists, references: sy.TestSet) -> None:
    """Other references of the first fold change the models of all folds but the first."""
    changed = sy.TestSet(references=[["nothing like it"] * 6 + list(references.references[0][6:])], systems={})
    before = reranker_of(lists, references).fit(0.2, n_add=1, n_features=None)
    after = reranker_of(lists, changed).fit(0.2, n_add=1, n_features=None)
    assert before.models[0].weights == pytest.approx(after.models[0].weights)
    assert (before.picks[:6] == after.picks[:6]).all()
    assert not np.allclose(before.models[1].weights, after.models[1].weights)


def test_one_fold_fits_and_reranks_the_same_lists(lists: NBestLists, references: sy.TestSet) -> None:
    reranker = reranker_of(lists, references, n_folds=1)
    [model] = reranker.fit(0.01, n_add=5, n_features=None).models
    assert model.is_complete
    honest = reranker_of(lists, references)
    fitted = reranker.quality[reranker.fit(0.01, n_add=5, n_features=None).picks].mean()
    held_out = honest.quality[honest.fit(0.01, n_add=5, n_features=None).picks].mean()
    assert fitted > held_out


def test_the_decoders_features_alone(lists: NBestLists, references: sy.TestSet) -> None:
    reranked = reranker_of(lists, references).fit(0.05, n_add=10, n_features=None, has_ngrams=False)
    assert all(len(model.weights) == 3 for model in reranked.models)


def test_documents_stay_in_one_fold(lists: NBestLists, references: sy.TestSet) -> None:
    documents = [f"d{i // 5}" for i in range(N_SEGMENTS)]
    reranker = reranker_of(lists, replace(references, documents=documents), n_folds=2)
    assert reranker.folds.tolist() == [0] * 15 + [1] * 9
    with pytest.raises(SpecError, match="from 1 to the number of documents, 5, not 6"):
        reranker_of(lists, replace(references, documents=documents), n_folds=6)


def test_what_cannot_be_reranked_is_refused(lists: NBestLists, references: sy.TestSet) -> None:
    with pytest.raises(AlignmentError, match="n-best lists of 24 segments, but 10 segments in the references"):
        reranker_of(lists, references.select(range(10)))
    with pytest.raises(SpecError, match="from 1 to the number of segments, 24, not 0"):
        reranker_of(lists, references, n_folds=0)
    flat = replace(lists, features=np.zeros_like(lists.features))
    silent = Reranker(flat, references, parse("bleu"), max_order=0, fewest_lists=1, n_folds=2)
    with pytest.raises(SpecError, match="Nothing can be learned from these lists"):
        silent.fit(0.1, n_add=1, n_features=None)
