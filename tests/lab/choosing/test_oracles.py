"""Oracles against every choice there is; greedy ensembles against the paper's rule, step by step."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.lab.choosing import best_of_each, corpus_oracle, greedy_ensemble, unlike_order

COUNTS = st.tuples(st.integers(0, 9), st.integers(1, 9))


def rate(sums: np.ndarray) -> np.ndarray:
    return sums[..., 0] / sums[..., 1]


def test_a_segment_without_scores_has_no_best() -> None:
    scores = np.array([np.nan, 2.0, 2.0, np.nan, np.nan])
    assert best_of_each(scores, np.array([0, 3, 5])).tolist() == [1, -1]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=3), min_size=1, max_size=4)
)
def test_the_corpus_oracle_is_between_its_start_and_the_best_of_all_choices(lists: list[list[tuple[int, int]]]) -> None:
    counts = np.array([row for one in lists for row in one], float)
    offsets = np.cumsum([0, *map(len, lists)])
    start = best_of_each(rate(counts), offsets)
    slow_start = [
        o + max(range(len(one)), key=lambda k: one[k][0] / one[k][1])
        for o, one in zip(offsets[:-1], lists, strict=True)
    ]
    assert start.tolist() == slow_start
    found = corpus_oracle(counts, offsets, rate, start)
    every = [rate(counts[list(choice)].sum(axis=0)) for choice in product(*map(range, offsets[:-1], offsets[1:]))]
    value = rate(counts[found].sum(axis=0))
    assert rate(counts[start].sum(axis=0)) - 1e-12 <= value <= max(every) + 1e-12
    for i in range(len(lists)):  # no single exchange helps
        for k in range(offsets[i], offsets[i + 1]):
            other = found.copy()
            other[i] = k
            assert rate(counts[other].sum(axis=0)) <= value + 1e-9


def test_the_worst_is_the_oracle_of_the_negative() -> None:
    counts = np.array([[1.0, 2], [2, 3], [3, 4], [1, 1]])
    offsets = np.array([0, 2, 4])
    found = corpus_oracle(counts, offsets, lambda sums: -rate(sums), best_of_each(-rate(counts), offsets))
    assert found.tolist() == [0, 2]


def test_the_ensemble_grows_by_the_system_that_helps_most_and_goes_on_when_none_does() -> None:
    values = {(0,): 1.0, (1,): 3.0, (2,): 2.0, (1, 0): 2.5, (1, 2): 3.5, (1, 2, 0): 3.0}
    steps = greedy_ensemble(lambda members: values[tuple(members)], 3)
    assert [(step.added, step.members, step.value) for step in steps] == [
        (1, (1,), 3.0), (2, (1, 2), 3.5), (0, (1, 2, 0), 3.0),
    ]  # fmt: skip


def test_systems_join_by_quality_less_mean_similarity_to_those_before() -> None:
    rng = np.random.default_rng(8)
    for n in (1, 2, 5, 7):
        quality, similarity = rng.normal(size=n), rng.normal(size=(n, n))
        pairs = [(similarity[i, j] + similarity[j, i]) / 2 for i in range(n) for j in range(i)]
        spread = np.std(pairs) if n > 2 else 1.0
        order: list[int] = []
        for _ in range(n):
            worth = {
                i: quality[i] / (np.std(quality) or 1)
                - np.mean([(similarity[i, j] + similarity[j, i]) / 2 / spread for j in order] or [0])
                for i in range(n)
                if i not in order
            }
            order.append(max(worth, key=lambda i: worth[i]))
        assert unlike_order(quality, similarity) == order
        assert unlike_order(2 * quality + 7, 3 * similarity - 1) == order


def test_systems_that_are_all_alike_join_by_quality() -> None:
    assert unlike_order(np.array([1.0, 3.0, 2.0]), np.ones((3, 3))) == [1, 2, 0]


def test_an_oracle_that_runs_out_of_passes_is_no_worse_than_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = np.array([[1.0, 2], [2, 3], [3, 4], [1, 1]])
    monkeypatch.setattr("steelyard.lab.choosing.oracles._MOST_PASSES", 1)
    found = corpus_oracle(counts, np.array([0, 2, 4]), rate, np.array([0, 2]))
    assert rate(counts[found].sum(axis=0)) == 3 / 4 > rate(counts[[0, 2]].sum(axis=0))
