"""The order in which a text takes up the words of its source, as a permutation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import DataError
from steelyard.metrics.parts.annotations import alignments_of
from steelyard.types import Alignment, TestSet

__all__ = ["source_order_counts", "source_permutation"]


def source_permutation(links: Alignment, n_source_words: int) -> NDArray[np.int64]:
    """Return the place of each source word in a text's order, as LRscore and Moses have it.

    It is a permutation of 0 ... n - 1. Links are pairs (source word, word of the text), from 0. A source word stands
    where the first of its words does, one without links where the source word before it does (at first at the
    beginning); source words that share a place keep their order.

    Examples
    --------
    >>> from steelyard.metrics.parts.source_permutations import source_permutation
    >>> source_permutation(((0, 8), (1, 0), (3, 3), (3, 2), (4, 5), (5, 5), (6, 5), (7, 7)), 8).tolist()
    [7, 0, 1, 2, 3, 4, 5, 6]
    """
    first = np.full(n_source_words, -1, dtype=np.int64)
    for i, j in links:
        if first[i] < 0 or j < first[i]:
            first[i] = j
    last = 0
    for i in range(n_source_words):
        first[i] = last = first[i] if first[i] >= 0 else last
    permutation = np.empty(n_source_words, dtype=np.int64)
    permutation[np.argsort(first, kind="stable")] = np.arange(n_source_words)
    return permutation


def source_order_counts(test_set: TestSet, metric: str) -> NDArray[np.int64]:
    """Compare the order of source words in outputs and references, shape (R, S, N, 3).

    These are source words, those at another place, and pairs the wrong way round; 0 where a reference is missing. What
    white space separates are the words. For messages, `metric` is who asks.
    """
    if test_set.sources is None:
        raise DataError(f"{metric} needs the sources, to know how many words they have: give them with the texts.")
    lengths = [len(source.split()) for source in test_set.sources]
    references = [
        _permutations(test_set, f"reference {r}", lengths, metric) for r in range(1, len(test_set.references) + 1)
    ]
    systems = [_permutations(test_set, f"system {name}", lengths, metric) for name in test_set.systems]
    counts = np.zeros((len(references), len(systems), len(lengths), 3), dtype=np.int64)
    for r, of_reference in enumerate(references):
        is_present = np.array([text is not None for text in test_set.references[r]])
        for s, of_system in enumerate(systems):
            rows = []
            for one, other in zip(of_system, of_reference, strict=True):
                row = np.empty(len(one), dtype=np.int32)
                # The system's place of each source word, in the reference's order: the order of one relative to the
                # other.
                row[other] = one
                rows.append(row)
            offsets = np.cumsum([0, *lengths], dtype=np.int64)
            found = np.empty((len(rows), 3), dtype=np.int64)
            _native.permutation_counts(np.concatenate(rows), offsets, found)
            counts[r, s] = np.where(is_present[:, None], found, 0)
    return counts


def _permutations(test_set: TestSet, text: str, lengths: Sequence[int], metric: str) -> list[NDArray[np.int64]]:
    found = alignments_of(test_set, text, metric)
    return [source_permutation(links, length) for links, length in zip(found, lengths, strict=True)]
