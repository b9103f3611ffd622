"""Texts are encoded once, into one vocabulary, whichever metrics read them."""

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.text import TOKENIZERS, Corpus, Reading, get_tokenizer
from steelyard.types import TestSet

DATA = TestSet(
    references=[["a b", None, "c."], ["A", "b b b", ""]], systems={"x": ["a", "b B", ""], "y": ["c . d", "", "A b"]}
)


def test_equal_words_have_equal_ids_in_every_text() -> None:
    corpus = Corpus(DATA)
    encoded = corpus.encode(Reading("13a"))
    words = corpus.vocabulary.words()
    assert [[words[i] for i in row] for row in encoded.references] == [
        ["a", "b"], [], ["c", "."], ["A"], ["b", "b", "b"], []
    ]  # fmt: skip
    assert [[words[i] for i in row] for row in encoded.hypotheses] == [
        ["a"], ["b", "B"], [], ["c", ".", "d"], [], ["A", "b"]
    ]  # fmt: skip
    assert len(set(words)) == len(words)


def test_shapes_are_references_or_systems_by_segments() -> None:
    encoded = Corpus(DATA).encode(Reading("none"))
    assert (encoded.n_systems, encoded.n_segments) == (2, 3)
    assert encoded.is_present.tolist() == [[True, False, True], [True, True, True]]
    assert encoded.reference_lengths.tolist() == [[2, 0, 1], [1, 3, 0]]
    assert encoded.hypothesis_lengths.tolist() == [[1, 2, 0], [3, 0, 2]]


def test_lowercasing_is_pythons() -> None:
    odd = "İSTANBUL ΟΔΟΣ STRASSE ǅ Ꭰ"  # letters whose lower case is longer, or depends on what follows
    corpus = Corpus(TestSet(references=[[odd]], systems={"x": [odd.lower()]}))
    encoded = corpus.encode(Reading("none", lowercase=True))
    assert encoded.references[0].tolist() == encoded.hypotheses[0].tolist()
    assert corpus.vocabulary.words() == odd.lower().split()


def test_a_text_is_encoded_once_for_each_way_to_read_it() -> None:
    corpus = Corpus(DATA)
    mixed = corpus.encode(Reading("none"))
    assert corpus.encode(Reading("none")) is mixed
    lower = corpus.encode(Reading("none", lowercase=True))
    assert lower is not mixed
    assert lower.hypotheses[1].tolist() == [mixed.hypotheses[1][0]] * 2  # "b B": ids go on in the same vocabulary


@pytest.mark.parametrize(
    ("references", "count"),
    [
        ([["a", "b"]], "1"),
        ([["a", "b"], ["", "c"]], "2"),
        ([["a", None], ["a", "b"]], "var"),
        ([["a", None], [None, "b"]], "1"),
    ],
    ids=str,
)
def test_the_number_of_references_is_that_of_a_segment(references: list[list[str | None]], count: str) -> None:
    assert Corpus(TestSet(references=references, systems={"x": ["1", "2"]})).reference_count == count


def test_tokenizers_are_known_by_their_names() -> None:
    assert {"13a", "char", "char+space", "none"} <= set(TOKENIZERS)
    assert all(get_tokenizer(name).name == name for name in TOKENIZERS)
    with pytest.raises(SpecError, match=r"^Unknown tokenizer '14a'\. Did you mean '13a'\? Valid: 13a, char, "):
        get_tokenizer("14a")


def test_encoding_does_not_change_the_test_set() -> None:
    before = (DATA.references, dict(DATA.systems))
    Corpus(DATA).encode(Reading("char", lowercase=True))
    assert (DATA.references, DATA.systems) == before
    assert np.array_equal(
        Corpus(DATA).encode(Reading("char", lowercase=True)).hypothesis_lengths, [[1, 2, 0], [3, 0, 2]]
    )


@pytest.mark.parametrize("size", [1, 2, 3, 4, 100])
def test_blocks_are_the_whole_in_pieces(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr("steelyard.text.corpus._LARGEST_BLOCK", size * len(DATA.systems))
    corpus = Corpus(DATA)
    whole, words = corpus.encode(Reading("char")), corpus.vocabulary.words()
    parted = Corpus(DATA)
    parted.vocabulary = corpus.vocabulary
    blocks = list(parted.blocks(Reading("char")))
    assert [i for segments, _ in blocks for i in range(segments.start, segments.stop)] == [0, 1, 2]
    assert all(segments.stop - segments.start <= size for segments, _ in blocks)
    assert np.array_equal(np.concatenate([block.is_present for _, block in blocks], axis=1), whole.is_present)
    for side in ("hypothesis_lengths", "reference_lengths"):
        joined = np.concatenate([getattr(block, side) for _, block in blocks], axis=1)
        assert np.array_equal(joined, getattr(whole, side))
    rows = [
        row.tolist()
        for s in range(2)
        for _, block in blocks
        for row in list(block.hypotheses)[s * block.n_segments :][: block.n_segments]
    ]
    assert rows == [row.tolist() for row in whole.hypotheses]
    assert corpus.vocabulary.words() == words
    [(_, kept)] = corpus.blocks(Reading("char"))
    assert kept is whole, "what is encoded already is not encoded again"


def test_what_several_metrics_read_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.text.corpus._LARGEST_BLOCK", 1)
    corpus = Corpus(DATA, shared={Reading("char")})
    [(segments, encoded)] = corpus.blocks(Reading("char"))
    assert segments == slice(0, 3) and encoded is corpus.encode(Reading("char"))
    assert len(list(corpus.blocks(Reading("none")))) == 3
    assert len(list(corpus.blocks(Reading("char"), [Reading("none")]))) == 3, "side by side they have the same segments"


def test_what_is_computed_once_is_kept() -> None:
    corpus, calls = Corpus(DATA), []
    assert corpus.once("key", lambda: calls.append(1)) is corpus.once("key", lambda: calls.append(2))
    assert calls == [1]


def test_a_branch_has_what_was_kept_and_keeps_its_own() -> None:
    corpus = Corpus(TestSet(references=[["a b"]], systems={"x": ["a"]}))
    encoded = corpus.encode(Reading())
    branch = corpus.branch()
    assert branch.encode(Reading()) is encoded
    assert branch.once("mine", lambda: 1) == 1
    assert corpus.once("mine", lambda: 2) == 2
    assert branch.once("mine", lambda: 3) == 1
