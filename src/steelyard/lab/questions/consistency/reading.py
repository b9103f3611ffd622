"""The words of sources, references and outputs, in the form in which they are told apart."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.question import Lines
from steelyard.errors import DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.lab.questions.consistency.question import ConsistencyQuestion
from steelyard.text import get_tokenizer, parse_view, settle_tokenizer
from steelyard.types import TestSet, Vocabulary

__all__ = [
    "EDGES", "SOURCES", "TextWords", "content_words", "cut_term", "lines_of", "read_links", "read_words",
    "text_keys",
]  # fmt: skip

SOURCES = "sources"
EDGES = ".,;:!?\"'()[]{}«»‹›„“”‚‘’…¿¡。，、；：？！「」『』（）"
_INSIDE_WORDS = re.compile(r"(?<=\w)['’-](?=\w)")
_MOST_FREQUENT, _ONE_IN = 100, 20  # words that are taken for stop words, and of so many different ones

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TextWords:
    """The words of a text."""

    surfaces: list[str]  # word by word over all segments, as they stand
    forms: list[str]  # the same as they are compared
    tags: list[str] | None  # their parts of speech
    offsets: Ints  # (N + 1,): where segments begin
    kind: str  # what forms are, for people

    def row(self, segment: int) -> list[str]:
        """Return the forms of a segment."""
        return self.forms[self.offsets[segment] : self.offsets[segment + 1]]


def text_keys(test_set: TestSet) -> dict[str, str]:
    """Name references and systems, and say by which key the test set has each."""
    n = len(test_set.references)
    keys = {("reference" if n == 1 else f"reference {i}"): f"reference {i}" for i in range(1, n + 1)}
    for name in test_set.system_names:
        if name in keys:
            raise SpecError(f"A system is called {name!r}, as the reference is: give it another name with --names.")
        keys[name] = f"system {name}"
    return keys


def read_words(test_set: TestSet, key: str, asked: ConsistencyQuestion) -> TextWords:
    """Read the words of a text: those of its parses, else those that were aligned, else a tokenizer's."""
    view = asked.source_view if key == SOURCES else asked.target_view
    shape, name = _shape(view, asked.case)
    parses = (test_set.parses or {}).get(key)
    if parses is None:
        rows = _cut(_lines(test_set, key), _tokenizer(test_set, key, asked))
        flat, tags, kind = [word for row in rows for word in row], None, name
    else:
        words = [word for analyses in parses for word in analyses[0].words]
        rows = [[word.form for word in analyses[0].words] for analyses in parses]
        has_lemmas = not view and any(word.lemma for word in words)
        flat = [(word.lemma or word.form) if has_lemmas else word.form for word in words]
        has_tags = any(word.upos or word.xpos for word in words)
        tags, kind = [word.upos or word.xpos for word in words] if has_tags else None, "lemmas" if has_lemmas else name
    offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.int64)])
    surfaces = [word for row in rows for word in row]
    return TextWords(surfaces, [shape(word) for word in flat], tags, offsets, kind)


def _lines(test_set: TestSet, key: str) -> Sequence[str]:
    if key == SOURCES:
        return test_set.sources or ()
    kind, _, name = key.partition(" ")
    text = test_set.systems[name] if kind == "system" else test_set.references[int(name) - 1]
    return [line or "" for line in text]


def _tokenizer(test_set: TestSet, key: str, asked: ConsistencyQuestion) -> str:
    """Return what cuts a text into words, or "" where alignments count words between blanks."""
    if test_set.alignments:
        return ""
    texts, what = test_set.references, "the references are"
    if key == SOURCES:
        texts, what = [_lines(test_set, key)], "the source is"
    return settle_tokenizer(asked.tokenize, texts, what)


def _cut(lines: Sequence[str], tokenizer: str) -> list[list[str]]:
    """Cut lines into words: at blanks, as alignments count them, where there is no tokenizer.

    Else at apostrophes and hyphens too: a term stands in "the president's" and "l'hôtel".
    """
    if not tokenizer:
        return [line.split() for line in lines]
    lines = [_INSIDE_WORDS.sub(r" \g<0> ", line) for line in lines]
    vocabulary = Vocabulary()
    tokens = get_tokenizer(tokenizer).encode(list(lines), vocabulary)
    words = vocabulary.words()
    return [[words[word] for word in row.tolist()] for row in tokens]


def _shape(view: str, case: bool) -> tuple[Callable[[str], str], str]:
    """Return what makes of a word the form that is compared, and what such forms are called."""
    found = parse_view(view).of_word if view and view != "words" else None
    if found is None and view not in ("", "words"):
        raise SpecError(f"The view {view!r} gives no form of a word: take words, stem:LANGUAGE, lemma:LANGUAGE, ...")
    of_word = found or (lambda word: word)

    def shape(word: str) -> str:
        seen = of_word(word.strip(EDGES) or word)  # what is aligned may have its comma
        return seen if case else seen.lower()

    return cache(shape), f"{'words' if found is None else view}{'' if case else ' in lower case'}"


def cut_term(test_set: TestSet, asked: ConsistencyQuestion, key: str) -> Callable[[str], tuple[str, ...]]:
    """Return what cuts a term into forms as the words of a text are."""
    shape, _ = _shape(asked.source_view if key == SOURCES else asked.target_view, asked.case)
    tokenizer = "" if key in (test_set.parses or {}) else _tokenizer(test_set, key, asked)
    return cache(lambda term: tuple(shape(word) for word in _cut([term], tokenizer)[0]))


def content_words(
    texts: Sequence[TextWords], stop_words: Lines | None, asked: ConsistencyQuestion
) -> tuple[list[NDArray[np.bool_]], str]:
    """Say which words of each text are looked at, and which are not, for people."""
    known = set(chain.from_iterable(text.forms for text in texts))
    names = {word for word in known if any(character.isalpha() for character in word)}
    if stop_words is None and all(text.tags is not None for text in texts):
        wanted = set(asked.tags)
        kept = [
            np.array(
                [tag in wanted and word in names for tag, word in zip(text.tags or (), text.forms, strict=True)], bool
            )
            for text in texts
        ]
        return kept, f"words other than {', '.join(asked.tags)}"
    if stop_words is not None:
        stop, left_out = {line.strip() for line in lines_of(stop_words)}, "the given stop words"
        names -= stop | {word.lower() for word in stop}
    else:
        counts = Counter(filter(names.__contains__, chain.from_iterable(text.forms for text in texts)))
        n = min(_MOST_FREQUENT, len(counts) // _ONE_IN) if asked.frequent is None else asked.frequent
        frequent = [word for word, _ in counts.most_common(n)]
        names, left_out = names - set(frequent), f"the {len(frequent):,} most frequent words"
    return [np.fromiter(map(names.__contains__, text.forms), np.bool_, len(text.forms)) for text in texts], left_out


def lines_of(given: Lines) -> Sequence[str]:
    """Return the lines of a file, or the list that was given in its place."""
    return given.lines if isinstance(given, TextFile) else given


def read_links(test_set: TestSet, key: str, sources: TextWords, text: TextWords) -> tuple[Ints, Ints]:
    """Return links as places of words over all segments."""
    found = (test_set.alignments or {}).get(key)
    if found is None:
        raise DataError(
            f"There is no word alignment of {key} with the source: give a file of every reference, then of every "
            "system, with --alignments."
        )
    sizes = np.fromiter(map(len, found), np.int64, len(found))
    links = np.fromiter((place for row in found for link in row for place in link), np.int64).reshape(-1, 2)
    segments = np.repeat(np.arange(len(found)), sizes)
    for side, places, what in ((sources, links[:, 0], "the source"), (text, links[:, 1], "the text")):
        lengths = np.diff(side.offsets)[segments]
        beyond = np.flatnonzero(places >= lengths)
        if len(beyond):
            at = int(beyond[0])
            role = f"alignments of {key}"
            raise DataError(
                f"{test_set.names.get(role, role)}, segment {segments[at] + 1}: the link {links[at, 0]}-{links[at, 1]} "
                f"goes beyond the words: {what} has {lengths[at]}. Links count words from 0, source first; give texts "
                "as they were aligned."
            )
    return sources.offsets[segments] + links[:, 0], text.offsets[segments] + links[:, 1]
