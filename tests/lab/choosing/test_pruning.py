"""Pruning: the choice is that of all gains where candidates differ clearly, for less work, and the same by the seed."""

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.lab.choosing import Pruned, expected_gains, prune


def pruned(matrix: np.ndarray, weights: np.ndarray, seed: int = 7, **options: float) -> Pruned:
    rng = np.random.default_rng(seed)
    return prune(lambda rows, columns: matrix[np.ix_(rows, columns)], len(matrix), weights, rng=rng, **options)


def noisy(seed: int, k: int = 40, e: int = 256) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(k, 1)) + rng.normal(size=(k, e))


def test_the_best_of_clearly_different_candidates_is_found_for_a_part_of_the_pairs() -> None:
    for seed in range(5):
        matrix, weights = noisy(seed), np.ones(256)
        found = pruned(matrix, weights)
        assert found.choice == expected_gains(matrix, weights).choice
        assert found.n_pairs < matrix.size / 3
        assert found.is_left[found.choice]


def test_nothing_is_dropped_where_all_evidence_fits_the_first_step() -> None:
    matrix, weights = noisy(1, 6, 5), np.array([1.0, 2.0, 0.0, 1.0, 3.0])
    found = pruned(matrix, weights)
    exact = expected_gains(matrix, weights)
    assert found.n_pairs == matrix.size and found.is_left.all()
    np.testing.assert_allclose(found.gains, exact.gains)
    assert found.choice == exact.choice


def test_evidence_that_outweighs_all_other_is_met_first() -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        matrix, weights = rng.random((40, 256)), np.full(256, 1e-3)
        weights[rng.integers(256)] = 100
        assert pruned(matrix, weights, seed).choice == expected_gains(matrix, weights).choice


def test_equal_candidates_all_stay() -> None:
    found = pruned(np.ones((3, 64)), np.ones(64))
    assert found.is_left.all() and found.choice == 0


def test_the_seed_repeats_the_result() -> None:
    first, second = pruned(noisy(3), np.ones(256)), pruned(noisy(3), np.ones(256))
    assert (first.choice, first.n_pairs) == (second.choice, second.n_pairs)


def test_a_level_beyond_one_is_refused() -> None:
    with pytest.raises(SpecError, match="between 0 and 1"):
        pruned(np.ones((2, 9)), np.ones(9), alpha=1.0)
