"""Rates: oracles, coverage by enumeration and by simulation, and what is a rate."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import gammaln
from scipy.stats import binom, binomtest

from steelyard.errors import SpecError
from steelyard.inference import inside_range, rate_differences, rate_intervals, rates_of, share_within, t_quantile
from steelyard.inference.intervals.rates import Rates
from steelyard.types import Measurement, Statistics
from tests.needs import module

Floats = NDArray[np.float64]
LEAST = 0.93


def passes(counts: list[int] | NDArray[np.int64], n: int) -> Floats:
    return (np.arange(n) < np.asarray(counts)[:, None]).astype(np.float64)


@pytest.mark.parametrize("n", [2, 5, 50, 333])
def test_single_trials_have_clopper_and_pearsons_interval(n: int) -> None:
    counts = sorted({0, 1, n // 3, n - 1, n})
    low, high = rate_intervals(passes(counts, n), np.ones((len(counts), n)), 0.9)
    for k, *found in zip(counts, low, high, strict=True):
        assert np.allclose(
            found, module("statsmodels.stats.proportion").proportion_confint(k, n, 0.1, "beta"), atol=1e-9
        )
        exact = binomtest(k, n).proportion_ci(0.9, "exact")
        assert np.allclose(found, (exact.low, exact.high), atol=1e-9)
        wilson = module("statsmodels.stats.proportion").proportion_confint(
            k, n, 0.1, "wilson"
        )  # shorter, and for that it may cover less
        assert found[1] - found[0] > wilson[1] - wilson[0] - 0.02


@pytest.mark.parametrize("n", range(5, 101))
def test_a_rate_is_covered_whatever_it_is(n: int) -> None:
    counts = np.arange(n + 1)
    low, high = rate_intervals(passes(counts, n), np.ones((n + 1, n)))
    for rate in (0.5, 0.9, 0.95, 0.98, 0.99, 0.02, 0.001):
        assert binom.pmf(counts, n, rate)[(low <= rate) & (rate <= high)].sum() >= LEAST


def test_walds_interval_would_be_caught() -> None:
    n, rate = 50, 0.98
    counts = np.arange(n + 1)
    share = counts / n
    half = t_quantile(0.975, n - 1) * np.sqrt(share * (1 - share) / (n - 1))
    assert binom.pmf(counts, n, rate)[np.abs(share - rate) <= half].sum() < 0.7


@pytest.mark.parametrize("n", [5, 6, 8, 12, 20, 40, 100])
def test_a_paired_difference_is_covered_whatever_the_rates_are(n: int) -> None:
    first, second = (one.ravel() for one in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    is_possible = first + second <= n
    first, second = first[is_possible], second[is_possible]
    a = passes(first, n)
    b = passes(first + second, n) - a
    low, high = rate_differences((a, np.ones_like(a)), (b, np.ones_like(b)))
    ways = gammaln(n + 1) - gammaln(first + 1) - gammaln(second + 1) - gammaln(n - first - second + 1)
    assert (low >= -1).all() and (high <= 1).all()
    for p, q in (
        (0.01, 0.01),
        (0.02, 0.001),
        (0.05, 0.01),
        (0.05, 0.05),
        (0.2, 0.05),
        (0.4, 0.4),
        (0.6, 0.1),
        (0.9, 0.02),
    ):
        chance = np.exp(ways + first * np.log(p) + second * np.log(q) + (n - first - second) * np.log1p(-p - q))
        assert chance[(low <= p - q + 1e-12) & (p - q <= high + 1e-12)].sum() >= LEAST


@pytest.mark.parametrize(
    ("n_units", "n_trials", "rate", "within"),
    [
        (5, 20, 0.95, 0.1),
        (6, 12, 0.98, 0.02),
        (12, 100, 0.005, 0.1),
        (12, 10, 0.5, 0.2),
        (20, 20, 0.99, 0.02),
        (40, 20, 0.98, 0.2),
        (40, 100, 0.002, 0.02),
        (100, 20, 0.001, 0.02),
    ],
)
def test_clustered_rates_and_their_differences_are_covered(
    n_units: int, n_trials: int, rate: float, within: float
) -> None:
    rng, whole = np.random.default_rng(11), 1 / within - 1

    def drawn() -> Floats:
        shares = rng.beta(rate * whole, (1 - rate) * whole, (1500, n_units))
        return rng.binomial(n_trials, shares).astype(np.float64)

    one, other = drawn(), drawn()
    trials = np.full_like(one, n_trials)
    low, high = rate_intervals(one, trials)
    assert ((low <= rate) & (rate <= high)).mean() >= LEAST - 0.01  # two standard errors of the simulation
    low, high = rate_differences((one, trials), (other, trials))
    assert ((low <= 1e-12) & (high >= -1e-12)).mean() >= LEAST - 0.01


def test_units_of_several_trials_are_worth_fewer() -> None:
    hits = np.array([[10.0, 10, 10, 0, 10, 10]])
    together, apart = rate_intervals(hits, np.full((1, 6), 10.0)), rate_intervals(passes([50], 60), np.ones((1, 60)))
    assert together[0][0] < apart[0][0] - 0.1 and together[1][0] > apart[1][0]
    codes = np.repeat(np.arange(6), 10)
    one, other = passes([60], 60), np.repeat(hits / 10, 10, axis=1)
    low, high = rate_differences((one, np.ones((1, 60))), (other, np.ones((1, 60))), codes)
    free = rate_differences((one, np.ones((1, 60))), (other, np.ones((1, 60))))
    assert low[0] < free[0][0] and high[0] > free[1][0]


def test_what_says_nothing_of_others_has_no_interval() -> None:
    low, high = rate_intervals(np.array([[3.0], [0.0]]), np.array([[4.0], [0.0]]))
    assert np.isnan([*low, *high]).all()
    with pytest.raises(SpecError, match="confidence_level must lie between 0 and 1"):
        rate_intervals(np.ones((1, 2)), np.ones((1, 2)), 1.0)


def measured(rows: list[list[float]], **more: object) -> Measurement:
    values = np.stack([np.array(rows), np.ones((len(rows), len(rows[0])))], axis=-1)
    return Measurement("m", "m", "", Statistics.from_values(values), lambda s: s[..., 0] / s[..., 1], True, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("row", "scale"), [([0, 1, 1], 1), ([0, 0, 0], 1), ([0, 100, 100], 100), ([0, 2, 2], 0), ([0, 0.5, 1], 0)]
)
def test_scores_of_passes_and_failures_are_rates(row: list[float], scale: float) -> None:
    rates = rates_of(measured([row, row[::-1]], is_mean=True))
    assert (0 if rates is None else rates.scale) == scale
    assert rates_of(measured([row])) is None  # no mean


def test_shares_that_are_said_to_be_so_are_rates_unless_a_place_has_more_hits_than_trials() -> None:
    assert rates_of(measured([[0.5, 1, 0.25]], trial=1.0)) is not None
    assert rates_of(measured([[0.5, 3, 0.25]], trial=1.0)) is None
    assert rates_of(measured([[0, 2, 0, 0, 0]], trial=1.0)) is not None  # a rare event that came twice


def test_many_hits_of_other_trials_are_left_to_the_variance_in_common() -> None:
    trials = np.array([[20.0, 20, 20], [21, 20, 20]])
    values = np.stack([np.array([[9.0, 8, 9], [8, 9, 8]]), trials], axis=-1)
    rates = rates_of(
        Measurement("m", "m", "", Statistics.from_values(values), lambda s: s[..., 0] / s[..., 1], True, trial=1.0)
    )
    assert rates is not None and rates.are_for([(0, 1), (0, 0)]) == [False, True]


@pytest.mark.parametrize(
    ("observed", "interval", "bounds"),
    [
        (0.5, (-5.85, 6.85), (0.0, 1.0)),
        (98.0, (95.0, 101.0), (0.0, 100.0)),
        (0.4, (-0.3, 1.1), (0.0, float("inf"))),
        (0.9, (0.7, 1.1), (float("-inf"), 1.0)),
    ],
)
def test_intervals_are_made_inside_the_range(
    observed: float, interval: tuple[float, float], bounds: tuple[float, float]
) -> None:
    found = inside_range(observed, interval, bounds, 0.95)
    assert found is not None and bounds[0] < found[0] < observed < found[1] < bounds[1]


def test_intervals_in_the_range_stay_as_they_are() -> None:
    for bounds in (None, (0.0, 1.0), (0.0, float("inf"))):
        assert inside_range(0.5, (0.25, 0.75), bounds, 0.95) == (0.25, 0.75)
    assert inside_range(0.5, None, (0.0, 1.0), 0.95) is None
    assert inside_range(1.0, (0.9, 1.1), (0.0, 1.0), 0.95) is None
    assert inside_range(1.0, (1.0, 1.0), (0.0, 1.0), 0.95) == (1.0, 1.0)


def test_the_share_within_is_the_level_of_the_quantile() -> None:
    for freedom in (3, 12.5, 400):
        assert share_within(t_quantile(0.975, freedom), freedom) == pytest.approx(0.95, abs=1e-9)


@pytest.mark.parametrize(("n_units", "missing"), [(1, 0.0), (8, 0.0), (60, 0.0), (60, 0.3), (300, 0.0)])
def test_counts_of_single_trials_say_what_their_places_do(n_units: int, missing: float) -> None:
    rng = np.random.default_rng(n_units)
    trials = np.broadcast_to((rng.random(n_units) >= missing).astype(float), (12, n_units))
    hits = (rng.random(trials.shape) < np.linspace(0.0, 1.0, 12)[:, None]) * trials
    pairs = [(a, b) for a in range(12) for b in range(12)]
    levels = rng.uniform(0.5, 0.99, len(pairs))
    a, b = np.array(pairs).T
    low, high = rate_differences((hits[a], trials[a]), (hits[b], trials[b]), None, levels)
    found = Rates(hits, trials, None, 100.0).differences(pairs, levels)
    assert (n_units == 1) == all(one is None for one in found)
    for one, *ends in zip(found, 100 * low, 100 * high, strict=True):
        assert np.isnan(ends).all() if one is None else np.allclose(one, ends, rtol=0, atol=1e-12)
