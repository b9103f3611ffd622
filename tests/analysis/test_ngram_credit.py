"""N-grams of references that outputs have: the paper's examples, and every n-gram written down."""

import numpy as np
import pytest

from steelyard.analysis import GAP, count_ngrams, match_ngrams
from steelyard.errors import DataError
from steelyard.types import Tokens, Vocabulary
from tests.twins.check_points import matched


def encoded(vocabulary: Vocabulary, texts: list[str]) -> Tokens:
    tokens = vocabulary.encode([*texts, "*"])
    star = tokens.values[-1]
    values = np.where(tokens.values == star, GAP, tokens.values)[:-1]
    return Tokens(values.astype(np.int32), tokens.offsets[:-1])


@pytest.mark.parametrize(
    ("reference", "output", "found", "whole"),
    [
        ("playing a drum", "He is playing a drum .", 6, 6),  # section 5
        ("They * playing", "They are playing cop per drum .", 3, 3),
        ("in this country", "to continue in domestic the search .", 1, 6),  # tables 8 and 9
        ("in his country", "to continue in domestic the search .", 1, 6),
        ("in this country", "to continue the search in his country .", 2, 6),
        ("in his country", "to continue the search in his country .", 6, 6),
        ("the the", "the end", 1, 3),  # clipped: one "the", no "the the"
        ("the the", "the end of the road", 2, 3),
        ("a * b", "a b", 3, 3),  # a gap may be empty
        ("a * b", "b a", 2, 3),
        ("a * a", "a", 1, 3),
        ("a b * c", "a x b c", 4, 6),
        ("a", "", 0, 1),
    ],
)
def test_what_an_output_has(reference: str, output: str, found: int, whole: int) -> None:
    vocabulary = Vocabulary()
    references, outputs = encoded(vocabulary, [reference]), encoded(vocabulary, [output])
    assert match_ngrams(references, np.array([0]), outputs, 1).tolist() == [[found]]
    assert count_ngrams(references).tolist() == [whole]
    assert matched(reference.split(), output.split()) == (found, whole)


def test_every_ngram_written_down_gives_the_same() -> None:
    rng, vocabulary, n_segments = np.random.default_rng(8), Vocabulary(), 5
    outputs = [" ".join(rng.choice(list("abcd"), rng.integers(0, 12))) for _ in range(3 * n_segments)]
    references = []
    for _ in range(300):
        words = [*rng.choice(list("abcde"), rng.integers(1, 7))]
        for place in rng.permutation(range(1, len(words)))[: rng.integers(0, 3)]:
            words[place] = f"* {words[place]}"
        references.append(" ".join(words))
    segments = rng.integers(0, n_segments, len(references))
    found = match_ngrams(encoded(vocabulary, references), segments, encoded(vocabulary, outputs), n_segments)
    for reference, segment, row in zip(references, segments.tolist(), found.tolist(), strict=True):
        assert row == [matched(reference.split(), outputs[s * n_segments + segment].split())[0] for s in range(3)]


def test_there_may_be_nothing_to_look_for_and_nothing_to_look_in() -> None:
    vocabulary = Vocabulary()
    none, one = vocabulary.encode([]), vocabulary.encode(["a"])
    assert match_ngrams(none, np.zeros(0, int), one, 1).shape == (0, 1)
    assert match_ngrams(one, np.array([0]), vocabulary.encode(["", ""]), 1).tolist() == [[0, 0]]


def test_long_alternatives_with_gaps_are_refused() -> None:
    """3,000 words with a gap behind each took 10 GB."""
    words = Vocabulary().encode(["w " * 501])
    gaps = Tokens(np.append(words.values, [GAP, 0]).astype(np.int32), np.array([0, 503]))
    with pytest.raises(DataError, match="A reference of segment 1 has 502 words with gaps between them, and 500 are"):
        match_ngrams(gaps, np.array([0]), words, 1)
