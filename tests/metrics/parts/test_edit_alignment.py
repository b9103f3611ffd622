"""Alignments and their counts against the whole table, and what the public alignment holds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _native
from steelyard.errors import AlignmentError
from steelyard.metrics import Cer, EditAlignment, EditSpan, Mer, Wer, measure
from steelyard.types import TestSet
from tests.twins import edits as twin
from tests.twins.corpora import Texts, texts

words = st.lists(st.sampled_from("abc"), max_size=12)
NAMES = ("equal", "substitute", "delete", "insert")


def operations_of(hypothesis: list[int], reference: list[int]) -> list[str]:
    codes = _native.edit_operations(np.array(hypothesis, dtype=np.int32), np.array(reference, dtype=np.int32))
    return [NAMES[code] for code in codes]


@given(words, words)
def test_the_alignment_is_the_one_of_the_rule(hypothesis: list[str], reference: list[str]) -> None:
    found = Wer().align(" ".join(hypothesis), " ".join(reference))
    expected = twin.operations(hypothesis, reference)
    spelt_out = [
        span.operation
        for span in found.operations
        for _ in range(max(span.ref_end - span.ref_start, span.hyp_end - span.hyp_start))
    ]
    assert spelt_out == expected
    counted = [found.hits, found.substitutions, found.deletions, found.insertions]
    assert counted == twin.counts(hypothesis, reference)
    assert sum(counted[1:]) == twin.distance(hypothesis, reference)


@given(words, words)
def test_spans_turn_the_reference_into_the_hypothesis(hypothesis: list[str], reference: list[str]) -> None:
    found = Wer().align(" ".join(hypothesis), " ".join(reference))
    assert (found.hypothesis, found.reference) == (tuple(hypothesis), tuple(reference))
    made: list[str] = []
    ref_at = 0
    previous = ""
    for span in found.operations:
        assert (span.ref_start, span.hyp_start) == (ref_at, len(made))
        kept = found.reference[span.ref_start : span.ref_end]
        new = found.hypothesis[span.hyp_start : span.hyp_end]
        assert (span.operation == "equal") == (kept == new)
        made += kept if span.operation == "equal" else new
        ref_at = span.ref_end
        assert span.operation != previous
        previous = span.operation
    assert (made, ref_at) == (hypothesis, len(reference))


@pytest.mark.parametrize("length", [63, 64, 65, 128, 129, 192, 257, 400])
@pytest.mark.parametrize("n_words", [2, 1000])
def test_patterns_of_several_machine_words_align_without_a_seam(length: int, n_words: int) -> None:
    rng = np.random.default_rng(length * 1000 + n_words)
    reference = rng.integers(0, n_words, length).tolist()
    changed = [word if rng.random() < 0.8 else n_words for word in reference if rng.random() < 0.9]
    for hypothesis in (changed, rng.integers(0, n_words, length // 2).tolist(), reference[7:] + reference[:7]):
        assert operations_of(hypothesis, reference) == twin.operations(hypothesis, reference)


def test_texts_without_a_word_align_too() -> None:
    assert Wer().align("", "") == EditAlignment((), (), 0, 0, 0, 0, ())
    assert Wer().align("a b", "").operations == (EditSpan("insert", 0, 0, 0, 2),)
    assert Wer().align(" ", "a b").operations == (EditSpan("delete", 0, 2, 0, 0),)


def test_each_metric_aligns_as_it_reads() -> None:
    assert Wer(lowercase=True, tokenize="13a").align("Yes, sir.", "yes sir.").deletions == 0
    assert Mer().align("Yes, sir.", "yes sir.").hits == 1
    assert Cer().align(" ab ", "a b").operations == (
        EditSpan("equal", 0, 1, 0, 1),
        EditSpan("delete", 1, 2, 1, 1),
        EditSpan("equal", 2, 3, 1, 2),
    )
    assert Cer(whitespace=False).align("ab", "a b").hits == 2


@pytest.mark.parametrize(("hypothesis", "reference"), [(["a"], "a"), ("a", None)], ids=["hypothesis", "reference"])
def test_what_is_no_string_is_refused(hypothesis: object, reference: object) -> None:
    with pytest.raises(AlignmentError, match=r"must be one string, not (list|NoneType)"):
        Wer().align(hypothesis, reference)


@given(drawn=texts(), n_threads=st.sampled_from([1, 3]))
def test_counts_are_those_of_the_chosen_reference(drawn: Texts, n_threads: int) -> None:
    average = Wer(reference_length="average")
    chosen, fewest = measure(drawn.test_set(), [Wer(), average], n_threads=n_threads)
    lengths = fewest.statistics.scaled(fewest.statistics.values.astype(np.float64))[..., 4]
    for s, system in enumerate(drawn.systems):
        for i, line in enumerate(system):
            hypothesis = line.split()
            references = [None if text[i] is None else text[i].split() for text in drawn.references]
            reference = twin.lowest_rate(hypothesis, references)
            expected = [*twin.counts(hypothesis, reference), len(reference)]
            assert chosen.statistics.values[s, i].tolist() == expected
            reference = twin.fewest_errors(hypothesis, references)
            assert fewest.statistics.values[s, i, :4].tolist() == twin.counts(hypothesis, reference)
            present = [len(reference) for reference in references if reference is not None]
            assert lengths[s, i] == pytest.approx(sum(present) / len(present), abs=2.0**-30)


def counts_of_one_pair(hypothesis: np.ndarray, reference: np.ndarray) -> tuple[list[int], int]:
    arrays = (
        hypothesis.astype(np.int32),
        np.array([0, len(hypothesis)]),
        reference.astype(np.int32),
        np.array([0, len(reference)]),
        np.ones((1, 1), dtype=np.uint8),
    )
    counts, distances = np.empty((1, 1, 4), dtype=np.int64), np.empty((1, 1, 1), dtype=np.int64)
    _native.edit_counts(arrays, np.zeros((1, 1), dtype=np.int64), counts, 1)
    _native.edit_distances(arrays, distances, 1)
    return counts.ravel().tolist(), int(distances[0, 0, 0])


def test_long_texts_take_neither_long_nor_much_memory() -> None:
    # A whole table of 100,000 by 100,000 words would take 2.5 GB; these are done in well under a second each.
    same = np.zeros(100_000)
    assert counts_of_one_pair(same, same) == ([100_000, 0, 0, 0], 0)
    assert counts_of_one_pair(same[:60_000], same) == ([60_000, 0, 40_000, 0], 40_000)
    rng = np.random.default_rng(1)
    distinct = rng.permutation(100_000)
    without = np.delete(distinct, np.arange(50, 100_000, 1000))
    assert counts_of_one_pair(without, distinct) == ([99_900, 0, 100, 0], 100)
    assert counts_of_one_pair(distinct, without) == ([99_900, 0, 0, 100], 100)
    upwards = np.arange(5_000)
    [*counts], distance = counts_of_one_pair(upwards + 5_000, upwards)
    assert (counts, distance) == ([0, 5_000, 0, 0], 5_000)


def test_a_reference_that_is_not_there_is_refused() -> None:
    data = TestSet(references=[["a"]], systems={"x": ["a"]})
    values = np.zeros(1, dtype=np.int32)
    arrays = (values, np.array([0, 1]), values, np.array([0, 1]), np.ones((1, 1), dtype=np.uint8))
    out = np.empty((1, 1, 4), dtype=np.int64)
    for chosen in (-1, 1):
        with pytest.raises(ValueError, match="from 0 to n_references - 1"):
            _native.edit_counts(arrays, np.full((1, 1), chosen), out, 1)
    with pytest.raises(ValueError, match="shape"):
        _native.edit_counts(arrays, np.zeros((1, 2), dtype=np.int64), out, 1)
    assert data.n_segments == 1
