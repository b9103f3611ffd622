"""Randomization of studentized differences: its slow twin, the jackknife, SciPy's t, and where it is the plain test."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import (
    NullDistribution,
    delta_standard_error,
    given_draws,
    influence_values,
    jackknife_scores,
    max_t,
    max_t_shaffer,
    randomization,
    standard_error,
    studentized_randomization,
)
from steelyard.types import Measurement, Statistics
from tests.inference.measurements import ALTERNATIVES, PAIR, all_pairs, bleu_like_of, counts_of_texts, mean_of, ratio_of


def made_up(kind: str, n: int, n_systems: int = 2, seed: int = 1) -> Measurement:
    rng = np.random.default_rng(seed)
    if kind == "mean":
        return mean_of(rng.normal(50, 9, (n_systems, n)))
    if kind == "documents":
        sizes = rng.integers(1, 30, n)
        values = np.stack([rng.normal(50, 9, (n_systems, n)) * sizes, np.broadcast_to(sizes, (n_systems, n))], axis=-1)
        return replace(mean_of(np.zeros((n_systems, n))), statistics=Statistics.from_values(values))
    if kind == "ratio":
        wholes = rng.integers(5, 40, (n_systems, n))
        return ratio_of(rng.binomial(wholes, 0.4), wholes, higher_is_better=False)
    return bleu_like_of(counts_of_texts(rng, [0.6, 0.55, 0.7][:n_systems], n))


def exchanged(measurement: Measurement, a: int, b: int, mask: NDArray[np.int8]) -> Measurement:
    """Lay the two outputs of each unit as a draw has them."""
    rows = measurement.statistics.values[[a, b]]
    laid = np.where(mask[None, :, None] > 0, rows, rows[::-1])
    return replace(measurement, statistics=replace(measurement.statistics, values=laid), systems=())


def bounded(t: float, n: int) -> float:
    return float(t * np.sqrt(n / (n - 1 + t**2)))


def by_delta(measurement: Measurement, a: int, b: int, mask: NDArray[np.int8]) -> float:
    """Studentize one draw as one would write it down: the slow twin."""
    pseudo = exchanged(measurement, a, b, mask)
    first, second = pseudo.statistics.totals()
    influence = influence_values(pseudo)
    error = delta_standard_error(influence[0] - influence[1])
    return bounded(float(pseudo.differences(first, second)) / error, len(mask))


def by_jackknife(measurement: Measurement, a: int, b: int, mask: NDArray[np.int8]) -> float:
    pseudo = exchanged(measurement, a, b, mask)
    first, second = pseudo.statistics.totals()
    left_out = jackknife_scores(pseudo)
    return bounded(float(pseudo.differences(first, second)) / standard_error(left_out[0] - left_out[1]), len(mask))


def drawn(null: NullDistribution) -> NDArray[np.float64]:
    return np.concatenate(list(null.blocks()), axis=1)


@pytest.mark.parametrize("kind", ["mean", "documents", "ratio", "bleu"])
@pytest.mark.parametrize("n", [3, 8, 40])
def test_every_draw_is_the_slow_twins(kind: str, n: int) -> None:
    measurement, pairs = made_up(kind, n, n_systems=3), all_pairs(3)
    masks = np.random.default_rng(2).integers(0, 2, (20, n), dtype=np.int8)
    null = studentized_randomization([measurement], pairs, n_resamples=0, rng=0, draws=given_draws(masks))
    for (a, b), row, held in zip(pairs, drawn(null), null.held, strict=True):
        expected = [by_delta(measurement, a, b, mask) for mask in masks]
        np.testing.assert_allclose(row, expected, rtol=1e-6, atol=1e-8)
        assert held == pytest.approx(by_delta(measurement, a, b, np.ones(n, dtype=np.int8)), rel=1e-6, abs=1e-8)


def test_a_statistic_of_both_signs_has_no_unit_of_its_own() -> None:
    """Slopes are taken by steps, and where gains and losses add up to 0 the step is of the size of the gains."""
    gains, wholes = np.array([[2, -5, 4, -1, 3, -3], [1, 4, -2, 5, 0, -1]]), np.full((2, 6), 9)
    assert gains[0].sum() == 0
    masks = np.array([[1] * 6, [1, 1, 0, 1, 0, 1], [0, 1, 1, 0, 0, 1]], dtype=np.int8)
    found = []
    for unit in (1.0, 2.0**30):
        statistics = Statistics.from_values(np.stack([gains * unit, wholes], axis=-1))
        measurement = Measurement("m", "m", "", statistics, lambda s, u=unit: np.sin(s[..., 0] / u / s[..., 1]), True)
        null = studentized_randomization([measurement], PAIR, n_resamples=0, rng=0, draws=given_draws(masks))
        found.append(drawn(null)[0])
        expected = [by_delta(measurement, 0, 1, mask) for mask in masks]
        np.testing.assert_allclose(found[-1], expected, rtol=1e-6)
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize("kind", ["documents", "ratio", "bleu"])
def test_the_jackknife_gives_nearly_the_same(kind: str) -> None:
    measurement = made_up(kind, 60)
    masks = np.random.default_rng(2).integers(0, 2, (30, 60), dtype=np.int8)
    null = studentized_randomization([measurement], PAIR, n_resamples=0, rng=0, draws=given_draws(masks))
    expected = [by_jackknife(measurement, 0, 1, mask) for mask in masks]
    np.testing.assert_allclose(drawn(null)[0], expected, rtol=0.05, atol=0.01)


def test_of_a_mean_it_is_students_t_on_a_bounded_scale() -> None:
    measurement = made_up("mean", 25)
    x, y = measurement.scores(measurement.statistics.values.astype(np.float64))
    null = studentized_randomization([measurement], PAIR, n_resamples=10, rng=1)
    assert null.held[0] == pytest.approx(bounded(stats.ttest_rel(x, y).statistic, 25), rel=1e-9)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [1, 2, 7, 12, 30])
def test_of_means_over_equal_units_it_is_the_plain_test(n: int, alternative: str) -> None:
    # The squares of the differences add up to the same whatever changes sides: t rises with the difference.
    measurement, pairs = made_up("mean", n, n_systems=3, seed=n), all_pairs(3)
    plain = randomization([measurement], pairs, n_resamples=5000, rng=3)
    found = studentized_randomization([measurement], pairs, n_resamples=5000, rng=3)
    np.testing.assert_array_equal(found.p_values(alternative), plain.p_values(alternative))
    np.testing.assert_array_equal(found.observed, plain.observed)


def test_max_t_of_means_over_equal_units_is_the_plain_ones() -> None:
    measurement = made_up("mean", 12, n_systems=3)
    found, plain = (
        test([measurement], all_pairs(3), n_resamples=5000, rng=3)
        for test in (studentized_randomization, randomization)
    )
    np.testing.assert_allclose(max_t(found).p_values, max_t(plain).p_values, rtol=1e-12)
    assert max_t(found).critical_value == pytest.approx(max_t(plain).critical_value, rel=1e-6)


@pytest.mark.parametrize("kind", ["documents", "ratio", "bleu"])
def test_every_exchange_of_few_units_is_counted_once_and_mirrored(kind: str) -> None:
    null = studentized_randomization([made_up(kind, 9)], PAIR, n_resamples=1000, rng=1)
    values = drawn(null)[0]
    assert null.is_exact
    assert len(values) == 2**9
    np.testing.assert_allclose(np.sort(values), -np.sort(values)[::-1], atol=1e-7)
    assert (null.p_values("two-sided") * 2**8 % 1 == 0).all()  # the observed labelling and its mirror image, at least
    assert null.p_values("two-sided")[0] >= 2**-8


@pytest.mark.parametrize("kind", ["mean", "documents", "ratio", "bleu"])
def test_identical_systems_have_p_1(kind: str) -> None:
    one = made_up(kind, 10)
    values = one.statistics.values[[0, 0, 1]]
    three = replace(one, statistics=replace(one.statistics, values=values), systems=())
    null = studentized_randomization([three], all_pairs(3), n_resamples=200, rng=1)
    assert null.p_values("two-sided")[0] == max_t(null).p_values[0] == 1.0
    assert null.scales().tolist() == [0.0, 1.0, 1.0]
    assert max_t_shaffer(null, all_pairs(3)).p_values[0] == 1.0


def test_where_nothing_varies_the_observed_labelling_is_the_most_extreme() -> None:
    constant = mean_of([[3.0] * 8, [1.0] * 8])
    null = studentized_randomization([constant], PAIR, n_resamples=1000, rng=1)
    assert null.held[0] == pytest.approx(np.sqrt(8))
    assert null.p_values("two-sided").tolist() == [2**-7]


def test_pairs_and_metrics_share_draws_and_do_not_change_each_other() -> None:
    measurements = [made_up("bleu", 30, n_systems=3), made_up("ratio", 30, n_systems=3)]
    together = studentized_randomization(measurements, all_pairs(3), n_resamples=500, rng=4)
    for i, measurement in enumerate(measurements):
        for j, pair in enumerate(all_pairs(3)):
            alone = studentized_randomization([measurement], [pair], n_resamples=500, rng=4)
            assert alone.p_values("two-sided")[0] == together.p_values("two-sided")[3 * i + j]
            np.testing.assert_array_equal(together.select([3 * i + j]).held, alone.held)


def test_blocks_and_threads_change_no_bit() -> None:
    measurement = made_up("bleu", 50)
    one = studentized_randomization([measurement], PAIR, n_resamples=700, rng=4)
    other = studentized_randomization([measurement], PAIR, n_resamples=700, rng=4, n_threads=3)
    np.testing.assert_array_equal(drawn(one), drawn(other))


def test_counts_that_a_pseudo_system_lacks_altogether_do_not_hurt() -> None:
    counts = np.zeros((2, 6, 6), dtype=np.int64)
    counts[..., :4], counts[..., 5] = (12, 12, 8, 12), 11
    counts[..., 2] += np.arange(6)
    counts[0, 0, 4] = 3  # the only longer match of all
    null = studentized_randomization([bleu_like_of(counts)], PAIR, n_resamples=100, rng=1)
    assert np.isfinite(drawn(null)).all()


def test_weights_of_a_bootstrap_are_refused() -> None:
    with pytest.raises(SpecError, match="zeros and ones"):
        studentized_randomization([made_up("mean", 3)], PAIR, n_resamples=1, rng=1, draws=given_draws([[2, 1, 0]]))


def test_equal_scores_of_unequal_spread_keep_their_level_where_the_plain_test_does_not() -> None:
    # Ratios of sums whose true values are equal; A is short and varies, B is long and does not.
    rng, n, n_sets, rejected = np.random.default_rng(5), 60, 300, np.zeros(2)
    for _ in range(n_sets):
        parts, wholes = unequal_spread(rng, n)
        measurement = ratio_of(parts, wholes)
        for i, test in enumerate((randomization, studentized_randomization)):
            rejected[i] += test([measurement], PAIR, n_resamples=199, rng=1).p_values("two-sided")[0] <= 0.05
    plain, studentized = rejected
    assert studentized <= stats.binom.ppf(0.999, n_sets, 0.05) < plain


def unequal_spread(rng: np.random.Generator, n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    wholes = np.stack([rng.integers(5, 15, n), rng.integers(60, 100, n)])
    shares = np.stack([rng.beta(1, 1, n), rng.beta(50, 50, n)])
    return rng.binomial(wholes, shares), wholes


def test_max_t_keeps_the_level_of_a_family_of_equal_scores_of_unequal_spread() -> None:
    rng, n, n_sets, wrong = np.random.default_rng(6), 60, 200, np.zeros(2)
    for _ in range(n_sets):
        parts, wholes = (np.concatenate(both) for both in zip(*(unequal_spread(rng, n) for _ in range(2)), strict=True))
        measurement = ratio_of(parts, wholes)
        for i, test in enumerate((randomization, studentized_randomization)):
            null = test([measurement], all_pairs(4), n_resamples=199, rng=1)
            wrong[i] += max_t(null).p_values.min() <= 0.05
    plain, studentized = wrong
    assert studentized <= stats.binom.ppf(0.999, n_sets, 0.05) < plain
