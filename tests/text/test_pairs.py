"""Pools of texts: the pairs are a test set like any other, whose texts were encoded once."""

import numpy as np

from steelyard.text import Corpus, Reading, TextPool

POOL = TextPool(["a b", "", "C c a"], ["c", "b b a", "a", ""])


def test_pairs_are_encoded_as_the_test_set_of_them_is() -> None:
    reading = Reading("13a", lowercase=True)
    for _, pairs in POOL.blocks(8):
        words, whole = pairs.encode(reading), Corpus(pairs.test_set)
        expected = whole.encode(reading)
        np.testing.assert_array_equal(words.hypothesis_lengths, expected.hypothesis_lengths)
        np.testing.assert_array_equal(words.is_present, expected.is_present)
        for found, known in ((words.hypotheses, expected.hypotheses), (words.references, expected.references)):
            ids, other_ids = pairs.vocabulary.words(), whole.vocabulary.words()
            assert [[ids[i] for i in row] for row in found] == [[other_ids[i] for i in row] for row in known]


def test_blocks_hold_every_candidate_once() -> None:
    assert [(rows.start, rows.stop) for rows, _ in POOL.blocks(8)] == [(0, 2), (2, 3)]
    assert [(rows.start, rows.stop) for rows, _ in POOL.blocks(1)] == [(0, 1), (1, 2), (2, 3)]
