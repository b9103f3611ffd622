"""Each rater beside the mean of the others, against SciPy pair by pair."""

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import DataError
from steelyard.human import correlations_with_others


def test_as_scipy_over_shared_outputs() -> None:
    rng = np.random.default_rng(7)
    table = rng.normal(size=(5, 30)) + rng.normal(size=30)
    table[rng.random(table.shape) < 0.4] = np.nan
    expected = []
    for rater in range(5):
        rest = np.delete(table, rater, axis=0)
        shared = [i for i in range(30) if np.isfinite(table[rater, i]) and np.isfinite(rest[:, i]).any()]
        means = [np.nanmean(rest[:, i]) for i in shared]
        expected.append(stats.pearsonr(table[rater, shared], means).statistic)
    assert correlations_with_others(table) == pytest.approx(expected)


def test_what_has_no_correlation_is_none() -> None:
    assert correlations_with_others([[1, 1, 1], [1, 2, 3]]) == [None, None]
    assert correlations_with_others([[1, 2, np.nan], [2, 1, 3]]) == [None, None]
    with pytest.raises(DataError, match="not an array of 1 dimensions"):
        correlations_with_others([1, 2, 3])
