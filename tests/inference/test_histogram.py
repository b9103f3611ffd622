"""Histograms of null distributions, against NumPy's and against the p-values of the same draws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from steelyard.errors import SpecError
from steelyard.inference import NullDistribution, null_histograms


def null_of(draws: np.ndarray, observed: np.ndarray | None = None) -> NullDistribution:
    n, n_draws = draws.shape
    seen = np.ones(n) if observed is None else observed
    half = n_draws // 2
    return NullDistribution(
        seen, np.ones(n), np.full(n, 1e-12), lambda: iter([draws[:, :half], draws[:, half:]]), n_draws, False, 9
    )


@given(hnp.arrays(np.float64, (3, 50), elements=st.floats(-1e6, 1e6)), st.sampled_from([1, 5, 41]))
def test_every_draw_is_counted_once_in_its_bin(draws: np.ndarray, n_bins: int) -> None:
    for histogram, row in zip(null_histograms(null_of(draws), n_bins), draws, strict=True):
        assert histogram.counts.sum() == 50
        assert len(histogram.counts) == n_bins
        assert histogram.edges[0] <= row.min()
        assert histogram.edges[-1] >= row.max()
        middle = histogram.start + histogram.width * (n_bins / 2)
        assert middle == pytest.approx(0, abs=1e-9 * max(1, np.abs(row).max()))


def test_counts_are_numpys() -> None:
    draws = np.random.default_rng(20261122).normal(size=(2, 1000))
    for histogram, row in zip(null_histograms(null_of(draws)), draws, strict=True):
        assert histogram.counts.tolist() == np.histogram(row, histogram.edges)[0].tolist()


def test_draws_that_do_not_vary_stand_in_the_middle() -> None:
    [histogram] = null_histograms(null_of(np.zeros((1, 7))), 5)
    assert histogram.counts.tolist() == [0, 0, 7, 0, 0]
    assert histogram.width == 1


def test_bins_beyond_the_observed_difference_bound_p() -> None:
    draws = np.random.default_rng(7).normal(size=(4, 999))
    null = null_of(draws, np.array([0.0, 0.7, -1.5, 3.0]))
    for histogram, observed, p_value in zip(
        null_histograms(null), null.observed, null.p_values("two-sided"), strict=True
    ):
        extreme = round(p_value * 1000) - 1
        low, high = histogram.edges[:-1], histogram.edges[1:]
        inside = histogram.counts[(low >= abs(observed)) | (high <= -abs(observed))].sum()
        touching = histogram.counts[(high >= abs(observed)) | (low <= -abs(observed))].sum()
        assert inside <= extreme <= touching


@pytest.mark.parametrize("n_bins", [0, 2, -1, 40])
def test_an_even_number_of_bins_is_refused(n_bins: int) -> None:
    with pytest.raises(SpecError, match="odd number"):
        null_histograms(null_of(np.ones((1, 2))), n_bins)
