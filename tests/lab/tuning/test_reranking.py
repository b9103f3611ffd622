"""Reranking in folds: what a model sees, what it chooses, and what could be reached; the same by names of features."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.candidates import candidate_quality, folds_of
from steelyard.lab.tuning import RankingData, Reranker, candidate_features, choose_by, graft, largest_slope
from steelyard.lab.tuning.named_features import CHAIN, RELATIONS
from steelyard.metrics import parse
from steelyard.reading.formats import read_moses_nbest
from steelyard.types import CandidateParses, NBestLists, Parse, Trees, Word
from tests.lab.papers.nbest import N_SEGMENTS, write_lists, write_reference


@pytest.fixture
def lists(tmp_path: Path) -> NBestLists:
    return read_moses_nbest(write_lists(tmp_path))


@pytest.fixture
def references(tmp_path: Path) -> sy.TestSet:
    return sy.TestSet.from_files(references=[write_reference(tmp_path)], systems={})


def reranker_of(lists: NBestLists, references: sy.TestSet, *, n_folds: int = 4, gold: str = "bleu") -> Reranker:
    quality = candidate_quality(lists, references, parse(gold))
    found = candidate_features(lists, max_order=2, fewest_lists=2)
    return Reranker(found.features, lists.offsets, quality, folds_of(references, n_folds))


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
        scores = reranker.features.dense() @ model.weights
        for segment in range(6 * fold, 6 * fold + 6):
            low, high = lists.offsets[segment], lists.offsets[segment + 1]
            assert scores[reranked.picks[segment]] == pytest.approx(scores[low:high].max())


def test_what_is_wrong_in_a_fold_does_not_reach_its_own_model(lists: NBestLists, references: sy.TestSet) -> None:
    """Other references of the first fold change the models of all folds but the first."""
    changed = sy.TestSet(references=[["nothing like it"] * 6 + list(references.references[0][6:])], systems={})
    before = reranker_of(lists, references).fit(0.2, n_add=1)
    after = reranker_of(lists, changed).fit(0.2, n_add=1)
    assert before.models[0].weights == pytest.approx(after.models[0].weights)
    assert (before.picks[:6] == after.picks[:6]).all()
    assert not np.allclose(before.models[1].weights, after.models[1].weights)


def test_one_fold_fits_and_reranks_the_same_lists(lists: NBestLists, references: sy.TestSet) -> None:
    reranker = reranker_of(lists, references, n_folds=1)
    [model] = reranker.fit(0.01, n_add=5).models
    assert model.is_complete
    honest = reranker_of(lists, references)
    fitted = reranker.quality[reranker.fit(0.01, n_add=5).picks].mean()
    held_out = honest.quality[honest.fit(0.01, n_add=5).picks].mean()
    assert fitted > held_out


def test_the_decoders_features_alone(lists: NBestLists, references: sy.TestSet) -> None:
    reranked = reranker_of(lists, references).fit(0.05, n_add=10, among=3)
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
    found = candidate_features(flat, max_order=0)
    silent = Reranker(
        found.features, flat.offsets, candidate_quality(flat, references, parse("bleu")), np.arange(24) % 2
    )
    with pytest.raises(SpecError, match="Nothing can be learned from these lists"):
        silent.fit(0.1, n_add=1)


def test_a_path_holds_the_models_that_are_fitted_one_by_one(lists: NBestLists, references: sy.TestSet) -> None:
    reranker, steps = reranker_of(lists, references), []
    gammas = (0.5, 0.2, 0.1)
    held_out, whole = reranker.path(gammas, n_add=3, advance=lambda: steps.append(1))
    assert len(steps) == 15  # of four folds, and all lists, three each
    for gamma, reranked, model in zip(gammas, held_out, whole, strict=True):
        alone = reranker.fit(gamma, n_add=3)
        assert (alone.picks == reranked.picks).all()
        for one, other in zip(alone.models, reranked.models, strict=True):
            assert other.objective == pytest.approx(one.objective, abs=1e-8)
        data = RankingData(reranker.features, reranker.offsets, reranker.right)
        assert model.objective == pytest.approx(graft(data, gamma * largest_slope(data)).objective, abs=1e-8)


def test_scoring_some_candidates_at_a_time_changes_nothing(
    lists: NBestLists, references: sy.TestSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = candidate_quality(lists, references, parse("chrf"))
    monkeypatch.setattr("steelyard.lab.candidates.quality._AT_ONCE", 7)
    assert (candidate_quality(lists, references, parse("chrf")) == whole).all()


def test_a_model_by_names_chooses_what_the_fitted_one_chose(lists: NBestLists, references: sy.TestSet) -> None:
    reranker = reranker_of(lists, references, n_folds=1)
    reranked = reranker.fit(0.1, n_add=5)
    names = candidate_features(lists, max_order=2, fewest_lists=2).names
    [model] = reranked.models
    weights = {names[i]: float(model.weights[i]) for i in model.active}
    assert (choose_by(weights, lists)[0] == reranked.picks).all()
    with pytest.raises(SpecError, match=r"decoder's feature 'lm', and these lists have tm\.1, tm\.2"):
        choose_by(
            {("decoder", "lm"): 1.0},
            replace(lists, features=lists.features[:, 1:], feature_names=lists.feature_names[1:]),
        )
    with pytest.raises(SpecError, match="features of parses"):
        choose_by({("chain", "a", "b"): 1.0}, lists)


def test_a_path_of_one_fold_is_that_of_all_lists(lists: NBestLists, references: sy.TestSet) -> None:
    reranker = reranker_of(lists, references, n_folds=1)
    held_out, whole = reranker.path((0.5, 0.2), n_add=3)
    for reranked, model, gamma in zip(held_out, whole, (0.5, 0.2), strict=True):
        assert reranked.models == (model,)
        assert reranked.picks.tolist() == reranker.fit(gamma, n_add=3).picks.tolist()


def test_chains_of_one_are_of_relations_alone() -> None:
    words = tuple(
        Word(form, head=i, deprel=relation) for i, (form, relation) in enumerate((("dogs", "root"), ("bark", "dep")))
    )
    lists = NBestLists(("dogs bark", "dogs"), np.array([0, 2]), np.zeros((2, 0)), (), np.zeros(2))
    parses = ((Parse(words),), (Parse(words[:1]),))
    parsed = CandidateParses(np.array([0, 1]), parses, Trees.of(best for (best,) in parses))
    kinds = [
        {
            name[0]
            for name in candidate_features(lists, parsed, max_order=0, longest_chain=longest, fewest_lists=1).names
        }
        for longest in (1, 2)
    ]
    assert kinds == [{RELATIONS}, {RELATIONS, CHAIN}]
