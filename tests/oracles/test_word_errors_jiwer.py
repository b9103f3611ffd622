"""The word-error family equals jiwer 4.0, and alignments equal rapidfuzz, on generated texts."""

import random
from collections.abc import Sequence

import jiwer
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from steelyard import _native
from steelyard.metrics import Cer, Mer, Metric, Wer, Wil, Wip, Wrr
from tests.twins.corpora import WILD_WORDS, Texts, texts

# with spaces only: at other white space jiwer does not part words
corpora = st.one_of(
    texts(max_references=1, max_systems=1),
    texts(("ab", "b", *WILD_WORDS), separators=(" ", "  "), max_length=14, max_references=1, max_systems=1),
)
CODES = {"equal": 0, "replace": 1, "delete": 2, "insert": 3}


def lines_of(drawn: Texts) -> tuple[list[str], list[str]]:
    return drawn.systems[0], [line or "" for line in drawn.references[0]]


def score_of(metric: Metric, hypotheses: list[str], references: list[str]) -> float:
    return metric.corpus_score(hypotheses, [references]).score


@given(corpora)
def test_words_score_exactly_as_in_jiwer(drawn: Texts) -> None:
    hypotheses, references = lines_of(drawn)
    theirs = jiwer.process_words(references, hypotheses)
    ours = Wer().corpus_score(hypotheses, [references])
    counts = (ours.hits, ours.substitutions, ours.deletions, ours.insertions)
    assert counts == (theirs.hits, theirs.substitutions, theirs.deletions, theirs.insertions)
    assert ours.score == theirs.wer
    assert score_of(Wrr(), hypotheses, references) == 1 - theirs.wer
    assert score_of(Mer(), hypotheses, references) == theirs.mer
    assert score_of(Wil(), hypotheses, references) == theirs.wil
    assert score_of(Wip(), hypotheses, references) == theirs.wip


@given(corpora)
def test_alignments_are_those_of_jiwer(drawn: Texts) -> None:
    for hypothesis, reference in zip(*lines_of(drawn), strict=True):
        [theirs] = jiwer.process_words(reference, hypothesis).alignments
        ours = Wer().align(hypothesis, reference).operations
        assert [(span.operation, span.ref_start, span.ref_end, span.hyp_start, span.hyp_end) for span in ours] == [
            (chunk.type, chunk.ref_start_idx, chunk.ref_end_idx, chunk.hyp_start_idx, chunk.hyp_end_idx)
            for chunk in theirs
        ]


wild_lines = st.text("ab \t\u00a0\u3000\u0301😀", max_size=12)
pairs_of_lines = st.lists(st.tuples(wild_lines, wild_lines), min_size=1, max_size=4)


@given(pairs_of_lines)
def test_characters_score_exactly_as_in_jiwer(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = (list(side) for side in zip(*pairs, strict=True))
    theirs = jiwer.process_characters(references, hypotheses)
    ours = Cer().corpus_score(hypotheses, [references])
    counts = (ours.hits, ours.substitutions, ours.deletions, ours.insertions)
    assert counts == (theirs.hits, theirs.substitutions, theirs.deletions, theirs.insertions)
    assert ours.score == theirs.cer


@given(pairs_of_lines)
def test_with_its_own_words_wild_white_space_scores_as_in_jiwer(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = (list(side) for side in zip(*pairs, strict=True))
    theirs = jiwer.process_words(references, hypotheses)
    assert score_of(Wer(tokenize="space"), hypotheses, references) == theirs.wer
    assert score_of(Wip(tokenize="space"), hypotheses, references) == theirs.wip


def test_a_tab_parts_words_unlike_in_jiwer() -> None:
    assert jiwer.process_words("a b", "a\tb").wer == 1
    assert score_of(Wer(), ["a\tb"], ["a b"]) == 0


def made_from(rng: random.Random, reference: Sequence[int], rate: float, n_words: int) -> list[int]:
    """Delete, replace and insert words, and sometimes move a run of them."""
    made = []
    for word in reference:
        draw = rng.random() / rate
        if draw >= 1 / 3:
            made.append(rng.randrange(n_words) if draw < 2 / 3 else word)
        if 2 / 3 <= draw < 1:
            made.append(rng.randrange(n_words))
    if rng.random() < 0.3:
        first, second = sorted((rng.randint(0, len(made)), rng.randint(0, len(made))))
        made = made[:first] + made[second:] + made[first:second]
    return made


def assert_aligned_as_in_rapidfuzz(rng: random.Random, longest: int) -> None:
    n_words = rng.choice([1, 2, 3, 5, 20, 1000])
    reference = [rng.randrange(n_words) for _ in range(rng.randint(0, longest))]
    hypothesis = [rng.randrange(n_words) for _ in range(rng.randint(0, longest))]
    if rng.random() < 0.7:
        hypothesis = made_from(rng, reference, rng.choice([0.01, 0.1, 0.3, 0.6, 1.0]), n_words)
    expected = []
    for op in Levenshtein.opcodes(reference, hypothesis):
        expected += [CODES[op.tag]] * max(op.src_end - op.src_start, op.dest_end - op.dest_start)
    found = _native.edit_operations(np.array(hypothesis, dtype=np.int32), np.array(reference, dtype=np.int32))
    assert found.tolist() == expected
    arrays = (np.array(hypothesis, dtype=np.int32), np.array([0, len(hypothesis)]))
    arrays += (np.array(reference, dtype=np.int32), np.array([0, len(reference)]), np.ones((1, 1), dtype=np.uint8))
    distances = np.empty((1, 1, 1), dtype=np.int64)
    _native.edit_distances(arrays, distances, 1)
    assert distances[0, 0, 0] == Levenshtein.distance(reference, hypothesis)


# from 2,048 words on both sides rapidfuzz divides texts, and which alignment it takes depends on where
@pytest.mark.parametrize(("longest", "n"), [(12, 300), (70, 200), (500, 100), (1500, 20), (4000, 30), (9000, 8)])
def test_integers_align_as_in_rapidfuzz(longest: int, n: int) -> None:
    rng = random.Random(longest)
    for _ in range(n):
        assert_aligned_as_in_rapidfuzz(rng, longest)


@pytest.mark.slow
@pytest.mark.parametrize(("longest", "n"), [(12, 20_000), (70, 10_000), (500, 5_000), (4000, 3_000), (20_000, 100)])
def test_many_integers_align_as_in_rapidfuzz(longest: int, n: int) -> None:
    rng = random.Random(longest + 1)
    for _ in range(n):
        assert_aligned_as_in_rapidfuzz(rng, longest)
