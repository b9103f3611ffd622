"""Ways to sort the segments of a test set into a few buckets."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.scored.reference_words import first_reference, words_of_reference
from steelyard.types import CountedSet, TestSet

__all__ = ["Dimension", "dimensions_of"]

_MOST_VALUES = 12  # of a column that is a dimension; more would be a list, and no overview
_FEWEST_SEGMENTS = 8  # for quarters of two
_LONGEST_WORD = 15  # letters, on average: text with longer words writes no spaces
_FEWEST_WORDS = 3  # a segment, on average: fewer where scripts write no spaces
_QUARTERS = ("rarest quarter", "second quarter", "third quarter", "most common quarter")


@dataclass(frozen=True, slots=True, eq=False)
class Dimension:
    """One way to sort segments."""

    name: str  # what they are sorted by
    note: str  # how, in a sentence
    buckets: tuple[str, ...]
    codes: NDArray[np.int64]  # shape (N,): bucket of each segment; -1 for none


def dimensions_of(test_set: TestSet | CountedSet, columns: Mapping[str, Sequence[object]]) -> list[Dimension]:
    """Sort by length, by how common the reference's words are, by document, and by every column of few values.

    Without texts it is not known which words there are, and lengths alone are left: those of texts without spaces
    between words are in characters.
    """
    found = []
    if test_set.n_segments >= _FEWEST_SEGMENTS and isinstance(test_set, CountedSet):
        lengths = words_of_reference(test_set)
        if lengths.mean() >= _FEWEST_WORDS:
            found.append(_by_length(lengths, "word"))
    elif test_set.n_segments >= _FEWEST_SEGMENTS and isinstance(test_set, TestSet):
        texts = [first_reference(test_set, i) for i in range(test_set.n_segments)]
        letters, n_words = sum(map(len, texts)), sum(len(text.split()) for text in texts)
        is_spaced = letters <= _LONGEST_WORD * max(n_words, 1)
        words = [text.lower().split() if is_spaced else list("".join(text.split())) for text in texts]
        noun = "word" if is_spaced else "character"
        lengths = np.array([len(line) for line in words], dtype=np.int64)
        found += [_by_length(lengths, noun), _by_frequency(words, noun)]
    if test_set.documents is not None:
        found.append(_by_document(test_set.documents))
    for name, values in columns.items():
        labels = [str(value) for value in values]
        kept = tuple(dict.fromkeys(labels))
        if len(kept) <= _MOST_VALUES:
            codes = np.array([kept.index(label) for label in labels], dtype=np.int64)
            found.append(Dimension(name, "As the test set has it.", kept, codes))
    return [dimension for dimension in found if len(dimension.buckets) > 1]


def _quarters(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Sort into four parts of about equal size; equal values stay together."""
    edges = np.quantile(values, [0.25, 0.5, 0.75])
    return np.searchsorted(edges, values, side="left").astype(np.int64)


def _by_length(lengths: NDArray[np.int64], noun: str) -> Dimension:
    kept, codes = np.unique(_quarters(lengths.astype(np.float64)), return_inverse=True)
    names = []
    for code in range(len(kept)):
        low, high = int(lengths[codes == code].min()), int(lengths[codes == code].max())
        names.append(f"{low} {noun}{'s' if low != 1 else ''}" if low == high else f"{low}–{high} {noun}s")
    note = f"{noun.capitalize()}s of the reference, in quarters of the segments."
    return Dimension("length", note, tuple(names), codes.astype(np.int64))


def _by_frequency(words: Sequence[Sequence[str]], noun: str) -> Dimension:
    counts = Counter(word for line in words for word in line)
    logarithm = {word: math.log2(count) for word, count in counts.items()}
    rarity = np.array(
        [math.fsum(map(logarithm.__getitem__, line)) / len(line) if line else math.nan for line in words],
        dtype=np.float64,
    )
    is_known = np.isfinite(rarity)
    codes = np.full(len(words), -1, dtype=np.int64)
    if not is_known.any():
        return Dimension("frequency", "", (), codes)
    kept, found = np.unique(_quarters(rarity[is_known]), return_inverse=True)
    codes[is_known] = found
    note = (
        f"Mean logarithm of how often the {noun}s of the reference stand in all references, in quarters of the "
        "segments."
    )
    return Dimension(f"{noun} frequency", note, tuple(_QUARTERS[code] for code in kept), codes)


def _by_document(documents: Sequence[str]) -> Dimension:
    sizes = Counter(documents)
    kept = [name for name, _ in sizes.most_common(_MOST_VALUES)]
    shown = tuple(name for name in sizes if name in kept)
    place = {name: i for i, name in enumerate(shown)}
    codes = np.array([place.get(name, -1) for name in documents], dtype=np.int64)
    note = f"The {len(shown)} longest of {len(sizes)} documents." if len(shown) < len(sizes) else "Every document."
    return Dimension("document", note, shown, codes)
