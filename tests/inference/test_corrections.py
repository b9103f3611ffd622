"""Corrections beyond max-T and Holm: published examples, SciPy, statsmodels."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import (
    CORRECTIONS,
    adjust,
    benjamini_hochberg,
    benjamini_yekutieli,
    experimentwise_error,
    get_correction,
    hochberg,
    holm,
    holm_sidak,
    hommel,
    least_adjusted,
    max_t,
    max_t_shaffer,
    shaffer,
    sidak,
    sidak_level,
    single_critical_value,
)
from tests.inference.measurements import all_pairs
from tests.inference.test_multiplicity import N_UNITS, family_of
from tests.needs import module

P_VALUES = [0.01, 0.04, 0.03, 0.005, 0.2]
RIEZLER_AR, RIEZLER_BOOTSTRAP = [0.03, 0.025, 0.05, 0.079, 0.028], [0.014, 0.013, 0.028, 0.039, 0.013]
P_LISTS = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.05, 1.0]), min_size=1, max_size=30)


def test_golden_experimentwise_error_and_its_inverse() -> None:
    assert experimentwise_error(0.05, 15 * 14 // 2) == pytest.approx(0.9954188, abs=5e-8)
    assert experimentwise_error(0.015, 5) == pytest.approx(0.0727835, abs=5e-8)  # Riezler and Maxwell print .07
    assert sidak_level(0.05, 5) == pytest.approx(0.0102062, abs=5e-8)
    assert sidak_level(0.05, 105) == pytest.approx(0.00048839, abs=5e-9)


@given(level=st.floats(1e-12, 0.9), n_tests=st.integers(1, 500))
def test_sidaks_level_is_the_inverse_of_the_experimentwise_error(level: float, n_tests: int) -> None:
    exact = 1 - (1 - Fraction(level)) ** n_tests
    assert experimentwise_error(level, n_tests) == pytest.approx(float(exact), rel=1e-12)
    assert experimentwise_error(sidak_level(level, n_tests), n_tests) == pytest.approx(level, rel=1e-12)


@pytest.mark.parametrize("function", [experimentwise_error, sidak_level])
def test_error_rates_at_the_ends_and_beyond(function: Callable[[float, int], float]) -> None:
    assert (function(0, 7), function(1, 7), function(0.3, 1)) == (0.0, 1.0, pytest.approx(0.3))
    for level, n_tests in [(-0.1, 3), (1.1, 3), (float("nan"), 3), (0.05, 0), (0.05, 2.5)]:
        with pytest.raises(SpecError):
            function(level, n_tests)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "p_values", "expected"),
    [
        (sidak, P_VALUES, [0.04901, 0.18463, 0.14127, 0.02475, 0.67232]),
        (benjamini_hochberg, P_VALUES, [0.025, 0.05, 0.05, 0.025, 0.2]),
        (benjamini_hochberg, RIEZLER_AR, [0.05, 0.05, 0.0625, 0.079, 0.05]),
        (benjamini_hochberg, RIEZLER_BOOTSTRAP, [0.02333, 0.02333, 0.035, 0.039, 0.02333]),
    ],
)
def test_golden_adjusted_p(
    function: Callable[[list[float]], NDArray[np.float64]], p_values: list[float], expected: list[float]
) -> None:
    assert function(p_values) == pytest.approx(expected, abs=5e-6)


@given(p_values=P_LISTS)
def test_adjusted_p_is_that_of_scipy_and_statsmodels(p_values: list[float]) -> None:
    for function, method in [(benjamini_hochberg, "bh"), (benjamini_yekutieli, "by")]:
        np.testing.assert_allclose(
            function(p_values), stats.false_discovery_control(p_values, method=method), 1e-12, 1e-300
        )
    multipletests = module("statsmodels.stats.multitest").multipletests
    np.testing.assert_allclose(hochberg(p_values), multipletests(p_values, method="simes-hochberg")[1], 1e-12, 1e-300)
    np.testing.assert_allclose(hommel(p_values), multipletests(p_values, method="hommel")[1], 1e-12, 1e-300)
    with np.errstate(divide="ignore"):  # its logarithm of 1 - 1
        of_statsmodels = multipletests(p_values, method="holm-sidak")[1]
    np.testing.assert_allclose(holm_sidak(p_values), of_statsmodels, 1e-9, 1e-14)  # which takes 1 - (1 - p)**n
    exact = [float(1 - (1 - Fraction(p)) ** len(p_values)) for p in p_values]
    np.testing.assert_allclose(sidak(p_values), exact, 1e-12)


@given(p_values=P_LISTS)
def test_hochberg_is_its_published_rule(p_values: list[float]) -> None:
    # Reject the j smallest for the largest j with p_(j) <= alpha / (k - j + 1): alpha is tried at every adjusted value.
    adjusted, ordered, k = hochberg(p_values), sorted(p_values), len(p_values)
    for alpha in set(adjusted.tolist()) - {1.0}:
        holds = [j for j in range(1, k + 1) if ordered[j - 1] * (k - j + 1) <= alpha * (1 + 1e-12)]
        largest = ordered[max(holds) - 1] if holds else -1.0
        assert ((np.array(p_values) <= largest) == (adjusted <= alpha * (1 + 1e-12))).all()


@given(p_values=P_LISTS)
def test_who_is_never_less_powerful_than_whom(p_values: list[float]) -> None:
    room = 1 + 1e-12
    assert (sidak(p_values) <= len(p_values) * np.array(p_values) * room).all()
    assert (hochberg(p_values) <= holm(p_values) * room).all()
    assert (hommel(p_values) <= hochberg(p_values) * room).all()
    assert (np.array(p_values) <= hommel(p_values) * room).all()
    assert (holm_sidak(p_values) <= holm(p_values) * room).all()
    assert (holm_sidak(p_values) <= sidak(p_values) * room).all()
    assert (benjamini_hochberg(p_values) <= hochberg(p_values) * room).all()
    assert (benjamini_hochberg(p_values) <= benjamini_yekutieli(p_values) * room).all()
    assert (np.array(p_values) <= benjamini_hochberg(p_values) * room).all()


@pytest.mark.parametrize("bad", [[0.1, 1.2], [-0.1], [0.5, float("nan")], [[0.1, 0.2]]])
def test_what_are_no_p_values_is_refused(bad: list[float]) -> None:
    for function in (holm, holm_sidak, hommel, sidak, hochberg, benjamini_hochberg, benjamini_yekutieli):
        with pytest.raises(SpecError, match="p-value"):
            function(bad)


@given(p_values=st.lists(st.floats(0, 1), min_size=1, max_size=7))
def test_hommel_is_simes_test_of_every_set_with_the_difference(p_values: list[float]) -> None:
    n, expected = len(p_values), []
    for own in range(n):
        sets = (sorted(p_values[i] for i in range(n) if code >> i & 1) for code in range(1 << n) if code >> own & 1)
        expected.append(max(min(len(some) * p / rank for rank, p in enumerate(some, 1)) for some in sets))
    np.testing.assert_allclose(hommel(p_values), expected, 1e-12, 1e-300)


def test_corrections_by_name_and_their_critical_values() -> None:
    null = family_of(np.random.default_rng(9).normal(size=(3, 99)), np.array([2.0, 1.0, 3.0]))
    raw, pairs = null.p_values("two-sided"), all_pairs(3)
    found = {name: adjust(null, raw, name, "two-sided", 0.06, pairs=pairs) for name in CORRECTIONS}
    expected = {
        "maxt-shaffer": max_t_shaffer(null, pairs).p_values,
        "shaffer": shaffer(raw, pairs),
        "hochberg": hochberg(raw),
        "hommel": hommel(raw),
        "holm-sidak": holm_sidak(raw),
        "sidak": sidak(raw),
        "bh": benjamini_hochberg(raw),
        "by": benjamini_yekutieli(raw),
    }
    for name, p_values in expected.items():
        np.testing.assert_array_equal(found[name].p_values, p_values)
    assert found["maxt-shaffer"].critical_value == max_t(null, alpha=0.06).critical_value
    levels = {
        "shaffer": 0.02,
        "hochberg": 0.02,
        "hommel": 0.02,
        "holm-sidak": 1 - 0.94 ** (1 / 3),
        "bh": 0.02,
        "by": 0.02 / (1 + 1 / 2 + 1 / 3),
        "sidak": 1 - 0.94 ** (1 / 3),
    }
    for name, level in levels.items():
        assert found[name].critical_value == pytest.approx(single_critical_value(level, N_UNITS), rel=1e-9)


@pytest.mark.parametrize("name", sorted(set(CORRECTIONS) - {"maxt", "maxt-shaffer"}))
def test_the_critical_level_is_where_a_difference_alone_is_found(name: str) -> None:
    # All others have p = 1: a p-value just below the level is found, one just above is not.
    pairs, alpha = all_pairs(4), 0.05
    null = family_of(np.ones((6, 3)), np.ones(6))
    critical = adjust(null, np.ones(6), name, "two-sided", alpha, pairs=pairs).critical_value
    level = 2 * stats.norm.sf(critical)
    for factor, is_found in [(0.9999, True), (1.0001, False)]:
        p_values = np.array([1, 1, level * factor, 1, 1, 1])
        adjusted = adjust(null, p_values, name, "two-sided", alpha, pairs=pairs).p_values
        assert (adjusted[2] <= alpha) == is_found


@given(p_value=st.floats(1e-6, 1), name=st.sampled_from(sorted(set(CORRECTIONS) - {"maxt", "maxt-shaffer"})))
def test_the_least_adjusted_p_is_reached_where_all_are_least(p_value: float, name: str) -> None:
    null = family_of(np.ones((6, 3)), np.ones(6))
    adjusted = adjust(null, np.full(6, p_value), name, "two-sided", 0.05, pairs=all_pairs(4)).p_values
    assert adjusted.min() == pytest.approx(least_adjusted(p_value, name, 6), rel=1e-12)


def test_every_correction_says_what_it_controls() -> None:
    for name in CORRECTIONS:
        correction = get_correction(name)
        assert correction.summary == CORRECTIONS[name]
        assert bool(correction.claim) == (name != "none")
        assert bool(correction.assumes) == (correction.holds == "assumed")
        assert ("false discovery rate" in correction.claim) == (name in ("bh", "by"))
    with pytest.raises(SpecError, match="hochberg"):
        get_correction("hochber")
