"""Searches without slopes: a smooth hill, bounds, and that they never end below their start."""

from itertools import product

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.lab.tuning import BlackBox, Box, mert, search_points
from tests.lab.tuning.test_mert import toy

METHODS: list[BlackBox] = ["nelder-mead", "grid", "exhaustive", "random"]


@pytest.mark.parametrize("method", METHODS)
def test_never_below_the_start_and_within_bounds(method: BlackBox) -> None:
    lists = toy(5)
    start = np.array([0.5, 0.2, -0.1])
    box = Box(np.array([0.0, -1.0, -0.1]), np.array([1.0, 1.0, -0.1]))
    found = search_points(lists.value_at, start, lists.spread(), method=method, box=box, n_restarts=2)
    assert found.value >= lists.value_at(start)
    assert found.value == lists.value_at(found.weights) == max(found.values)
    assert (found.weights >= box.low).all()
    assert (found.weights <= box.high).all()
    assert len(found.values) == (1 if method == "exhaustive" else 3)


@pytest.mark.parametrize("method", METHODS)
def test_not_above_the_exact_search(method: BlackBox) -> None:
    lists = toy(6)
    assert (
        mert(lists, np.ones(3)).value
        >= search_points(lists.value_at, np.ones(3), lists.spread(), method=method, n_restarts=3).value
    )


@pytest.mark.parametrize(("method", "near"), [("nelder-mead", 1e-3), ("grid", 0.05), ("random", 0.4)])
def test_finds_a_smooth_summit(method: BlackBox, near: float) -> None:
    summit = np.array([0.3, -0.2])
    box = Box(np.full(2, -1.0), np.full(2, 1.0))
    found = search_points(lambda w: -float(((w - summit) ** 2).sum()), np.zeros(2), np.ones(2), method=method, box=box)
    np.testing.assert_allclose(found.weights, summit, atol=near)


def test_unknown_searches_are_refused() -> None:
    with pytest.raises(SpecError, match="search"):
        search_points(lambda w: 0.0, np.zeros(1), np.ones(1), method="annealing")  # type: ignore[arg-type]


def test_the_exhaustive_grid_asks_every_sharing_out_of_ten_tenths() -> None:
    asked: list[tuple[float, ...]] = []

    def value(weights: np.ndarray) -> float:
        asked.append(tuple(weights.round(6).tolist()))
        return -float(np.abs(weights - [0.31, -0.42, 5.0, 0.27]).sum())

    box = Box(np.array([0.0, -1.0, 5.0, 0.0]), np.array([1.0, 0.0, 5.0, 0.5]))
    start = np.array([0.5, -0.5, 5.0, 0.2])
    found = search_points(value, start, np.ones(4), method="exhaustive", box=box)
    tenths = [i / 10 for i in range(11)]
    wanted = {(a, -b + 0.0, 5.0, c) for a, b, c in product(tenths, repeat=3) if abs(a + b + c - 1) < 1e-9 and c <= 0.5}
    assert set(asked) == wanted | {tuple(start.tolist())}
    assert found.weights.tolist() == pytest.approx([0.3, -0.4, 5.0, 0.3])
    with pytest.raises(SpecError, match=r"12 weights in steps of a tenth are 352,716 points"):
        search_points(lambda w: 0.0, np.ones(12), np.ones(12), method="exhaustive")


def test_a_grid_that_runs_out_of_rounds_keeps_the_best_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = toy(5)
    values = []
    for rounds in (1, 2, 20):
        monkeypatch.setattr("steelyard.meta.combinations.weight_search._MOST_ROUNDS", rounds)
        found = search_points(lists.value_at, np.ones(3), lists.spread(), method="grid", n_restarts=0)
        assert found.value == lists.value_at(found.weights)
        values.append(found.value)
    assert lists.value_at(np.ones(3)) <= values[0] <= values[1] <= values[2]
