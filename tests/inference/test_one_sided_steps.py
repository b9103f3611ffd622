"""Which systems are better than which, by steps: by a slow twin, in simulated boards, and where nothing is drawn."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard.inference import better_by_steps, get_test, joint_differences, ranks_that_follow
from steelyard.inference.draws.executors import drawn_by_threads
from steelyard.inference.systems.joint import JointDifferences
from steelyard.types import Measurement, Statistics
from tests.twins import one_sided_steps as twin

N_DRAWS = 299


def found_of(x: NDArray[np.float64], n_draws: int = N_DRAWS, seed: int = 1) -> JointDifferences:
    n = x.shape[1]
    left_out = (x.sum(axis=1, keepdims=True) - x) / max(n - 1, 1)
    return joint_differences(x.mean(axis=1), left_out, n_units=n, n_draws=n_draws, rng=seed)


def others(n: int) -> NDArray[np.bool_]:
    return ~np.eye(n, dtype=np.bool_)


def board(seed: int, n_systems: int, n_items: int, step: float) -> NDArray[np.float64]:
    drawn = np.random.default_rng(seed)
    return step * np.arange(n_systems)[:, None] + drawn.normal(size=n_items) + drawn.normal(size=(n_systems, n_items))


@pytest.mark.parametrize("n_items", [12, 30, 60])
def test_the_slow_twin_says_the_same_and_more_than_one_step(n_items: int) -> None:
    n_more = 0
    for seed in range(12):
        found = found_of(board(seed, 5, n_items, 0.3))
        [better] = better_by_steps([found], [others(5)], n_effective=n_items)
        drawn = np.concatenate([one for one, _ in found.drawn.blocks])
        leads = (drawn[:, :, None] - drawn[:, None]) * found.drawn.weights
        expected = twin.better_by_steps(found.held, found.p_values, leads, n_items, 0.05)
        assert set(map(tuple, np.argwhere(better).tolist())) == expected
        single = found.p_adjusted <= 0.05
        assert not (single & ~better).any()
        n_more += int((better & ~single).sum())
    assert n_more > 0


def test_all_ranks_hold_together_and_ranges_are_narrower_than_by_one_step() -> None:
    """Of 400 boards the ranks of 95 % hold at least, but for chance; more of systems that are equal in groups."""
    n_held, widths, n_boards = 0, np.zeros(2), 400
    levels = np.repeat([0.0, 0.45, 0.9], 2)
    for seed in range(n_boards):
        found = found_of(levels[:, None] + board(seed, 6, 100, 0.0), seed=seed)
        [better] = better_by_steps([found], [others(6)], n_effective=100)
        for i, said in enumerate((found.p_adjusted <= 0.05, better)):
            ranks = ranks_that_follow(said)
            widths[i] += (ranks.highest - ranks.lowest + 1).mean() / n_boards
        is_lowest = ranks.lowest <= 1 + (levels > levels[:, None]).sum(axis=1)
        n_held += bool((is_lowest & (ranks.highest >= 6 - (levels < levels[:, None]).sum(axis=1))).all())
    assert n_held / n_boards > 0.95 - 3 * (0.05 * 0.95 / n_boards) ** 0.5
    assert widths[1] < widths[0] - 0.05


def test_threads_say_the_same() -> None:
    x = board(3, 40, 300, 0.05)
    plain = better_by_steps([found_of(x, 5_000)], [others(40)], n_effective=300)[0]
    with ThreadPoolExecutor(3) as threads, drawn_by_threads(threads, 3):
        np.testing.assert_array_equal(better_by_steps([found_of(x, 5_000)], [others(40)], n_effective=300)[0], plain)
    assert plain.any()


def test_a_single_pair_and_a_single_unit_draw_nothing() -> None:
    found = found_of(board(1, 2, 50, 1.0))
    [better] = better_by_steps([found], [others(2)], n_effective=50)
    assert better.tolist() == (found.p_adjusted <= 0.05).tolist() == [[False, False], [True, False]]
    [better] = better_by_steps([found_of(board(1, 3, 1, 1.0))], [others(3)], n_effective=1)
    assert not better.any()


def test_constant_differences_are_bonferronis() -> None:
    x = board(5, 3, 9, 0.0)
    x[2] = x[0] + 5.0
    [better] = better_by_steps([found_of(x)], [others(3)], n_effective=9)
    assert better[2, 0]  # 3 pairs, each as likely as 9 equal signs: 3 / 2**8
    [better] = better_by_steps([found_of(x[:, :6])], [others(3)], n_effective=6)
    assert not better[2, 0]


def test_a_family_of_two_metrics_takes_the_largest_of_both() -> None:
    x = board(7, 4, 200, 0.12)
    values = np.rint(1000 * np.stack([x, -x])).astype(np.int64)
    ones = np.ones_like(values[0])
    first, second = (
        Measurement(name, name, "", Statistics.from_values(np.stack([one, ones], axis=-1)), _mean, is_up, is_mean=True)
        for name, one, is_up in zip("ab", values, (True, False), strict=True)
    )
    pairs = [(a, b) for b in range(4) for a in range(b + 1, 4)]
    null = get_test("joint")([first, second], pairs, n_resamples=999, rng=1)
    directions = null.better_by_steps(0.05)
    np.testing.assert_array_equal(directions[:6], directions[6:])  # what is better is so in the metric's direction
    alone = null.select(range(6)).better_by_steps(0.05)
    assert (directions[:6] != 0).sum() <= (alone != 0).sum() and (alone >= 0).all() and alone.any()


def _mean(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return sums[..., 0] / sums[..., 1]
