"""Items that are right or wrong: intervals cover at their level, tests keep theirs, exact p equals enumeration."""

import itertools

import numpy as np
import pytest

from steelyard.inference import exchange_p_values, subset_sum_probabilities
from steelyard.scored import Sampling
from steelyard.scored.judged_units.levels import JudgedItems, Level, item_level, mean_level, phenomenon_levels
from steelyard.scored.judged_units.tested import test_by_draws as drawn_rows
from steelyard.scored.judged_units.tested import test_exactly as exact_rows
from steelyard.types import Labels


def judged(values: np.ndarray, phenomena: np.ndarray, clusters: np.ndarray) -> JudgedItems:
    names = tuple(f"s{k}" for k in range(len(values)))
    columns = Labels.of(map(str, phenomena)), Labels.of([""] * len(phenomena))
    return JudgedItems(names, *columns, values, "item", np.unique(clusters, return_inverse=True)[1])


def test_p_values_of_many_questions_are_those_of_all_signs() -> None:
    rng = np.random.default_rng(3)
    steps = np.concatenate([rng.integers(-1, 2, (6, 9)), rng.integers(-3, 4, (6, 9)), np.zeros((1, 9), int)])
    p_values, least = exchange_p_values(steps)
    for row, p, smallest in zip(steps, p_values, least, strict=True):
        own = row[row != 0]
        signs = np.array(list(itertools.product((-1, 1), repeat=len(own))))
        sums = np.abs(signs @ np.abs(own)) if len(own) else np.zeros(1)
        assert p == pytest.approx((sums >= abs(own.sum())).mean())
        assert smallest == pytest.approx((sums >= np.abs(own).sum()).mean())


def test_p_values_of_many_units_are_those_of_the_slow_distribution() -> None:
    rng = np.random.default_rng(4)
    for n, largest in ((50, 2), (301, 3), (1200, 2)):
        steps = rng.integers(1, largest + 1, n) * np.where(rng.random(n) < 0.54, 1, -1)
        steps[:5] = 1  # the greatest common divisor is 1
        chances = subset_sum_probabilities(np.abs(steps))
        first = (len(chances) - 1 + abs(int(steps.sum()))) // 2
        [p], _ = exchange_p_values(steps[None])
        assert p == pytest.approx(min(1.0, 2 * chances[first:].sum()), rel=1e-9)


def test_equal_outcomes_on_a_few_items_are_not_called_equivalent() -> None:
    items = judged(np.ones((2, 4)), np.zeros(4, int), np.arange(4))
    level = item_level(items, "items", "", np.arange(4))
    rows, _ = exact_rows(items, [level], [(0, 1)], 0.05, Sampling(100, 1))
    assert [row.verdict for row in rows] == ["cannot tell"]


def test_a_mean_counts_each_part_the_same() -> None:
    values, parts = np.array([[2, 0, 2, 2, 1]]), np.array([0, 0, 1, 1, 1])
    items = judged(values, parts, np.arange(5))
    assert mean_level(items, "mean", "", np.arange(5), parts).accuracy(values).tolist() == [(1 / 2 + 5 / 6) / 2]
    assert item_level(items, "items", "", np.arange(5)).accuracy(values).tolist() == [0.7]


def test_all_right_has_an_interval_that_hangs_on_the_number_of_units() -> None:
    def low(n: int, clusters: np.ndarray) -> float:
        values = np.full((1, n), 2)
        [(low, high)] = item_level(judged(values, np.zeros(n), clusters), "items", "", np.arange(n)).intervals(
            values, 0.95
        )
        assert high == 1.0
        return low

    assert low(40, np.arange(40)) > low(20, np.arange(20)) > low(40, np.arange(40) // 4) > 0
    assert low(4, np.zeros(4)) == 0.0  # a single unit says nothing


@pytest.mark.slow
@pytest.mark.parametrize(
    ("share", "n_clusters", "size", "icc", "n_parts"),
    [(0.5, 10, 1, 0, 1), (0.9, 30, 1, 0, 1), (0.9, 12, 10, 0.1, 1), (0.7, 100, 5, 0.3, 1), (0.6, 40, 1, 0, 4),
     (0.8, 200, 1, 0, 20)],
)  # fmt: skip
def test_intervals_cover(share: float, n_clusters: int, size: int, icc: float, n_parts: int) -> None:
    rng, n = np.random.default_rng(1), n_clusters * size
    clusters, parts = np.repeat(np.arange(n_clusters), size), np.arange(n) % n_parts
    items = judged(np.zeros((1, n), int), parts, clusters)
    level: Level = (
        mean_level(items, "mean", "", np.arange(n), parts)
        if n_parts > 1
        else item_level(items, "items", "", np.arange(n))
    )
    hits = []
    for _ in range(1000):
        chances = np.full(n, share)
        if icc:
            chances = np.repeat(rng.beta(share * (1 / icc - 1), (1 - share) * (1 / icc - 1), n_clusters), size)
        values = 2 * (rng.random((1, n)) < chances).astype(int)
        [(low, high)] = level.intervals(values, 0.95)
        hits.append(low <= share <= high)
    assert 0.92 <= np.mean(hits) <= 0.995


@pytest.mark.slow
def test_the_family_of_tests_that_can_tell_keeps_its_level() -> None:
    rng, phenomena = np.random.default_rng(2), np.repeat(np.arange(20), 20)
    wrong = 0
    for _ in range(400):
        values = 2 * (rng.random((3, 400)) < 0.7).astype(int)
        items = judged(values, phenomena, np.arange(400))
        rows, _ = exact_rows(items, [*phenomenon_levels(items)], [(1, 0), (2, 0), (2, 1)], 0.05, Sampling(100, 1))
        wrong += any(row.verdict in ("better", "worse") for row in rows)
    assert wrong / 400 <= 0.05 + 3 * (0.05 * 0.95 / 400) ** 0.5


def test_without_levels_or_pairs_there_is_no_test() -> None:
    items = judged(np.array([[2, 0, 2], [0, 0, 2]]), np.zeros(3), np.arange(3))
    for levels, pairs in (([], [(1, 0)]), ([*phenomenon_levels(items)], [])):
        assert exact_rows(items, levels, pairs, 0.05, Sampling(100, 1)) == ([], 0)
        assert drawn_rows(items, levels, pairs, 0.05, Sampling(100, 1)) == []


def test_what_is_too_large_for_exact_tests_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    values = 2 * (np.random.default_rng(7).random((2, 40)) < np.array([[0.8], [0.6]])).astype(int)
    items = judged(values, np.zeros(40), np.arange(40))
    levels = [*phenomenon_levels(items)]
    [exact], _ = exact_rows(items, levels, [(0, 1)], 0.05, Sampling(2000, 1))
    monkeypatch.setattr("steelyard.scored.judged_units.tested.MOST_CELLS", 1)
    [drawn], n_able = exact_rows(items, levels, [(0, 1)], 0.05, Sampling(2000, 1))
    assert n_able == 1 and drawn.p_value != exact.p_value == pytest.approx(drawn.p_value, abs=0.03)
