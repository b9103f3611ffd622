"""The kernel that counts common n-grams, in all its ways, against Counters."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _native
from tests.twins.ngrams import clipped_matches

Rows = Sequence[Sequence[int]]


def ragged(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return np.array([token for row in rows for token in row], dtype=np.int32), offsets


def overlaps(systems: Sequence[Rows], references: Sequence[Rows], order: int, n_threads: int = 1) -> np.ndarray:
    n_segments = len(systems[0])
    is_present = np.ones((len(references), n_segments), dtype=np.uint8)
    texts = [ragged([row for text in side for row in text]) for side in (systems, references)]
    matches = np.full((len(references), len(systems), n_segments, order), -1, dtype=np.int64)
    _native.ngram_overlaps((*texts[0], *texts[1], is_present), matches, n_threads)
    return matches


def expected(hypothesis: Sequence[int], reference: Sequence[int], order: int) -> list[int]:
    return [clipped_matches(hypothesis, [reference], n) for n in range(1, order + 1)]


def related(rng: np.random.Generator, length: int, n_tokens: int) -> tuple[list[int], list[int]]:
    """Draw two texts that share stretches of several lengths."""
    reference = rng.integers(0, n_tokens, length).tolist()
    hypothesis = [int(rng.integers(0, n_tokens + 1)) if rng.random() < 0.1 else token for token in reference]
    cut = length // 3
    return hypothesis[cut:] + hypothesis[:cut] + hypothesis[: length // 5], reference


@given(
    texts=st.lists(st.lists(st.integers(0, 2), max_size=30), min_size=4, max_size=4),
    order=st.integers(1, 12),
    n_threads=st.sampled_from([1, 2]),
)
def test_matches_are_those_of_the_definition(texts: list[list[int]], order: int, n_threads: int) -> None:
    systems, references = [texts[:2], texts[1:3]], [texts[2:], texts[:2], texts[1:3]]
    got = overlaps(systems, references, order, n_threads)
    for r, reference in enumerate(references):
        for s, system in enumerate(systems):
            for i in range(2):
                assert got[r, s, i].tolist() == expected(system[i], reference[i], order)


# Packed where alphabet and order are small, grouped otherwise: both sides of each limit. 510 codes and two more fill
# the table of pairs; 6 tokens of 512 codes are beyond 64 bits for long texts; more than 8 orders are beyond the lanes.
@pytest.mark.parametrize("n_tokens", [1, 2, 14, 15, 40, 509, 510, 511, 512, 5000])
@pytest.mark.parametrize("order", [1, 2, 3, 6, 7, 8, 9, 30])
def test_every_alphabet_and_order_is_exact(n_tokens: int, order: int) -> None:
    rng = np.random.default_rng(n_tokens * 100 + order)
    pairs = [related(rng, length, n_tokens) for length in (0, 1, 2, 5, 17, 60, 400)]
    every = [list(range(n_tokens)) * 2 + pairs[-1][0], list(range(n_tokens)) + pairs[-1][1]]  # each token at least once
    pairs.append((every[0][:3000], every[1][:3000]))
    hypotheses, references = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    got = overlaps([hypotheses], [references], order)[0, 0]
    assert got.tolist() == [expected(*pair, order) for pair in pairs]


@pytest.mark.parametrize("n_bits", [7, 8, 9])
def test_packed_numbers_use_every_bit(n_bits: int) -> None:
    # 8 tokens of 8 bits do not fit beside the number of the pair, 7 of them do
    rng = np.random.default_rng(n_bits)
    for n_tokens in (2**n_bits - 3, 2**n_bits - 2, 2**n_bits - 1):
        reference = rng.permutation(n_tokens).tolist() * 2 + [n_tokens - 1] * 9
        hypothesis = reference[3:200] + [n_tokens - 1] * 12 + reference[::-1]
        for order in (6, 7, 8):
            got = overlaps([[hypothesis]], [[reference]], order)
            assert got[0, 0, 0].tolist() == expected(hypothesis, reference, order)


def test_pairs_that_differ_beyond_the_bits_of_a_number_are_not_taken_for_one() -> None:
    # Of 8 tokens of 9 bits each six stand behind a pair, which leaves 10 bits for its number, counted from the end.
    # So the first pair, 1,031, with six tokens would be that with the same tokens at the end, 7.
    tokens = np.random.default_rng(5).integers(0, 400, 1500).tolist()
    texts = ([400, 401, *tokens[-6:], *tokens[start:]] for start in range(len(tokens)))
    reference = next(text for text in texts if len(set(pairwise(text))) == 1031)
    hypothesis = tokens[-8:] * 2
    assert overlaps([[hypothesis]], [[reference]], 8)[0, 0, 0].tolist() == expected(hypothesis, reference, 8)


@pytest.mark.parametrize("length", [32_766, 32_767, 32_768])
def test_counts_do_not_overflow_where_they_are_held_in_16_bits(length: int) -> None:
    same = [5] * length
    for hypothesis, reference in ((same, same), (same, [*same, 5]), ([*same, 5], same)):
        got = overlaps([[hypothesis]], [[reference]], 6)[0, 0, 0]
        assert got.tolist() == [length - n for n in range(6)]


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ([7] * 70_000, [7] * 70_000),
        ([7] * 70_000, [8] * 70_000),
        (list(range(30_000)), list(range(1, 30_001))),
        ([1, 2] * 35_000, [2, 1, 1] * 25_000),
        ([], [7] * 70_000),
    ],
    ids=["identical", "nothing in common", "all different", "periodic", "empty"],
)
def test_texts_of_any_length_are_exact(reference: list[int], hypothesis: list[int]) -> None:
    got = overlaps([[hypothesis]], [[reference]], 6)[0, 0, 0]
    assert got.tolist() == expected(hypothesis, reference, 6)


def test_many_equal_pairs_are_sorted_in_reasonable_time() -> None:
    # Four pairs only, thousands of n-grams each, in falling order: what sorting by insertion is worst at.
    rng = np.random.default_rng(3)
    reference, hypothesis = (rng.integers(0, 2, 30_000).tolist() for _ in range(2))
    assert overlaps([[hypothesis]], [[reference]], 6)[0, 0, 0].tolist() == expected(hypothesis, reference, 6)


def test_a_missing_reference_matches_nothing() -> None:
    values, offsets = ragged([[1, 2], [1, 2]])
    matches = np.full((1, 1, 2, 2), -1, dtype=np.int64)
    _native.ngram_overlaps((values, offsets, values, offsets, np.array([[0, 1]], dtype=np.uint8)), matches, 1)
    assert matches[0, 0].tolist() == [[0, 0], [2, 1]]


def test_tokens_far_apart_need_no_table_of_all_segments() -> None:
    far = 2_000_000
    got = overlaps([[[far, 1], [1, far]]], [[[far, 1], [far, 1]]], 2)
    assert got[0, 0].tolist() == [[2, 1], [2, 0]]


@pytest.mark.parametrize("shape", [(2, 1, 1, 3), (1, 2, 1, 3), (1, 1, 2, 3)])
def test_arrays_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    values, offsets = ragged([[1, 2]])
    texts = (values, offsets, values, offsets, np.ones((1, 1), dtype=np.uint8))
    with pytest.raises(ValueError, match="must"):
        _native.ngram_overlaps(texts, np.zeros(shape, dtype=np.int64), 1)
