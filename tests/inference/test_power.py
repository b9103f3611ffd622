"""What could have been detected, against SciPy's distributions."""

import math

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import minimum_detectable, power_of, single_critical_value, smallest_p_value, units_needed


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


@pytest.mark.parametrize(("difference", "critical"), [(0.0, 1.96), (1.4, 1.96), (-3.0, 2.9), (0.1, 0.0)])
def test_power_is_two_normal_tails(difference: float, critical: float) -> None:
    expected = stats.norm.sf(critical, loc=difference / 0.5) + stats.norm.cdf(-critical, loc=difference / 0.5)
    assert power_of(difference, 0.5, critical) == pytest.approx(expected, rel=1e-9)


def test_power_without_spread() -> None:
    assert (power_of(0.0, 0.0, 1.96), power_of(0.1, 0.0, 1.96)) == (0.0, 1.0)


@pytest.mark.parametrize("difference", [0.1, -0.37, 2.0])
@pytest.mark.parametrize("n_units", [12, 400])
def test_units_needed_is_the_least_number_that_can_detect_it(n_units: int, difference: float) -> None:
    needed = units_needed(difference, 0.5, 0.01, n_units)
    assert needed is not None

    def detectable(n: int) -> float:
        return minimum_detectable(0.5 * math.sqrt(n_units / n), single_critical_value(0.01, n), n)

    assert detectable(needed) <= abs(difference) * (1 + 1e-8)
    assert needed == 1 or detectable(needed - 1) > abs(difference)


def test_that_many_units_find_the_difference_as_often_as_promised() -> None:
    rng = np.random.default_rng(1)
    pilot = rng.normal(0.0, 1.0, 200)
    needed = units_needed(0.2, float(pilot.std(ddof=1)) / 200**0.5, 0.05, 200)
    assert needed is not None
    samples = rng.normal(0.2, pilot.std(ddof=1), (4000, needed))
    t = samples.mean(axis=1) / samples.std(axis=1, ddof=1) * needed**0.5
    assert (t > 1.96).mean() == pytest.approx(0.8, abs=0.025)


def test_few_pilot_units_do_not_make_a_large_plan_larger() -> None:
    """Quantiles were those of the pilot: twelve units asked for a fifth more than the test of the larger set needs."""
    exact = ((stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) * 12**0.5 * 0.5 / 0.2) ** 2
    assert units_needed(0.2, 0.5, 0.05, 12) == math.ceil(exact)


def test_unequal_units_ask_for_as_many_as_make_up_for_it() -> None:
    """Documents of which 100 are worth 15 equal ones were taken for 100."""
    needed = units_needed(1.5, 0.5, 0.05, 100, n_effective=15.0)
    assert needed is not None and needed > units_needed(1.5, 0.5, 0.05, 100)  # type: ignore[operator]
    worth = 0.15 * needed
    quantiles = stats.t.ppf(0.975, worth - 1) + stats.t.ppf(0.8, worth - 1)
    assert needed == pytest.approx(100 * (quantiles * 0.5 / 1.5) ** 2, abs=1)


def test_units_needed_at_its_edges() -> None:
    assert units_needed(0.1, 0.0, 0.05, 100) == 1
    assert units_needed(0.1, float("nan"), 0.05, 1) is None
    assert units_needed(1e-12, 0.5, 0.05, 100) is None
    for wrong in (0.0, float("nan"), float("inf")):
        with pytest.raises(SpecError, match="other than 0"):
            units_needed(wrong, 0.5, 0.05, 100)


def test_without_units_no_p_value_is_small() -> None:
    assert smallest_p_value(0) == smallest_p_value(0, two_sided=False) == 1.0
