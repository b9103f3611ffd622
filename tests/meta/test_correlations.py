"""Correlations of scores with ratings, against SciPy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from steelyard.errors import AlignmentError, SpecError
from steelyard.meta import Coefficient, correlate, correlate_rows

SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
VALUES = st.one_of(st.integers(0, 3).map(float), st.floats(-5, 5, width=16), st.just(math.nan))
COEFFICIENTS = st.sampled_from(sorted(SCIPY))


def by_scipy(scores: np.ndarray, ratings: np.ndarray, coefficient: str) -> float:
    is_rated = np.isfinite(scores) & np.isfinite(ratings)
    x, y = scores[is_rated], ratings[is_rated]
    if len(y) < 2 or np.ptp(y) == 0:
        return math.nan
    return 0.0 if np.ptp(x) == 0 else float(SCIPY[coefficient](x, y).statistic)


@given(arrays(np.float64, st.tuples(st.just(2), st.integers(0, 12)), elements=VALUES), COEFFICIENTS)
def test_pairs_are_correlated_as_scipy_does(pairs: np.ndarray, coefficient: Coefficient) -> None:
    found = correlate(*pairs, coefficient=coefficient)
    assert found == pytest.approx(by_scipy(*pairs, coefficient), abs=1e-9, nan_ok=True)


@given(arrays(np.float64, st.tuples(st.just(2), st.integers(0, 4), st.integers(0, 6)), elements=VALUES), COEFFICIENTS)
def test_a_row_is_correlated_as_if_it_were_alone(pairs: np.ndarray, coefficient: Coefficient) -> None:
    found = correlate_rows(*pairs, coefficient=coefficient)
    expected = [correlate(x, y, coefficient=coefficient) for x, y in zip(*pairs, strict=True)]
    assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("coefficient", sorted(SCIPY))
def test_many_pairs_with_ties(coefficient: Coefficient) -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(size=5000)
    ratings = np.rint(scores + rng.normal(size=5000))
    assert correlate(scores, ratings, coefficient=coefficient) == pytest.approx(
        SCIPY[coefficient](scores, ratings).statistic, abs=1e-12
    )


def test_scores_without_differences_say_nothing_and_ratings_without_ask_nothing() -> None:
    for coefficient in ("pearson", "spearman", "kendall"):
        assert correlate([0.1] * 3, [1, 2, 3], coefficient=coefficient) == 0
        assert math.isnan(correlate([1, 2, 3], [0.1] * 3, coefficient=coefficient))
        assert math.isnan(correlate([1], [1], coefficient=coefficient))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"shape \(n,\), not \(2,\) and \(3,\)"):
        correlate([1, 2], [1, 2, 3])
    with pytest.raises(AlignmentError, match=r"shape \(n, m\)"):
        correlate_rows([1, 2], [1, 2])
    with pytest.raises(SpecError, match="Did you mean 'kendall'"):
        correlate([1, 2], [1, 2], coefficient="kendal")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="Did you mean 'kendall'"):
        correlate_rows([[1, 2]], [[1, 2]], coefficient="kendal")  # type: ignore[arg-type]
