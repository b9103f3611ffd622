"""Scores and differences of sums."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from steelyard.types import Measurement, Statistics


def mean_of(values: np.ndarray, *, is_mean: bool = True) -> Measurement:
    columns = np.stack([values, np.ones_like(values)], axis=-1)
    statistics = Statistics.from_values(columns)
    return Measurement("m", "M", "", statistics, lambda sums: sums[..., 0] / sums[..., 1], True, is_mean=is_mean)


def test_scores_are_those_of_the_statistics_in_their_own_units() -> None:
    measured = mean_of(np.array([[0.5, 0.25, 0.75], [1.5, 2.5, 3.5]]))
    sums = measured.statistics.totals()
    assert measured.scores(sums).tolist() == [0.5, 2.5]
    assert measured.scores(sums[None, :, None]).shape == (1, 2, 1)  # any leading axes
    assert measured.differences(sums[1], sums[0]) == 2.0


pairs = hnp.arrays(np.float64, st.tuples(st.just(2), st.integers(1, 30)), elements=st.floats(-100, 100, width=64))


@given(pairs)
def test_differences_of_means_agree_with_the_difference_of_scores(values: np.ndarray) -> None:
    mean, plain = mean_of(values), mean_of(values, is_mean=False)
    sums = mean.statistics.totals()
    exact, rounded = mean.differences(sums[0], sums[1]), plain.differences(sums[0], sums[1])
    assert abs(exact - rounded) <= 1e-12
    assert mean.differences(sums[1], sums[0]) == -exact


@given(pairs)
def test_a_mean_of_differences_is_zero_exactly_where_the_numerators_are_equal(values: np.ndarray) -> None:
    measured = mean_of(np.concatenate([values, values[:1, ::-1]]))
    sums = measured.statistics.totals()
    assert measured.differences(sums[0], sums[2]) == 0.0
    assert (measured.differences(sums[0], sums[1]) == 0.0) == bool(sums[0, 0] == sums[1, 0])


def test_equal_differences_are_equal_numbers_where_means_would_round_apart() -> None:
    # 0.3 - 0.2 and 0.2 - 0.1 differ as floats, and would make or break a tie; their numerators over 10 do not.
    measured = mean_of(np.array([[3.0], [2.0], [1.0]]).repeat(10, axis=1) / 10.0 * 10.0)
    sums = measured.statistics.totals() * np.array([1.0, 10.0])
    scores = measured.scores(sums)
    assert scores[0] - scores[1] != scores[1] - scores[2]
    assert measured.differences(sums[0], sums[1]) == measured.differences(sums[1], sums[2])


@pytest.mark.parametrize("higher_is_better", [True, False])
@given(scores=st.lists(st.integers(0, 5), min_size=1, max_size=8))
def test_ranks_are_scipys_with_ties_sharing_the_better(scores: list[int], higher_is_better: bool) -> None:
    array = np.array(scores, dtype=float)
    expected = stats.rankdata(-array if higher_is_better else array, method="min").astype(int).tolist()
    measurement = replace(mean_of(array[:, None]), higher_is_better=higher_is_better)
    assert measurement.ranks(array) == expected
