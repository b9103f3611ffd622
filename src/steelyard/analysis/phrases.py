"""Phrase pairs that a word alignment allows, and how many of them two alignments share."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis.word_alignments import is_among
from steelyard.errors import SpecError
from steelyard.short_repr import short_repr
from steelyard.types import WordLinks

__all__ = ["LONGEST_PHRASE", "PhraseCounts", "Phrases", "compare_phrases", "extract_phrases", "phrase_error_rate"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
LONGEST_PHRASE = 20  # words: more would be fragments of sentences, and their number grows with the fourth power
_SEGMENTS = 5_000  # sentence pairs at a time
_FAR = 2**40


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
    sides = _sides(links, source_lengths, target_lengths)
    found = [np.zeros((0, 5), np.int64)]
    for length in range(1, longest + 1):
        at, low, high = _source_spans(sides, length, longest, is_tight=is_tight)
        for start, n_words, place in _target_spans(sides, at, low, high, longest, is_tight=is_tight):
            rows = (sides.source_segments[place], place, np.full(len(place), length), start, n_words)
            found.append(np.stack(rows, axis=-1))
    segments, first, n_source, start, n_target = np.concatenate(found).T
    first = first - sides.source_offsets[segments]
    start = start - sides.target_offsets[segments]
    keys = (((segments << 14 | first) << 5 | n_source) << 14 | start) << 5 | n_target
    order = np.argsort(keys)
    return Phrases(*(column[order] for column in (keys, segments, first, n_source, start, n_target)))


@dataclass(frozen=True, slots=True)
class _Sides:
    """All sentences one after the other: of words and runs, what the furthest words they are linked to are."""

    source_segments: Ints
    source_offsets: Ints
    target_offsets: Ints
    low: Ints  # of each source word, the first target word it is linked to; far beyond where there is none
    high: Ints
    is_linked: NDArray[np.bool_]  # of each target word
    left: Ints  # of each target word, words without a link right before it in its sentence
    right: Ints
    back_low: Ints
    back_high: Ints


def _sides(links: WordLinks, source_lengths: Ints, target_lengths: Ints) -> _Sides:
    source_offsets, target_offsets = (np.concatenate([[0], np.cumsum(n)]) for n in (source_lengths, target_lengths))
    sources, targets = links.sources + source_offsets[links.segments], links.targets + target_offsets[links.segments]
    low, high = _extremes(sources, targets, int(source_offsets[-1]))
    back_low, back_high = _extremes(targets, sources, int(target_offsets[-1]))
    is_linked = back_high >= 0
    segments = np.repeat(np.arange(len(source_lengths)), source_lengths)
    of_target = np.repeat(np.arange(len(target_lengths)), target_lengths)
    place = np.arange(len(is_linked))
    before = np.maximum.accumulate(np.where(is_linked, place, -1)) if len(place) else place
    before = np.concatenate([[-1], before])[:-1] if len(place) else place
    after = np.minimum.accumulate(np.where(is_linked, place, _FAR)[::-1])[::-1] if len(place) else place
    after = np.concatenate([after, [_FAR]])[1:] if len(place) else place
    left = place - np.maximum(before + 1, target_offsets[of_target])
    right = np.minimum(after, target_offsets[of_target + 1]) - place - 1
    return _Sides(segments, source_offsets, target_offsets, low, high, is_linked, left, right, back_low, back_high)


def _extremes(words: Ints, others: Ints, n: int) -> tuple[Ints, Ints]:
    low, high = np.full(n, _FAR), np.full(n, -1)
    np.minimum.at(low, words, others)
    np.maximum.at(high, words, others)
    return low, high


def _over_runs(values: Ints, length: int, extreme: np.ufunc) -> Ints:
    """Return the extreme of every run of words of one length, by its first word."""
    n = max(len(values) - length + 1, 0)
    found = values[:n].copy()
    for step in range(1, length):
        extreme(found, values[step : step + n], out=found)
    return found


def _source_spans(sides: _Sides, length: int, longest: int, *, is_tight: bool) -> tuple[Ints, Ints, Ints]:
    """Return the source runs of a length that go with a target run: first word, and the ends of what is linked."""
    low, high = _over_runs(sides.low, length, np.minimum), _over_runs(sides.high, length, np.maximum)
    at = np.arange(len(low))
    fits = (high >= 0) & (high - low < longest)
    fits &= sides.source_segments[at] == sides.source_segments[at + length - 1]
    if is_tight:
        fits &= (sides.high[at] >= 0) & (sides.high[at + length - 1] >= 0)
    at, low, high = at[fits], low[fits], high[fits]
    is_consistent = np.zeros(len(at), bool)
    for n_target in range(1, longest + 1):
        chosen = np.flatnonzero(high - low == n_target - 1)
        if len(chosen):
            first = _over_runs(sides.back_low, n_target, np.minimum)[low[chosen]]
            last = _over_runs(sides.back_high, n_target, np.maximum)[low[chosen]]
            is_consistent[chosen] = (first >= at[chosen]) & (last < at[chosen] + length)
    return at[is_consistent], low[is_consistent], high[is_consistent]


def _target_spans(
    sides: _Sides, at: Ints, low: Ints, high: Ints, longest: int, *, is_tight: bool
) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Give first word and length of target runs, with the source run; edges may reach over words without a link."""
    most = 0 if is_tight else longest - 1
    for before in range(most + 1):
        has_left = (sides.left[low] >= before) & (high - low + 1 + before <= longest)
        for after in range(most - before + 1):
            fits = has_left & (sides.right[high] >= after) & (high - low + 1 + before + after <= longest)
            if fits.any():
                yield low[fits] - before, (high - low)[fits] + 1 + before + after, at[fits]


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
    n = gold.n_segments
    by_segment = np.zeros((n, 3), np.int64)
    by_length = np.zeros((longest, 3), np.int64)
    n_covered, n_untranslated = np.zeros(longest, np.int64), 0
    for start in range(0, n, _SEGMENTS):
        end = min(start + _SEGMENTS, n)
        sizes = source_lengths[start:end], target_lengths[start:end]
        truth = extract_phrases(gold.between(start, end), *sizes, longest, is_tight=is_tight)
        own = extract_phrases(found.between(start, end), *sizes, longest, is_tight=is_tight)
        is_shared = is_among(own.keys, truth.keys)
        columns = ((own, is_shared), (own, np.ones(len(own.keys), bool)), (truth, np.ones(len(truth.keys), bool)))
        for column, (phrases, chosen) in enumerate(columns):
            by_segment[start:end, column] = np.bincount(phrases.segments[chosen], minlength=end - start)
            by_length[:, column] += np.bincount(phrases.source_lengths[chosen], minlength=longest + 1)[1:]
        is_covered = _covered(own, sizes[0], longest)
        n_covered += is_covered.sum(axis=1)
        n_untranslated += int((~is_covered.any(axis=0)).sum())
    return PhraseCounts(by_segment, by_length, n_covered, n_untranslated)


def _covered(phrases: Phrases, source_lengths: Ints, longest: int) -> NDArray[np.bool_]:
    """Say of every source word whether it lies in a phrase of each length, shape (M, words)."""
    offsets = np.concatenate([[0], np.cumsum(source_lengths)])
    found = np.zeros((longest, int(offsets[-1])), bool)
    for length in range(1, longest + 1):
        chosen = phrases.source_lengths == length
        first = offsets[phrases.segments[chosen]] + phrases.source_starts[chosen]
        for step in range(length):
            found[length - 1, first + step] = True
    return found


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
