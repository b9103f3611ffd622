"""Resampled accuracies and pair statistics against loops over resamples, and the tests made of them."""

import math

import numpy as np
import pytest
from scipy import stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import Draws, given_draws, max_t
from steelyard.meta import (
    LINEAR_STATISTICS,
    BootstrapCorrelations,
    bootstrap_clear_pairs,
    bootstrap_correlations,
    bootstrap_item_pairs,
    bootstrap_pairwise_accuracy,
    bootstrap_soft_accuracy,
    bootstrap_tie_accuracy,
    calibrate_ties,
    correlate_level,
    kendall_like,
    output_draws,
    pair_decisions,
    permutation_null,
    rank_by_null,
    rank_by_p_values,
    shifted_null,
    soft_pairwise_accuracy,
    tie_accuracy,
)

S, N, B = 6, 9, 40
PAIRS = [(i, j) for i in range(S) for j in range(i + 1, S)]


def made_up(seed: int, *, decimals: int | None = None, missing: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    ratings = rng.normal(size=(S, N))
    scores = ratings + rng.normal(size=(2, S, N))
    scores[:, rng.random((S, N)) < missing] = np.nan
    ratings[rng.random((S, N)) < missing] = np.nan
    return (scores, ratings) if decimals is None else (scores.round(decimals), ratings.round(decimals))


def drawn(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    rows, columns = (rng.multinomial(n, [1 / n] * n, size=B) for n in (S, N))
    return rows, columns


def draws_of(rows: np.ndarray, columns: np.ndarray) -> tuple[Draws, Draws]:
    return given_draws(rows), given_draws(columns)


@pytest.mark.parametrize("statistic", ["tau_b", "tau_13", "tau_14", "tau_10"])
def test_pair_statistics_without_rating_ties_are_those_of_ranking_every_resample_again(statistic: str) -> None:
    scores, ratings = made_up(1, decimals=1 if statistic == "tau_b" else None)
    rows, columns = drawn(2)
    found = bootstrap_item_pairs(scores, ratings, draws_of(rows, columns), statistic=statistic)
    plain = "kendall" if statistic == "tau_b" else statistic
    expected = bootstrap_correlations(
        scores,
        ratings,
        resample="both",
        level="item",
        statistic=plain,
        n_resamples=0,
        rng=0,
        draws=draws_of(rows, columns),
    )
    np.testing.assert_allclose(found.observed, expected.observed, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.values, expected.values, rtol=0, atol=1e-12)


@pytest.mark.parametrize("statistic", LINEAR_STATISTICS)
def test_pair_statistics_of_resampled_segments_are_those_of_a_loop(statistic: str) -> None:
    scores, ratings = made_up(3, decimals=0)
    _, columns = drawn(4)
    draws = draws_of(np.ones((B, S), dtype=int), columns)
    found = bootstrap_item_pairs(scores, ratings, draws, statistic=statistic)
    for draw, weights in enumerate(columns):
        at = np.repeat(np.arange(N), weights)
        expected = correlate_level(scores[:, :, at], ratings[:, at], level="item", statistic=statistic).values
        np.testing.assert_allclose(found.values[:, draw], expected, rtol=0, atol=1e-12)


def weighted_pairs(rows: np.ndarray, values: dict[tuple[int, int], float]) -> float:
    """Average over pairs of systems, the weight of a pair that of both of its systems."""
    weights = {pair: rows[pair[0]] * rows[pair[1]] for pair in values}
    total = sum(weights.values())
    return sum(weights[pair] * value for pair, value in values.items()) / total if total else math.nan


def test_tie_accuracy_is_that_of_a_loop() -> None:
    scores, ratings = made_up(5, decimals=1, missing=0)
    fitted = [calibrate_ties(metric.T, ratings.T) for metric in scores]
    thresholds = [part.threshold for part in fitted]
    rows, columns = drawn(6)
    found = bootstrap_tie_accuracy(scores, ratings, draws_of(rows, columns), thresholds=thresholds)
    assert found.observed.tolist() == pytest.approx([part.accuracy for part in fitted])
    for m, limit in enumerate(thresholds):
        right = {
            (i, j): [tie_accuracy(scores[m][[i, j], n][None], ratings[[i, j], n][None], limit + 1e-9) for n in range(N)]
            for i, j in PAIRS
        }
        for draw in range(B):
            by_item = [
                weighted_pairs(rows[draw], {pair: values[n] for pair, values in right.items()}) for n in range(N)
            ]
            expected = np.average(by_item, weights=columns[draw])
            assert found.values[m, draw] == pytest.approx(expected, abs=1e-12)


def test_pairwise_accuracy_is_that_of_a_loop() -> None:
    scores, ratings = made_up(7, missing=0)
    rows, columns = drawn(8)
    found = bootstrap_pairwise_accuracy(scores, ratings, draws_of(rows, columns))
    assert found.observed.tolist() == pytest.approx(
        pair_decisions(scores.mean(axis=2), ratings.mean(axis=1)).accuracy.tolist()
    )
    for draw in range(B):
        means = [np.average(values, axis=1, weights=columns[draw]) for values in (*scores, ratings)]
        for m in range(2):
            right = {(i, j): float((means[m][i] > means[m][j]) == (means[2][i] > means[2][j])) for i, j in PAIRS}
            assert found.values[m, draw] == pytest.approx(weighted_pairs(rows[draw], right), abs=1e-12)


def test_soft_accuracy_is_that_of_a_loop() -> None:
    scores, ratings = made_up(9, missing=0)
    rows, columns = drawn(10)
    found = bootstrap_soft_accuracy(scores, ratings, draws_of(rows, columns))
    for draw in range(B):
        at = np.repeat(np.arange(N), columns[draw])

        def p(values: np.ndarray, i: int, j: int, at: np.ndarray = at) -> float:
            gaps = values[i, at] - values[j, at]
            return float(stats.norm.sf(gaps.sum() / np.sqrt((gaps**2).sum())))

        for m in range(2):
            near = {(i, j): 1 - abs(p(scores[m], i, j) - p(ratings, i, j)) for i, j in PAIRS}
            assert found.values[m, draw] == pytest.approx(weighted_pairs(rows[draw], near), abs=1e-12)


def test_normal_theory_is_near_the_exchange_of_segments() -> None:
    rng = np.random.default_rng(11)
    ratings = 0.1 * rng.normal(size=(8, 1)) + rng.normal(size=(8, 300))
    scores = ratings + rng.normal(size=(3, 8, 300))
    exchanged = soft_pairwise_accuracy(scores, ratings, n_resamples=20_000, rng=1).values
    draws = output_draws(8, 300, resample="inputs", n_resamples=5, rng=1)
    assert bootstrap_soft_accuracy(scores, ratings, draws).observed.tolist() == pytest.approx(exchanged, abs=0.005)
    moved = bootstrap_soft_accuracy(scores, ratings, draws, observed=exchanged)
    assert moved.observed.tolist() == exchanged.tolist()
    same = bootstrap_soft_accuracy(np.stack([ratings, ratings]), ratings, draws)
    assert (same.values == 1).all()
    constant = bootstrap_soft_accuracy(np.zeros((1, 8, 300)), ratings, draws)  # p = .5 for every pair
    assert 0 < constant.observed[0] < 1


def test_clear_pairs_are_those_of_kendall_like() -> None:
    rng = np.random.default_rng(12)
    ratings, scores = 100 * rng.random((S, N)), rng.random((2, S, N)).round(1)
    _, columns = drawn(13)
    found = bootstrap_clear_pairs(scores, ratings, draws_of(np.ones((B, S), dtype=int), columns))
    for draw, weights in enumerate(columns):
        at = np.repeat(np.arange(N), weights)
        expected = [kendall_like(metric[:, at].T, ratings[:, at].T)[0] for metric in scores]
        assert found.values[:, draw].tolist() == pytest.approx(expected)
    with pytest.raises(SpecError, match="negative"):
        bootstrap_clear_pairs(scores, ratings, draws_of(*drawn(1)), min_difference=-1)


def test_documents_are_drawn_whole() -> None:
    codes = [0, 0, 0, 1, 1, 2]
    systems, items = output_draws(4, 6, resample="both", n_resamples=200, rng=5, documents=codes)
    weights = np.concatenate([block.copy() for _, block in items.blocks()])
    assert (weights[:, 0] == weights[:, 1]).all() and (weights[:, 3] == weights[:, 4]).all()
    assert (weights[:, [0, 3, 5]].sum(axis=1) == 3).all()
    assert len(set(weights.sum(axis=1).tolist())) > 3
    assert (np.concatenate([block.copy() for _, block in systems.blocks()]).sum(axis=1) == 4).all()
    with pytest.raises(AlignmentError, match="one per item"):
        output_draws(4, 6, resample="both", n_resamples=2, rng=5, documents=[0, 1])
    with pytest.raises(SpecError, match="resampling"):
        output_draws(4, 6, resample="all", n_resamples=2, rng=5)  # type: ignore[arg-type]


def test_shifted_null_is_that_of_a_loop() -> None:
    rng = np.random.default_rng(14)
    values = rng.normal(size=(3, 300))
    values[:, 7] = np.nan
    observed = np.array([0.5, 0.1, 3.0])
    null = shifted_null(BootstrapCorrelations(observed, values, np.ones(3, dtype=int)), n_units=12)
    kept = np.delete(values, 7, axis=1)
    for place, (a, b) in enumerate(((0, 1), (0, 2), (1, 2))):
        gaps = kept[a] - kept[b]
        count = (np.abs(gaps - gaps.mean()) >= abs(observed[a] - observed[b])).sum()
        assert null.p_values("two-sided")[place] == (count + 1) / 300
    ranking = rank_by_null(observed, null)
    assert ranking.ranks == (2, 3, 1)
    np.testing.assert_array_equal(ranking.adjusted[[0, 0, 1], [1, 2, 2]], max_t(null).p_values)


def test_equal_metrics_have_a_p_value_of_1() -> None:
    scores, ratings = made_up(15)
    draws = output_draws(S, N, resample="systems", n_resamples=100, rng=1)
    resampled = bootstrap_soft_accuracy(np.stack([scores[0], scores[0]]), ratings, draws)
    null = shifted_null(resampled, n_units=S)
    assert null.p_values("two-sided").tolist() == [1]
    assert rank_by_null(resampled.observed, null).clusters == (1, 1)


def test_what_does_not_fit_is_refused() -> None:
    scores, ratings = made_up(16)
    with pytest.raises(SpecError, match="statistic of pairs"):
        bootstrap_item_pairs(scores, ratings, draws_of(*drawn(1)), statistic="tau_c")
    with pytest.raises(AlignmentError, match="one threshold a metric"):
        bootstrap_tie_accuracy(scores, ratings, draws_of(*drawn(1)), thresholds=[0.1])
    with pytest.raises(SpecError, match=r"over \(6, 9\)"):
        bootstrap_pairwise_accuracy(scores, ratings, draws_of(*drawn(1)[::-1]))
    with pytest.raises(SpecError, match="at least two"):
        shifted_null(BootstrapCorrelations(np.ones(1), np.ones((1, 5)), np.zeros(1, dtype=int)), n_units=3)
    with pytest.raises(DataError, match="5 of 5"):
        shifted_null(BootstrapCorrelations(np.ones(2), np.full((2, 5), np.nan), np.zeros(2, dtype=int)), n_units=3)
    with pytest.raises(SpecError, match="make 1 pairs"):
        rank_by_p_values([1, 2], [0.1, 0.2], [0.1, 0.2], differences=[1, 1])


def biased(seed: int, bias: float) -> tuple[np.ndarray, np.ndarray]:
    """Make two metrics that are equally good over systems: each likes some systems more than it should."""
    rng = np.random.default_rng(seed)
    quality = 0.3 * rng.normal(size=(12, 1)) + 0.7 * rng.normal(size=(12, 100)) + rng.normal(size=(1, 100))
    scores = quality + bias * rng.normal(size=(2, 12, 1)) + rng.normal(size=(2, 12, 100))
    return scores, quality + 0.7 * rng.normal(size=(12, 100))


@pytest.mark.levels
@pytest.mark.parametrize("bias", [0.0, 0.15])
def test_the_bootstrap_of_systems_holds_its_level_for_soft_accuracy(bias: float) -> None:
    n_claims = 0
    for seed in range(400):
        scores, ratings = biased(seed, bias)
        draws = output_draws(12, 100, resample="systems", n_resamples=199, rng=seed)
        null = shifted_null(bootstrap_soft_accuracy(scores, ratings, draws), n_units=12)
        n_claims += null.p_values("two-sided")[0] < 0.05
    assert n_claims <= stats.binom.ppf(0.999, 400, 0.05)


@pytest.mark.levels
def test_exchanging_single_scores_takes_systems_as_given() -> None:
    """Over systems its level does not hold where metrics have favourites; exchanging whole systems does better."""
    n_claims = {"both": 0, "systems": 0}
    for seed in range(300):
        scores, ratings = biased(seed, 0.15)
        for swap in n_claims:
            null = permutation_null(scores, ratings, swap=swap, level="system", n_resamples=199, rng=seed)  # type: ignore[arg-type]
            n_claims[swap] += int(null.p_values("two-sided")[0] < 0.05)
    assert n_claims["both"] > 0.15 * 300
    assert n_claims["systems"] < 0.11 * 300
