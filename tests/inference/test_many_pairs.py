"""What is said of many pairs at once has the bits of what is said of each alone."""

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard.inference import (
    NullDistribution,
    Rates,
    effect_size,
    jackknife_interval,
    max_t,
    rate_differences,
    shares_of_pairs,
    standardised_difference,
    unit_shares,
)
from steelyard.inference.effect_size import standardised_differences
from steelyard.inference.intervals import rates as rates_module
from steelyard.inference.intervals.jackknife import effective_numbers, standard_errors
from tests.inference.measurements import mean_of, ratio_of

Array = NDArray[np.float64]


def rows_of(n_rows: int, n: int) -> Array:
    """Make rows that vary, that do not, and that lack a value."""
    rows = np.random.default_rng(n).normal(size=(n_rows, n)) * np.exp(np.arange(n_rows))[:, None]
    rows[1] = 0.1
    rows[2, 0] = np.nan
    return rows


@pytest.mark.parametrize("n", [1, 2, 7, 29, 500, 10_001])
def test_standard_errors_and_effects_are_those_of_each_row(n: int) -> None:
    rows, deltas = rows_of(6, n), np.array([0.3, -0.2, 0.1, 0.0, -7.0, 3.0])
    errors = standard_errors(rows)
    for i, row in enumerate(rows):
        expected = np.nan
        if n > 1:
            expected = np.sqrt((n - 1) / n * np.square(row - row.mean()).sum()) if np.ptp(row) != 0 else 0.0
        np.testing.assert_array_equal(errors[i], expected)
        np.testing.assert_array_equal(
            standardised_differences(deltas, errors, n)[i], standardised_difference(deltas[i], row)
        )
    assert n == 1 or jackknife_interval(2.0, rows[1]) == (2.0, 2.0)


def test_effective_numbers_are_those_of_each_row() -> None:
    weights = np.square(rows_of(6, 333))
    weights[3] = 0.0
    for found, row in zip(effective_numbers(weights), weights, strict=True):
        squares = np.square(row).sum()
        np.testing.assert_array_equal(found, row.sum() * row.sum() / squares if squares != 0 else 333.0)


@pytest.mark.parametrize("block", [1, 25, 1 << 18])
def test_shares_of_pairs_are_those_of_each_whatever_the_block(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effect_size, "_BLOCK", block)
    pairs = [(a, b) for b in range(5) for a in range(b + 1, 5)]
    rng = np.random.default_rng(1)
    for measurement in (
        mean_of(rng.integers(0, 4, (5, 11))),
        ratio_of(rng.integers(1, 4, (5, 11)), rng.integers(1, 4, (5, 11))),
    ):
        assert shares_of_pairs(measurement, pairs) == [unit_shares(measurement, a, b) for a, b in pairs]


@pytest.mark.parametrize("block", [1, 90, 1 << 18])
@pytest.mark.parametrize("are_shared", [True, False])
def test_differences_of_rates_are_those_of_each_pair(
    block: int, are_shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates_module, "_BLOCK", block)
    rng = np.random.default_rng(1)
    trials = np.ones((6, 30)) if are_shared else np.arange(1.0, 7)[:, None] * np.ones((1, 30))
    rates = Rates(np.floor(rng.random((6, 30)) * (trials + 1)), trials, None, 100.0)
    pairs = [(a, b) for b in range(6) for a in range(b + 1, 6)]
    for (a, b), found in zip(pairs, rates.differences(pairs, 0.95), strict=True):
        of_first = [pair for pair in pairs if pair[0] == a]
        assert rates.differences(of_first, 0.95)[of_first.index((a, b))] == found
        low, high = rate_differences((rates.hits[[a]], trials[[a]]), (rates.hits[[b]], trials[[b]]))
        if are_shared:
            assert found == pytest.approx((100 * low[0], 100 * high[0]), rel=1e-12)


@pytest.mark.parametrize("n_differences", [1, 2, 3, 8, 10, 17, 120])
@pytest.mark.parametrize("n_draws", [1, 64, 1000])
def test_step_down_counts_the_largest_of_all_that_are_left(n_differences: int, n_draws: int) -> None:
    draws = np.random.default_rng(n_differences).normal(size=(n_differences, n_draws))
    observed = np.linspace(-3, 2, n_differences)
    blocks = [draws[:, :10], draws[:, 10:]]
    null = NullDistribution(
        observed, np.ones(n_differences), np.full(n_differences, 1e-12), lambda: iter(blocks), n_draws, False, 50
    )
    scales = np.sqrt((np.square(draws).sum(axis=1) + observed**2) / (n_draws + 1))
    np.testing.assert_allclose(null.scales(), scales, rtol=1e-12)
    held, scaled = np.abs(observed) / scales, np.abs(draws) / scales[:, None]
    expected = np.ones(n_differences)
    least = 0.0
    for i in np.argsort(-held, kind="stable"):
        left = held <= held[i]
        least = max(least, (1 + (scaled[left].max(axis=0) >= held[i] - 1e-12).sum()) / (n_draws + 1))
        expected[i] = least
    np.testing.assert_allclose(max_t(null).p_values, expected, rtol=1e-12)


@pytest.mark.parametrize("sizes", [[333], [5, 100, 200, 28]])
def test_draws_that_were_asked_for_p_values_give_the_same_scales(sizes: list[int]) -> None:
    draws = np.random.default_rng(1).normal(size=(4, 333))
    blocks = np.split(draws, np.cumsum(sizes)[:-1], axis=1)
    asked, fresh = (
        NullDistribution(draws[:, 0], np.ones(4), np.full(4, 1e-12), lambda: iter(blocks), 333, False, 50)
        for _ in range(2)
    )
    asked.p_values("two-sided")
    whole = NullDistribution(draws[:, 0], np.ones(4), np.full(4, 1e-12), lambda: iter([draws]), 333, False, 50)
    assert asked.scales().tobytes() == fresh.scales().tobytes() == whole.scales().tobytes()
