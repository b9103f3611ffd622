"""Differences of pairs in draws, by the native core and by NumPy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard import _native
from steelyard.inference.draws.pair_rows import PairRows, in_stretches

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
    reached = np.linspace(-0.2, 1.5, len(PAIRS))
    order, scale = np.random.default_rng(1).permutation(len(PAIRS))[:15].astype(np.int64), np.linspace(0.5, 2, 15)
    steps = np.maximum.accumulate((extreme[order] / scale[:, None])[::-1], axis=0)[::-1]
    for rows in (PairRows(values, a, b, whole), PairRows.of(found)):  # not yet subtracted, and subtracted
        counts, squares = rows.reached(sign, reached)
        np.testing.assert_array_equal(counts, (extreme >= reached[:, None]).sum(axis=1))
        np.testing.assert_array_equal(squares.tolist(), [stretch_of_squares(part) for part in stretches(expected)])
        counts, maxima = rows.step_down(order, scale, sign[:15], reached[:15])
        np.testing.assert_array_equal(counts, (steps >= reached[:15, None]).sum(axis=1))
        np.testing.assert_array_equal(maxima, steps[0])


def stretches(rows: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    return [rows[:, start : start + 64] for start in range(0, rows.shape[1], 64)]


def stretch_of_squares(rows: NDArray[np.float64]) -> list[float]:
    """Add up squares in the order that results rest on: eight sums side by side, then in pairs, then what is left."""
    found = []
    for row in np.square(rows).tolist():
        sums, n_whole = [0.0] * 8, len(row) - len(row) % 8
        for i, square in enumerate(row[:n_whole]):
            sums[i % 8] += square
        total = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]))
        for square in row[n_whole:]:
            total += square
        found.append(total)
    return found


def test_rows_and_pairs_are_chosen_and_stacked() -> None:
    values, (a, b) = drawn(70), np.ascontiguousarray(PAIRS.T)
    rows = PairRows(values, a, b, np.linspace(1, 3, len(PAIRS)))
    both = PairRows.stacked([rows, PairRows(values * 2, a, b, rows.whole)]).differences()
    np.testing.assert_array_equal(both, np.concatenate([rows.differences(), 2 * rows.differences()]))
    for one in (rows, PairRows.of(rows.differences())):
        np.testing.assert_array_equal(one.select([3, 1]).differences(), both[[3, 1]])


@pytest.mark.parametrize("sizes", [[200], [64, 64, 72], [1, 63, 136], [0, 130, 70], [199, 1]])
def test_stretches_are_whole_whatever_the_blocks(sizes: list[int]) -> None:
    values = drawn(200)
    found = list(in_stretches(np.split(values, np.cumsum(sizes)[:-1], axis=1)))
    assert all(block.shape[1] % 64 == 0 for block in found[:-1]) and all(block.shape[1] for block in found)
    np.testing.assert_array_equal(np.concatenate(found, axis=1), values)


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
    none, nothing = np.empty(0, dtype=np.int64), np.empty(0)
    counts = np.zeros(2, dtype=np.int64)
    with pytest.raises(ValueError, match="maxima must hold"):
        _native.step_down(out, none, none, nothing, a, whole, nothing, whole, counts, np.empty(3))
    with pytest.raises(ValueError, match="places must be"):
        _native.step_down(out, none, none, nothing, beyond, whole, nothing, whole, counts, np.empty(4))
    with pytest.raises(ValueError, match="for every pair"):
        _native.step_down(out, a, none, nothing, a, whole, nothing, whole, counts, np.empty(4))
    with pytest.raises(ValueError, match="weights must have shape"):
        _native.largest_leads(out, out, np.ones((2, 2)), np.empty((2, 4)))
    with pytest.raises(ValueError, match="for every row"):
        _native.count_reached(out, none, none, nothing, np.ones(1), whole, counts, np.empty((1, 2)))
    with pytest.raises(ValueError, match="for every 64 draws"):
        _native.count_reached(out, none, none, nothing, nothing, whole, counts, np.empty((2, 2)))
    with pytest.raises(ValueError, match="places must be"):
        _native.count_reached(values, a, beyond, whole, nothing, whole, counts, np.empty((1, 2)))
