"""Word ids: equal words have equal ids, in order of first appearance, whoever asks and from whichever thread."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError
from steelyard.types import Tokens, Vocabulary


@given(st.lists(st.text(max_size=20), max_size=8))
def test_ids_count_distinct_words_in_order_of_first_appearance(lines: list[str]) -> None:
    vocabulary, ids = Vocabulary(), {}
    tokens = vocabulary.encode(lines)
    assert [row.tolist() for row in tokens] == [
        [ids.setdefault(word, len(ids)) for word in line.split()] for line in lines
    ]
    assert vocabulary.words() == list(ids)
    assert len(vocabulary) == len(ids)


@given(st.lists(st.text("ab ", max_size=9), max_size=6))
def test_rows_lengths_and_offsets_agree(lines: list[str]) -> None:
    tokens = Vocabulary().encode(lines)
    assert (tokens.values.dtype, tokens.offsets.dtype) == (np.int32, np.int64)
    assert len(tokens) == len(lines) == len(tokens.lengths)
    assert tokens.lengths.tolist() == [len(line.split()) for line in lines]
    assert tokens.offsets[0] == 0
    assert tokens.offsets[-1] == len(tokens.values)


@pytest.mark.parametrize("row", [-1, 2, 100])
def test_a_row_that_is_not_there_is_an_index_error(row: int) -> None:
    tokens = Vocabulary().encode(["a b", "c"])
    with pytest.raises(IndexError):
        tokens[row]


def test_a_ragged_array_can_be_made_by_hand() -> None:
    tokens = Tokens(np.array([4, 5, 6], dtype=np.int32), np.array([0, 2, 2, 3]))
    assert [row.tolist() for row in tokens] == [[4, 5], [], [6]]


def test_words_met_again_keep_their_ids_under_every_tokenizer() -> None:
    vocabulary = Vocabulary()
    first = vocabulary.encode(["a b."], "none")[0].tolist()
    assert first == [0, 1]
    assert vocabulary.encode(["b. a"], "none")[0].tolist() == [1, 0]
    assert vocabulary.encode(["a b."], "13a")[0].tolist() == [0, 2, 3]
    assert vocabulary.encode(["b.a"], "char")[0].tolist() == [2, 3, 0]
    assert vocabulary.words() == ["a", "b.", "b", "."]


def test_more_than_a_hundred_thousand_words_are_kept_apart() -> None:
    # Numbers in two alphabets: many words that share long beginnings or ends, through every growth of the table.
    words = [f"{prefix}{i}{suffix}" for i in range(60_000) for prefix, suffix in (("prefix", "é"), ("", "suffix"))]
    vocabulary = Vocabulary()
    once = vocabulary.encode([" ".join(words)])
    assert np.array_equal(once.values, np.arange(len(words)))
    again = vocabulary.encode(words[::-1])
    assert np.array_equal(again.values, np.arange(len(words))[::-1])
    assert len(vocabulary) == len(words) == 120_000
    assert vocabulary.words() == words


def test_words_that_differ_in_a_zero_byte_or_in_length_only_are_kept_apart() -> None:
    words = ["a", "a\x00", "a\x00\x00", "\x00", "\x00a", "a" * 7, "a" * 8, "a" * 9, "a" * 16, "a" * 17, "a" * 10_000]
    vocabulary = Vocabulary()
    assert vocabulary.encode(words).values.tolist() == list(range(len(words)))
    assert vocabulary.words() == words


def test_equal_letters_in_another_normal_form_are_other_words() -> None:
    assert Vocabulary().encode(["é e\u0301 é"])[0].tolist() == [0, 1, 0]


def test_no_line_and_empty_lines_give_no_token() -> None:
    vocabulary = Vocabulary()
    assert len(vocabulary.encode([])) == 0
    assert vocabulary.encode(["", " \u3000\t", ""]).lengths.tolist() == [0, 0, 0]
    assert vocabulary.words() == []


def test_half_a_surrogate_pair_is_a_data_error() -> None:
    with pytest.raises(DataError, match=r"'a \\ud83d b' holds half of a surrogate pair"):
        Vocabulary().encode(["fine", "a \ud83d b"])


def test_what_is_no_string_is_refused() -> None:
    with pytest.raises(TypeError, match="every line must be a str"):
        Vocabulary().encode(["fine", None])  # type: ignore[list-item]


def test_a_tokenizer_the_kernel_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="the native tokenizers are"):
        Vocabulary().encode(["a"], tokenizer="14a")


def test_threads_that_share_a_vocabulary_agree_on_ids() -> None:
    # Both threads meet new words in opposite order, in several chunks of lines each.
    lines = [f"word{i % 5000} thing{i % 701} é{i % 97}" for i in range(20_000)]
    vocabulary = Vocabulary()
    with ThreadPoolExecutor(2) as pool:
        forward, backward = pool.map(vocabulary.encode, [lines, lines[::-1]])
    words = vocabulary.words()
    assert len(set(words)) == len(words) == len(vocabulary) == 5000 + 701 + 97
    assert [[words[i] for i in row] for row in forward] == [line.split() for line in lines]
    assert [row.tolist() for row in backward] == [row.tolist() for row in forward][::-1]


def test_words_that_differ_in_one_byte_only_are_told_apart() -> None:
    # Words of up to 8 bytes are held as numbers, longer ones by a hash: every length and place, at ends of lines too.
    words = [
        f"{'x' * i}{char}{'x' * (length - i - 1)}" for length in range(1, 20) for i in range(length) for char in "ab"
    ]
    words += ["é" * n for n in range(1, 8)] + ["a\0", "a\0\0", "\0", "\0a"]
    alone, together = Vocabulary(), Vocabulary()
    ids = [alone.encode([word])[0].tolist() for word in words]
    assert ids == [[i] for i in range(len(words))]
    assert together.encode([" ".join(words)])[0].tolist() == together.encode(["  ".join([*words, ""])])[0].tolist()
    assert together.words() == alone.words() == words


def test_rows_are_picked_any_number_of_times() -> None:
    tokens = Vocabulary().encode(["a b", "", "c"])
    taken = tokens.take(np.array([2, 0, 0, 1]))
    assert [row.tolist() for row in taken] == [[2], [0, 1], [0, 1], []]
    assert len(tokens.take(np.array([], dtype=np.int64))) == 0
