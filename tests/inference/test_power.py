"""What could have been detected, against SciPy's distributions."""

import math

import pytest
from scipy import stats

from steelyard.inference import minimum_detectable, single_critical_value, smallest_p_value


@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.05 / 28, 1e-6])
@pytest.mark.parametrize("n_units", [2, 12, 39, 40, 3000])
def test_minimum_detectable_is_two_quantiles_of_standard_errors(n_units: int, alpha: float, power: float) -> None:
    spread = stats.t(n_units - 1) if n_units < 40 else stats.norm
    two_sided = (spread.isf(alpha / 2) + spread.ppf(power)) * 0.5
    one_sided = (spread.isf(alpha) + spread.ppf(power)) * 0.5
    critical, critical_one = single_critical_value(alpha, n_units), single_critical_value(alpha, n_units, "better")
    assert minimum_detectable(0.5, critical, n_units, power=power) == pytest.approx(two_sided, rel=1e-6)
    assert minimum_detectable(0.5, critical_one, n_units, power=power) == pytest.approx(one_sided, rel=1e-6)


def test_the_least_difference_is_found_with_the_power_asked_for() -> None:
    critical = single_critical_value(0.01, 500)
    difference = minimum_detectable(2.0, critical, 500)
    assert stats.norm.sf(2.0 * critical, loc=difference, scale=2.0) == pytest.approx(0.8, rel=1e-9)


def test_golden_least_difference() -> None:
    assert minimum_detectable(0.5, 1.9599640, 100) == pytest.approx(0.5 * (1.9599640 + 0.8416212), abs=1e-7)


def test_what_has_no_spread_is_found_and_what_cannot_be_significant_is_not() -> None:
    assert minimum_detectable(0.0, math.inf, 5) == 0.0
    assert minimum_detectable(1.0, math.inf, 5) == math.inf
    assert single_critical_value(0.05, 1) == math.inf


@pytest.mark.parametrize("n_units", [1, 2, 6, 40, 2000])
def test_smallest_p_value_is_a_power_of_two(n_units: int) -> None:
    assert smallest_p_value(n_units) == 2 * smallest_p_value(n_units, two_sided=False) == math.ldexp(2.0, -n_units)
