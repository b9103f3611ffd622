"""Counts of pairs against a loop over all pairs, SciPy, and the worked numbers of the definitions."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from steelyard.errors import AlignmentError, SpecError
from steelyard.meta import PAIR_STATISTICS, count_pairs, kendall_like

FEW = st.one_of(st.integers(0, 3).map(float), st.floats(-2, 2, width=16), st.just(math.nan))
RATINGS = [1, 2, 2, 3, 4, 4]
SCORES = [0.1, 0.5, 0.4, 0.4, 0.9, 0.3]


def slow_counts(scores: np.ndarray, ratings: np.ndarray) -> list[int]:
    """Count C, D, Th, Tm and Thm one pair after the other."""
    is_rated = np.isfinite(scores) & np.isfinite(ratings)
    counts = [0] * 5
    for (x, h), (y, k) in combinations(zip(scores[is_rated], ratings[is_rated], strict=True), 2):
        if x == y and h == k:
            counts[4] += 1
        elif x == y:
            counts[3] += 1
        elif h == k:
            counts[2] += 1
        else:
            counts[int((x < y) != (h < k))] += 1
    return counts


@given(arrays(np.float64, st.tuples(st.just(2), st.integers(0, 5), st.integers(0, 11)), elements=FEW))
def test_counts_are_those_of_a_loop(pairs: np.ndarray) -> None:
    found = count_pairs(*pairs)
    parts = (found.concordant, found.discordant, found.rating_ties, found.score_ties, found.both_ties)
    expected = [slow_counts(x, y) for x, y in zip(*pairs, strict=True)]
    np.testing.assert_array_equal(np.stack(parts, axis=-1), np.reshape(expected, (len(expected), 5)))
    assert (found.n_pairs == found.n_items * (found.n_items - 1) // 2).all()


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_counts_with_many_ties_or_none(seed: int, n_values: int) -> None:
    rng = np.random.default_rng(seed)
    scores, ratings = rng.integers(0, n_values, (2, 60)).astype(float)
    found = count_pairs(scores, ratings)
    expected = slow_counts(scores, ratings)
    assert [int(found.concordant), int(found.discordant)] == expected[:2]
    for variant in "bc":
        by_scipy = stats.kendalltau(scores, ratings, variant=variant).statistic
        assert float(found.statistic(f"tau_{variant}")) == pytest.approx(by_scipy, abs=1e-12, nan_ok=True)


def test_the_worked_example_has_its_numbers() -> None:
    """significance.md 5.2."""
    counts = count_pairs(SCORES, RATINGS)
    parts = (counts.concordant, counts.discordant, counts.rating_ties, counts.score_ties, counts.both_ties)
    assert [int(part) for part in parts] == [8, 4, 2, 1, 0]
    expected = {
        "tau_a": 0.2666667,
        "tau_b": 0.2964997,
        "tau_c": 0.2962963,
        "tau_10": 0.2307692,
        "tau_13": 0.3333333,
        "tau_14": 0.3076923,
        "tau_eq": 0.0666667,
        "acc_eq": 0.5333333,
    }
    assert set(expected) == set(PAIR_STATISTICS)
    for name, value in expected.items():
        assert float(counts.statistic(name)) == pytest.approx(value, abs=5e-8)


def test_metrics_share_the_ratings_and_groups_are_pooled() -> None:
    rng = np.random.default_rng(1)
    scores, ratings = rng.integers(0, 4, (3, 5, 7)).astype(float), rng.integers(0, 3, (5, 7)).astype(float)
    found = count_pairs(scores, ratings)
    assert found.concordant.shape == (3, 5)
    assert found.concordant[1, 2] == slow_counts(scores[1, 2], ratings[2])[0]
    pooled = count_pairs(scores[0], ratings).pooled()
    assert int(pooled.discordant) == found.discordant[0].sum()
    assert float(pooled.statistic("tau_13")) == pytest.approx(
        (found.concordant[0] - found.discordant[0]).sum() / (found.concordant[0] + found.discordant[0]).sum()
    )


def test_where_all_ratings_are_tied_tau_is_not_defined_and_accuracy_is() -> None:
    counts = count_pairs([1, 2, 2], [5, 5, 5])
    assert math.isnan(counts.statistic("tau_b"))
    assert math.isnan(counts.statistic("tau_c"))
    assert float(counts.statistic("acc_eq")) == pytest.approx(1 / 3)
    assert all(math.isnan(count_pairs([1], [1]).statistic(name)) for name in PAIR_STATISTICS)


def test_da_rr_counts_clear_pairs_and_ties_of_the_metric_against_it() -> None:
    """significance.md 5.2: a pair at exactly 25 counts."""
    assert kendall_like([0.8, 0.6, 0.6, 0.7], [80, 50, 60, 10]) == (0.0, 4)
    assert kendall_like([1, 2], [0, 25]) == (1.0, 1)
    assert kendall_like([[1, 2], [2, 2]], [[0, 30], [0, 30]]) == (0.0, 2)
    value, n_pairs = kendall_like([1, math.nan], [0, 100])
    assert math.isnan(value)
    assert n_pairs == 0


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match="the same items"):
        count_pairs([1, 2], [1, 2, 3])
    with pytest.raises(AlignmentError, match="do not fit"):
        count_pairs(np.ones((2, 3)), np.ones((4, 3)))
    with pytest.raises(SpecError, match="Did you mean 'tau_b'"):
        count_pairs([1, 2], [1, 2]).statistic("taub")
    with pytest.raises(AlignmentError, match="same shape"):
        kendall_like([1, 2], [1, 2, 3])
    with pytest.raises(SpecError, match="must not be negative"):
        kendall_like([1, 2], [1, 2], min_difference=-1)
