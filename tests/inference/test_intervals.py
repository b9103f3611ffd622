"""Intervals: order statistics of the bootstrap, the jackknife with Student's t, and bands for a whole family."""

from fractions import Fraction
from itertools import product
from math import floor, isnan
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import (
    bootstrap_draws,
    bootstrap_scores,
    given_draws,
    jackknife_interval,
    jackknife_scores,
    percentile_interval,
    standard_error,
    t_quantile,
)
from tests.inference.measurements import bleu_like_of, counts_of_texts, mean_of, ratio_of

EIGHT = [3.0, 4, 2, 5, 4, 1, 3, 4]
TEN = [3.0, 4, 2, 5, 4, 1, 3, 4, 9, 2]


def leave_one_out(values: list[float]) -> np.ndarray:
    return jackknife_scores(mean_of([values]))[0]


@pytest.mark.parametrize("step", [1, 7, 64])
def test_stretches_of_units_change_no_bit(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(1), [0.5, 0.6], 64))
    whole = jackknife_scores(measurement).tolist()
    monkeypatch.setattr("steelyard.types.measurement._UNITS", step)
    assert jackknife_scores(measurement).tolist() == whole


def test_golden_order_statistics_of_1000() -> None:
    assert percentile_interval(range(1, 1001)) == (26.0, 975.0)


def test_fifty_are_cut_from_1000_at_90_percent_although_float64_says_49() -> None:
    assert floor(1000 * (1 - 0.90) / 2) == 49
    assert percentile_interval(range(1, 1001), 0.90) == (51.0, 950.0)


@given(n_values=st.integers(1, 4000), percent=st.integers(1, 999))
def test_the_share_cut_off_is_computed_as_with_fractions(n_values: int, percent: int) -> None:
    cut = floor(n_values * (1 - Fraction(percent, 1000)) / 2)
    values = np.random.default_rng(n_values).permutation(n_values)
    assert percentile_interval(values, percent / 1000) == (cut, n_values - 1 - cut)


@pytest.mark.parametrize(
    ("n_values", "expected"), [(1, (0.0, 0.0)), (2, (0.0, 1.0)), (39, (0.0, 38.0)), (40, (1.0, 38.0))]
)
def test_too_few_values_give_the_extremes(n_values: int, expected: tuple[float, float]) -> None:
    assert percentile_interval(np.arange(n_values)) == expected


def test_golden_bootstrap_over_all_resamples_of_three() -> None:
    weights = [[choice.count(unit) for unit in range(3)] for choice in product(range(3), repeat=3)]
    [scores] = bootstrap_scores([mean_of([[0, 1, 5]])], given_draws(weights, is_exact=True))
    values = np.sort(scores[0])
    assert values.shape == (27,)
    assert values.mean() == pytest.approx(2.0, abs=1e-14)
    assert values.std() == pytest.approx(1.2472191, abs=5e-8)
    assert values.std() == pytest.approx(np.std([0, 1, 5]) / 3**0.5, rel=1e-14)
    assert values[:5].tolist() == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3, 2 / 3], abs=1e-15)
    assert values[-4:].tolist() == pytest.approx([11 / 3] * 3 + [5], abs=1e-15)


def test_bootstrap_scores_are_scores_of_the_drawn_segments() -> None:
    rng = np.random.default_rng(0)
    counts = counts_of_texts(rng, [0.5, 0.7, 0.6], 30)
    parts, wholes = rng.integers(0, 5, (3, 30)), rng.integers(5, 9, (3, 30))
    measurements = [bleu_like_of(counts), ratio_of(parts, wholes)]
    draws = bootstrap_draws(30, 70, rng=2)
    found = bootstrap_scores(measurements, draws)
    assert [scores.shape for scores in found] == [(3, 70), (3, 70)]
    [(_, weights)] = draws.blocks()
    for resample, row in enumerate(weights.astype(int)):
        drawn = np.repeat(np.arange(30), row)
        expected = parts[:, drawn].sum(axis=1) / wholes[:, drawn].sum(axis=1)
        np.testing.assert_allclose(found[1][:, resample], expected, rtol=1e-14)
        np.testing.assert_allclose(
            found[0][:, resample], measurements[0].score(counts[:, drawn].sum(axis=1).astype(float)), rtol=1e-14
        )


def test_resampled_means_follow_their_exact_law() -> None:
    # The sum of ten draws from ten whole numbers, by convolution.
    [scores] = bootstrap_scores([mean_of([TEN])], bootstrap_draws(10, 20_000, rng=12345))
    law = np.array([1.0])
    for _ in TEN:
        law = np.convolve(law, np.bincount(np.array(TEN, dtype=int)) / 10)
    observed = np.bincount(np.rint(10 * scores[0]).astype(int), minlength=len(law))
    low, high = np.flatnonzero(20_000 * law > 5)[[0, -1]]  # bins at the ends are put together

    def pooled(counts: np.ndarray) -> np.ndarray:
        return np.array([counts[: low + 1].sum(), *counts[low + 1 : high], counts[high:].sum()])

    assert stats.chisquare(pooled(observed), pooled(20_000 * law)).pvalue > 1e-4


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95, 0.99])
def test_percentile_interval_is_scipys_up_to_its_interpolation(level: float) -> None:
    rng = np.random.default_rng(0)
    [[scores]] = bootstrap_scores([mean_of([rng.normal(size=50)])], bootstrap_draws(50, 1000, rng=12345))
    ours = SimpleNamespace(bootstrap_distribution=scores)  # scipy is given our resamples and draws none
    oracle = stats.bootstrap(
        ([0.0, 1.0],), np.mean, n_resamples=0, bootstrap_result=ours, confidence_level=level, method="percentile"
    ).confidence_interval
    ordered, (low, high) = np.sort(scores), percentile_interval(scores, level)
    [inner_low], [inner_high] = np.flatnonzero(ordered == low), np.flatnonzero(ordered == high)
    assert ordered[inner_low - 1] < oracle.low <= low < high <= oracle.high < ordered[inner_high + 1]


@pytest.mark.parametrize(
    ("degrees", "printed"),
    [(99, (2.6264, 1.9842, 1.6604)), (100, (2.6259, 1.9840, 1.6602)), (300, (2.5923, 1.9679, 1.6499))],
)
def test_golden_quantiles_of_student_t(degrees: int, printed: tuple[float, ...]) -> None:
    assert [round(t_quantile(level, degrees), 4) for level in (0.995, 0.975, 0.95)] == list(printed)


@pytest.mark.parametrize("degrees", [1, 2, 6.4, 11, 39, 59.9, 60, 61.3, 1999])
@pytest.mark.parametrize("probability", [1e-6, 0.001, 0.5, 0.9, 0.975, 0.9999, 1 - 1e-6])
def test_quantiles_of_student_t_are_scipys(probability: float, degrees: float) -> None:
    within = 1e-9 if degrees < 60 else 5e-6 if min(probability, 1 - probability) < 1e-5 else 1e-6
    assert t_quantile(probability, degrees) == pytest.approx(stats.t.ppf(probability, degrees), abs=within, rel=1e-9)


def test_golden_student_t_intervals() -> None:
    assert jackknife_interval(3.25, leave_one_out(EIGHT)) == pytest.approx((2.1784386, 4.3215614), abs=5e-8)
    right_of_100 = [1.0] * 30 + [0.0] * 70
    interval = jackknife_interval(0.3, leave_one_out(right_of_100))
    assert interval == pytest.approx((0.3 - 0.0913863, 0.3 + 0.0913863), abs=5e-8)


@given(
    values=st.lists(st.integers(-50, 50), min_size=2, max_size=40).filter(lambda values: len(set(values)) > 1),
    percent=st.integers(1, 99),
)
def test_jackknife_of_a_mean_is_students_t(values: list[int], percent: int) -> None:
    scores = leave_one_out([float(value) for value in values])
    error = np.std(values, ddof=1) / len(values) ** 0.5
    assert standard_error(scores) == pytest.approx(error, rel=1e-9)
    expected = stats.t.interval(percent / 100, len(values) - 1, loc=np.mean(values), scale=error)
    assert jackknife_interval(float(np.mean(values)), scores, percent / 100) == pytest.approx(
        expected, rel=1e-8, abs=1e-8
    )


def test_golden_jackknife_of_a_ratio() -> None:
    [scores] = jackknife_scores(ratio_of([[3, 2, 4, 1]], [[5, 4, 6, 5]]))
    assert scores == pytest.approx([0.4666667, 0.5, 0.4285714, 0.6], abs=5e-8)
    acceleration = scores.mean() - scores  # the spec's constant for these four values
    assert (acceleration**3).sum() / (6 * (acceleration**2).sum() ** 1.5) == pytest.approx(-0.0530223, abs=5e-8)


def test_jackknife_scores_are_scores_without_each_segment() -> None:
    counts = counts_of_texts(np.random.default_rng(3), [0.4, 0.8], 12)
    measurement = bleu_like_of(counts)
    expected = [
        [measurement.score(np.delete(rows, i, axis=0).sum(axis=0).astype(float)) for i in range(12)] for rows in counts
    ]
    np.testing.assert_allclose(jackknife_scores(measurement), expected, rtol=1e-14)


def test_a_single_unit_has_no_interval() -> None:
    assert jackknife_interval(3.0, np.array([3.0])) is None
    assert isnan(standard_error(np.array([3.0])))


@pytest.mark.parametrize("value", [0.1, 1 / 3, 25.0])
def test_equal_values_give_a_point(value: float) -> None:
    equal = np.full(7, value)
    assert standard_error(equal) == 0.0
    assert jackknife_interval(value, equal) == (value, value)
    assert percentile_interval(equal) == (value, value)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, 95.0, float("nan")])
def test_a_level_outside_0_to_1_is_refused(level: float) -> None:
    with pytest.raises(SpecError, match="between 0 and 1"):
        percentile_interval([1.0, 2.0], level)
    with pytest.raises(SpecError, match="between 0 and 1"):
        jackknife_interval(1.0, np.array([1.0, 2.0]), level)


def test_an_interval_with_a_value_that_is_none_has_no_end() -> None:
    """NaN was sorted behind all others: the lower end looked like a number that it was not."""
    assert np.isnan(percentile_interval([np.nan, 1.0, 2.0])).all()
