"""The kernel that compares texts with a pool of others, counted once, against Counters."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _native
from tests.twins.ngrams import clipped_matches

Rows = Sequence[Sequence[int]]
rows = st.lists(st.lists(st.integers(0, 2), max_size=30), min_size=1, max_size=12)


def ragged(texts: Rows) -> tuple[np.ndarray, np.ndarray]:
    offsets = np.cumsum([0, *map(len, texts)], dtype=np.int64)
    return np.array([token for row in texts for token in row], dtype=np.int32), offsets


def matches(candidates: Rows, evidence: Rows, order: int, n_threads: int = 1) -> np.ndarray:
    counts = np.full((order, len(candidates), len(evidence)), -1, dtype=np.int64)
    _native.NgramPool(*ragged(evidence), order).matches(*ragged(candidates), counts, n_threads)
    return counts


def expected(candidates: Rows, evidence: Rows, order: int) -> list[list[list[int]]]:
    orders = range(1, order + 1)
    return [[[clipped_matches(text, [other], n) for other in evidence] for text in candidates] for n in orders]


@given(candidates=rows, evidence=rows, order=st.integers(1, 9), n_threads=st.sampled_from([1, 2]))
def test_matches_are_those_of_the_definition(candidates: Rows, evidence: Rows, order: int, n_threads: int) -> None:
    assert matches(candidates, evidence, order, n_threads).tolist() == expected(candidates, evidence, order)


@given(evidence=rows, order=st.integers(1, 9), n_threads=st.sampled_from([1, 2]), data=st.data())
def test_texts_of_the_pool_match_as_others_do(evidence: Rows, order: int, n_threads: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(evidence)))
    counts = np.full((order, len(evidence) - first, len(evidence)), -1, dtype=np.int64)
    _native.NgramPool(*ragged(evidence), order).own_matches(first, counts, n_threads)
    assert counts.tolist() == matches(evidence[first:], evidence, order).tolist()


@pytest.mark.parametrize("n_texts", [1, 2, 7, 8, 9, 16, 17, 33])
def test_rare_and_common_ngrams_are_counted_alike(n_texts: int) -> None:
    # Token k is in the first k + 1 texts, twice in every other one: lists and rows of every length.
    evidence = [[*range(t, n_texts), *range(t, n_texts, 2)] for t in range(n_texts)]
    candidates = [list(range(n_texts)), list(range(n_texts)) * 3, [], [n_texts + 1], [0]]
    assert matches(candidates, evidence, 3).tolist() == expected(candidates, evidence, 3)


@pytest.mark.parametrize("count", [254, 255, 256, 257, 300])
def test_counts_do_not_overflow_where_they_are_held_in_8_bits(count: int) -> None:
    evidence = [[7] * count, [7] * (count - 1), [7, 8], []]
    candidates = [[7] * n for n in (1, 255, 256, 257, 1000)]
    assert matches(candidates, evidence, 3).tolist() == expected(candidates, evidence, 3)
    own = np.full((3, 4, 4), -1, dtype=np.int64)
    _native.NgramPool(*ragged(evidence), 3).own_matches(0, own, 1)
    assert own.tolist() == expected(evidence, evidence, 3)


@pytest.mark.parametrize("length", [65_535, 65_536])
def test_sums_do_not_overflow_where_they_are_held_in_16_bits(length: int) -> None:
    text = np.arange(length).tolist()
    assert matches([[*text, 1]], [text, [3]], 2).tolist() == [[[length, 1]], [[length - 1, 0]]]


def test_a_table_of_many_ngrams_grows() -> None:
    rng = np.random.default_rng(5)
    evidence = rng.integers(0, 9, (5, 2000)).tolist()
    assert matches(evidence[:2], evidence, 6).tolist() == expected(evidence[:2], evidence, 6)


@pytest.mark.parametrize("shape", [(1, 1, 2), (2, 2, 2), (2, 1, 1)])
def test_arrays_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    pool = _native.NgramPool(*ragged([[1], [2]]), 2)
    with pytest.raises(ValueError, match="must"):
        pool.matches(*ragged([[1]]), np.zeros(shape, dtype=np.int64), 1)
    with pytest.raises(ValueError, match="must"):
        pool.own_matches(2 if shape == (2, 2, 2) else 1, np.zeros(shape, dtype=np.int64), 1)


def test_weights_and_expected_matches_of_another_shape_are_refused() -> None:
    pool, candidates = _native.NgramPool(*ragged([[1], [2]]), 2), ragged([[1]])
    for weights, matched in (
        (np.ones(1), np.zeros((2, 1))),
        (np.ones(2), np.zeros((1, 1))),
        (np.ones(2), np.zeros((2, 2))),
    ):
        with pytest.raises(ValueError, match="must"):
            pool.expected_matches(*candidates, weights, matched, 1)
