"""Differences of pairs in draws, by the native core and by NumPy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard import _native

N_SYSTEMS = 7
PAIRS = np.array([(a, b) for b in range(N_SYSTEMS) for a in range(b + 1, N_SYSTEMS)])


def drawn(n_draws: int) -> NDArray[np.float64]:
    return np.random.default_rng(n_draws).normal(size=(N_SYSTEMS, n_draws)).round(1)  # with ties


@pytest.mark.parametrize("n_draws", [0, 1, 63, 64, 65, 200])
@pytest.mark.parametrize("side", [None, 1.0, -1.0])
def test_differences_and_their_step_down_are_those_of_numpy(n_draws: int, side: float | None) -> None:
    values, whole = drawn(n_draws), np.linspace(1, 3, len(PAIRS))
    a, b = np.ascontiguousarray(PAIRS.T)
    found = np.empty((len(PAIRS), n_draws))
    _native.pair_differences(values, whole, a, b, found)
    expected = (values[a] - values[b]) / whole[:, None]
    np.testing.assert_array_equal(found, expected)
    sign = np.empty(0) if side is None else np.full(len(PAIRS), side)
    extreme = np.abs(expected) if side is None else expected * side
    reached, counts = np.linspace(-0.2, 1.5, len(PAIRS)), np.ones(len(PAIRS), dtype=np.int64)
    _native.count_reached(found, sign, reached, counts)
    np.testing.assert_array_equal(counts, 1 + (extreme >= reached[:, None]).sum(axis=1))
    order, scale = np.random.default_rng(1).permutation(len(PAIRS))[:15].astype(np.int64), np.linspace(0.5, 2, 15)
    counts, maxima = np.zeros(15, dtype=np.int64), np.empty(n_draws)
    _native.step_down(found, order, scale, sign[:15], reached[:15], counts, maxima)
    steps = np.maximum.accumulate((extreme[order] / scale[:, None])[::-1], axis=0)[::-1]
    np.testing.assert_array_equal(counts, (steps >= reached[:15, None]).sum(axis=1))
    np.testing.assert_array_equal(maxima, steps[0])


@pytest.mark.parametrize("n_draws", [1, 15, 16, 50])
def test_largest_leads_are_those_of_numpy(n_draws: int) -> None:
    first, second = drawn(n_draws).T.copy(), drawn(n_draws + 1)[:, 1:].T.copy()
    weights = np.random.default_rng(3).random((N_SYSTEMS, N_SYSTEMS))
    leads = np.empty_like(first)
    _native.largest_leads(first, second, weights, leads)
    np.testing.assert_array_equal(leads, ((first[:, :, None] - second[:, None]) * weights).max(axis=1))


def test_what_does_not_fit_is_refused() -> None:
    values, whole, out = drawn(4), np.ones(2), np.empty((2, 4))
    a, beyond = np.array([0, 1]), np.array([0, N_SYSTEMS])
    for first, second in ((a, beyond), (beyond, a), (a[:1], a)):
        with pytest.raises(ValueError, match=r"places must be|must fit out"):
            _native.pair_differences(values, whole, first, second, out)
    with pytest.raises(ValueError, match="maxima must hold"):
        _native.step_down(out, a, whole, np.empty(0), whole, np.zeros(2, dtype=np.int64), np.empty(3))
    with pytest.raises(ValueError, match="weights must have shape"):
        _native.largest_leads(out, out, np.ones((2, 2)), np.empty((2, 4)))
    with pytest.raises(ValueError, match="for every row"):
        _native.count_reached(out, np.ones(1), whole, np.zeros(2, dtype=np.int64))
