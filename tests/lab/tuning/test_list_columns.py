"""What fitting computes of the features in a model, against formulas list by list; the quadratic model's minimum."""

from itertools import pairwise

import numpy as np
import pytest

from steelyard.lab.tuning import Grafting, RankingData, SparseFeatures, gold_weights, graft
from steelyard.lab.tuning.l1_newton import minimise_quadratic, violations
from steelyard.lab.tuning.list_columns import ListColumns


def some_data(seed: int) -> tuple[RankingData, np.ndarray]:
    """Two features as a block, others sparse, one of them of most candidates."""
    generator = np.random.default_rng(seed)
    offsets = np.array([0, 3, 4, 9, 14, 20])
    array = generator.normal(size=(20, 7)) * (generator.random((20, 7)) < 0.2)
    array[:, :2] = generator.normal(size=(20, 2)) + 1000.0
    array[:, 4] = generator.normal(size=20)
    rest = SparseFeatures.from_dense(array[:, 2:])
    features = SparseFeatures.beside([SparseFeatures.of_block(array[:, :2]), rest])
    return RankingData(features, offsets, gold_weights(generator.normal(size=20), offsets)), array


@pytest.mark.parametrize("at_once", [1, 8, 2**17])
@pytest.mark.parametrize("seed", range(3))
def test_slopes_and_curvature_are_those_of_the_formulas(
    seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.lab.tuning.list_columns._AT_ONCE", at_once)
    data, array = some_data(seed)
    generator = np.random.default_rng(seed)
    factors, seen = generator.uniform(0.5, 2, size=7), np.array([True, False, True, True, False])
    columns, chosen = ListColumns(data, factors, seen), [0, 1, 3, 4, 6]
    columns.choose(chosen)
    weights = generator.normal(size=5)
    chances, loss = columns.probabilities(columns.scores(weights))
    wanted_loss, wanted_slope, curvature, every = 0.0, np.zeros(7), np.zeros((5, 5)), []
    for (low, high), is_seen in zip(pairwise(data.offsets), seen, strict=True):
        if not is_seen:
            continue
        x = array[low:high] * factors
        scores = x[:, chosen] @ weights
        p = np.exp(scores - np.logaddexp.reduce(scores))
        wanted_loss += np.logaddexp.reduce(scores) - data.gold[low:high] @ scores
        wanted_slope += x.T @ (p - data.gold[low:high])
        away = x[:, chosen] - p @ x[:, chosen]
        curvature += away.T @ (away * p[:, None])
        every.append(p)
    assert chances == pytest.approx(np.concatenate(every), abs=1e-12)
    assert loss == pytest.approx(wanted_loss, abs=1e-9)
    assert columns.slope(chances) == pytest.approx(wanted_slope[chosen], abs=1e-9)
    assert columns.slope_of_all(chances) == pytest.approx(wanted_slope, abs=1e-9)
    assert columns.curvature(chances) == pytest.approx(curvature, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_a_model_of_some_lists_is_that_of_these_lists_alone(seed: int) -> None:
    data, array = some_data(seed)
    seen = np.array([True, False, True, True, True])
    kept = np.repeat(seen, np.diff(data.offsets))
    alone = RankingData(SparseFeatures.from_dense(array[kept]), np.array([0, 3, 8, 13, 19]), data.gold[kept])
    squares = np.concatenate([array[a:b] - array[a:b].mean(axis=0) for a, b in pairwise(data.offsets)])[kept]
    grafting = Grafting(data, seen=seen, spread=np.sqrt(np.square(squares).mean(axis=0)))
    most = grafting.largest_slope
    for gamma in (0.5 * most, 0.1 * most):
        model, wanted = grafting.to(gamma), graft(alone, gamma)
        assert model.objective == pytest.approx(wanted.objective, abs=1e-7)
        assert model.weights == pytest.approx(wanted.weights, abs=1e-5)


@pytest.mark.parametrize("is_copied", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_quadratic_models_minimum_meets_its_conditions(seed: int, is_copied: bool) -> None:
    generator = np.random.default_rng(seed)
    columns = generator.normal(size=(12, 15))
    if is_copied:
        columns[:, 1] = columns[:, 0]
    curvature = columns.T @ columns + 1e-8 * np.eye(15)
    slope, start = columns.T @ generator.normal(size=12), generator.normal(size=15) * (generator.random(15) < 0.5)
    for gamma in (0.1, 2.0, 50.0):
        found = minimise_quadratic(curvature, slope, start, gamma, accuracy=1e-8)
        assert violations(slope + curvature @ (found - start), found, gamma).max() <= 1e-7


def test_out_of_rounds_the_function_is_lower_than_where_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(0)
    low_rank = generator.normal(size=(12, 3))
    curvature, slope = low_rank @ low_rank.T + 1e-3 * np.eye(12), 3 * generator.normal(size=12)

    def value(weights: np.ndarray) -> float:
        return float(slope @ weights + weights @ curvature @ weights / 2 + 0.3 * np.abs(weights).sum())

    whole = minimise_quadratic(curvature, slope, np.zeros(12), 0.3, accuracy=1e-12)
    monkeypatch.setattr("steelyard.lab.tuning.l1_newton._MOST_ROUNDS", 1)
    cut = minimise_quadratic(curvature, slope, np.zeros(12), 0.3, accuracy=1e-12)
    assert value(whole) < value(cut) < 0.0
