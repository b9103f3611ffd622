"""Powell's method over exact line searches: no worse than Moses, bounds, fixed weights, restarts."""

import sys
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.lab.tuning import Box, TunableLists, mert
from tests.lab.tuning.moses import mert_basic

ANY = np.inf


def toy(seed: int = 0, *, n_lists: int = 6, size: int = 8) -> TunableLists:
    generator = np.random.default_rng(seed)
    n = n_lists * size
    counts = np.stack([generator.integers(0, 20, n), np.full(n, 20)], axis=1)
    offsets = np.arange(0, n + 1, size)
    return TunableLists(generator.normal(size=(n, 3)), offsets, counts, lambda u: u[..., 0] / u[..., 1])


def test_no_worse_than_moses(test_data: Path) -> None:
    lists, start, moses = mert_basic(test_data)
    assert lists.value_at(moses) == pytest.approx(0.304339, abs=5e-7)
    found = mert(lists, start, n_restarts=5)
    assert found.value >= lists.value_at(moses)
    assert found.value == lists.value_at(found.weights)
    assert found.values[0] > lists.value_at(start)


def test_reaches_the_best_of_a_fine_grid() -> None:
    for seed in range(2):
        lists = toy(seed)
        angles = np.linspace(0, 2 * np.pi, 40)
        heights = np.linspace(-1, 1, 21)
        grid = [
            (np.sqrt(1 - z * z) * np.cos(angle), np.sqrt(1 - z * z) * np.sin(angle), z)
            for angle in angles
            for z in heights
        ]
        best = max(lists.value_at(np.array(point)) for point in grid)
        assert mert(lists, np.ones(3), n_restarts=5).value >= best


def test_weights_without_bounds_add_up_to_one() -> None:
    assert np.abs(mert(toy(), np.ones(3), n_restarts=1).weights).sum() == pytest.approx(1)


def test_bounds_hold_and_fixed_weights_stay() -> None:
    box = Box(np.array([0.0, -ANY, 0.7]), np.array([0.5, ANY, 0.7]))
    for seed in range(5):
        found = mert(toy(seed), np.array([0.2, 1.0, 0.3]), box=box, n_restarts=3, rng=seed)
        assert 0 <= found.weights[0] <= 0.5
        assert found.weights[2] == 0.7
        assert found.value >= toy(seed).value_at(np.array([0.2, 1.0, 0.7]))


def test_a_constant_feature_keeps_its_weight() -> None:
    lists = toy()
    constant = np.column_stack([lists.features, lists.owner * 0.1])
    with_it = TunableLists(constant, lists.offsets, lists.counts, lists.value)
    box = Box(np.full(4, -10.0), np.full(4, 10.0))  # bounds: nothing is rescaled
    assert mert(with_it, np.array([1, 1, 1, 0.25]), box=box, n_restarts=2).weights[3] == 0.25


def test_nothing_to_tune_is_an_error() -> None:
    lists = toy()
    flat = TunableLists(np.repeat(lists.owner, 1)[:, None] * 1.0, lists.offsets, lists.counts, lists.value)
    with pytest.raises(SpecError, match="nothing to tune"):
        mert(flat, np.ones(1))
    with pytest.raises(SpecError, match="at most its upper bound"):
        Box(np.array([1.0]), np.array([0.0]))


def test_the_seed_decides_and_restarts_are_reported() -> None:
    lists = toy(3)
    first, again = (mert(lists, np.ones(3), n_restarts=4, rng=7) for _ in range(2))
    assert first.weights.tolist() == again.weights.tolist()
    assert len(first.values) == 5
    assert first.value == max(first.values)


def test_the_scale_of_features_does_not_matter() -> None:
    lists = toy(2)
    scaled = TunableLists(lists.features * [1e6, 1.0, 1e-6], lists.offsets, lists.counts, lists.value)
    assert mert(scaled, np.array([1e-6, 1, 1e6]), n_restarts=0, n_directions=0).value == pytest.approx(
        mert(lists, np.ones(3), n_restarts=0, n_directions=0).value
    )


def test_a_climb_that_runs_out_of_rounds_keeps_the_best_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = toy(3)
    whole = mert(lists, np.ones(3), n_restarts=0)
    monkeypatch.setattr(sys.modules[mert.__module__], "_MOST_ROUNDS", 1)
    cut = mert(lists, np.ones(3), n_restarts=0)
    assert lists.value_at(np.ones(3)) < cut.value == lists.value_at(cut.weights) <= whole.value
