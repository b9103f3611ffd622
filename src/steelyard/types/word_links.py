"""Links between the words of sentence pairs, as sorted numbers that sets are made of."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import AlignmentError
from steelyard.reprs import describe, n_of

__all__ = ["MOST_WORDS", "WordLinks"]

Ints = NDArray[np.int64]
_BITS = 14
MOST_WORDS = 2**_BITS  # of a sentence
_PLACE = MOST_WORDS - 1
_BLOCK = 1 << 16  # links at a time, which caches hold


@dataclass(frozen=True, slots=True, eq=False)
class WordLinks:
    """Links of all sentence pairs, each a source word and a target word, sure or only possible.

    Attributes
    ----------
    keys : array of int64, shape (L,)
        Sentence pair, source word and target word in one number, ascending, none twice: sets of links are compared
        as sets of numbers.
    is_sure : array of bool, shape (L,)
        False for links that are only possible.
    n_segments : int
        Sentence pairs, those without links with them.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import WordLinks
    >>> links = WordLinks.of(np.array([0, 0, 0]), np.array([1, 0, 1]), np.array([2, 0, 2]), np.array([0, 1, 1]), 2)
    >>> links.sources.tolist(), links.targets.tolist(), links.is_sure.tolist()
    ([0, 1], [0, 2], [True, True])
    """

    keys: Ints
    is_sure: NDArray[np.bool_]
    n_segments: int

    def __repr__(self) -> str:
        return describe(self, n_of(len(self.keys), "link"), n_of(self.n_segments, "sentence pair"))

    @classmethod
    def of(cls, segments: Ints, sources: Ints, targets: Ints, is_sure: NDArray[np.bool_], n_segments: int) -> Self:
        """Sort links and leave out doubles; a link that is sure anywhere is sure.

        Parameters
        ----------
        segments, sources, targets : array of int, shape (L,)
            Sentence pair and words of each link, from 0.
        is_sure : array of bool, shape (L,)
            Whether it is sure.
        n_segments : int
            Sentence pairs.

        Returns
        -------
        WordLinks
            The same links.

        Raises
        ------
        AlignmentError
            A number is out of range.
        """
        for values, end in ((segments, n_segments), (sources, MOST_WORDS), (targets, MOST_WORDS)):
            if len(values) and (values.min() < 0 or values.max() >= end):
                raise AlignmentError(f"A link has a number that is not one of 0 to {end - 1:,}: count from 0.")
        keys = (segments.astype(np.int64) << 2 * _BITS) | (sources.astype(np.int64) << _BITS) | targets
        marked = keys << 1 | ~is_sure.astype(bool)  # of equal links the sure one comes first
        if (np.diff(marked) < 0).any():
            marked.sort()
        keys = marked >> 1
        is_first = np.diff(keys, prepend=-1) > 0
        return cls(keys[is_first], (marked[is_first] & 1) == 0, n_segments)

    @classmethod
    def of_text(cls, text: bytes, n_segments: int) -> Self | None:
        """Read lines such as ``0-0 1-2 2p3``, where ``p`` and ``?`` mark what is only possible; numbers as they stand.

        Parameters
        ----------
        text : bytes
            A sentence pair a line.
        n_segments : int
            Lines.

        Returns
        -------
        WordLinks or None
            None where something is no link, or a number is beyond the words that a sentence may have.
        """
        found = _native.parse_links(text)
        return None if found is None else cls(found[0], found[1].view(np.bool_), n_segments)

    def to_text(self) -> bytes:
        """Write lines such as ``0-0 1-2 2p3``, one for each sentence pair, counted from 0."""
        return _native.write_links(self.keys, self.is_sure.view(np.uint8), self.n_segments)

    @property
    def segments(self) -> Ints:
        """Sentence pair of each link, from 0."""
        return self.keys >> 2 * _BITS

    @property
    def sources(self) -> Ints:
        """Source word of each link, from 0."""
        found: Ints = self.keys >> _BITS & _PLACE
        return found

    @property
    def targets(self) -> Ints:
        """Target word of each link, from 0."""
        found: Ints = self.keys & _PLACE
        return found

    @property
    def extents(self) -> Ints:
        """Of each sentence pair, one more than the last linked word of either side, and how many words are linked."""
        found = np.zeros((self.n_segments, 4), np.int64)
        _native.measure_links(self.keys, found)
        return found

    def first_zero(self) -> int | None:
        """Return the first sentence pair where a link has a word 0."""
        for start in range(0, len(self.keys), _BLOCK):
            part = self.keys[start : start + _BLOCK]
            at = np.flatnonzero((part & _PLACE == 0) | (part >> _BITS & _PLACE == 0))
            if len(at):
                return int(part[at[0]] >> 2 * _BITS)
        return None

    def from_zero(self) -> "WordLinks":
        """Count from 0 what counts from 1."""
        return replace(self, keys=self.keys - (1 << _BITS) - 1)

    def turned(self) -> "WordLinks":
        """Exchange source and target."""
        keys = (self.segments << _BITS | self.targets) << _BITS | self.sources
        marked = keys << 1 | ~self.is_sure
        marked.sort()
        return replace(self, keys=marked >> 1, is_sure=(marked & 1) == 0)

    def united(self, other: "WordLinks") -> "WordLinks":
        """Take the links of either, all of them sure."""
        keys = _native.unite_links(self.keys, other.keys)
        return WordLinks(keys, np.ones(len(keys), bool), self.n_segments)

    def pairs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Return the links of each sentence pair, in the order of the source, then of the target."""
        every = list(zip(self.sources.tolist(), self.targets.tolist(), strict=True))
        ends = np.searchsorted(self.keys, np.arange(self.n_segments + 1) << 2 * _BITS).tolist()
        return tuple(tuple(every[first:end]) for first, end in pairwise(ends))

    def of_length(self, n_segments: int) -> "WordLinks":
        """Append sentence pairs without links."""
        return replace(self, n_segments=n_segments)

    def sure(self) -> "WordLinks":
        """Leave out what is only possible."""
        return WordLinks(self.keys[self.is_sure], self.is_sure[self.is_sure], self.n_segments)

    def between(self, first: int, end: int) -> "WordLinks":
        """Take the sentence pairs from `first` to before `end`, counted anew from 0."""
        low, high = np.searchsorted(self.keys, np.array([first, end], np.int64) << 2 * _BITS)
        return WordLinks(self.keys[low:high] - (first << 2 * _BITS), self.is_sure[low:high], end - first)
