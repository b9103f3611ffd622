"""How many equal units unequal ones are worth, and what intervals make of it."""

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import (
    bonferroni_critical_value,
    degrees_of_freedom,
    delta_interval,
    effective_number,
    equivalence,
    jackknife_interval,
    standard_error,
)


def test_golden_numbers_of_equal_units() -> None:
    assert effective_number(np.full(12, 7)) == pytest.approx(12)
    assert effective_number([1, 0, 0, 0]) == 1
    assert effective_number([1, 2, 3]) == pytest.approx(36 / 14)
    assert effective_number([0, 0, 0]) == 3
    assert effective_number([3, 1]) == effective_number([300, 100])


def test_it_is_the_variance_of_a_weighted_mean_against_that_of_equal_units() -> None:
    weights = np.array([5.0, 1, 1, 3])
    share = weights / weights.sum()
    assert 1 / np.square(share).sum() == pytest.approx(effective_number(weights))


@pytest.mark.parametrize(("n", "degrees"), [(12, 11), (7.5, 6.5), (2, 1), (1.3, 1)])
def test_one_unit_is_lost_to_the_mean_and_never_all(n: float, degrees: float) -> None:
    assert degrees_of_freedom(n) == degrees


def test_intervals_take_the_degrees_of_freedom_of_the_effective_number() -> None:
    without = np.array([0.3, 0.1, 0.4, -0.2, 0.5, 0.45])
    half = standard_error(without) * stats.t.ppf(0.975, 3.2)
    assert jackknife_interval(1.0, without, n_effective=4.2) == pytest.approx((1 - half, 1 + half))
    influence = without - without.mean()
    by_all, by_some = (delta_interval(1.0, influence, n_effective=n) for n in (None, 4.2))
    assert (by_some[1] - 1) / (by_all[1] - 1) == pytest.approx(stats.t.ppf(0.975, 3.2) / stats.t.ppf(0.975, 5))
    assert bonferroni_critical_value(10, 4.2, 0.05) == pytest.approx(stats.t.isf(0.0025, 3.2))
    p_value = equivalence(0.1, without, 1.5, n_effective=4.2).p_value
    assert p_value == pytest.approx(stats.t.sf((1.5 - 0.1) / standard_error(without), 3.2))


def test_intervals_over_unequal_documents_were_too_short() -> None:
    """Twelve documents of which two hold most of the text: a nominal 95 % covered 91 % with 11 degrees of freedom."""
    rng = np.random.default_rng(4)
    sizes = np.array([40.0, 30, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1])
    covered = {None: 0, effective_number(sizes): 0}
    for _ in range(2000):
        sums = rng.normal(0, np.sqrt(sizes))
        without = (sums.sum() - sums) / (sizes.sum() - sizes)
        for n in covered:
            low, high = jackknife_interval(sums.sum() / sizes.sum(), without, n_effective=n)
            covered[n] += low <= 0 <= high
    n_short, n_mended = covered.values()
    assert stats.binomtest(n_short, 2000, 0.95).pvalue < 1e-4
    assert n_mended >= stats.binom.ppf(0.001, 2000, 0.95)


def test_weights_that_are_none_are_not_counted_as_equal() -> None:
    assert np.isnan(effective_number([np.nan, 1.0]))
    with pytest.raises(SpecError, match="A weight is negative"):
        effective_number([-1.0, 2.0])
