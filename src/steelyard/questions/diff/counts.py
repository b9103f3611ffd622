"""How often texts hold n-grams, segment by segment: what matches a reference, and what is beyond."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["GramCounts", "count_grams"]

Lines = Sequence[Sequence[str]]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class GramCounts:
    """Counts of n-grams of one order: a row for each n-gram in a segment that has it."""

    order: int  # words of an n-gram
    n_grams: int  # different ones of any text
    gram: Ints  # N-gram of each row, from 0, shape (R,)
    segment: Ints  # segment of each row, shape (R,)
    reference: Ints  # shape (R,): how often the references have it: of several, as often as the one that has it most
    a: Ints  # a, b: how often the systems' outputs have it, shape (R,)
    b: Ints
    words: Ints  # all texts in a row, as places in `names`, shape (W,)
    first: Ints  # where in `words` each n-gram stands first, shape (G,)
    names: list[str]  # the words

    def text(self, gram: int) -> str:
        """Return the words of an n-gram, a space between two."""
        start = int(self.first[gram])
        return " ".join(self.names[word] for word in self.words[start : start + self.order].tolist())

    def single_words(self) -> list[str]:
        """Return all n-grams of order 1."""
        return [self.names[word] for word in self.words[self.first].tolist()]

    def matched(self) -> tuple[Ints, Ints]:
        """Return what the outputs share with a reference: clipped counts of A and of B."""
        return np.minimum(self.a, self.reference), np.minimum(self.b, self.reference)

    def extra(self) -> tuple[Ints, Ints]:
        """Return what the outputs have beyond every reference: of A and of B."""
        return np.maximum(self.a - self.reference, 0), np.maximum(self.b - self.reference, 0)


def count_grams(references: Sequence[Lines], a: Lines, b: Lines, longest: int) -> list[GramCounts]:
    """Count n-grams of orders 1 to the longest, of lines of words; a missing reference has none."""
    texts = [a, b, *references]
    n_segments = len(a)
    places: dict[str, int] = {}
    words = np.array(
        [places.setdefault(word, len(places)) for text in texts for line in text for word in line], dtype=np.int64
    )
    sizes = np.array([len(line) for text in texts for line in text], dtype=np.int64)
    line = np.repeat(np.arange(len(sizes)), sizes)
    left = np.repeat(np.cumsum(sizes), sizes) - np.arange(len(words))  # words from here to the end of the line
    names = list(places)
    codes, found = words, []
    for order in range(1, longest + 1):
        if order > 1:  # one more word: an n-gram is the shorter one before it, and its last word
            starts = np.flatnonzero(left >= order)
            pairs = codes[starts] * len(names) + words[starts + order - 1]
        else:
            starts, pairs = np.arange(len(words)), words
        _, first, dense = np.unique(pairs, return_index=True, return_inverse=True)
        codes = np.full(len(words), -1, dtype=np.int64)
        codes[starts] = dense
        counted = _by_segment(dense.astype(np.int64), line[starts], n_segments)
        found.append(GramCounts(order, len(first), *counted, words, starts[first], names))
    return found


def _by_segment(codes: Ints, lines: Ints, n_segments: int) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Count each n-gram in each line, and put the lines of a segment side by side: rows as in `GramCounts`."""
    text, segment = np.divmod(lines, n_segments)
    rows, row = np.unique(codes * n_segments + segment, return_inverse=True)
    counts = np.zeros((int(text.max(initial=1)) + 1, len(rows)), dtype=np.int64)
    np.add.at(counts, (text, row), 1)
    reference = counts[2:].max(axis=0) if len(counts) > 2 else np.zeros(len(rows), dtype=np.int64)
    return rows // n_segments, rows % n_segments, reference, counts[0], counts[1]
