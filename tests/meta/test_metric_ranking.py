"""The order of metrics, outlying systems, and the t test over resamples."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import max_t
from steelyard.meta import correlate_level, outlying_systems, permutation_null, rank_metrics, robust_pearson
from tests.meta.wmt23 import wmt23


def made_up(noise: list[float], seed: int, shape: tuple[int, int] = (6, 30)) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    ratings = rng.normal(size=shape)
    return np.stack([ratings + size * rng.normal(size=shape) for size in noise]), ratings


def test_metrics_are_ranked_and_put_into_clusters() -> None:
    scores, ratings = made_up([3.0, 0.2, 3.1, 0.2], 1)
    found = rank_metrics(scores, ratings, level="global", n_resamples=999, rng=1)
    values = correlate_level(scores, ratings, level="global").values
    assert found.ranks == tuple(stats.rankdata(-values, method="min"))
    assert found.clusters == (2, 1, 2, 1)
    assert found.rank_ranges == ((3, 4), (1, 2), (3, 4), (1, 2))
    null = permutation_null(scores, ratings, swap="both", level="global", n_resamples=999, rng=1)
    upper = np.triu_indices(4, 1)
    np.testing.assert_array_equal(found.p_values[upper], null.p_values("two-sided"))
    np.testing.assert_array_equal(found.adjusted[upper], max_t(null).p_values)
    np.testing.assert_array_equal(found.adjusted, found.adjusted.T)
    assert found.is_better[1, 0]
    assert not (found.is_better & found.is_better.T).any()


def test_equal_metrics_share_rank_and_cluster() -> None:
    scores, ratings = made_up([1.0], 2)
    both = np.concatenate([scores, 2 * scores])
    for level in ("system", "item", "global"):
        found = rank_metrics(both, ratings, level=level, n_resamples=200, rng=1)  # type: ignore[arg-type]
        assert (found.ranks, found.clusters) == ((1, 1), (1, 1))
        assert (found.adjusted == 1).all()


@pytest.mark.levels
def test_family_wise_error_where_all_metrics_are_equal() -> None:
    """Six metrics that are people's ratings with noise of one kind: about .05 of data sets give any claim."""
    n_claims = 0
    for seed in range(300):
        scores, ratings = made_up([1.0] * 6, seed, (8, 20))
        n_claims += rank_metrics(scores, ratings, level="global", n_resamples=199, rng=seed).is_better.any()
    assert n_claims <= stats.binom.ppf(0.9999, 300, 0.05)


@pytest.mark.real_data
def test_wmt23_metrics_fall_into_clusters(test_data: Path) -> None:
    """The published order of en-de begins with learned metrics and ends with those of overlap."""
    data = wmt23(test_data)
    names = ["BLEU-refA", "chrF-refA", "COMET-refA", "XCOMET-Ensemble-refA", "MetricX-23-refA"]
    rows = [i for i, name in enumerate(data.systems) if name != "refA"]
    scores = np.stack([data.scores[data.metrics.index(name)][rows] for name in names])
    found = rank_metrics(scores, data.ratings[rows], level="global", n_resamples=499, rng=12345)
    assert found.clusters[0] > found.clusters[1] > found.clusters[2]
    assert set(found.ranks[3:]) == {1, 2}


def test_outlying_systems_by_the_median_absolute_deviation() -> None:
    ratings = [1.0, 2.0, 3.0, 4.0, 100.0]
    limit = 2.5 * 1.483 * 1.0
    assert outlying_systems(ratings).tolist() == [False] * 4 + [True]
    assert not outlying_systems([1, 2, 3, 4, 3 + limit]).any()
    assert outlying_systems([1, 2, 3, 4, 3 + limit + 1e-9]).any()
    assert outlying_systems([1, 2, math.nan, 3, 4, 100]).tolist() == [False] * 5 + [True]
    assert not outlying_systems([1, 1, 1, 1, 9]).any()
    assert not outlying_systems([math.nan, math.nan]).any()
    found, n_left_out = robust_pearson([[1, 3, 2, 4, 0], [1, 1, 1, 1, 9]], ratings)
    assert n_left_out == 1
    assert found.tolist() == pytest.approx([0.8, math.nan], nan_ok=True)


def test_what_does_not_fit_is_refused() -> None:
    scores, ratings = made_up([1.0, 1.0], 3)
    with pytest.raises(SpecError, match="alpha"):
        rank_metrics(scores, ratings, level="global", alpha=5, n_resamples=10, rng=1)
    with pytest.raises(AlignmentError, match="systems"):
        outlying_systems([[1, 2]])
    with pytest.raises(SpecError, match="cutoff"):
        outlying_systems([1, 2], cutoff=0)
    with pytest.raises(AlignmentError, match="metrics, systems"):
        robust_pearson([1, 2, 3], [1, 2])
