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
    """Counts of n-grams of one order: a row for each n-gram in a segment that has it.

    Attributes
    ----------
    grams : list of tuple of str
        Every n-gram of any text once.
    gram : array, shape (R,)
        Place of each row's n-gram in `grams`.
    segment : array, shape (R,)
        Segment of each row.
    reference : array, shape (R,)
        How often the references have it: of several, as often as the one that has it most.
    a, b : array, shape (R,)
        How often the systems' outputs have it.
    """

    grams: list[tuple[str, ...]]
    gram: Ints
    segment: Ints
    reference: Ints
    a: Ints
    b: Ints

    def matched(self) -> tuple[Ints, Ints]:
        """Return what the outputs share with a reference: clipped counts of A and of B."""
        return np.minimum(self.a, self.reference), np.minimum(self.b, self.reference)

    def extra(self) -> tuple[Ints, Ints]:
        """Return what the outputs have beyond every reference: of A and of B."""
        return np.maximum(self.a - self.reference, 0), np.maximum(self.b - self.reference, 0)


def count_grams(references: Sequence[Lines], a: Lines, b: Lines, longest: int) -> list[GramCounts]:
    """Count n-grams of all orders up to the longest.

    Parameters
    ----------
    references : sequence of sequence of sequence of str
        Words of every segment, reference by reference; none where a reference is missing.
    a, b : sequence of sequence of str
        Words of the outputs.
    longest : int
        Words of the longest n-gram.

    Returns
    -------
    list of GramCounts
        Orders 1 to `longest`.
    """
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
        grams = [tuple(names[word] for word in words[at : at + order]) for at in starts[first]]
        found.append(_by_segment(grams, dense.astype(np.int64), line[starts], n_segments))
    return found


def _by_segment(grams: list[tuple[str, ...]], codes: Ints, lines: Ints, n_segments: int) -> GramCounts:
    """Count each n-gram in each line, and put the lines of a segment side by side."""
    text, segment = np.divmod(lines, n_segments)
    rows, row = np.unique(codes * n_segments + segment, return_inverse=True)
    counts = np.zeros((int(text.max(initial=1)) + 1, len(rows)), dtype=np.int64)
    np.add.at(counts, (text, row), 1)
    reference = counts[2:].max(axis=0) if len(counts) > 2 else np.zeros(len(rows), dtype=np.int64)
    return GramCounts(grams, rows // n_segments, rows % n_segments, reference, counts[0], counts[1])
