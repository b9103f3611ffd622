"""What a few unequal units could have detected, against tests of simulated sets one by one."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from steelyard.inference import MOST_EXCHANGED, detectable_by_exchange, detectable_range
from steelyard.inference.power.detectable import _found_by

Rows = NDArray[np.float64]


def exchange_p(contributions: Rows, labellings: Rows) -> float:
    """Two-sided p of the sum of contributions, over all their signs."""
    observed = abs(contributions.sum())
    return float(np.mean(np.abs(labellings @ contributions) >= observed - 1e-12))


def power_at(shift: float, sets: Rows, sizes: Rows, level: float) -> float:
    """Share of sets, shape (sets, N), in which a shift in proportion to the sizes is found."""
    labellings = np.array(list(itertools.product((1.0, -1.0), repeat=sets.shape[1])))
    found = [exchange_p(row + shift * size, labellings) <= level for row, size in zip(sets, sizes, strict=True)]
    return float(np.mean(found))


@pytest.mark.parametrize(("n", "level"), [(6, 0.05), (8, 0.05), (8, 0.2), (10, 0.01)])
def test_the_detectable_difference_is_found_four_times_out_of_five(n: int, level: float) -> None:
    """By drawing sets anew in both ways and testing each: the harder of the two finds it in 80 % of sets."""
    rng = np.random.default_rng(n)
    without, sizes = rng.normal(size=n), rng.integers(1, 6, n).astype(float)
    critical = np.array([stats.t.isf(level / 2, n - 1)])
    [found] = detectable_by_exchange(without[None], sizes, critical, seed=3)
    contributions = np.sqrt((n - 1) / n) * (without.mean() - without)
    error = np.sqrt(np.square(contributions).sum())  # the jackknife's
    assert error == pytest.approx(np.sqrt((n - 1) / n * np.square(without - without.mean()).sum()))
    share, n_sets = sizes / sizes.sum(), 800
    drawn, unlike = rng.integers(n, size=(n_sets, n)), rng.normal(size=(n_sets, n))
    resampled = power_at(found, contributions[drawn], share[drawn], level)
    normal = power_at(found, error * unlike * np.sqrt(share), np.tile(share, (n_sets, 1)), level)
    assert 0.7 < min(resampled, normal) < 0.9


def test_a_detectable_difference_of_six_documents_is_not_too_small() -> None:
    """Normal theory promised a power of .80 where it was .45: six labellings alone must all point one way."""
    rng = np.random.default_rng(1)
    n, n_sets = 6, 300
    critical = np.array([stats.t.isf(0.025, n - 1)])
    sets = rng.normal(size=(2, n_sets, n))
    found, promised = [], []
    for first, second in zip(*sets, strict=True):
        without = (first.sum() - first) / (n - 1)
        error = first.std(ddof=1) / np.sqrt(n)
        shifts = (
            detectable_by_exchange(without[None], np.ones(n), critical)[0],
            error * (critical[0] + stats.t(5).ppf(0.8)),
        )
        for shift, into in zip(shifts, (found, promised), strict=True):
            into.append(power_at(shift * n, second[None], np.full((1, n), 1 / n), 0.05))
    assert np.mean(promised) < 0.65
    assert np.mean(found) > 0.7


def test_what_cannot_be_found_has_no_size_and_what_does_not_vary_needs_none() -> None:
    changes = np.array([[1.0, 2.0, 4.0, 1.5, 0.5, 3.0], [1.0] * 6, [0.0, 1.0, 2.0, 1.0, 2.0, 3.0]])
    found = detectable_by_exchange(changes, np.ones(6), np.array([np.inf, 2.0, 9.0]))
    assert found[0] == np.inf
    assert found[1] == 0
    assert 0 < found[2] < np.inf


def test_units_without_words_move_nothing() -> None:
    """A document of empty references divided nothing by nothing."""
    changes = np.random.default_rng(6).normal(size=(1, 8))
    critical = np.array([2.365])
    one_empty = detectable_by_exchange(changes, np.array([0.0, 9, 9, 9, 9, 9, 9, 9]), critical)
    assert detectable_by_exchange(changes, np.ones(8), critical) < one_empty
    assert detectable_by_exchange(changes, np.array([0.0, 0, 0, 0, 0, 0, 0, 9]), critical) == np.inf


def test_sizes_of_nothing_count_alike() -> None:
    changes, critical = np.arange(8.0)[None], np.array([2.365])
    assert detectable_by_exchange(changes, np.zeros(8), critical) == detectable_by_exchange(
        changes, np.ones(8), critical
    )


def test_scaling_the_score_scales_what_is_detectable() -> None:
    changes = np.random.default_rng(2).normal(size=(2, MOST_EXCHANGED))
    critical = np.full(2, 2.2)
    once, ten_times = (detectable_by_exchange(changes * c, np.ones(12), critical, seed=5) for c in (1, 10))
    assert ten_times == pytest.approx(10 * once)
    again = detectable_by_exchange(changes, np.ones(12), critical, seed=5)
    assert again.tolist() == once.tolist()


@pytest.mark.parametrize("is_tied", [False, True])
def test_the_quantile_of_largest_shifts_is_that_of_all_of_them_sorted(is_tied: bool) -> None:
    """Sets whose side of the quantile is known are left out of the sorting."""
    rng = np.random.default_rng(5)
    for _ in range(100):
        n_sets, n_labellings = rng.integers(1, 60), rng.integers(1, 40)
        shifts = rng.normal(size=(n_sets, n_labellings))
        if is_tied:
            shifts = np.where(rng.random(shifts.shape) < 0.1, -np.inf, np.round(shifts))
        k, power = int(rng.integers(1, n_labellings + 1)), float(rng.choice([0.05, 0.5, 0.8, 1.0]))
        by_sorting = np.sort(np.sort(shifts, axis=1)[:, -k])[int(np.ceil(power * n_sets)) - 1]
        assert _found_by(shifts, k, power) == by_sorting


def test_the_range_of_what_is_detectable_holds_the_truth_as_often_as_it_says() -> None:
    """What is printed is a multiple of the error estimated from 8 normal units, and the truth one of the true error."""
    drawn = np.random.default_rng(8).normal(size=(4000, 8))
    low, high = detectable_range(8) or (0.0, 0.0)
    printed = drawn.std(axis=1, ddof=1)
    assert np.mean((low * printed <= 1) & (high * printed >= 1)) == pytest.approx(0.95, abs=0.01)
    assert detectable_range(1.5) is None
