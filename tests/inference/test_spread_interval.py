"""How often the interval of a standard error holds the true one, and its edges."""

import numpy as np
import pytest
from scipy import stats

from steelyard.inference import effective_number, spread_interval, standard_error


def left_out(x: np.ndarray) -> np.ndarray:
    return (x.sum() - x) / (len(x) - 1)


def covered(draw: object, truth: float, n: int, **options: float) -> float:
    rng = np.random.default_rng(5)
    found = [spread_interval(left_out(draw(rng, n)), **options) for _ in range(1000)]  # type: ignore[operator]
    return float(np.mean([low <= truth / n**0.5 <= high for low, high in found]))  # type: ignore[misc]


def test_it_is_the_chi_squared_interval_where_kurtosis_is_that_of_a_normal() -> None:
    x = stats.norm.ppf((np.arange(400) + 0.5) / 400)
    low, high = spread_interval(left_out(x)) or (0, 0)
    s, (a, b) = standard_error(left_out(x)), stats.chi2.ppf([0.975, 0.025], 399)
    assert (low, high) == pytest.approx((s * (399 / a) ** 0.5, s * (399 / b) ** 0.5), rel=0.01)


@pytest.mark.parametrize("n", [15, 60, 400])
def test_it_covers_the_spread_of_normal_contributions(n: int) -> None:
    assert 0.93 <= covered(lambda rng, size: rng.normal(size=size), 1.0, n) <= 0.985


@pytest.mark.parametrize(("n", "least"), [(15, 0.84), (60, 0.88), (400, 0.92)])
def test_long_tails_cost_little_of_it(n: int, least: float) -> None:
    """Chi-squared alone covers .80 of Laplace contributions at any n."""
    assert covered(lambda rng, size: rng.laplace(size=size), 2**0.5, n) >= least


def test_unequal_units_are_worth_fewer() -> None:
    x, sizes = np.random.default_rng(1).normal(size=50), np.r_[np.ones(49), 30.0]
    plain = spread_interval(left_out(x)) or (0, 0)
    worth = spread_interval(left_out(x), n_effective=effective_number(sizes)) or (0, 0)
    assert worth[0] < plain[0] < plain[1] < worth[1]


def test_what_does_not_vary_and_a_single_unit() -> None:
    assert spread_interval(np.ones(5)) == (0.0, 0.0)
    assert spread_interval(np.ones(1)) is None
