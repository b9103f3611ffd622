"""What learners leave behind scores as scikit-learn does; figures by hand; and what they refuse."""

from typing import Any

import numpy as np
import pytest

from steelyard.choices import LEARNERS as NAMES
from steelyard.errors import DataError, SpecError
from steelyard.lab.learned import LEARNERS, fit_learner, learner_named, preferences
from steelyard.types import LearnedModel, LinearPredictor, best_of_set, predictor_of
from tests.twins.rank_boost import rank_boost

RNG = np.random.default_rng(1)
FEATURES = RNG.normal(size=(120, 4))
RATINGS = FEATURES @ [1.0, -0.5, 0.2, 0.0] + RNG.normal(size=120)
SEGMENTS = np.arange(120) // 4
NEW = RNG.normal(size=(50, 4))
SETS = np.array([[0.5, 0.9], [0.3, 0.8], [0.4, 0.2]])  # of W08-0331, with ratings 6, 1 and 3


def options_of(name: str) -> dict[str, Any]:
    return learner_named(name).options()[0]


def test_flags_name_every_learner() -> None:
    assert tuple(LEARNERS) == NAMES


@pytest.mark.parametrize("name", ["ridge", "boosting", "svr", "svc"])
def test_what_is_left_scores_as_scikit_learn(name: str) -> None:
    from sklearn.ensemble import GradientBoostingRegressor
    from sklearn.linear_model import Ridge
    from sklearn.svm import SVC, SVR

    options = options_of(name)
    if name == "svr":
        outside = SVR(C=options["C"], gamma=options["gamma"] / 4, epsilon=options["epsilon"])
        mean, spread = RATINGS.mean(), RATINGS.std()
        expected = outside.fit(FEATURES, (RATINGS - mean) / spread).predict(NEW) * spread + mean
    elif name == "svc":
        border = SVC(C=options["C"], gamma=options["gamma"] / 4, class_weight="balanced")
        expected = border.fit(FEATURES, RATINGS.mean() < RATINGS).decision_function(NEW)
    elif name == "boosting":
        trees = GradientBoostingRegressor(
            n_estimators=options["trees"], max_depth=options["depth"], subsample=0.5, max_features="sqrt",
            min_samples_leaf=5, random_state=0,
        )  # fmt: skip
        expected = trees.fit(FEATURES, RATINGS).predict(NEW)
    else:
        expected = Ridge(alpha=120 * options["alpha"]).fit(FEATURES, RATINGS).predict(NEW)
    found = fit_learner(name, FEATURES, RATINGS, SEGMENTS, options)
    assert found.predict(NEW) == pytest.approx(expected, abs=1e-10)
    assert (predictor_of(found.to_dict()).predict(NEW) == found.predict(NEW)).all()


def test_people_are_told_from_machines_by_their_labels() -> None:
    """The classifier of P07-1111: 1 is a person's text, 0 a machine's, however many there are of each."""
    labels = (FEATURES[:, 0] > 1).astype(float)
    found = fit_learner("svc", FEATURES, labels, SEGMENTS, {"C": 10.0, "gamma": 1.0}).predict(FEATURES)
    assert ((found > 0) == (labels == 1)).all()


def test_a_curve_of_one_metric_is_that_of_scikit_learn() -> None:
    from sklearn.isotonic import IsotonicRegression

    expected = IsotonicRegression(increasing="auto", out_of_bounds="clip").fit(FEATURES[:, 0], RATINGS)
    found = fit_learner("isotonic", FEATURES[:, :1], RATINGS, SEGMENTS, {})
    assert found.predict(NEW[:, :1]) == pytest.approx(expected.predict(NEW[:, 0]))
    with pytest.raises(DataError, match="calibrates one feature"):
        fit_learner("isotonic", FEATURES, RATINGS, SEGMENTS, {})


def test_ridge_as_by_hand() -> None:
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    found = fit_learner("ridge", corners, np.arange(4.0), np.arange(4), {"alpha": 0.25})
    assert isinstance(found, LinearPredictor)
    assert found.weights == pytest.approx([0.5, 1.0])
    assert found.intercept == pytest.approx(0.75)


def test_ranks_as_by_hand() -> None:
    """W08-0331's example: three pairs, C = 1 for each."""
    ratings, one = np.array([6.0, 1.0, 3.0]), np.zeros(3, np.int64)
    assert [places.tolist() for places in preferences(ratings, one)] == [[0, 0, 2], [1, 2, 1]]
    svm = fit_learner("rank-svm", SETS, ratings, one, {"C": 3.0})
    logistic = fit_learner("pair-logistic", SETS, ratings, one, {"C": 3.0})
    assert isinstance(svm, LinearPredictor)
    assert isinstance(logistic, LinearPredictor)
    assert svm.weights == pytest.approx([0.8, 0.4], abs=1e-3)
    assert svm.predict(SETS) == pytest.approx([0.76, 0.56, 0.40], abs=1e-3)
    assert logistic.weights == pytest.approx([0.3863864, 0.1358594], abs=1e-5)


def test_the_best_of_a_set_is_marked_as_by_hand() -> None:
    """W08-0331's precisions of three outputs; ratios of lengths are best near 1, and all that tie are marked."""
    values = np.array([[0.62, 0.55, 0.70], [0.75, 1.5, 1.25], [3.0, 1.0, np.nan]])[:, :, None]
    marks = best_of_set(values, ["greatest", "nearest 1", "least"])[:, :, 0]
    assert marks.tolist() == [[0, 0, 1], [1, 0, 1], [0, 1, 0]]
    weights = LinearPredictor(np.array([0.0, 1.0]), 0.0)
    model = LearnedModel("ridge", ("a",), (True,), np.zeros(2), np.ones(2), weights, ((0, "greatest"),))
    assert model.predict(np.array([[[1.0]], [[2.0]], [[np.nan]]])).ravel()[:2].tolist() == [0, 1]
    assert LearnedModel.from_dict(model.to_dict()).best_of == model.best_of


def test_a_kernel_of_pairs_is_a_linear_one_where_features_hardly_differ() -> None:
    """With a kernel as wide as can be the order is that of the straight line."""
    found = fit_learner("kernel-rank-svm", FEATURES, RATINGS, SEGMENTS, {"C": 1e4, "gamma": 1e-3})
    straight = fit_learner("rank-svm", FEATURES, RATINGS, SEGMENTS, {"C": 100.0})
    assert np.corrcoef(found.predict(NEW), straight.predict(NEW))[0, 1] > 0.98


@pytest.mark.parametrize("decimals", [6, 0])  # with many ties, too
def test_boosted_ranks_are_those_of_the_slow_twin(decimals: int) -> None:
    features, new = (FEATURES.round(decimals).astype(np.float32).astype(float), NEW.round(decimals))
    found = fit_learner("rank-boost", features, RATINGS, SEGMENTS, {"rounds": 30})
    twin = rank_boost(features.tolist(), RATINGS.tolist(), SEGMENTS.tolist(), 30)
    assert found.predict(new) == pytest.approx([twin(row) for row in new.tolist()], abs=1e-9)
    assert (predictor_of(found.to_dict()).predict(new) == found.predict(new)).all()


def test_boosted_ranks_as_by_hand() -> None:
    """The first of W08-0331's outputs is the best of all three by a threshold of the first feature: r = 2/3."""
    ratings, one = np.array([6.0, 1.0, 3.0]), np.zeros(3, np.int64)
    found = fit_learner("rank-boost", SETS, ratings, one, {"rounds": 1})
    assert found.predict(SETS) == pytest.approx([np.log((1 + 2 / 3 + 1 / 3) / (1 - 2 / 3 + 1 / 3)) / 2, 0, 0])
    twice = fit_learner("rank-boost", SETS, ratings, one, {"rounds": 2}).predict(SETS)
    assert twice[0] > twice[2] > twice[1]  # then the pair that is left: 3 before 1
    same = fit_learner("rank-boost", np.ones((3, 1)), ratings, one, {"rounds": 2})
    assert same.predict(SETS[:, :1]).tolist() == [0, 0, 0]


def test_pairs_are_of_one_segment_and_taken_evenly() -> None:
    better, worse = preferences(RATINGS, SEGMENTS)
    assert (SEGMENTS[better] == SEGMENTS[worse]).all()
    assert (RATINGS[better] > RATINGS[worse]).all()
    assert len(better) == 30 * 6
    fewer, _ = preferences(RATINGS, SEGMENTS, most=17)
    assert len(fewer) == 17
    with pytest.raises(DataError, match="no order"):
        preferences(np.ones(3), np.zeros(3, np.int64))


def test_what_cannot_be_learned_is_said() -> None:
    with pytest.raises(SpecError, match="ridge"):
        learner_named("rigde")
    with pytest.raises(DataError, match="nothing to learn"):
        fit_learner("ridge", FEATURES, np.ones(120), SEGMENTS, {"alpha": 1.0})


@pytest.mark.parametrize("name", ["ridge", "svr", "svc", "boosting"])
def test_a_damaged_model_is_refused(name: str) -> None:
    predictor = fit_learner(name, FEATURES, RATINGS, SEGMENTS, options_of(name))
    model = LearnedModel(name, ("a", "b", "c", "d"), (True,) * 4, np.zeros(4), np.ones(4), predictor)
    entry = model.to_dict()
    assert (LearnedModel.from_dict(entry).predict(NEW) == model.predict(NEW)).all()
    mean = [*entry["mean"][:-1], 0.5]
    for changed in ({"mean": mean}, {"predictor": {"kind": "magic"}}, {"features": ["a"]}, {"scale": [0.0] * 4}):
        with pytest.raises(DataError):
            LearnedModel.from_dict({**entry, **changed})


def test_a_tree_that_leads_back_is_refused() -> None:
    entry = fit_learner("boosting", FEATURES, RATINGS, SEGMENTS, options_of("boosting")).to_dict()
    entry["left"] = [0 if place > 0 else place for place in entry["left"]]
    with pytest.raises(DataError, match="leads nowhere"):
        predictor_of(entry)
