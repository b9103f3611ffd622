"""The bit-parallel edit distance against the whole table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _native
from steelyard.text import Corpus, Reading
from steelyard.types import TestSet
from tests.twins import edits
from tests.twins.corpora import Texts, texts


def distances_of(data: TestSet, n_threads: int = 1) -> np.ndarray:
    encoded = Corpus(data).encode(Reading("none"))
    distances = np.empty((len(data.references), len(data.systems), data.n_segments), dtype=np.int64)
    _native.edit_distances(encoded.arrays, distances, n_threads)
    return distances


@given(drawn=texts(), n_threads=st.sampled_from([1, 3]))
def test_distances_are_those_of_the_table(drawn: Texts, n_threads: int) -> None:
    distances = distances_of(drawn.test_set(), n_threads)
    for r, reference in enumerate(drawn.references):
        for s, system in enumerate(drawn.systems):
            for i, hypothesis in enumerate(system):
                expected = 0 if reference[i] is None else edits.distance(hypothesis.split(), reference[i].split())
                assert distances[r, s, i] == expected


@pytest.mark.parametrize("length", [63, 64, 65, 128, 129, 200])
@pytest.mark.parametrize("n_words", [1, 3, 1000])
def test_patterns_of_several_machine_words_join_without_a_seam(length: int, n_words: int) -> None:
    rng = np.random.default_rng(length * 1000 + n_words)
    lengths = (0, 1, length // 2, length - 1, length, length + 1, 3 * length)
    lines = [[f"w{i}" for i in rng.integers(0, n_words, size)] for size in lengths]
    changed = [[w if rng.random() < 0.8 else "other" for w in lines[4]] for _ in lines]
    for hypotheses in (lines, changed):
        data = TestSet(
            references=[[" ".join(lines[4])] * len(lines)], systems={"x": [" ".join(line) for line in hypotheses]}
        )
        expected = [edits.distance(line, lines[4]) for line in hypotheses]
        assert distances_of(data)[0, 0].tolist() == expected


@pytest.mark.parametrize("length", [1, 40, 449])
def test_a_reference_of_many_machine_words_may_be_longer_than_the_text(length: int) -> None:
    reference = [f"w{i}" for i in range(450)]
    hypothesis = [*reference[100 : 100 + length // 2], *["other"] * (length - length // 2)]
    data = TestSet(references=[[" ".join(reference)]], systems={"x": [" ".join(hypothesis)]})
    assert distances_of(data)[0, 0].tolist() == [edits.distance(hypothesis, reference)]
