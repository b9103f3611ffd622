"""The first reference of each segment, and its length."""

import numpy as np
from numpy.typing import NDArray

from steelyard.types import CountedSet, Layout, TestSet

__all__ = ["first_reference", "segment_sizes", "words_of_reference"]


def words_of_reference(test_set: TestSet | CountedSet) -> NDArray[np.int64]:
    """Count the words of each segment's first reference; its characters, where no spaces part words: shape (N,)."""
    if isinstance(test_set, CountedSet):
        return np.array(test_set.reference_words, dtype=np.int64)
    lines = (first_reference(test_set, i) for i in range(test_set.n_segments))
    if all(line is None or line.isascii() for text in test_set.references for line in text):
        return np.array([len(line.split()) for line in lines], dtype=np.int64)
    from steelyard.text import spaceless  # not needed for plain English

    if spaceless(test_set.references) is not None:
        return np.array([len("".join(line.split())) for line in lines], dtype=np.int64)
    return np.array([len(line.split()) for line in lines], dtype=np.int64)


def segment_sizes(test_set: Layout) -> NDArray[np.int64]:
    """Say what each segment weighs: the words of its first reference, or 1 where there are no references."""
    if isinstance(test_set, TestSet | CountedSet):
        return words_of_reference(test_set)
    return np.ones(test_set.n_segments, dtype=np.int64)


def first_reference(test_set: TestSet, segment: int) -> str:
    """Return the first reference that this segment has."""
    return next((text[segment] for text in test_set.references if text[segment] is not None), None) or ""
