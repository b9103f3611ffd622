"""The criteria of P09-1035 against worked numbers, loops and SciPy."""

import math

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import AlignmentError, DataError
from steelyard.meta import (
    extreme_errors,
    oracle_system_quality,
    quality_decrease,
    significance_overlap,
    significant_pairs,
)

RATINGS = [[8, 5, 3], [6, 7, 4]]
SCORES = [[0.40, 0.45, 0.30], [0.50, 0.55, 0.52]]


def test_the_worked_numbers() -> None:
    """metrics-learned-and-linguistic.md 9."""
    people, metric = np.zeros((2, 4, 4), dtype=bool)
    people[[0, 0, 1, 3], [1, 2, 2, 2]] = True
    metric[[0, 0, 2], [1, 2, 1]] = True
    assert significance_overlap(people, metric) == pytest.approx((2 / 3, 0.5))
    assert extreme_errors([9, 7, 5, 3, 2], [0.2, 0.8, 0.6, 0.5, 0.1]) == (0.5, 0)
    assert quality_decrease(RATINGS, SCORES, 0) == 2.5
    assert oracle_system_quality(RATINGS, SCORES) == 6
    best, worst, chance = np.max(RATINGS, axis=1).mean(), np.min(RATINGS, axis=1).mean(), np.mean(RATINGS)
    assert (best, worst, chance) == (7.5, 3.5, 5.5)


def test_significant_pairs_are_those_of_wilcoxon() -> None:
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(12, 4)) + 0.5 * np.arange(4)
    found = significant_pairs(quality)
    for a in range(4):
        for b in range(4):
            if a != b:
                p = stats.wilcoxon(quality[:, a], quality[:, b], alternative="greater").pvalue
                assert found[a, b] == (p < 0.025)
    assert found.any()
    assert not significant_pairs(np.ones((5, 3))).any()
    assert significant_pairs([[1.0], [2.0]]).tolist() == [[False]]


def test_ties_and_nothing_to_divide_by() -> None:
    nothing = np.zeros((3, 3), dtype=bool)
    assert all(math.isnan(share) for share in significance_overlap(nothing, nothing))
    assert all(math.isnan(share) for share in extreme_errors([5, 5], [1, 2]))
    low, high = extreme_errors([9, 2], [1, 1])  # both stand at 5.5
    assert math.isnan(low)
    assert math.isnan(high)
    assert oracle_system_quality([[8, 4, 1]], [[1, 1, 0]]) == 6
    assert quality_decrease([[8, 4]], [[2, 1]], 0) == 0
    assert quality_decrease([[8, 9]], [[2, 3]], 0) == -1
    assert quality_decrease([[8]], [[2]], 0) == 0


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match="systems, systems"):
        significance_overlap([True], [True])
    with pytest.raises(AlignmentError, match="cases, systems"):
        significant_pairs([1, 2])
    with pytest.raises(DataError, match="missing"):
        oracle_system_quality([[math.nan, 1]], [[1, 2]])
    with pytest.raises(AlignmentError, match="same shape"):
        quality_decrease([[1, 2]], [[1, 2, 3]], 0)
    with pytest.raises(AlignmentError, match="position 2"):
        quality_decrease([[1, 2]], [[1, 2]], 2)
    with pytest.raises(AlignmentError, match=r"shape \(n,\)"):
        extreme_errors([1, 2], [1])
    with pytest.raises(DataError, match="missing"):
        extreme_errors([1, math.nan], [1, 2])
