"""Grafting: the numbers of the specification, finite differences, a brute-force optimum, and what always holds."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import minimize

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.lab.tuning import (
    GraftedModel,
    RankingData,
    SparseFeatures,
    best_of_lists,
    first_of_copies,
    gold_weights,
    graft,
    largest_slope,
    list_log_sums,
    list_spread,
)
from steelyard.lab.tuning.l1_newton import violations

Array = NDArray[np.float64]


def data_of(lists: list[list[list[float]]], gold: list[int]) -> RankingData:
    offsets = np.cumsum([0, *map(len, lists)])
    right = np.zeros(offsets[-1])
    right[offsets[:-1] + np.array(gold)] = 1.0
    return RankingData(
        SparseFeatures.from_dense(np.concatenate([np.array(rows, float) for rows in lists])), offsets, right
    )


SIGNIFICANCE = data_of([[[1, 0, 1], [0, 1, 1], [0, 0, 0]], [[1, 1, 0], [0, 1, 0]]], [0, 0])
USES = data_of([[[1, 0, 1], [0, 1, 1]], [[1, 0, 1], [0, 0, 1], [0, 1, 1]]], [0, 0])


def random_data(seed: int, *, n_lists: int = 4, n_features: int = 6, density: float = 0.5) -> RankingData:
    generator = np.random.default_rng(seed)
    sizes = generator.integers(1, 6, size=n_lists)
    offsets = np.concatenate([[0, 4], 4 + sizes.cumsum()])
    features = generator.normal(size=(offsets[-1], n_features)) * (
        generator.random((offsets[-1], n_features)) < density
    )
    features[:, 0] = np.repeat(np.arange(len(offsets) - 1) * 0.1, np.diff(offsets))  # constant in every list
    features[:, -1] = features[:, 1]  # a copy
    quality = generator.integers(0, 4, size=offsets[-1]).astype(float)
    return RankingData(SparseFeatures.from_dense(features), offsets, gold_weights(quality, offsets))


def dense(data: RankingData) -> Array:
    return data.features.dense()


def objective(data: RankingData, weights: Array, gamma: float) -> float:
    """Straight from the formula, list by list."""
    features, total = dense(data), 0.0
    for low, high in zip(data.offsets[:-1], data.offsets[1:], strict=True):
        scores = features[low:high] @ weights
        total += np.logaddexp.reduce(scores) - data.gold[low:high] @ scores
    return float(total + gamma * np.abs(weights).sum())


def test_the_numbers_of_the_specification_on_significance() -> None:
    """Section 6.3."""
    zeros = np.zeros(5)
    assert SIGNIFICANCE.loss(zeros) == pytest.approx(np.log(6), abs=1e-12)
    assert SIGNIFICANCE.gradient(zeros) == pytest.approx([-1.1666667, 0.3333333, -0.3333333], abs=1e-7)
    model = graft(SIGNIFICANCE, 0.3, is_scaled=False)
    assert model.active == (0,)
    assert model.weights[0] == pytest.approx(2.12301, abs=1e-5)
    assert (model.loss, model.objective) == pytest.approx((0.3276146, 0.9645182), abs=1e-7)
    slope = SIGNIFICANCE.gradient(dense(SIGNIFICANCE) @ model.weights)
    assert slope == pytest.approx([-0.3, 0.09656, -0.09656], abs=1e-5)
    assert [step.added for step in model.path] == [(0,)]
    model = graft(SIGNIFICANCE, 0.6, is_scaled=False)
    assert model.active == (0,)
    assert model.weights[0] == pytest.approx(1.21802, abs=1e-5)
    assert (model.loss, model.objective) == pytest.approx((0.7239012, 1.4547111), abs=1e-7)


def test_the_numbers_of_the_specification_on_uses() -> None:
    """Section 2.4."""
    zeros = np.zeros(5)
    assert USES.loss(zeros) == pytest.approx(1.791759, abs=1e-6)
    assert USES.gradient(zeros) == pytest.approx([-1.166667, 0.833333, 0.0], abs=1e-6)
    assert graft(USES, 1.2, is_scaled=False).path == ()
    model = graft(USES, 1.0, is_scaled=False)
    assert model.weights[0] == pytest.approx(np.log(2) / 2, abs=1e-6)
    assert (model.loss, model.objective) == pytest.approx((1.416174, 1.762747), abs=1e-6)
    model = graft(USES, 0.5, is_scaled=False)
    assert model.active == (0,)  # feature 1 passed the test at the start
    assert model.weights[0] == pytest.approx(1.475285, abs=1e-6)
    assert (model.loss, model.objective) == pytest.approx((0.582640, 1.320283), abs=1e-6)
    assert USES.gradient(dense(USES) @ model.weights)[1] == pytest.approx(0.343070, abs=1e-6)
    model = graft(USES, 0.2, is_scaled=False)
    assert model.weights[0] == pytest.approx(2.591402, abs=1e-5)
    assert model.objective == pytest.approx(0.730136, abs=1e-6)


@pytest.mark.parametrize("n_add", [1, 2, 100])
@pytest.mark.parametrize("gamma", [0.02, 0.2, 0.7])
@pytest.mark.parametrize("seed", range(5))
def test_grafting_ends_at_the_optimum_of_a_general_optimiser(seed: int, gamma: float, n_add: int) -> None:
    data = random_data(seed)
    n = data.features.n_features
    model = graft(data, gamma, n_add=n_add, is_scaled=False)
    assert model.objective == pytest.approx(objective(data, model.weights, gamma), abs=1e-10)
    # weights as differences of two numbers from 0, so that the penalty has slopes everywhere
    found = minimize(
        lambda parts: objective(data, parts[:n] - parts[n:], 0.0) + gamma * parts.sum(),
        np.zeros(2 * n),
        jac=lambda parts: np.concatenate([(s := data.gradient(dense(data) @ (parts[:n] - parts[n:]))), -s]) + gamma,
        method="L-BFGS-B",
        bounds=[(0, None)] * (2 * n),
        options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 10_000},
    )
    assert model.objective <= found.fun + 1e-9
    assert model.objective == pytest.approx(found.fun, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_slopes_are_finite_differences(seed: int) -> None:
    data = random_data(seed)
    weights = np.random.default_rng(seed).normal(size=data.features.n_features)
    slope = data.gradient(dense(data) @ weights)
    for i in range(len(weights)):
        step = np.zeros(len(weights))
        step[i] = 1e-5
        difference = (objective(data, weights + step, 0.0) - objective(data, weights - step, 0.0)) / 2e-5
        assert slope[i] == pytest.approx(difference, abs=1e-7)


@given(
    seed=st.integers(0, 10_000),
    gamma=st.floats(1e-3, 3.0),
    n_add=st.integers(1, 5),
    is_scaled=st.booleans(),
    density=st.sampled_from([0.2, 0.6, 1.0]),
)
def test_what_always_holds(seed: int, gamma: float, n_add: int, is_scaled: bool, density: float) -> None:
    data = random_data(seed, density=density)
    model = graft(data, gamma, n_add=n_add, is_scaled=is_scaled)
    spread = list_spread(data.features, data.offsets)
    assert model.is_complete
    assert model.weights[0] == 0
    assert spread[0] == 0
    # the conditions of an optimum, on the scale where it was fitted
    factors = np.where(spread > 0, spread, 1.0) if is_scaled else np.ones(len(spread))
    slope = data.gradient(dense(data) @ model.weights) / factors
    assert violations(slope, model.weights * factors, gamma).max() <= 1.1e-6
    objectives = [data.loss(np.zeros(data.features.n_candidates)), *(step.objective for step in model.path)]
    assert all(later <= earlier + 1e-10 for earlier, later in pairwise(objectives))
    limit = largest_slope(data, is_scaled=is_scaled)
    if gamma >= limit:
        assert model.active == ()
    assert (limit == 0) or graft(data, limit, is_scaled=is_scaled).active == ()


def test_the_optimum_does_not_depend_on_how_many_are_added() -> None:
    data = random_data(3, n_lists=12, n_features=10)
    models = [graft(data, 0.1, n_add=n) for n in (1, 3, 10)]
    assert len({len(model.path) for model in models}) > 1
    assert [model.objective for model in models] == pytest.approx([models[0].objective] * 3, abs=1e-9)


def test_a_model_stops_at_the_features_asked_for() -> None:
    data = random_data(3, n_lists=12, n_features=10)
    assert len(graft(data, 0.1).active) > 4
    for n_add in (1, 2, 3, 9):
        model = graft(data, 0.1, n_add=n_add, n_features=4)
        assert (len(model.active), model.is_complete) == (4, False)
        assert all(len(step.added) <= n_add for step in model.path)


def test_features_may_leave_and_return() -> None:
    found = False
    for seed in range(60):
        model = graft(random_data(seed, n_lists=10, n_features=14), 0.05, n_add=5)
        added = [feature for step in model.path for feature in step.added]
        left = set(added) - set(model.active)
        found = found or bool(left)
    assert found


@pytest.mark.parametrize("seed", range(5))
def test_a_model_that_begins_at_another_ends_at_the_same_weights(seed: int) -> None:
    data = random_data(seed, n_lists=12, n_features=10)
    begun = graft(data, 0.4)
    for gamma in (0.1, 0.4, 0.8):
        model = graft(data, gamma, start=begun.weights)
        assert model.objective == pytest.approx(graft(data, gamma).objective, abs=1e-9)
        assert model.is_complete


def test_of_features_that_differ_by_rounding_the_first_enters() -> None:
    """Another order of adding gave another model: copies of a feature have slopes that differ in the last place."""
    data = data_of([[[1 + 2e-16, 1, 1 + 4e-16, 0.5], [0, 0, 0, 0]], [[0.1 + 0.2, 0.3, 0.3, 0], [0, 0, 0, 0.2]]], [0, 0])
    assert graft(data, 0.1, n_features=1, is_scaled=False).path[0].added == (0,)


@pytest.mark.parametrize("seed", range(5))
def test_a_feature_whose_slope_is_gamma_but_for_rounding_stays_out(seed: int) -> None:
    """It would enter with a weight of 0 and leave again, as those that are in the model have that slope themselves."""
    data = random_data(seed)
    gamma = largest_slope(data, is_scaled=False)
    assert graft(data, gamma * (1 - 1e-12), is_scaled=False).path == ()
    assert graft(data, gamma * (1 - 1e-3), is_scaled=False).path != ()


def test_lists_worked_on_some_at_a_time_give_the_same_model(monkeypatch: pytest.MonkeyPatch) -> None:
    data = random_data(3, n_lists=12, n_features=10)
    whole = graft(data, 0.1)
    monkeypatch.setattr("steelyard.lab.tuning.list_columns._AT_ONCE", 20)
    monkeypatch.setattr("steelyard.lab.tuning.sparse._AT_ONCE", 5)
    assert graft(data, 0.1).weights == pytest.approx(whole.weights, abs=1e-9)


@pytest.mark.parametrize("n_add", [1, 10])
def test_features_of_few_lists_settle_too(n_add: int) -> None:
    """Divided by their small spread they are large, one step decides their lists, and there the curvature is 0."""
    generator = np.random.default_rng(7)
    n_lists, size = 300, 40
    features = np.zeros((n_lists * size, 24))
    features[:, :4] = generator.normal(size=(len(features), 4))
    for i in range(4, 24):
        for one in generator.choice(n_lists, size=2, replace=False):
            features[one * size + generator.choice(size, size=3), i] = 1.0
    offsets = np.arange(n_lists + 1) * size
    quality = features[:, :4].sum(axis=1) + 3 * features[:, 4:].sum(axis=1) + generator.normal(size=len(features))
    data = RankingData(SparseFeatures.from_dense(features), offsets, gold_weights(quality, offsets))
    model = graft(data, 0.02 * largest_slope(data), n_add=n_add)
    assert model.is_complete
    assert len(model.active) > 10


@pytest.mark.parametrize(("name", "value"), [("_MOST_STEPS", 1), ("_ARMIJO", float("inf"))])
def test_weights_that_do_not_settle_are_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: float) -> None:
    monkeypatch.setattr(f"steelyard.lab.tuning.l1_newton.{name}", value)
    with pytest.raises(DataError, match=r"The weights of 1 features did not settle: a slope is still off by 0\.\d+"):
        graft(SIGNIFICANCE, 0.3, is_scaled=False)


def test_what_is_no_optimum_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "steelyard.lab.tuning.grafting.minimise",
        lambda columns, *given, **options: (
            (weights := np.array([2.2])),
            0.3,
            columns.probabilities(columns.scores(weights))[0],
        ),
    )
    with pytest.raises(DataError, match="What was found is no optimum: a slope is off by 0"):
        graft(SIGNIFICANCE, 0.3, is_scaled=False)


def test_equal_candidates_share_the_gold() -> None:
    offsets = np.array([0, 3, 5])
    assert gold_weights(np.array([0.1 + 0.2, 0.3, 0.1, -1.0, -2.0]), offsets).tolist() == [0.5, 0.5, 0, 1, 0]
    both = RankingData(SparseFeatures.from_dense(np.array([[1.0], [0.0]])), np.array([0, 2]), np.array([0.5, 0.5]))
    assert graft(both, 0.01).active == ()  # the two are equally right: no slope


def test_log_sums_and_picks_by_lists() -> None:
    offsets = np.array([0, 2, 5])
    scores = np.array([1.0, 2.0, 700.0, 710.0, 710.0])
    expected = [np.logaddexp(1.0, 2.0), np.logaddexp.reduce(scores[2:])]
    assert list_log_sums(scores, offsets) == pytest.approx(expected, rel=1e-14)
    assert best_of_lists(scores, offsets).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gamma": 0.0}, "gamma must be a number above 0"),
        ({"gamma": float("nan")}, "gamma must be a number above 0"),
        ({"gamma": 1.0, "n_add": 0}, "Features are added and counted from 1"),
        ({"gamma": 1.0, "n_features": 0}, "Features are added and counted from 1"),
        ({"gamma": 1.0, "tolerance": 1.0}, "The tolerance must lie between 0 and 1e-06"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        graft(USES, **options)  # type: ignore[arg-type]


def test_data_that_do_not_fit_are_refused() -> None:
    features, offsets, gold = USES.features, USES.offsets, USES.gold
    with pytest.raises(AlignmentError, match="each list one or more"):
        RankingData(features, np.array([0, 2, 2, 5]), gold)
    with pytest.raises(AlignmentError, match="2 weights of right candidates, but 5 candidates"):
        RankingData(features, offsets, gold[:2])
    with pytest.raises(DataError, match="must add up to 1 in every list"):
        RankingData(features, offsets, 2 * gold)
    with pytest.raises(DataError, match="not finite"):
        RankingData(features.of_features(range(3), np.full(3, np.inf)), offsets, gold)


def test_one_candidate_a_list_leaves_nothing_to_learn() -> None:
    model = graft(data_of([[[1.0]], [[2.0]]], [0, 0]), 0.1)
    assert isinstance(model, GraftedModel)
    assert (model.active, model.loss) == ((), 0.0)


@pytest.mark.parametrize("n_add", [1, 2, 5])
def test_of_copies_only_the_first_enters(n_add: int) -> None:
    """With two copies in the model the penalty does not say how they share a weight, and rounding would."""
    random = np.random.default_rng(4)
    columns = random.integers(0, 2, size=(40, 4)).astype(float)
    lists = np.repeat(np.arange(10), 4)
    shifted = columns[:, :1] + lists[:, None]  # apart by what is constant in a list
    features = np.hstack([columns, columns[:, 1:2], -columns[:, :1], shifted, 3 * columns[:, 2:3]])
    gold = (np.arange(40) % 4 == 0).astype(float)
    offsets = np.arange(0, 41, 4)
    unscaled = first_of_copies(RankingData(SparseFeatures.from_dense(features), offsets, gold), np.ones(8))
    assert unscaled.tolist() == [True] * 4 + [False] * 3 + [True]
    with_copies, without = (
        graft(RankingData(SparseFeatures.from_dense(some), offsets, gold), 0.2, n_add=n_add)
        for some in (features, columns)
    )
    assert set(with_copies.active) <= {0, 1, 2, 3} and with_copies.objective == pytest.approx(without.objective)
    np.testing.assert_allclose(with_copies.weights[:4], without.weights, atol=1e-6)


def test_features_that_come_and_go_for_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.lab.tuning.grafting._MOST_ROUNDS", 1)
    with pytest.raises(DataError, match=r"^Features still come and go after 1 steps\. Use a larger gamma\.$"):
        graft(SIGNIFICANCE, 0.3, is_scaled=False)
