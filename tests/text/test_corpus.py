"""Texts are encoded once, into one vocabulary, whichever metrics read them."""

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.text import TOKENIZERS, Corpus, get_tokenizer
from steelyard.types import TestSet

DATA = TestSet(
    references=[["a b", None, "c."], ["A", "b b b", ""]],
    systems={"x": ["a", "b B", ""], "y": ["c . d", "", "A b"]},
)


def test_equal_words_have_equal_ids_in_every_text() -> None:
    corpus = Corpus(DATA)
    encoded = corpus.encode("13a", lowercase=False)
    words = corpus.vocabulary.words()
    assert [[words[i] for i in row] for row in encoded.references] == [
        ["a", "b"], [], ["c", "."], ["A"], ["b", "b", "b"], []
    ]  # fmt: skip
    assert [[words[i] for i in row] for row in encoded.hypotheses] == [
        ["a"], ["b", "B"], [], ["c", ".", "d"], [], ["A", "b"]
    ]  # fmt: skip
    assert len(set(words)) == len(words)


def test_shapes_are_references_or_systems_by_segments() -> None:
    encoded = Corpus(DATA).encode("none", lowercase=False)
    assert (encoded.n_systems, encoded.n_segments) == (2, 3)
    assert encoded.is_present.tolist() == [[True, False, True], [True, True, True]]
    assert encoded.reference_lengths.tolist() == [[2, 0, 1], [1, 3, 0]]
    assert encoded.hypothesis_lengths.tolist() == [[1, 2, 0], [3, 0, 2]]


def test_lowercasing_is_pythons() -> None:
    odd = "İSTANBUL ΟΔΟΣ STRASSE ǅ Ꭰ"  # letters whose lower case is longer, or depends on what follows
    corpus = Corpus(TestSet(references=[[odd]], systems={"x": [odd.lower()]}))
    encoded = corpus.encode("none", lowercase=True)
    assert encoded.references[0].tolist() == encoded.hypotheses[0].tolist()
    assert corpus.vocabulary.words() == odd.lower().split()


def test_a_text_is_encoded_once_for_each_way_to_read_it() -> None:
    corpus = Corpus(DATA)
    mixed = corpus.encode("none", lowercase=False)
    assert corpus.encode("none", lowercase=False) is mixed
    lower = corpus.encode("none", lowercase=True)
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
    assert set(TOKENIZERS) == {"13a", "char", "none"}
    assert all(get_tokenizer(name).name == name for name in TOKENIZERS)
    with pytest.raises(SpecError, match=r"^Unknown tokenizer '14a'\. Did you mean '13a'\? Valid: 13a, char, none\.$"):
        get_tokenizer("14a")


def test_encoding_does_not_change_the_test_set() -> None:
    before = (DATA.references, dict(DATA.systems))
    Corpus(DATA).encode("char", lowercase=True)
    assert (DATA.references, DATA.systems) == before
    assert np.array_equal(Corpus(DATA).encode("char", lowercase=True).hypothesis_lengths, [[1, 2, 0], [3, 0, 2]])
