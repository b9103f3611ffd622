"""The first reference of each segment, and its length."""

import numpy as np
from numpy.typing import NDArray

from steelyard.types import CountedSet, Layout, TestSet

__all__ = ["first_reference", "segment_sizes", "words_of_reference"]


def words_of_reference(test_set: TestSet | CountedSet) -> NDArray[np.int64]:
    """Count the words of each segment's first reference, or of its source where there is none: shape (N,).

    Where no spaces part words, its characters are counted.
    """
    if isinstance(test_set, CountedSet):
        return np.array(test_set.reference_words, dtype=np.int64)
    texts = test_set.references or (test_set.sources or (),)
    lines = [first_reference(test_set, i) for i in range(test_set.n_segments)] if test_set.references else texts[0]
    is_spaceless = False
    if not all(line is None or line.isascii() for text in texts for line in text):
        from steelyard.text import spaceless  # not needed for plain English

        is_spaceless = spaceless(texts) is not None
    words = ((line or "").split() for line in lines)
    return np.array([len("".join(line)) if is_spaceless else len(line) for line in words], dtype=np.int64)


def segment_sizes(test_set: Layout) -> NDArray[np.int64]:
    """Say what each segment weighs: the words of its first reference, or 1 where there are no references."""
    if isinstance(test_set, TestSet | CountedSet):
        return words_of_reference(test_set)
    return np.ones(test_set.n_segments, dtype=np.int64)


def first_reference(test_set: TestSet, segment: int) -> str:
    """Return the first reference that this segment has."""
    return next((text[segment] for text in test_set.references if text[segment] is not None), None) or ""
