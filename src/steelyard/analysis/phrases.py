"""Phrase pairs that a word alignment allows, and how many of them two alignments share."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.reprs import short_repr
from steelyard.types import WordLinks

__all__ = ["LONGEST_PHRASE", "PhraseCounts", "Phrases", "compare_phrases", "extract_phrases", "phrase_error_rate"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
LONGEST_PHRASE = 20  # words: more would be fragments of sentences, and their number grows with the fourth power


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Phrase pairs; every array has one entry for each, in the order of `keys`.

    Attributes
    ----------
    keys : array of int64
        The four others in one number, ascending.
    segments : array of int64
        Sentence pair.
    source_starts, target_starts : array of int64
        First word, from 0.
    source_lengths, target_lengths : array of int64
        Words.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import extract_phrases
    >>> from steelyard.types import WordLinks
    >>> links = WordLinks.of(np.zeros(2, int), np.array([0, 1]), np.array([1, 0]), np.ones(2), 1)
    >>> phrases = extract_phrases(links, np.array([2]), np.array([2]))
    >>> phrases.source_starts.tolist(), phrases.source_lengths.tolist(), phrases.target_starts.tolist()
    ([0, 0, 1], [1, 2, 1], [1, 0, 0])
    """

    keys: Ints
    segments: Ints
    source_starts: Ints
    source_lengths: Ints
    target_starts: Ints
    target_lengths: Ints

    __repr__ = short_repr


def extract_phrases(
    links: WordLinks, source_lengths: Ints, target_lengths: Ints, longest: int = 7, *, is_tight: bool = False
) -> Phrases:
    """Extract the phrase pairs that an alignment allows.

    A phrase pair is a run of source words and a run of target words with at least one link between them, and none from
    inside to outside.

    Parameters
    ----------
    links : WordLinks
        The alignment.
    source_lengths, target_lengths : array of int, shape (N,)
        Words of every sentence.
    longest : int, default 7
        Words of a phrase on either side, at most.
    is_tight : bool, default False
        First and last word of both sides must be linked; otherwise words without a link may stand at the edges.

    Returns
    -------
    Phrases
        All of them.

    Raises
    ------
    SpecError
        `longest` is not 1 to 20.

    References
    ----------
    Och and Ney 2004, "The alignment template approach to statistical machine translation", J04-4002.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import extract_phrases
    >>> from steelyard.types import WordLinks
    >>> links = WordLinks.of(np.zeros(2, int), np.array([0, 2]), np.array([0, 2]), np.ones(2), 1)
    >>> three = np.array([3])
    >>> [len(extract_phrases(links, three, three, 3, is_tight=tight).keys) for tight in (False, True)]
    [9, 3]
    """
    if not 1 <= longest <= LONGEST_PHRASE:
        raise SpecError(f"A phrase may have 1 to {LONGEST_PHRASE} words, not {longest}.")
    keys = _native.extract_phrases(links.keys, _lengths(source_lengths, target_lengths), longest, is_tight)
    place, size = (1 << 14) - 1, (1 << 5) - 1
    return Phrases(keys, keys >> 38, keys >> 24 & place, keys >> 19 & size, keys >> 5 & place, keys & size)


def _lengths(source: Ints, target: Ints) -> tuple[Ints, Ints]:
    return source.astype(np.int64), target.astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class PhraseCounts:
    """Phrase pairs of an alignment and of the gold one.

    Attributes
    ----------
    by_segment : array of int64, shape (N, 3)
        Shared, of the alignment, of the gold one.
    by_length : array of int64, shape (M, 3)
        The same by source words, from 1.
    n_covered : array of int64, shape (M,)
        Source words that lie in a phrase of so many source words of the alignment.
    n_untranslated : int
        Source words that lie in no phrase of the alignment.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import compare_phrases
    >>> from steelyard.types import WordLinks
    >>> gold = WordLinks.of(np.zeros(3, int), np.arange(3), np.arange(3), np.ones(3), 1)
    >>> found = WordLinks.of(np.zeros(2, int), np.array([0, 2]), np.array([0, 2]), np.ones(2), 1)
    >>> counts = compare_phrases(gold, found, np.array([3]), np.array([3]), 3)
    >>> counts.by_segment.tolist(), counts.n_untranslated
    ([[5, 9, 6]], 0)
    """

    by_segment: Ints
    by_length: Ints
    n_covered: Ints
    n_untranslated: int

    __repr__ = short_repr


def compare_phrases(
    gold: WordLinks,
    found: WordLinks,
    source_lengths: Ints,
    target_lengths: Ints,
    longest: int = 7,
    *,
    is_tight: bool = False,
) -> PhraseCounts:
    """Count the phrase pairs of an alignment, of the gold one, and those that both have.

    Parameters
    ----------
    gold, found : WordLinks
        The alignments; all links of `gold` count, sure or possible.
    source_lengths, target_lengths, longest, is_tight
        As for `extract_phrases`.

    Returns
    -------
    PhraseCounts
        By sentence pair and by length.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import compare_phrases
    >>> from steelyard.types import WordLinks
    >>> links = WordLinks.of(np.zeros(3, int), np.arange(3), np.arange(3), np.ones(3), 1)
    >>> compare_phrases(links, links, np.array([3]), np.array([3]), 3).by_length.tolist()
    [[3, 3, 3], [2, 2, 2], [1, 1, 1]]
    """
    by_segment = np.zeros((gold.n_segments, 3), np.int64)
    by_length, n_covered = np.zeros((longest, 3), np.int64), np.zeros(longest, np.int64)
    lengths = _lengths(source_lengths, target_lengths)
    n_untranslated = _native.compare_phrases(gold.keys, found.keys, lengths, is_tight, by_segment, by_length, n_covered)
    return PhraseCounts(by_segment, by_length, n_covered, n_untranslated)


def phrase_error_rate(sums: Floats) -> Floats:
    """Return CPER, 1 - F1 of the phrase pairs of an alignment against those of the gold one.

    Alignments of the same AER can allow very different phrases, and translation systems learn from the phrases. It
    misleads where `longest` is not that of the system, or the gold links are sparse: words without a link multiply
    loose phrases.

    Parameters
    ----------
    sums : array, shape (..., 3)
        Phrase pairs shared, of the alignment, of the gold one, summed.

    Returns
    -------
    array, shape (...)
        0 where there is none in either.

    References
    ----------
    Ayan and Dorr 2006, "Going beyond AER: an extensive analysis of word alignments and their impact on MT", P06-1002.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import phrase_error_rate
    >>> phrase_error_rate(np.array([5.0, 9.0, 6.0])).round(6).tolist()
    0.333333
    """
    both = sums[..., 1] + sums[..., 2]
    found: Floats = np.where(both > 0, 1 - 2 * sums[..., 0] / np.where(both > 0, both, 1), 0.0)
    return found
