"""Correlations by bucket against the parts taken alone, permutations against their enumeration."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import bootstrap_draws, max_t
from steelyard.meta import (
    LEVELS,
    bootstrap_correlations,
    bucket_null,
    correlate_buckets,
    correlate_level,
    quantile_buckets,
)

STATISTICS = ("pearson", "spearman", "kendall", "acc_eq")


def bed(seed: int, *, gaps: bool = True, n: int = 12) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    ratings = rng.integers(0, 6, size=(4, n)).astype(float)
    scores = (ratings + rng.normal(size=(2, 4, n))).round(1)
    if gaps:
        ratings[1, 2] = ratings[3, n - 1] = scores[0, 2, 5] = np.nan
    return scores, ratings


def test_quantiles_cut_by_number() -> None:
    values = [5, 1, 4, np.nan, 2, 3, 6]
    assert quantile_buckets(values, 3)[0].tolist() == [2, 0, 1, -1, 0, 1, 2]
    codes, cuts = quantile_buckets([1, 1, 1, 2], 2)
    assert (codes.tolist(), cuts) == ([0, 0, 0, 1], (1.0,))
    with pytest.raises(DataError, match="Take fewer"):
        quantile_buckets([1, 1, 1, 1, 2], 3)
    with pytest.raises(SpecError, match="2 or more"):
        quantile_buckets(values, 1)
    for bad in ([np.inf, 1], [np.nan]):
        with pytest.raises(DataError):
            quantile_buckets(bad, 2)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("statistic", STATISTICS)
def test_observed_differences_are_those_of_the_parts(level: Any, statistic: str) -> None:
    scores, ratings = bed(1, n=30)
    ratings[2, ::3] = np.nan  # a system that nobody rated in the first bucket
    buckets = np.array([0, 1, 2] * 10)
    buckets[7] = -1
    parts = [
        correlate_level(scores[..., buckets == k], ratings[:, buckets == k], level=level, statistic=statistic).values
        for k in range(3)
    ]
    found = correlate_buckets(scores, ratings, buckets, level=level, statistic=statistic, n_resamples=50, rng=1)
    assert found.values == pytest.approx(np.stack(parts, axis=1))
    assert found.n_items.tolist() == [10, 9, 10]
    null = bucket_null(scores, ratings, buckets, level=level, statistic=statistic, n_resamples=3, rng=1)
    expected = [parts[a][metric] - parts[b][metric] for metric in range(2) for a, b in combinations(range(3), 2)]
    assert null.observed == pytest.approx(expected, abs=1e-9)


def test_intervals_are_the_bootstrap_of_the_part() -> None:
    scores, ratings = bed(2)
    buckets = np.arange(12) % 2
    found = correlate_buckets(scores, ratings, buckets, level="item", n_resamples=400, rng=5)
    for bucket in range(2):
        part = (scores[..., buckets == bucket], ratings[:, buckets == bucket])
        draws = bootstrap_draws(6, 400, rng=5 + bucket)
        ones = bootstrap_draws(4, 400, rng=1)
        ones = type(ones)(400, 4, lambda _, out: out.fill(1), 1)
        alone = bootstrap_correlations(
            *part, resample="inputs", level="item", n_resamples=400, rng=0, draws=(ones, draws)
        )
        for metric in range(2):
            assert found.intervals[metric, bucket] == pytest.approx(alone.interval(metric))


@pytest.mark.parametrize("level", ["system", "item", "global"])
def test_p_values_are_near_those_of_all_permutations(level: Any) -> None:
    """Eight segments, four in each bucket: 70 ways."""
    rng = np.random.default_rng(3)
    ratings = rng.normal(size=(5, 8))
    buckets = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    scores = ratings + np.where(buckets, 2.0, 0.8) * rng.normal(size=(5, 8))
    null = bucket_null(scores, ratings, buckets, level=level, n_resamples=4000, rng=7)
    differences = []
    for chosen in combinations(range(8), 4):
        mask = np.isin(np.arange(8), chosen)
        one, other = (correlate_level(scores[:, m], ratings[:, m], level=level).values[0] for m in (mask, ~mask))
        differences.append(one - other)
    exact = np.mean(np.abs(differences) >= abs(null.observed[0]) - 1e-12)
    assert null.p_values("two-sided")[0] == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 4000) + 1e-3)
    drawn = np.unique(np.concatenate(list(null.blocks()), axis=1).round(9))
    assert set(drawn) <= set(np.round(differences, 9))


def test_documents_go_as_wholes_or_their_segments_change_places() -> None:
    """Two documents agree with people, two do not: with whole documents the difference has few values."""
    documents = np.repeat(np.arange(4), 3)
    sign = np.where(documents % 2, -1.0, 1.0)
    ratings = np.ones((2, 12)) * [[0.0], [1.0]]
    scores = ratings * sign
    whole = bucket_null(scores, ratings, documents // 2, level="item", documents=documents, n_resamples=300, rng=1)
    assert whole.n_units == 4
    assert set(np.concatenate(list(whole.blocks()), axis=1).ravel().round(9)) == {-2.0, 0.0, 2.0}
    singly = bucket_null(scores, ratings, documents // 2, level="item", n_resamples=300, rng=1)
    assert singly.n_units == 12
    assert len(set(np.concatenate(list(singly.blocks()), axis=1).ravel().round(9))) > 3
    lengths = np.tile([0, 0, 1], 4)  # each document has two short segments and a long one
    within = bucket_null(scores, ratings, lengths, level="item", documents=documents, n_resamples=300, rng=1)
    assert within.n_units == 12
    assert np.allclose(np.concatenate(list(within.blocks()), axis=1), 0)  # each keeps two and one
    assert within.p_values("two-sided").tolist() == [1.0]


def test_whole_documents_are_resampled() -> None:
    scores, ratings = bed(4, gaps=False)
    documents, buckets = np.arange(12) // 2, np.arange(12) // 6
    found = correlate_buckets(scores, ratings, buckets, level="item", documents=documents, n_resamples=2000, rng=1)
    singles = correlate_buckets(scores, ratings, buckets, level="item", n_resamples=2000, rng=1)
    assert found.values.tolist() == singles.values.tolist()
    by_item = correlate_level(scores, ratings, level="item").by_group[0, :6]
    means = by_item.reshape(3, 2).mean(axis=1)  # the least and the most are resamples of one document, 1 in 27 each
    assert found.intervals[0, 0] == pytest.approx([means.min(), means.max()])
    with pytest.raises(SpecError, match="resampled by document"):
        correlate_buckets(
            scores, ratings, buckets, level="global", statistic="kendall", documents=documents, n_resamples=10, rng=1
        )


def test_the_same_seed_repeats_and_blocks_do_not_matter() -> None:
    scores, ratings = bed(6, gaps=False, n=40)
    buckets = np.arange(40) % 2
    one, other = (
        bucket_null(part, ratings, buckets, level="item", n_resamples=300, rng=9) for part in (scores, scores[:1])
    )
    first, alone = (np.concatenate(list(null.blocks()), axis=1) for null in (one, other))
    assert first.shape == (2, 300)
    assert first[0] == pytest.approx(alone[0], abs=1e-12)
    fewer = bucket_null(scores, ratings, buckets, level="item", n_resamples=130, rng=9)
    assert np.concatenate(list(fewer.blocks()), axis=1) == pytest.approx(first[:, :130], abs=1e-12)


def test_what_is_refused() -> None:
    scores, ratings = bed(5)
    asked: Any = {"level": "item", "n_resamples": 10, "rng": 1}
    halves = np.arange(12) % 2
    for function in (correlate_buckets, bucket_null):
        with pytest.raises(AlignmentError, match="buckets"):
            function(scores, ratings, halves[:5], **asked)
        with pytest.raises(AlignmentError, match="documents"):
            function(scores, ratings, halves, documents=[1], **asked)
        with pytest.raises(DataError, match="codes"):
            function(scores, ratings, halves / 2, **asked)
        with pytest.raises(DataError, match="Bucket 1"):
            function(scores, ratings, halves * 2, **asked)
        with pytest.raises(DataError, match="Bucket 0"):
            function(scores, ratings, halves * 0 - 1, **asked)
        with pytest.raises(SpecError, match="resamples"):
            function(scores, ratings, halves, level="item", n_resamples=0, rng=1)
        with pytest.raises(SpecError, match="statistic"):
            function(scores, ratings, halves, statistic="pearsn", **asked)
    with pytest.raises(SpecError, match="there is one"):
        bucket_null(scores, ratings, halves * 0, **asked)
    with pytest.raises(DataError, match="not defined"):
        bucket_null(np.where(halves, 1.0, scores), ratings, halves, **asked)


@pytest.mark.levels
def test_the_family_wise_error_holds() -> None:
    """Three metrics, three domains by document, all alike: 300 times at 5 %."""
    errors = 0
    documents = np.arange(60) // 3
    for seed in range(300):
        rng = np.random.default_rng(seed)
        quality = rng.normal(size=(5, 20))[:, documents] + rng.normal(size=(5, 60))
        scores = quality + rng.normal(size=(3, 5, 20))[..., documents] + rng.normal(size=(3, 5, 60))
        domains = rng.permutation(np.arange(20) % 3)[documents]
        null = bucket_null(scores, quality, domains, level="global", documents=documents, n_resamples=199, rng=seed)
        errors += bool((max_t(null).p_values <= 0.05).any())
    assert 0.02 <= errors / 300 <= 0.085
