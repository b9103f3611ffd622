"""Equivalence and non-inferiority, against SciPy's t tests, counting and simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import bootstrap_equivalence, equivalence, jackknife_scores
from tests.inference.measurements import TOY5, mean_of

LISTS = st.lists(st.floats(-3, 3, allow_nan=False).map(lambda x: round(x, 3)), min_size=2, max_size=60)


def without_each(d: np.ndarray) -> np.ndarray:
    return (d.sum() - d) / (len(d) - 1)


@given(LISTS, st.floats(0.01, 4), st.sampled_from([0.01, 0.05, 0.1]))
def test_two_one_sided_tests_are_scipys_shifted_t_tests(scores: list[float], margin: float, alpha: float) -> None:
    d = np.array(scores)
    if d.std() < 1e-6:
        return
    result = equivalence(float(d.mean()), without_each(d), margin, alpha=alpha)
    above = stats.ttest_1samp(d, -margin, alternative="greater").pvalue
    below = stats.ttest_1samp(d, margin, alternative="less").pvalue
    assert result.p_above_lower == pytest.approx(above, rel=1e-6, abs=1e-12)
    assert result.p_below_upper == pytest.approx(below, rel=1e-6, abs=1e-12)
    assert result.p_value == max(result.p_above_lower, result.p_below_upper)
    assert result.p_non_inferior == result.p_above_lower
    low, high = stats.t.interval(1 - 2 * alpha, len(d) - 1, d.mean(), stats.sem(d))
    assert result.interval == pytest.approx((low, high), rel=1e-6, abs=1e-9)
    if abs(result.p_value - alpha) > 1e-9:  # interval and test are one decision
        assert result.is_equivalent_by_interval == result.is_equivalent_by_test
    if abs(result.p_non_inferior - alpha) > 1e-9:
        assert result.is_non_inferior_by_interval == result.is_non_inferior_by_test


def test_golden_toy() -> None:
    """Toy5 of the spec (d = .3 .1 .4 -.2 .5, mean .22, t = 1.7728105) against a margin of a half."""
    rows = jackknife_scores(mean_of(TOY5))
    result = equivalence(0.22, rows[0] - rows[1], 0.5)
    error = 0.22 / 1.7728105
    assert result.p_value == pytest.approx(stats.t.sf((0.5 - 0.22) / error, 4), abs=1e-7)
    assert result.is_equivalent_by_test
    assert not equivalence(0.22, rows[0] - rows[1], 0.45).is_equivalent_by_test


def test_non_inferiority_looks_at_the_side_where_a_is_worse() -> None:
    d = np.array([0.9, 1.1, 1.0, 0.8, 1.2])
    higher = equivalence(1.0, without_each(d), 0.3)
    lower = equivalence(1.0, without_each(d), 0.3, higher_is_better=False)
    assert (higher.is_non_inferior_by_test, higher.is_non_inferior_by_interval) == (True, True)
    assert (lower.is_non_inferior_by_test, lower.is_non_inferior_by_interval) == (False, False)
    assert not higher.is_equivalent_by_test


def test_a_single_unit_shows_nothing() -> None:
    result = equivalence(0.0, np.array([np.nan]), 10)
    assert (result.p_value, result.interval) == (1.0, None)
    assert not (result.is_equivalent_by_interval or result.is_non_inferior_by_interval or result.is_equivalent_by_test)


@pytest.mark.parametrize(("difference", "p_value"), [(0.2, 0.0), (-0.2, 0.0), (0.5, 1.0), (0.7, 1.0)])
def test_without_spread_the_difference_decides(difference: float, p_value: float) -> None:
    result = equivalence(difference, np.full(5, difference), 0.5)
    assert result.p_value == p_value
    assert result.is_equivalent_by_interval == result.is_equivalent_by_test == (p_value == 0)


def test_bootstrap_counts_resamples_beyond_the_margin() -> None:
    values = np.arange(-50, 949) / 1000  # 999 resamples
    result = bootstrap_equivalence(0.45, values, 0.9)
    assert (result.p_above_lower, result.p_below_upper) == (1 / 1000, (49 + 1) / 1000)
    assert result.is_equivalent_by_test
    assert result.interval == (values[49], values[-50])
    assert result.is_equivalent_by_interval
    assert not bootstrap_equivalence(0.45, values, 0.898).is_equivalent_by_test


@given(st.lists(st.floats(-1, 1), min_size=50, max_size=400), st.floats(0.05, 1.2))
def test_the_bootstraps_test_is_never_bolder_than_its_interval(values: list[float], margin: float) -> None:
    result = bootstrap_equivalence(0.0, values, margin)
    assert result.is_equivalent_by_interval or not result.is_equivalent_by_test
    assert result.is_non_inferior_by_interval or not result.is_non_inferior_by_test


@pytest.mark.parametrize("margin", [0, -1, float("nan"), float("inf")])
def test_margins_that_are_none_are_refused(margin: float) -> None:
    with pytest.raises(SpecError, match="must be above 0"):
        equivalence(0.0, np.zeros(4), margin)
    with pytest.raises(SpecError, match="must be above 0"):
        bootstrap_equivalence(0.0, np.zeros(4), margin)


@pytest.mark.parametrize("alpha", [0, 0.5, 1, float("nan")])
def test_levels_that_leave_no_interval_are_refused(alpha: float) -> None:
    with pytest.raises(SpecError, match="alpha"):
        equivalence(0.0, np.zeros(4), 1, alpha=alpha)


@pytest.mark.parametrize("n", [8, 30])
def test_a_difference_at_the_margin_is_called_equivalent_as_rarely_as_alpha_says(n: int) -> None:
    rng = np.random.default_rng(1)
    d = rng.normal(1.0, 1.0, (4000, n))
    wrong = [equivalence(float(row.mean()), without_each(row), 1.0).is_equivalent_by_test for row in d]
    assert np.mean(wrong) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 4000)
