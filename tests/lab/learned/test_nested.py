"""Splits never mix what belongs together, and estimates of what was learned from nothing are no better than nothing."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.lab.learned import (
    LEARNERS,
    Examples,
    Fitted,
    Learner,
    fit_nested,
    fit_outputs,
    group_folds,
    inner_fold,
    learning_curve,
    mixed_estimate,
    nested,
    permutation_importance,
    split_outputs,
)

Array = NDArray[np.float64]
FEW_TREES = replace(LEARNERS["boosting"], grid={"trees": (12,), "depth": (3,)})
QUICK = {**LEARNERS, "boosting": FEW_TREES}


def pearson(scores: Array, ratings: Array) -> float:
    is_rated = ~np.isnan(ratings)
    return float(np.corrcoef(scores[is_rated], ratings[is_rated])[0, 1])


def examples_of(seed: int, *, n_features: int = 3, worth: float = 1.0, of_segment: float = 0.0) -> Examples:
    """Draw ratings that features see through noise; part of both is the segment's alone."""
    rng = np.random.default_rng(seed)
    segment = rng.normal(size=(1, 80))
    ratings = rng.normal(size=(4, 80)) + of_segment * segment
    noise = rng.normal(size=(n_features, 4, 80))
    marks = rng.normal(size=(n_features, 1, 80))  # of a segment, whatever its outputs
    features = worth * ratings + noise if of_segment == 0 else 0.1 * noise + marks
    return Examples(features, ratings, np.arange(80) // 4)


@pytest.mark.parametrize("holds_systems", [False, True])
def test_no_document_and_no_system_stands_on_both_sides(holds_systems: bool) -> None:
    documents = np.repeat(np.arange(12), np.arange(1, 13))
    split = split_outputs(documents, 5, 4, holds_systems=holds_systems, noun="documents")
    seen = np.zeros((5, len(documents)), int)
    for held, learned in split.parts():
        seen += held
        assert not set(documents[held.any(axis=0)]) & set(documents[learned.any(axis=0)])
        if holds_systems:
            assert not set(np.flatnonzero(held.any(axis=1))) & set(np.flatnonzero(learned.any(axis=1)))
        apart = inner_fold(documents, learned)
        assert not set(documents[apart]) & set(documents[learned.any(axis=0) & ~apart])
    assert (seen == 1).all()


def test_parts_are_about_equally_large_and_none_is_empty() -> None:
    sizes = np.array([1, 1, 50, 1, 1, 1, 1])
    folds = group_folds(np.repeat(np.arange(7), sizes), 3, "documents")
    assert set(folds.tolist()) == {0, 1, 2}
    assert np.bincount(group_folds(np.arange(100), 5, "segments")).tolist() == [20] * 5
    for n_folds in (1, 8):
        with pytest.raises(SpecError, match="from 2 to the number of documents, 7"):
            group_folds(np.arange(7), n_folds, "documents")


def test_scale_and_options_come_from_what_is_learned_from_alone() -> None:
    """What is held out may be anything: nothing that was learned changes."""
    examples = examples_of(1)
    split = split_outputs(examples.documents, 4, 4, holds_systems=False, noun="documents")
    first = next(iter(split.parts()))[0]
    spoilt = Examples(
        np.where(first, 1e6, examples.features), np.where(first, -5.0, examples.ratings), examples.documents
    )
    for name in ("ridge", "rank-svm", "boosting"):
        one, other = (fit_nested(QUICK[name], data, split, pearson).parts[0] for data in (examples, spoilt))
        assert (one.mean == other.mean).all()
        assert one.options == other.options
        assert one.predictor.to_dict() == other.predictor.to_dict()


def test_one_feature_that_is_learned_in_parts_is_that_feature() -> None:
    """However unlike parts are, a weighted sum of one feature orders all outputs as the feature does."""
    rng = np.random.default_rng(2)
    level = np.repeat(rng.normal(size=5), 16) * 3
    quality = rng.normal(size=(4, 80)) + level
    feature = quality + rng.normal(size=(4, 80)) - 2 * level
    examples = Examples(feature[None], quality, np.arange(80) // 4)
    for holds_systems in (False, True):
        split = split_outputs(examples.documents, 4, 5, holds_systems=holds_systems, noun="documents")
        found = fit_nested(LEARNERS["ridge"], examples, split, pearson)
        signs = {float(np.sign(part.predictor.weights[0])) for part in found.parts}  # type: ignore[attr-defined]
        assert len(signs) == 1
        assert pearson(found.held_out * signs.pop(), feature) == pytest.approx(1)


@pytest.mark.parametrize("name", ["ridge", "boosting"])
def test_features_that_know_nothing_are_worth_nothing(name: str) -> None:
    found = []
    for seed in range(6):
        examples = examples_of(seed, worth=0.0)
        split = split_outputs(examples.documents, 4, 5, holds_systems=False, noun="documents")
        found.append(pearson(fit_nested(QUICK[name], examples, split, pearson).held_out, examples.ratings))
    assert abs(float(np.mean(found))) < 0.08  # six times 320 outputs: .023 is chance, three times over


def test_random_folds_flatter_where_outputs_of_a_segment_are_alike() -> None:
    """Features that tell segments apart know the others' ratings of the segment, and nothing of a new one."""
    honest, mixed = [], []
    for seed in range(3):
        examples = examples_of(seed, n_features=2, of_segment=3.0)
        split = split_outputs(examples.documents, 4, 5, holds_systems=False, noun="documents")
        found = fit_nested(FEW_TREES, examples, split, pearson)
        honest.append(pearson(found.held_out, examples.ratings))
        scores = mixed_estimate(FEW_TREES, examples, found.fitted.options, 5, 1)
        mixed.append(pearson(scores, examples.ratings))
    assert np.mean(mixed) > np.mean(honest) + 0.2
    assert abs(np.mean(honest)) < 0.2


def test_what_a_feature_is_worth_and_what_more_ratings_bring() -> None:
    rng = np.random.default_rng(5)
    examples = examples_of(3)
    features = np.concatenate([examples.features[:1], rng.normal(size=(1, 4, 80))])
    examples = Examples(features, examples.ratings, examples.documents)
    split = split_outputs(examples.documents, 4, 5, holds_systems=False, noun="documents")
    found = fit_nested(LEARNERS["ridge"], examples, split, pearson)
    lost = permutation_importance(examples, found, pearson, rng=rng)
    assert lost[0] > 0.4
    assert abs(lost[1]) < 0.1
    curve = learning_curve(LEARNERS["ridge"], examples, split, found, pearson, (0.01, 0.5))
    assert [n for n, _ in curve] == [16, 128, 256]
    assert curve[-1][1] == pearson(found.held_out, examples.ratings)


def test_outputs_that_nobody_rated_are_not_shuffled_into_those_that_were() -> None:
    examples = examples_of(1)
    is_rated = np.random.default_rng(4).random((4, 80)) < 0.7
    some = Examples(examples.features, np.where(is_rated, examples.ratings, np.nan), examples.documents)
    split = split_outputs(some.documents, 4, 4, holds_systems=False, noun="documents")
    found = fit_nested(LEARNERS["ridge"], some, split, pearson)
    spoilt = Examples(np.where(is_rated, some.features, 1e6), some.ratings, some.documents)
    worth, again = (permutation_importance(one, found, pearson, rng=np.random.default_rng(2)) for one in (some, spoilt))
    assert worth.min() > 0.02 and (worth == again).all()


def test_too_little_to_learn_from_is_said() -> None:
    examples = examples_of(1)
    with pytest.raises(DataError, match="No rated output"):
        fit_outputs(LEARNERS["ridge"], examples, np.zeros((4, 80), np.bool_), {"alpha": 1.0})


def test_a_group_too_large_for_its_part_leaves_no_part_empty() -> None:
    groups = np.repeat([0, 1, 2], [20, 1, 1])
    assert group_folds(groups, 3, "documents").tolist() == [0] * 20 + [1, 2]


def test_one_system_cannot_be_held_out_of_all() -> None:
    with pytest.raises(SpecError, match="To hold systems out there must be two or more"):
        split_outputs(np.arange(4), 1, 2, holds_systems=True, noun="documents")


def test_options_are_tried_on_fewer_segments_where_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = examples_of(1)  # 4 systems, 80 segments
    split = split_outputs(examples.documents, 4, 2, holds_systems=False, noun="documents")
    learned_from: list[int] = []

    def counted(learner: Learner, data: Examples, learned: NDArray[np.bool_], options: dict[str, Any]) -> Fitted:
        learned_from.append(int(learned.sum()))
        return fit_outputs(learner, data, learned, options)

    monkeypatch.setattr(nested, "fit_outputs", counted)
    monkeypatch.setattr(nested, "_MOST_TUNED", 100)
    found = fit_nested(LEARNERS["ridge"], examples, split, pearson)
    assert found.fitted.options in LEARNERS["ridge"].options()
    n_options = len(LEARNERS["ridge"].options())
    assert len(learned_from) == 3 * (n_options + 1)
    tried = [n for i, n in enumerate(learned_from) if i % (n_options + 1) < n_options]
    assert max(tried) <= 100 and learned_from[-1] == 4 * 80


def test_without_a_second_document_the_first_options_are_taken() -> None:
    examples = replace(examples_of(1), documents=np.zeros(80, np.int64))
    every = np.ones((4, 80), np.bool_)
    tried = [{"alpha": 3.0}, {"alpha": 1.0}]
    assert nested._choose(LEARNERS["ridge"], examples, every, pearson, tried) == {"alpha": 3.0}
