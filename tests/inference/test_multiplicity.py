"""Corrections: published examples, statsmodels, and step-down max-T against the textbook's algorithm."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import (
    Alternative,
    NullDistribution,
    adjust,
    bonferroni,
    holm,
    max_t,
    randomization,
    single_critical_value,
)
from tests.inference.measurements import all_pairs, bleu_like_of, counts_of_texts, mean_of
from tests.needs import module
from tests.twins import resampling as twin

N_UNITS = 1000  # of families made by hand

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "better", "worse")


def family_of(
    draws: NDArray[np.float64],
    observed: NDArray[np.float64],
    *,
    orientation: NDArray[np.float64] | None = None,
    is_exact: bool = False,
    block_rows: int = 5,
) -> NullDistribution:
    signs = np.ones(len(observed)) if orientation is None else orientation
    blocks = [draws[:, start : start + block_rows] for start in range(0, draws.shape[1], block_rows)]
    tolerance = np.full(len(observed), 1e-12)
    return NullDistribution(observed, signs, tolerance, lambda: iter(blocks), draws.shape[1], is_exact, N_UNITS)


def everything(null: NullDistribution) -> NDArray[np.float64]:
    return np.concatenate(list(null.blocks()), axis=1)


def adjusted_by_the_twin(null: NullDistribution, alternative: Alternative, *, is_scaled: bool = True) -> list[float]:
    """Scale, orient and hand over to the textbook; pairs that never differ stand aside."""
    draws = everything(null)
    orbit = draws if null.is_exact else np.column_stack([draws, null.observed])
    scale = np.sqrt((orbit**2).mean(axis=1))
    active = np.flatnonzero(scale)
    adjusted = [1.0] * len(scale)
    if active.size:
        sign = {"two-sided": 1, "better": 1, "worse": -1}[alternative] * null.orientation[active]
        divisor = scale[active] if is_scaled else np.ones(len(active))
        scaled, observed = sign[:, None] * draws[active] / divisor[:, None], sign * null.observed[active] / divisor
        if alternative == "two-sided":
            scaled, observed = np.abs(scaled), np.abs(observed)
        for i, p_value in zip(
            active, twin.step_down_max_t(scaled.tolist(), observed.tolist(), is_exact=null.is_exact), strict=True
        ):
            adjusted[i] = p_value
    return adjusted


@pytest.mark.parametrize(
    ("p_values", "by_bonferroni", "by_holm"),
    [
        ([0.01, 0.04, 0.03, 0.005, 0.2], [0.05, 0.2, 0.15, 0.025, 1], [0.04, 0.09, 0.09, 0.025, 0.2]),
        ([0.03, 0.025, 0.05, 0.079, 0.028], [0.15, 0.125, 0.25, 0.395, 0.14], [0.125] * 5),
        ([0.014, 0.013, 0.028, 0.039, 0.013], [0.07, 0.065, 0.14, 0.195, 0.065], [0.065] * 5),
    ],
)
def test_golden_bonferroni_and_holm(p_values: list[float], by_bonferroni: list[float], by_holm: list[float]) -> None:
    assert bonferroni(p_values) == pytest.approx(by_bonferroni, abs=1e-12)
    assert holm(p_values) == pytest.approx(by_holm, abs=1e-12)


@given(p_values=st.lists(st.floats(0, 1) | st.sampled_from([0.01, 0.05, 1.0]), min_size=1, max_size=30))
@settings(deadline=None, max_examples=10)  # statsmodels' Holm takes a tenth of a second
def test_bonferroni_and_holm_are_those_of_statsmodels(p_values: list[float]) -> None:
    multipletests = module("statsmodels.stats.multitest").multipletests
    np.testing.assert_allclose(bonferroni(p_values), multipletests(p_values, method="bonferroni")[1], rtol=1e-12)
    np.testing.assert_allclose(holm(p_values), multipletests(p_values, method="holm")[1], rtol=1e-12)


@st.composite
def families(draw: st.DrawFn) -> NullDistribution:
    """Draw small whole differences, full of ties; pairs may never differ, metrics may point down."""
    n_pairs, n_draws = draw(st.integers(1, 5)), draw(st.integers(1, 12))
    value = st.integers(-4, 4)
    rows = draw(
        st.lists(st.lists(value, min_size=n_draws + 1, max_size=n_draws + 1), min_size=n_pairs, max_size=n_pairs)
    )
    for i in draw(st.sets(st.integers(0, n_pairs - 1))):
        if draw(st.booleans()):
            rows[i] = [0] * (n_draws + 1)
    array = np.array(rows, dtype=float) * draw(st.sampled_from([1.0, 0.1, 1000.0]))
    orientation = np.array(draw(st.lists(st.sampled_from([1.0, -1.0]), min_size=n_pairs, max_size=n_pairs)))
    is_exact = draw(st.booleans())
    draws = array if is_exact else array[:, 1:]
    return family_of(draws, array[:, 0], orientation=orientation, is_exact=is_exact)


@given(null=families(), alternative=st.sampled_from(ALTERNATIVES))
def test_max_t_is_that_of_the_textbook(null: NullDistribution, alternative: Alternative) -> None:
    np.testing.assert_allclose(max_t(null, alternative).p_values, adjusted_by_the_twin(null, alternative), rtol=1e-12)


@given(null=families(), alternative=st.sampled_from(ALTERNATIVES))
def test_max_t_never_lowers_p_and_keeps_the_order_of_the_scaled_differences(
    null: NullDistribution, alternative: Alternative
) -> None:
    raw, adjusted, scales = null.p_values(alternative), max_t(null, alternative).p_values, null.scales()
    assert (adjusted >= raw).all() and (adjusted <= 1).all()
    active = scales > 0
    order = np.argsort(-null.extremeness(null.observed, alternative)[active] / scales[active])
    assert (np.diff(adjusted[active][order]) >= -1e-15).all()


@given(null=families(), alternative=st.sampled_from(ALTERNATIVES))
def test_max_t_of_one_difference_is_its_own_p(null: NullDistribution, alternative: Alternative) -> None:
    for i in range(len(null.observed)):
        alone = null.select([i])
        if alone.scales()[0] > 0:
            assert max_t(alone, alternative).p_values.tolist() == alone.p_values(alternative).tolist()


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("n_units", "n_resamples"), [(8, 256), (60, 199)])
def test_max_t_of_real_families_is_that_of_the_textbook(
    n_units: int, n_resamples: int, alternative: Alternative
) -> None:
    rng = np.random.default_rng(n_units)
    measurements = [
        mean_of(rng.normal([[0.0], [0.3], [0.0], [0.0]], [[1], [1], [1], [9]], size=(4, n_units))),
        mean_of(100 * rng.exponential(size=(4, n_units)), higher_is_better=False),
        bleu_like_of(counts_of_texts(rng, [0.6, 0.62, 0.6, 0.7], n_units)),
    ]
    null = randomization(measurements, all_pairs(4), n_resamples=n_resamples, rng=1)
    assert null.is_exact == (n_units == 8)
    adjusted = max_t(null, alternative)
    np.testing.assert_allclose(adjusted.p_values, adjusted_by_the_twin(null, alternative), rtol=1e-12)
    assert 0 < adjusted.p_values.min() < adjusted.p_values.max()


def test_equal_scaled_differences_of_two_pairs_are_equal() -> None:
    # d = (3, 2, -1, 2) and (0, 1, 0, 1): 6 / sqrt(18) = 2 / sqrt(2). In half of the exchanges the second reaches this.
    scores = [[0, 1, 1, 0], [3, 3, 0, 2], [0, 2, 1, 1]]
    null = randomization([mean_of(scores)], [(1, 0), (2, 0)], n_resamples=16, rng=0)
    assert max_t(null).p_values.tolist() == [0.5, 0.5]


def test_a_pair_without_spread_has_p_1_and_changes_nothing() -> None:
    rng = np.random.default_rng(4)
    scores = rng.normal([[0.0], [0.5], [0.1]], 1.0, size=(3, 50))
    scores = np.vstack([scores, scores[0]])
    pairs = all_pairs(3)
    without = max_t(randomization([mean_of(scores)], pairs, n_resamples=299, rng=5))
    null = randomization([mean_of(scores)], [(3, 0), *pairs, (1, 1)], n_resamples=299, rng=5)
    assert null.scales()[[0, -1]].tolist() == [0.0, 0.0]
    for alternative in ALTERNATIVES:
        assert max_t(null, alternative).p_values[[0, -1]].tolist() == [1.0, 1.0]
    np.testing.assert_array_equal(max_t(null).p_values[1:-1], without.p_values)
    assert max_t(null).critical_value == without.critical_value


def test_a_family_without_any_spread_has_p_1() -> None:
    same = mean_of(np.tile(np.arange(9.0), (3, 1)))
    adjusted = max_t(randomization([same], all_pairs(3), n_resamples=99, rng=0), alpha=0.01)
    assert adjusted.p_values.tolist() == [1.0] * 3 and adjusted.critical_value == single_critical_value(0.01, 9)


def test_a_noisy_metric_on_a_huge_scale_hides_nothing() -> None:
    rng = np.random.default_rng(6)
    scores = rng.normal([[0.0], [0.6]], 1.0, size=(2, 80))
    noise = 1e6 * rng.standard_t(3, size=(2, 80))
    null = randomization([mean_of(scores), mean_of(noise)], [(1, 0)], n_resamples=1999, rng=7)
    [raw, _], [adjusted, _] = null.p_values("two-sided"), max_t(null).p_values
    [unscaled, _] = adjusted_by_the_twin(null, "two-sided", is_scaled=False)
    assert raw < 0.025
    assert adjusted <= 2 * raw * 1.25  # two tests: Bonferroni's factor, with room for chance
    assert unscaled > 0.05  # without scales the noise hides it


@pytest.mark.parametrize("factor", [1e-3, 1e6])
def test_the_unit_of_a_metric_does_not_matter(factor: float) -> None:
    rng = np.random.default_rng(8)
    draws, observed = rng.normal(size=(2, 199)), np.array([2.5, 2.0])
    unit = np.array([1.0, factor])
    expected = max_t(family_of(draws, observed))
    found = max_t(family_of(draws * unit[:, None], observed * unit))
    np.testing.assert_array_equal(found.p_values, expected.p_values)
    assert found.critical_value == pytest.approx(expected.critical_value, rel=1e-9)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(
    ("n_draws", "alpha"), [(99, "1/20"), (199, "1/100"), (250, "1/10"), (19, "1/20"), (10, "1/20")]
)
def test_critical_value_is_where_rejection_begins_in_standard_errors(
    n_draws: int, alpha: str, alternative: Alternative
) -> None:
    rng = np.random.default_rng(n_draws)
    draws, observed = rng.normal(size=(4, n_draws)), np.array([0.5, -2.0, 1.0, 0.1])
    null = family_of(draws, observed)
    scale = np.sqrt((np.column_stack([draws, observed]) ** 2).mean(axis=1))
    scaled = {"two-sided": np.abs(draws), "better": draws, "worse": -draws}[alternative] / scale[:, None]
    critical = twin.critical_value(scaled.max(axis=0).tolist(), Fraction(alpha))
    level = float(Fraction(alpha))
    student = critical * ((N_UNITS - 1) / (N_UNITS - critical**2)) ** 0.5 if critical < np.inf else np.inf
    expected = max(student, single_critical_value(level, N_UNITS, alternative))
    assert max_t(null, alternative, level).critical_value == pytest.approx(expected, rel=1e-9)


def test_critical_value_of_means_is_students_t_of_the_labelling_where_rejection_begins() -> None:
    # One pair, all 2**8 exchanges: t computed from each exchanged sample, not from T.
    difference = np.array([0.3, 0.1, 0.4, -0.2, 0.5, 0.25, 0.15, 0.35])
    null = randomization([mean_of(np.stack([difference, np.zeros(8)]))], [(0, 1)], n_resamples=256, rng=0)
    signs = np.array(list(product([-1, 1], repeat=8)))
    samples = signs * difference
    student = np.sort(np.abs(samples.mean(axis=1)) / (samples.std(axis=1, ddof=1) / 8**0.5))
    expected = student[256 - 1 - int(0.2 * 256)]  # the largest t with more than a fifth of the exchanges as large
    assert max_t(null, alpha=0.2).critical_value == pytest.approx(
        max(expected, single_critical_value(0.2, 8)), rel=1e-6
    )


def test_no_difference_is_significant_where_too_few_units_are_enumerated() -> None:
    null = randomization([mean_of(np.array([[1.0, 2, 4, 8, 3], [0.0] * 5]))], [(0, 1)], n_resamples=99, rng=0)
    assert null.is_exact and max_t(null).critical_value == np.inf


def test_corrections_by_name_are_the_functions() -> None:
    null = family_of(np.random.default_rng(9).normal(size=(3, 99)), np.array([2.0, 1.0, 3.0]))
    raw = null.p_values("two-sided")
    found = {name: adjust(null, raw, name, "two-sided", 0.06) for name in ("maxt", "holm", "bonferroni", "none")}
    assert found["maxt"].p_values.tolist() == max_t(null).p_values.tolist()
    assert found["maxt"].critical_value == max_t(null, alpha=0.06).critical_value
    corrected, alone = single_critical_value(0.02, N_UNITS), single_critical_value(0.06, N_UNITS)
    assert (found["holm"].p_values.tolist(), found["holm"].critical_value) == (holm(raw).tolist(), corrected)
    by_bonferroni = found["bonferroni"]
    assert (by_bonferroni.p_values.tolist(), by_bonferroni.critical_value) == (bonferroni(raw).tolist(), corrected)
    assert (found["none"].p_values.tolist(), found["none"].critical_value) == (raw.tolist(), alone)


def test_unknown_corrections_and_alternatives_are_refused_with_the_nearest() -> None:
    null = family_of(np.ones((1, 3)), np.ones(1))
    with pytest.raises(SpecError, match="bonferroni"):
        adjust(null, np.array([0.5]), "bonferoni", "two-sided", 0.05)
    with pytest.raises(SpecError, match="two-sided"):
        max_t(null, "two_sided")  # type: ignore[arg-type]
