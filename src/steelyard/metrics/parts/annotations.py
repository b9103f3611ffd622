"""What metrics of parses and word alignments share: take the annotation of a text, or say that it lacks."""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.text import Reading, Synonyms, prepare
from steelyard.types import Parse, TestSet, Word
from steelyard.types.annotations import Alignment
from steelyard.types.checks import BACKWARD

__all__ = [
    "MOST_ASSIGNED", "SetsOf", "alignments_of", "column_reader", "equal_items", "parse_lengths", "parses_of",
    "synonym_sets", "text_lengths", "word_reader", "words_of",
]  # fmt: skip

MOST_ASSIGNED = 2**22
"""Pairs of words that are given to SciPy's assignment: it cannot be interrupted, and takes up to a second for these."""

SetsOf = Callable[[str], frozenset[int]]
"""From a word to the numbers of its sets of synonyms."""


def synonym_sets(synonyms: Synonyms | None) -> SetsOf | None:
    """Look words up in any casing, each once; None where there are no synonyms, which are of lower-case words."""
    return None if synonyms is None else cache(lambda word: synonyms.sets_of(word.lower()))


def parses_of(test_set: TestSet, text: str, metric: str, *, heads: bool = False) -> Sequence[Sequence[Parse]]:
    """Return the parses of a text, such as ``"reference 1"``, by segment: one or more each, best first.

    For messages, `metric` is who asks; with `heads` the words must have heads.
    """
    found = (test_set.parses or {}).get(text)
    if found is None:
        raise DataError(
            f"{metric} needs parses of {text}. Give CoNLL-U files of every reference and system with --parses, or "
            "TestSet(parses=...); plain strings have none."
        )
    if heads:
        for number, segment in enumerate(found, 1):
            if not all(parse.is_parsed for parse in segment):
                name = test_set.names.get(f"parses of {text}", f"parses of {text}")
                raise DataError(
                    f"{metric} needs dependencies, but {name}, segment {number} has words without a head. Parse the "
                    "text; tags alone are not enough."
                )
    return found


def words_of(test_set: TestSet, text: str, word: Callable[[str], str]) -> list[list[str]]:
    """Return the words of a text, such as ``"reference 1"``, by segment, as alignments count them.

    Blanks separate them. A function brings each word into the form that is compared. A missing reference has none.
    """
    kind, _, name = text.partition(" ")
    lines: Sequence[str | None] = test_set.sources or ()
    if kind != "sources":
        lines = test_set.systems[name] if kind == "system" else test_set.references[int(name) - 1]
    return [[word(one) for one in (line or "").split()] for line in lines]


def text_lengths(
    test_set: TestSet, count: Callable[[str], Sequence[int]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Ask for the words of every segment of a text, such as ``"reference 1"``: shapes (S, N) and (R, N)."""
    references = [count(f"reference {r + 1}") for r in range(len(test_set.references))]
    systems = [count(f"system {name}") for name in test_set.system_names]
    return np.array(systems, dtype=np.int64), np.array(references, dtype=np.int64)


def parse_lengths(test_set: TestSet, metric: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the words of the best parses: shapes (S, N) and (R, N)."""
    return text_lengths(test_set, lambda text: [len(best.words) for best, *_ in parses_of(test_set, text, metric)])


def alignments_of(test_set: TestSet, text: str, metric: str) -> Sequence[Alignment]:
    """Return the links of a text to the words of the source, by segment; each is one of two words that there are.

    The text is ``"reference 1"`` or ``"system x"``, with ``"backward "`` before it for the other direction. For
    messages, `metric` is who asks.
    """
    found = (test_set.alignments or {}).get(text)
    if found is None:
        is_backward = text.startswith(BACKWARD)
        raise DataError(
            f"{metric} needs {'backward ' if is_backward else ''}word alignments of {text.removeprefix(BACKWARD)} with "
            "the source. Give files of every reference and system with "
            f"--{'backward-' if is_backward else ''}alignments, or TestSet(alignments=...); plain strings have none."
        )
    words = words_of(test_set, text.removeprefix(BACKWARD), str)
    sources = words_of(test_set, "sources", str) if test_set.sources is not None else None
    for number, links in enumerate(found):
        n_source = len(sources[number]) if sources is not None else math.inf
        for i, j in links:
            if i >= n_source or j >= len(words[number]):
                name = test_set.names.get(f"alignments of {text}", f"alignments of {text}")
                raise DataError(
                    f"{name}, segment {number + 1}: the link {i}-{j} goes beyond the words: the source has "
                    f"{n_source:g}, the text {len(words[number])}. Links count words from 0, source first, as blanks "
                    "separate them."
                )
    return found


def word_reader(reading: Reading) -> Callable[[str], str]:
    """Return a function that brings a single word into the form that a reading compares; its view has no effect.

    It gives ``""`` where nothing of the word is left.

    Examples
    --------
    >>> from steelyard.metrics.parts.annotations import word_reader
    >>> from steelyard.text import Reading
    >>> word_reader(Reading(lowercase=True))("John")
    'john'
    """
    of_words = replace(reading, tokenize="none")
    return cache(lambda word: prepare([word], of_words)[0])


def column_reader(column: str, reading: Reading) -> Callable[[Word], str]:
    """Return a function that takes what is compared from an annotated word.

    Forms and lemmas are read as `word_reader` does, a lemma that is missing being the form; relations lose what stands
    behind a colon.

    Examples
    --------
    >>> from steelyard.metrics.parts.annotations import column_reader
    >>> from steelyard.text import Reading
    >>> from steelyard.types import Word
    >>> read = column_reader("lemma", Reading(lowercase=True))
    >>> read(Word("Dogs", "Dog")), read(Word("Dogs"))
    ('dog', 'dogs')
    """
    word = word_reader(reading)
    if column == "lemma":
        return lambda one: word(one.lemma or one.form)
    if column == "form":
        return lambda one: word(one.form)
    if column == "deprel":
        return lambda one: one.deprel.partition(":")[0]
    return lambda one: str(getattr(one, column))


def equal_items(left: Sequence[Hashable], right: Sequence[Hashable]) -> NDArray[np.bool_]:
    """Compare every item with every other; what is empty equals nothing.

    Items are words, tags, or sets of source words; the array has shape (left, right).

    Examples
    --------
    >>> from steelyard.metrics.parts.annotations import equal_items
    >>> equal_items(["a", ""], ["", "a"]).tolist()
    [[False, True], [False, False]]
    """
    codes: dict[Hashable, int] = {}
    # Empty items get numbers that differ from side to side, so that they equal nothing.
    ours = np.array([codes.setdefault(item, len(codes)) if item else -1 for item in left], dtype=np.int64)
    theirs = np.array([codes.setdefault(item, len(codes)) if item else -2 for item in right], dtype=np.int64)
    is_equal: NDArray[np.bool_] = ours[:, None] == theirs[None, :]
    return is_equal
