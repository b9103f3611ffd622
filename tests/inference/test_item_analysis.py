"""Classical figures of items, against SciPy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from steelyard.errors import AlignmentError
from steelyard.inference import item_mean_intervals, item_rest_correlations, item_rest_intervals


def test_intervals_of_means_are_exact_or_students() -> None:
    rng = np.random.default_rng(2)
    passes, grades = (rng.random((30, 12)) < 0.3).astype(float), rng.random((30, 12))
    low, high = item_mean_intervals(passes)
    for i, found in enumerate(passes.sum(axis=0)):
        wanted = stats.binomtest(int(found), 30).proportion_ci(method="exact")
        assert_allclose((low[i], high[i]), (wanted.low, wanted.high))
    low, high = item_mean_intervals(grades, 0.9)
    wanted = stats.t.interval(0.9, 29, grades.mean(axis=0), stats.sem(grades, axis=0))
    assert_allclose((low, high), wanted)


@pytest.mark.parametrize("rate", [0.95, 0.98, 0.99])
@pytest.mark.parametrize("n", [12, 50, 100])
def test_a_rate_near_1_is_covered(n: int, rate: float) -> None:
    """Over all numbers of systems that may be right; Wilson's covers .886 at .99 of 12."""
    passes = (np.arange(n)[:, None] < np.arange(n + 1)).astype(float)
    low, high = item_mean_intervals(passes)
    chances = stats.binom.pmf(np.arange(n + 1), n, rate)
    assert chances[(low <= rate) & (rate <= high)].sum() >= 0.95


def test_intervals_of_correlations_are_fishers() -> None:
    x = np.random.default_rng(3).random((25, 9))
    found = item_rest_correlations(x)
    low, high = item_rest_intervals(found, 25)
    for i in range(9):
        wanted = stats.pearsonr(x[:, i], np.delete(x, i, axis=1).sum(axis=1)).confidence_interval()
        assert_allclose((low[i], high[i]), wanted)


def test_what_says_nothing_has_no_interval() -> None:
    assert np.isnan(item_rest_intervals([0.5], 3)).all()
    assert np.isnan(item_mean_intervals([[0.5, 0.2]])).all()
    with pytest.raises(AlignmentError, match="shape"):
        item_mean_intervals([1.0])
