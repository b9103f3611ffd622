"""Student-t intervals of means, against SciPy and Koehn's worked examples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import (
    jackknife_interval,
    jackknife_scores,
    student_difference_interval,
    student_interval,
    unit_scores,
)
from tests.inference.measurements import TOY4_LENGTHS, TOY4_MATCHES, TOY5, mean_of, ratio_of


def test_golden_eight_scores() -> None:
    assert np.std([3, 4, 2, 5, 4, 1, 3, 4], ddof=1) == pytest.approx(1.2817399, abs=5e-8)
    assert student_interval([3, 4, 2, 5, 4, 1, 3, 4]) == pytest.approx((2.1784386, 4.3215614), abs=5e-8)


def test_golden_thirty_right_of_a_hundred() -> None:
    low, high = student_interval([1.0] * 30 + [0.0] * 70)
    assert (low, high) == pytest.approx((0.3 - 0.0913863, 0.3 + 0.0913863), abs=5e-8)


# Koehn 2004, table 2. He prints 1.9849 for 100 at 95 % (100 degrees of freedom give 1.9840: a misprint) and 2.5841 for
# 600 at 99 % (which is 599 degrees of freedom); both corrected here.
@pytest.mark.parametrize(
    ("n", "printed"),
    [(100, (2.6259, 1.9840, 1.6602)), (300, (2.5923, 1.9679, 1.6499)), (600, (2.5840, 1.9639, 1.6474))],
)
def test_koehns_table_2_has_as_many_degrees_of_freedom_as_segments(n: int, printed: tuple[float, ...]) -> None:
    values = np.arange(n)
    error = values.std(ddof=1) / n**0.5
    for level, quantile in zip((0.99, 0.95, 0.9), printed, strict=True):
        low, high = student_interval(values, level, df="n")
        assert (high - low) / 2 / error == pytest.approx(quantile, abs=5.1e-5)
        assert high - low < student_interval(values, level)[1] - student_interval(values, level)[0]


@given(
    values=st.lists(st.floats(-1e3, 1e3).map(lambda x: round(x, 3)), min_size=2, max_size=30).filter(
        lambda values: np.ptp(values) > 0.01
    ),
    percent=st.integers(1, 999),
)
def test_it_is_scipys(values: list[float], percent: int) -> None:
    expected = stats.ttest_1samp(values, 0.0).confidence_interval(percent / 1000)
    assert student_interval(values, percent / 1000) == pytest.approx(tuple(expected), rel=1e-8, abs=1e-8)


def test_a_paired_difference_is_scipys_paired_t() -> None:
    expected = tuple(stats.ttest_rel(*TOY5).confidence_interval())
    assert student_difference_interval(*TOY5) == pytest.approx(expected, rel=1e-10)
    assert student_difference_interval(TOY5[1], TOY5[0]) == pytest.approx((-expected[1], -expected[0]), rel=1e-10)


def test_it_is_the_jackknife_of_a_mean() -> None:
    measurement = mean_of(TOY5)
    for scores, left_out in zip(unit_scores(measurement), jackknife_scores(measurement), strict=True):
        assert student_interval(scores) == pytest.approx(jackknife_interval(scores.mean(), left_out), rel=1e-8)


@pytest.mark.parametrize("value", [0.1, 1 / 3, -25.0])
@pytest.mark.parametrize("n", [2, 7, 10])
def test_equal_values_give_a_point_and_a_single_one_gives_nothing(value: float, n: int) -> None:
    assert student_interval([value] * n) == (value, value)
    assert student_difference_interval([value] * n, [value] * n) == (0.0, 0.0)
    assert student_interval([value]) is None


def test_what_is_no_mean_of_units_is_refused() -> None:
    with pytest.raises(SpecError, match=r"ratio is not a mean of unit scores.*jackknife"):
        unit_scores(ratio_of(TOY4_MATCHES, TOY4_LENGTHS))
    measurement = mean_of(TOY5)
    with pytest.raises(SpecError, match="documents of unequal length"):
        unit_scores(measurement.by_document(np.array([0, 0, 1, 1, 1])))
    equal = mean_of([[1, 3, 5, 7]]).by_document(np.array([0, 0, 1, 1]))
    assert unit_scores(equal).tolist() == [[2.0, 6.0]]


def test_bad_input_is_refused() -> None:
    with pytest.raises(SpecError, match="between 0 and 1"):
        student_interval([1, 2], 95)
    with pytest.raises(SpecError, match="n-1"):
        student_interval([1, 2], df="n-2")
    with pytest.raises(AlignmentError, match="A has 2, B has 3"):
        student_difference_interval([1, 2], [1, 2, 3])
