"""How often intervals cover the truth, measured on simulated test sets whose true differences are known.

The bound is the 99.9 % point of the number of misses among `n` independent test sets if each missed with probability
exactly alpha, as in test_error_rates.py; seeds are fixed.
"""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from steelyard.inference import (
    FEW_UNITS,
    basic_interval,
    bca_interval,
    bonferroni_critical_value,
    bootstrap_draws,
    bootstrap_scores,
    delta_interval,
    influence_values,
    jackknife_interval,
    jackknife_scores,
    normal_interval,
    percentile_interval,
    rank_intervals,
    standard_error,
    student_interval,
    sup_t_critical_value,
)
from tests.inference.measurements import all_pairs, mean_of

pytestmark = pytest.mark.levels

ALPHA = 0.05
N_SIMULATIONS = 1000


def band_of(
    rng: np.random.Generator, truth: NDArray[np.float64], n_units: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Draw systems with these true means, and put the family's band around every difference: bounds, shape (P,)."""
    n_systems = len(truth)
    scores = truth[:, None] + rng.normal(size=n_units) + rng.normal(size=(n_systems, n_units))
    measurement, pairs = mean_of(scores), all_pairs(n_systems)
    left_out, observed = jackknife_scores(measurement), measurement.scores(measurement.statistics.totals())
    deltas = np.array([observed[a] - observed[b] for a, b in pairs])
    errors = np.array([standard_error(left_out[a] - left_out[b]) for a, b in pairs])
    if n_units < FEW_UNITS:
        critical = bonferroni_critical_value(len(pairs), n_units, ALPHA)
    else:
        draws = bootstrap_draws(n_units, 999, rng=int(rng.integers(2**32)))
        [resampled] = bootstrap_scores([measurement], draws)
        family = [(d, e, resampled[a] - resampled[b]) for (a, b), d, e in zip(pairs, deltas, errors, strict=True)]
        critical = sup_t_critical_value(family, n_units, ALPHA)
    return deltas - critical * errors, deltas + critical * errors


def misses_some_pair(rng: np.random.Generator, n_systems: int, n_units: int) -> bool:
    """Draw systems with true means 0, 1, 2, ... and see whether the band leaves out some true difference."""
    truth = np.arange(n_systems, dtype=float)
    lower, upper = band_of(rng, truth, n_units)
    differences = np.array([truth[a] - truth[b] for a, b in all_pairs(n_systems)])
    return bool(((differences < lower) | (differences > upper)).any())


@pytest.mark.parametrize(
    ("n_systems", "n_units"), [(2, 12), (4, 8), (5, 12), (12, 12), (12, 40), (12, 60), (12, 200)], ids=str
)
def test_the_band_covers_every_difference_at_once(n_systems: int, n_units: int) -> None:
    misses = sum(
        misses_some_pair(np.random.default_rng([n_systems, n_units, i]), n_systems, n_units)
        for i in range(N_SIMULATIONS)
    )
    assert misses <= stats.binom.ppf(0.999, N_SIMULATIONS, ALPHA)


WITHOUT_RESAMPLES = ("jackknife", "delta", "student")
KINDS = ("percentile", "basic", "normal", "bca", *WITHOUT_RESAMPLES)


def covers_zero(kind: str, n_units: int, i: int) -> bool:
    """Draw normal scores with the true mean 0, and see whether the interval holds it."""
    scores = np.random.default_rng([n_units, i]).normal(size=n_units)
    measurement = mean_of([scores])
    [observed] = measurement.scores(measurement.statistics.totals()).tolist()
    if kind in WITHOUT_RESAMPLES:
        interval = {
            "jackknife": lambda: jackknife_interval(observed, jackknife_scores(measurement)[0]),
            "delta": lambda: delta_interval(observed, influence_values(measurement)[0]),
            "student": lambda: student_interval(scores),
        }[kind]()
    else:
        [[values]] = bootstrap_scores([measurement], bootstrap_draws(n_units, 999, rng=i))
        interval = {
            "percentile": lambda: percentile_interval(values),
            "basic": lambda: basic_interval(observed, values),
            "normal": lambda: normal_interval(observed, values),
            "bca": lambda: tuple(bca_interval(observed, values, jackknife_scores(measurement)[0])),
        }[kind]()
    return interval is not None and interval[0] <= 0 <= interval[1]


# With 12 units a bootstrap's interval is too short, as docs/explanation/intervals.md says with figures.
@pytest.mark.parametrize(
    ("kind", "n_units"), [(kind, 200) for kind in KINDS] + [(kind, 12) for kind in WITHOUT_RESAMPLES]
)
def test_every_kind_covers_the_mean_of_normal_scores(kind: str, n_units: int) -> None:
    misses = sum(not covers_zero(kind, n_units, i) for i in range(N_SIMULATIONS))
    assert stats.binom.ppf(0.001, N_SIMULATIONS, ALPHA) <= misses <= stats.binom.ppf(0.999, N_SIMULATIONS, ALPHA)


@pytest.mark.parametrize(
    "truth", [(0, 0, 0, 0, 0, 0), (0, 0, 0, 0.4, 0.4, 0.4), (0, 0.1, 0.2, 0.3, 0.4, 0.5), (0, 0.2, 0.2, 0.9)], ids=str
)
@pytest.mark.parametrize("n_units", [20, 100])
def test_ranges_of_ranks_hold_for_all_systems_at_once(truth: tuple[float, ...], n_units: int) -> None:
    means = np.array(truth, dtype=float)
    least, most = 1 + (means > means[:, None]).sum(axis=1), (means >= means[:, None]).sum(axis=1)
    n_misses, n_told = 0, 0
    for i in range(N_SIMULATIONS):
        bounds = band_of(np.random.default_rng([len(truth), n_units, i]), means, n_units)
        found = rank_intervals(*bounds, all_pairs(len(truth)), len(truth))
        n_misses += bool(((least < found.lowest) | (most > found.highest)).any())
        n_told += bool((found.highest - found.lowest + 1 < len(truth)).any())
    assert n_misses <= stats.binom.ppf(0.999, N_SIMULATIONS, ALPHA)
    if n_units == 100 and np.ptp(means) > 0:
        assert n_told > 0.5 * N_SIMULATIONS  # and they say something
