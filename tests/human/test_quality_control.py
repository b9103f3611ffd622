"""Tests of raters by degraded and repeated items."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import SpecError
from steelyard.human import control_pairs, degraded_test, repeat_test

DEGRADED = [30, 12, 5, -3, 22, 40, 8, 15, -6, 11]  # spec 4.5
REPEATS = [2, -4, 6, 1, -3, 0, 5, -1, 3, -2]
TEN = [0] * 10
DIFFERENCES = st.lists(st.integers(-20, 20), min_size=5, max_size=15)


def test_the_worked_examples() -> None:
    assert degraded_test(DEGRADED, TEN).p_values == pytest.approx([0.0068359], abs=5e-8)
    assert degraded_test(DEGRADED, TEN, test="t").p_values == pytest.approx([0.0076492], abs=5e-8)
    assert repeat_test(DEGRADED, TEN, REPEATS, TEN).p_values == pytest.approx([0.0128184], abs=5e-8)
    assert repeat_test(DEGRADED, TEN, REPEATS, TEN, test="welch").p_values == pytest.approx([0.0101592], abs=5e-8)


@pytest.mark.filterwarnings("ignore:Precision loss")  # of one sample without spread, which is exact here
@given(DIFFERENCES, DIFFERENCES)
def test_welch_is_scipy_s(degraded: list[int], repeats: list[int]) -> None:
    by = [0] * len(degraded), [0] * len(repeats)
    for of_sizes in (False, True):
        found = repeat_test(degraded, by[0], repeats, by[1], test="welch", of_sizes=of_sizes).p_values[0]
        a, b = (np.abs(x) if of_sizes else np.array(x) for x in (degraded, repeats))
        if np.ptp(a) + np.ptp(b) > 0:
            expected = stats.ttest_ind(a, b, equal_var=False, alternative="greater").pvalue
            assert found == pytest.approx(expected, abs=1e-12)
        else:
            assert found == (0 if a[0] > b[0] else 1)


def test_raters_are_judged_one_by_one() -> None:
    raters = [*TEN, *[2] * 10, *[3] * 4]
    found = degraded_test([*DEGRADED, *(-d for d in DEGRADED), 9, 9, 9, 9], raters, n_raters=5)
    assert found.n_pairs.tolist() == [10, 0, 10, 4, 0]
    assert found.is_judged.tolist() == [True, False, True, False, False]
    assert found.is_kept.tolist() == [True, False, False, False, False]
    assert np.isnan(found.p_values[[1, 3, 4]]).all()
    kept = degraded_test([*DEGRADED, *(-d for d in DEGRADED), 9, 9, 9, 9], raters, n_raters=5, unjudged="keep")
    assert kept.is_kept.tolist() == [True, True, False, True, True]


def test_who_sees_no_difference_fails() -> None:
    for test in ("wilcoxon", "t"):
        found = degraded_test([0.0] * 6, [0] * 6, test=test)
        assert (found.p_values.tolist(), found.is_kept.tolist()) == ([1], [False])
    assert repeat_test([0] * 6, [0] * 6, [0] * 6, [0] * 6).p_values.tolist() == [1]


def test_sizes_let_a_scattering_rater_gain_nothing() -> None:
    degraded, repeats = [10, 12, 9, 11, 8, 10], [30, -30, 25, -25, 28, -28]
    assert repeat_test(degraded, [0] * 6, repeats, [0] * 6, of_sizes=True).p_values[0] > 0.99


def test_both_kinds_of_pairs_must_be_enough() -> None:
    found = repeat_test(DEGRADED, TEN, REPEATS[:4], TEN[:4])
    assert (found.n_pairs.tolist(), found.is_judged.tolist()) == ([4], [False])


def test_control_items_meet_their_output() -> None:
    ratings = [80, 60, 50, 40, 30, 20]
    raters, items = [0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 2]
    is_control = [False, False, True, True, False, True]
    found = control_pairs(ratings, raters, items, is_control)
    assert found.differences.tolist() == [20]  # the mean of two ratings, 70, less 50
    assert found.raters.tolist() == [0]
    assert found.n_unpaired == 2  # rater 1 never saw output 0, rater 0 never output 2


def test_bad_options_are_refused() -> None:
    with pytest.raises(SpecError, match="Valid: t, wilcoxon"):
        degraded_test(DEGRADED, TEN, test="sign")
    with pytest.raises(SpecError, match="Valid: rank-sum, welch"):
        repeat_test(DEGRADED, TEN, REPEATS, TEN, test="t")
    with pytest.raises(SpecError, match="Did you mean 'keep'"):
        degraded_test(DEGRADED, TEN, unjudged="kep")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="alpha must lie between 0 and 1"):
        degraded_test(DEGRADED, TEN, alpha=0)
