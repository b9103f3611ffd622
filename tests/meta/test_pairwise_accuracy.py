"""Pairwise accuracy and soft pairwise accuracy: worked numbers, brute force, and mt-metrics-eval on WMT23 en-de."""

import math
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import given_draws
from steelyard.meta import (
    bootstrap_pairwise_accuracy,
    bootstrap_soft_accuracy,
    output_draws,
    pair_decisions,
    rank_by_pairs,
    soft_pairwise_accuracy,
)
from tests.meta.wmt23 import golden, wmt23
from tests.twins.resampling import mask_row
from tests.twins.soft_accuracy import soft_accuracy

HUMAN = np.array([[1, 0, 2, 1], [0, 0, 1, 1], [0, 1, 0, 1]])
METRIC = np.array([[0.8, 0.4, 0.9, 0.7], [0.5, 0.6, 0.6, 0.7], [0.6, 0.5, 0.4, 0.3]])


def test_pairwise_accuracy_of_the_worked_example() -> None:
    """significance.md 5.5: people tie the last two systems, the metric does not."""
    means = METRIC.mean(axis=1), HUMAN.mean(axis=1)
    assert pair_decisions(*means).accuracy.tolist() == pytest.approx([2 / 3])
    left = pair_decisions(*means, keep_rating_ties=False)
    assert (left.accuracy.tolist(), left.n_left_out) == ([1.0], 1)


def test_ties_are_right_only_where_people_tie() -> None:
    """The peer's `Agreement` on the same numbers: 5 of 6, 3 of 6, 0 of 3, 1 of 10."""
    cases = (
        ([1, 2, 3, 4], [1, 3, 2, 4], 5),
        ([1, 2, 3, 4], [1, 1, 1, 2], 3),
        ([1, 2, 3], [5, 5, 5], 0),
        ([0, 0, 1, 1, 2], [3, 3, 3, 1, 1], 1),
    )
    for people, metric, n_right in cases:
        assert pair_decisions(metric, people).is_right.sum() == n_right


def test_pairs_are_pooled_over_groups_and_filtered_by_people() -> None:
    scores, ratings = [[1, 2, 30, 20], [2, 1, 20, 30]], [1, 2, 10, 20]
    decisions = pair_decisions(scores, ratings, groups=["de", "de", "ru", "ru"])
    assert decisions.pairs.tolist() == [[0, 1], [2, 3]]
    assert decisions.accuracy.tolist() == [0.5, 0.5]
    p_values = np.full((4, 4), 0.2)
    p_values[0, 1] = 0.01
    clear = pair_decisions(scores, ratings, groups=[0, 0, 1, 1], p_values=p_values)
    assert (clear.accuracy.tolist(), clear.n_left_out) == ([1.0, 0.0], 1)
    nothing = pair_decisions(scores, ratings, p_values=np.ones((4, 4)))
    assert np.isnan(nothing.accuracy).all()
    with pytest.raises(DataError, match="no pair"):
        rank_by_pairs(nothing, n_resamples=10, rng=1)


def test_metrics_within_the_interval_of_the_best_share_its_rank() -> None:
    decisions = pair_decisions([[1, 2, 3], [2, 1, 3], [3, 2, 1]], [1, 2, 3])
    every = np.array([np.bincount(drawn, minlength=3) for drawn in product(range(3), repeat=3)])
    found = rank_by_pairs(decisions, n_resamples=0, rng=0, draws=given_draws(every, is_exact=True))
    # The second is right on 2 of 3 pairs: its resamples go from 0 to 1, each end beyond 2.5 % of 27.
    assert (found.low.tolist(), found.high.tolist()) == ([1, 0, 0], [1, 1, 0])
    assert found.ranks.tolist() == [1, 2, 2]


def test_a_best_metric_whose_interval_begins_above_its_accuracy_takes_its_rank() -> None:
    """Without it no metric is left that takes a rank, and ranking does not end."""
    decisions = pair_decisions([[1, 2, 3], [3, 2, 1]], [1, 3, 2])  # right on 2 of 3 pairs, and on 1
    found = rank_by_pairs(decisions, n_resamples=0, rng=0, draws=given_draws([[2, 1, 0], [1, 2, 0]]))
    assert found.low[0] == 1 > found.accuracy[0]
    assert found.ranks.tolist() == [1, 2]


def exact_draws(n_items: int) -> np.ndarray:
    return np.array(list(product((0, 1), repeat=n_items)))


def slow_p(scores: np.ndarray, ties: str) -> list[float]:
    """Exchange signs of differences, one pair after the other."""
    values = []
    for a, b in combinations(range(len(scores)), 2):
        difference = scores[a] - scores[b]
        null = np.array([np.dot(signs, difference) for signs in product((-1, 1), repeat=len(difference))])
        at_least, more = (null >= difference.sum() - 1e-9).mean(), (null > difference.sum() + 1e-9).mean()
        values.append(float(at_least if ties == ">=" else (at_least + more) / 2))
    return values


def test_soft_pairwise_accuracy_of_the_worked_example() -> None:
    """significance.md 5.5: all 16 exchanges; with '>=' the order of the systems matters."""
    found = soft_pairwise_accuracy(METRIC, HUMAN, n_resamples=1000, rng=1, ties=">=")
    assert found.is_exact
    assert found.rating_p.tolist() == [0.25, 0.375, 0.75]
    assert found.metric_p.tolist() == [[0.25, 0.125, 0.1875]]
    assert found.values.tolist() == pytest.approx([0.7291667], abs=5e-8)
    reversed_order = soft_pairwise_accuracy(METRIC[::-1], HUMAN[::-1], n_resamples=1000, rng=1, ties=">=")
    assert reversed_order.values.tolist() == [0.875]
    for order in (slice(None), slice(None, None, -1)):
        mid = soft_pairwise_accuracy(METRIC[order], HUMAN[order], n_resamples=1000, rng=1)
        assert mid.values.tolist() == pytest.approx([0.8020833], abs=5e-8)


@given(
    arrays(np.float64, st.tuples(st.just(3), st.integers(2, 4), st.integers(1, 5)), elements=st.integers(0, 3)),
    st.sampled_from([">=", "mid"]),
)
def test_soft_pairwise_accuracy_is_that_of_all_exchanges(values: np.ndarray, ties: str) -> None:
    scores, ratings = values[:2] * 0.1, values[2]
    found = soft_pairwise_accuracy(scores, ratings, n_resamples=1000, rng=1, ties=ties)  # type: ignore[arg-type]
    people = slow_p(ratings, ties)
    assert found.rating_p.tolist() == pytest.approx(people)
    for metric, value, p in zip(scores, found.values, found.metric_p, strict=True):
        assert p.tolist() == pytest.approx(slow_p(metric, ties))
        assert value == pytest.approx(1 - np.abs(np.subtract(slow_p(metric, ties), people)).mean())


def test_blocks_of_draws_and_other_metrics_change_nothing() -> None:
    rng = np.random.default_rng(3)
    scores, ratings = rng.normal(size=(3, 4, 30)), rng.integers(0, 3, (4, 30)).astype(float)
    ratings[:, 7] = np.nan
    scores[0, 2, 9] = np.nan
    found = soft_pairwise_accuracy(scores, ratings, n_resamples=2003, rng=5)
    assert (found.n_items, found.n_draws, found.is_exact) == (28, 2003, False)
    kept = np.delete(scores, [7, 9], axis=2), np.delete(ratings, [7, 9], axis=1)
    alone = soft_pairwise_accuracy(kept[0][1], kept[1], n_resamples=2003, rng=5)
    assert alone.values[0] == found.values[1]


@pytest.mark.parametrize("ties", [">=", "mid"])
@pytest.mark.parametrize(
    ("n_systems", "n_segments", "n_draws"), [(2, 1, 1), (2, 65, 1), (2, 8, 7), (3, 65, 20), (13, 9, 30), (5, 600, 3)]
)
def test_drawn_exchanges_are_those_of_the_twin(n_systems: int, n_segments: int, n_draws: int, ties: str) -> None:
    rng = np.random.default_rng(n_segments)
    scores, ratings = rng.normal(size=(2, n_systems, n_segments)), rng.integers(0, 3, (n_systems, n_segments)) * 1.0
    found = soft_pairwise_accuracy(scores, ratings, n_resamples=n_draws, rng=9, ties=ties)  # type: ignore[arg-type]
    keeps = np.array([mask_row(9, draw, n_segments) for draw in range(n_draws)], dtype=np.int8)
    assert found.values.tolist() == pytest.approx([soft_accuracy(one, ratings, keeps, ties) for one in scores])


def test_a_metric_that_is_people_is_perfect_and_equal_systems_are_undecided() -> None:
    ratings = [[1, 2, 3, 1], [1, 2, 3, 1], [0, 0, 1, 1]]
    found = soft_pairwise_accuracy(ratings, ratings, n_resamples=1000, rng=1)
    assert found.values.tolist() == [1]
    assert found.rating_p[0] == 0.5
    assert soft_pairwise_accuracy(ratings, ratings, n_resamples=1000, rng=1, ties=">=").rating_p[0] == 1


@pytest.mark.real_data
@pytest.mark.parametrize(
    "case_id",
    ["mt-BLEU-refA", "mt-chrF-refA", "mt-BERTscore-refA", "mt-COMET-refA", "mt-GEMBA-MQM-src", "first8-BLEU-refA"],
)
def test_wmt23_has_the_accuracies_of_mt_metrics_eval(test_data: Path, case_id: str) -> None:
    """p-values are Monte Carlo in both: 1,000 draws there, 20,000 here."""
    case = golden(test_data, "mt-metrics-eval.json")[f"mtme-wmt23-en-de-{case_id}"]
    metric, systems = case["options"]["metric"], case["options"]["systems"]
    found = soft_pairwise_accuracy(*wmt23(test_data).of(metric, systems), n_resamples=20_000, rng=12345, ties=">=")
    assert found.n_items == case["expected"]["n_common_lines"]
    peer = case["expected"]["pce_p_values_upper_triangle"]
    for ours, theirs in ((found.rating_p, peer["human"]), (found.metric_p[0], peer["metric"])):
        assert (np.abs(ours - theirs) <= 0.002 + 4.5 * np.sqrt(ours * (1 - ours) / 1000)).all()
    assert found.values[0] == pytest.approx(case["expected"]["segment"]["soft_pairwise_accuracy"], abs=0.003)
    decisions = pair_decisions(*wmt23(test_data).by_system(metric, systems))
    assert [decisions.is_right.sum(), len(decisions.pairs)] == case["expected"]["system"]["pairwise_accuracy"]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(AlignmentError, match="metrics, systems"):
        pair_decisions([1, 2], [1, 2, 3])
    with pytest.raises(AlignmentError, match=r"groups must have shape \(2,\)"):
        pair_decisions([1, 2], [1, 2], groups=[1])
    with pytest.raises(AlignmentError, match=r"p_values must have shape \(2, 2\)"):
        pair_decisions([1, 2], [1, 2], p_values=[1])
    with pytest.raises(DataError, match="some are missing"):
        pair_decisions([1, math.nan], [1, 2])
    with pytest.raises(DataError, match="1 systems"):
        soft_pairwise_accuracy([[1, 2]], [[1, 2]], n_resamples=10, rng=1)
    with pytest.raises(DataError, match="0 segments"):
        soft_pairwise_accuracy([[math.nan], [1]], [[1], [1]], n_resamples=10, rng=1)
    with pytest.raises(SpecError, match="Valid: >=, mid"):
        soft_pairwise_accuracy([[1, 2]], [[1, 2]], n_resamples=10, rng=1, ties="half")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="zeros and ones over the 4 segments"):
        soft_pairwise_accuracy(METRIC, HUMAN, n_resamples=10, rng=1, draws=given_draws([[0, 1]]))


def test_pairs_of_many_systems_are_taken_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once they took 4 GB of 400 systems on 10 segments."""
    rng = np.random.default_rng(4)
    scores, ratings = rng.normal(size=(2, 12, 9)), rng.normal(size=(12, 9))

    def found() -> list[NDArray[np.float64]]:
        draws = output_draws(12, 9, resample="both", n_resamples=50, rng=1)
        both = bootstrap_soft_accuracy(scores, ratings, draws), bootstrap_pairwise_accuracy(scores, ratings, draws)
        return [values for one in both for values in (one.observed, one.values)]

    whole = found()
    monkeypatch.setattr("steelyard.meta.resampled.accuracies._BLOCK_CELLS", 16)
    for parts, expected in zip(found(), whole, strict=True):
        np.testing.assert_allclose(parts, expected, rtol=1e-12)
