"""Counted shares against SciPy's binomial."""

from math import comb

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import SpecError
from steelyard.inference import binomial_tail, wilson_interval


@pytest.mark.parametrize(("n_found", "n"), [(0, 10), (1, 10), (50, 1000), (999, 1000), (10, 10), (0, 1)])
def test_wilsons_interval_is_scipys(n_found: int, n: int) -> None:
    expected = stats.binomtest(n_found, n).proportion_ci(method="wilson")
    np.testing.assert_allclose(wilson_interval(n_found, n), (expected.low, expected.high), rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 1.0])
@pytest.mark.parametrize("n_found", [0, 1, 4, 12])
def test_the_chance_of_so_many_or_more_is_the_sum_over_outcomes(n_found: int, share: float) -> None:
    summed = sum(comb(12, k) * share**k * (1 - share) ** (12 - k) for k in range(n_found, 13))
    np.testing.assert_allclose(binomial_tail(n_found, 12, share), summed, rtol=1e-12)


def test_impossible_shares_are_refused() -> None:
    for n_found, n in ((-1, 3), (4, 3), (0, 0)):
        with pytest.raises(SpecError, match="at least one trial"):
            wilson_interval(n_found, n)
        with pytest.raises(SpecError, match="at least one trial"):
            binomial_tail(n_found, n, 0.5)
    with pytest.raises(SpecError, match=r"between 0 and 1, not 1\.5"):
        binomial_tail(1, 2, 1.5)
