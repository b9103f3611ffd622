"""Basic, normal and BCa intervals: the spec's numbers, SciPy on the same resamples, and their edges."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import (
    acceleration,
    basic_interval,
    bca_interval,
    bca_levels,
    bias_correction,
    bootstrap_draws,
    bootstrap_scores,
    jackknife_scores,
    normal_interval,
    percentile_interval,
)
from tests.inference.measurements import TOY4_LENGTHS, TOY4_MATCHES, bleu_like_of, counts_of_texts, mean_of, ratio_of

TEN = [3.0, 4, 2, 5, 4, 1, 3, 4, 9, 2]


def scipys(values: np.ndarray, sample: Any, statistic: Any, method: str, level: float) -> tuple[float, float]:
    """Give SciPy our resamples; it draws none."""
    ours = SimpleNamespace(bootstrap_distribution=values)
    return tuple(
        stats.bootstrap(
            (sample,), statistic, n_resamples=0, bootstrap_result=ours, confidence_level=level, method=method,
            vectorized=False,
        ).confidence_interval
    )  # fmt: skip


def test_golden_acceleration_of_ten_scores() -> None:
    left_out = jackknife_scores(mean_of([TEN]))
    assert acceleration(left_out) == pytest.approx([0.0688387], abs=5e-8)


def test_golden_levels() -> None:
    below, above = bca_levels(0.05, 0.0688387)
    assert (below, 1 - above) == pytest.approx((0.0507084, 0.9914076), abs=5e-8)


def test_golden_acceleration_of_a_ratio() -> None:
    left_out = jackknife_scores(ratio_of([[3, 2, 4, 1]], [[5, 4, 6, 5]]))
    assert left_out[0] == pytest.approx([0.4666667, 0.5, 0.4285714, 0.6], abs=5e-8)
    assert acceleration(left_out) == pytest.approx([-0.0530223], abs=5e-8)


def test_golden_bca_and_percentile_of_200000_resamples() -> None:
    measurement = mean_of([TEN])
    [[values]] = bootstrap_scores([measurement], bootstrap_draws(10, 200_000, rng=12345))
    assert bca_interval(3.7, values, jackknife_scores(measurement)[0]) == pytest.approx([2.7, 5.5], abs=1e-12)
    # The spec has [2.6, 5.1], one random outcome: by the exact law P(mean <= 2.5) = 0.025023, which
    # 200,000 resamples estimate with an error of 0.00035, so the lower bound is 2.5 about as often as 2.6.
    low, high = percentile_interval(values)
    assert low in (pytest.approx(2.5, abs=1e-12), pytest.approx(2.6, abs=1e-12))
    assert high == pytest.approx(5.1, abs=1e-12)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("method", ["basic", "BCa"])
def test_they_are_scipys_on_the_same_resamples(method: str, level: float) -> None:
    sample = np.random.default_rng(0).lognormal(size=60)
    measurement = mean_of([sample])
    [[values]] = bootstrap_scores([measurement], bootstrap_draws(60, 4999, rng=12345))
    theirs = scipys(values, sample, np.mean, method, level)
    observed = float(measurement.scores(measurement.statistics.totals())[0])
    ordered = np.sort(values)
    if method == "basic":
        ours = basic_interval(observed, values, level)
        ordered = np.sort(2 * observed - values)
    else:
        ours = tuple(bca_interval(observed, values, jackknife_scores(measurement)[0], level))
        assert ours != percentile_interval(values, level)
    for mine, other in zip(ours, theirs, strict=True):
        assert abs(np.searchsorted(ordered, mine) - np.searchsorted(ordered, other)) <= 1


def test_bca_of_a_difference_takes_differences_of_both_systems_jackknife_values() -> None:
    counts = counts_of_texts(np.random.default_rng(1), [0.5, 0.6], 50)
    measurement = bleu_like_of(counts)
    [rows] = bootstrap_scores([measurement], bootstrap_draws(50, 1999, rng=1))
    a, b = (
        np.array([measurement.score(np.delete(system, i, axis=0).sum(axis=0).astype(float)) for i in range(50)])
        for system in counts
    )
    u = (a - b).mean() - (a - b)
    score_a, score_b = measurement.scores(measurement.statistics.totals())
    share = (rows[0] - rows[1] < score_a - score_b).mean()
    z0, expected = stats.norm.ppf(share), (u**3).sum() / (6 * (u**2).sum() ** 1.5)
    levels = [stats.norm.cdf(z0 + (z0 + z) / (1 - expected * (z0 + z))) for z in stats.norm.ppf([0.025, 0.975])]
    ordered = np.sort(rows[0] - rows[1])
    left_out = jackknife_scores(measurement)
    found = bca_interval(score_a - score_b, rows[0] - rows[1], left_out[0] - left_out[1])
    assert found[0] == ordered[int(1999 * levels[0])]
    assert found[1] == ordered[1998 - int(1999 * (1 - levels[1]))]


def test_systems_and_pairs_at_once_are_as_one_by_one() -> None:
    measurement = bleu_like_of(counts_of_texts(np.random.default_rng(2), [0.4, 0.5, 0.6], 45))
    [rows] = bootstrap_scores([measurement], bootstrap_draws(45, 999, rng=1))
    observed, left_out = measurement.scores(measurement.statistics.totals()), jackknife_scores(measurement)
    together = bca_interval(observed, rows, left_out, 0.9)
    assert together.shape == (3, 2)
    np.testing.assert_array_equal(together, [bca_interval(observed[s], rows[s], left_out[s], 0.9) for s in range(3)])
    np.testing.assert_array_equal(
        bca_interval(observed.reshape(3, 1), rows.reshape(3, 1, -1), left_out.reshape(3, 1, -1), 0.9)[:, 0], together
    )


@given(n_values=st.integers(1, 3000), percent=st.integers(1, 999))
def test_without_bias_and_acceleration_bca_is_the_percentile_interval(n_values: int, percent: int) -> None:
    values = np.random.default_rng(n_values).permutation(n_values).astype(float)
    middle = (n_values - 1) / 2
    found = bca_interval(middle, values, [-1.0, 0.0, 1.0], percent / 1000)
    assert tuple(found) == percentile_interval(values, percent / 1000)


@given(
    values=st.lists(st.integers(-9, 9), min_size=1, max_size=40),
    left_out=st.lists(st.integers(-9, 9), min_size=2, max_size=12),
    observed=st.integers(-12, 12),
    level=st.sampled_from([0.5, 0.95, 0.9999]),
)
def test_bca_of_a_mirrored_score_is_mirrored(
    values: list[int], left_out: list[int], observed: int, level: float
) -> None:
    low, high = bca_interval(observed, values, left_out, level)
    back_low, back_high = bca_interval(-observed, -np.array(values), -np.array(left_out), level)
    assert (back_low, back_high) == (-high, -low)
    assert low <= high
    assert abs(float(acceleration(left_out))) <= 1 / 6 + 1e-12


@pytest.mark.parametrize("unit", [1, 100, 2**20, -(2**40)])
def test_ties_with_the_observed_value_count_half_also_where_they_are_rounded(unit: int) -> None:
    values = unit * np.array([0.1 + 0.2, 0.1, 0.2])
    assert bias_correction(0.3 * unit, values) == pytest.approx(np.sign(unit) * stats.norm.ppf(2.5 / 3))
    assert bias_correction(0.3 * unit, unit * np.array([0.3, 0.1 + 0.2])) == 0.0


def test_the_share_below_is_kept_off_0_and_1() -> None:
    assert bias_correction(9.0, [1.0, 2.0]) == pytest.approx(stats.norm.ppf(0.75))  # the share is kept off 1
    assert bias_correction(0.0, [1.0, 2.0]) == pytest.approx(stats.norm.ppf(0.25))


def test_beyond_the_pole_nothing_is_cut_off() -> None:
    assert bca_levels(6.0, 1 / 6) == (stats.norm.cdf(6 + 4.040036 / (1 - 4.040036 / 6)), 0.0)
    assert bca_levels(-6.0, -1 / 6)[0] == 0.0
    assert tuple(bca_interval(99.0, np.arange(50.0), [0.0, 0.0, -1.0], 0.9999)) <= (49.0, 49.0)


@pytest.mark.parametrize("value", [0.1, 1 / 3, 25.0])
def test_equal_values_give_a_point(value: float) -> None:
    equal = np.full(7, value)
    assert basic_interval(value, equal) == normal_interval(value, equal) == (value, value)
    assert bca_interval(value, equal, equal).tolist() == [value, value]
    shifted = mean_of([[0.25, 0.5, 1.0], [0.5, 0.75, 1.25]])  # the differences are equal, but not as floats
    left_out = jackknife_scores(shifted)
    [rows] = bootstrap_scores([shifted], bootstrap_draws(3, 50, rng=1))
    assert bca_interval(-0.25, rows[0] - rows[1], left_out[0] - left_out[1]).tolist() == [-0.25, -0.25]


def test_a_single_unit_gives_the_point_that_all_its_resamples_are() -> None:
    measurement = mean_of([[0.3]])
    [[values]] = bootstrap_scores([measurement], bootstrap_draws(1, 20, rng=1))
    observed = float(values[0])
    assert tuple(bca_interval(observed, values, jackknife_scores(measurement)[0])) == (observed, observed)


def test_the_basic_interval_mirrors_the_percentile_interval() -> None:
    values = np.random.default_rng(0).normal(size=1000) ** 2
    low, high = percentile_interval(values, 0.9)
    assert basic_interval(0.7, values, 0.9) == (1.4 - high, 1.4 - low)


def test_the_normal_interval_has_the_bootstraps_bias_and_spread() -> None:
    measurement = ratio_of(TOY4_MATCHES, TOY4_LENGTHS)
    [[values, _]] = bootstrap_scores([measurement], bootstrap_draws(4, 5000, rng=1))
    bias = values.mean() - 0.5
    expected = stats.norm.interval(0.9, loc=0.5 - bias, scale=values.std())
    assert normal_interval(0.5, values, 0.9) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, 95.0, float("nan")])
def test_a_level_outside_0_to_1_is_refused(level: float) -> None:
    with pytest.raises(SpecError, match="between 0 and 1"):
        basic_interval(1.0, [1.0, 2.0], level)
    with pytest.raises(SpecError, match="between 0 and 1"):
        normal_interval(1.0, [1.0, 2.0], level)
    with pytest.raises(SpecError, match="between 0 and 1"):
        bca_interval(1.0, [1.0, 2.0], [1.0, 2.0], level)
