"""Bands for whole families of differences, against SciPy's t and against trying every width."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from steelyard.inference import bonferroni_critical_value, sup_t_critical_value


@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.001])
@pytest.mark.parametrize("n_differences", [1, 10, 190])
@pytest.mark.parametrize("n_units", [2, 6, 12, 39, 40, 41, 60, 557, 100_000])
def test_bonferronis_value_is_scipys_quantile_of_t(n_units: int, n_differences: int, alpha: float) -> None:
    expected = stats.t.isf(alpha / (2 * n_differences), n_units - 1)
    assert bonferroni_critical_value(n_differences, n_units, alpha) == pytest.approx(expected, rel=1e-3)


def test_a_single_unit_says_nothing_about_spread() -> None:
    assert bonferroni_critical_value(3, 1, 0.05) == float("inf")


def width_by_trying(differences: list[tuple[float, float, np.ndarray]], alpha: Fraction) -> float:
    """Try every deviation as the width; the observed values count as one more resample that lies inside the rest."""
    with_spread = [(observed, error, values) for observed, error, values in differences if error > 0]
    n_resamples = len(differences[0][2])
    largest = [
        max(abs(values[b] - observed) / error for observed, error, values in with_spread) for b in range(n_resamples)
    ]
    for width in sorted(largest):
        if sum(value <= width for value in largest) >= (1 - alpha) * (n_resamples + 1):
            return width
    return max(largest)


@pytest.mark.parametrize("n_units", [12, 45, 1000])
@pytest.mark.parametrize(("n_resamples", "alpha"), [(99, "1/20"), (999, "1/20"), (1000, "1/10"), (50, "1/3")])
def test_sup_t_is_the_least_width_that_covers_enough_resamples_on_students_scale(
    n_resamples: int, alpha: str, n_units: int
) -> None:
    rng = np.random.default_rng(n_resamples)
    differences = [(float(i), 0.5 + i, rng.normal(i, 0.5 + i, n_resamples).round(2)) for i in range(4)]
    differences.append((1.0, 0.0, np.full(n_resamples, 99.0)))
    level = float(Fraction(alpha))
    student = stats.t.isf(stats.norm.sf(width_by_trying(differences, Fraction(alpha))), n_units - 1)
    expected = min(student, bonferroni_critical_value(5, n_units, level))
    assert sup_t_critical_value(iter(differences), n_units, level) == pytest.approx(expected, rel=1e-3)


def test_a_family_without_spread_needs_no_band() -> None:
    assert sup_t_critical_value([(1.0, 0.0, np.ones(9)), (0.0, float("nan"), np.ones(9))], 9, 0.05) == 0.0
    assert sup_t_critical_value([], 9, 0.05) == 0.0
