"""Where source words and terms stand that are looked at, and what every text has for each of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import Term, find_phrases, index_targets, linked_forms, read_glossaries, rendered
from steelyard.errors import DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.files.told import tell
from steelyard.lab.questions.consistency.question import ConsistencyQuestion
from steelyard.lab.questions.consistency.reading import (
    SOURCES,
    TextWords,
    content_words,
    cut_term,
    lines_of,
    read_links,
    read_words,
    text_keys,
)
from steelyard.types import Labels, TestSet

__all__ = ["Occurrences", "find_occurrences"]

Ints = NDArray[np.int64]
Phrase = tuple[str, ...]
Targets = Mapping[str, Sequence[tuple[Phrase, int]]]


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences:
    """Occurrences of source words that a document repeats, or of terms; a group is a word in a document."""

    segments: Ints  # and groups, (U,): of every occurrence
    groups: Ints
    words: list[str]  # the word or term of each group
    documents: Ints  # (G,): document of each group
    forms: Mapping[str, Labels]  # by text, what it has for each occurrence; -1 where that is not known
    # (U,): by text, with a glossary: 1 for an allowed target, -1 for a forbidden one, 0 for none of both
    outcomes: Mapping[str, Ints]
    glossary: Sequence[Term]  # terms; empty without a glossary
    terms: Ints  # (U,): term of each occurrence
    texts: Mapping[str, TextWords]  # by name: references, then systems
    left_out: str  # which words were, for people
    # by text, occurrences and the words of the text that they are linked to, over all segments, in order; empty with a
    # glossary
    links: Mapping[str, tuple[Ints, Ints]] = field(default_factory=dict)

    @property
    def first_segments(self) -> Ints:
        """Where each group stands first."""
        found = np.full(len(self.words), np.iinfo(np.int64).max)
        np.minimum.at(found, self.groups, self.segments)
        return found


def find_occurrences(test_set: TestSet, asked: ConsistencyQuestion) -> Occurrences:
    """Find terms where there is a glossary, else the words that documents repeat."""
    if test_set.sources is None:
        raise SpecError("Consistency is about source words that return: give the sources (--sources FILE).")
    if asked.glossary is None and not test_set.alignments:
        raise SpecError(
            "Which words translate which is known from word alignments (--alignments REF.align A.align ...), or from a "
            "glossary (--glossary terms.tsv): give one of them."
        )
    sources = read_words(test_set, SOURCES, asked)
    texts = {name: read_words(test_set, key, asked) for name, key in text_keys(test_set).items()}
    find = _repeated_words if asked.glossary is None else _terms
    return find(test_set, asked, sources, texts)


def _document_codes(test_set: TestSet) -> Ints:
    found = test_set.document_codes()
    return np.zeros(test_set.n_segments, np.int64) if found is None else found


def _group(documents: Ints, words: Ints, names: Sequence[str]) -> tuple[Ints, list[str], Ints]:
    """Number the pairs of document and word."""
    width = len(names) + 1
    keys, groups = np.unique(documents * width + words, return_inverse=True)
    return groups.ravel().astype(np.int64), [names[word] for word in (keys % width).tolist()], keys // width


def _repeated_words(
    test_set: TestSet, asked: ConsistencyQuestion, sources: TextWords, texts: Mapping[str, TextWords]
) -> Occurrences:
    [kept], left_out = content_words([sources], asked.stop_words, asked)
    contents, also_left_out = content_words(list(texts.values()), asked.target_stop_words, asked)
    labels = Labels.of(sources.forms)
    segments = np.repeat(np.arange(test_set.n_segments), np.diff(sources.offsets))
    documents = _document_codes(test_set)
    places = np.flatnonzero(kept)
    groups = _group(documents[segments[places]], labels.codes[places].astype(np.int64), labels.names)[0]
    places = places[np.bincount(groups)[groups] > 1] if len(places) else places  # the others no document repeats
    codes = labels.codes[places].astype(np.int64)
    groups, words, of_groups = _group(documents[segments[places]], codes, labels.names)
    order = np.full(len(sources.forms), -1, np.int64)
    order[places] = np.arange(len(places))
    forms, links = {}, {}
    for (name, key), is_content in zip(text_keys(test_set).items(), contents, strict=True):
        own, targets = read_links(test_set, key, sources, texts[name])
        is_kept = (order[own] >= 0) & is_content[targets]
        links[name] = order[own[is_kept]], targets[is_kept]
        forms[name] = linked_forms(*links[name], len(places), texts[name].forms)
    return Occurrences(
        segments[places], groups, words, of_groups, forms, {}, (), np.zeros(0, np.int64), texts,
        f"{left_out} of the source and {also_left_out} of the texts", links,
    )  # fmt: skip


def _terms(
    test_set: TestSet, asked: ConsistencyQuestion, sources: TextWords, texts: Mapping[str, TextWords]
) -> Occurrences:
    name = asked.glossary.path if isinstance(asked.glossary, TextFile) else "the glossary"
    cut_source = cut_term(test_set, asked, SOURCES)
    glossaries = read_glossaries(lines_of(asked.glossary or ()), name, asked.glossary_languages)
    rows, told, glossary = max(
        ((_where_terms_stand(terms, cut_source, sources), told, terms) for told, terms in glossaries),
        key=lambda one: len(one[0]),
    )
    if told:
        tell(f"{name}: {len(glossary):,} {told}")
    if not len(rows):
        n = len(glossary)
        raise DataError(
            f"None of the {n:,} terms of the glossary stands in the source: check its columns and its language."
        )
    segments, places, lengths, terms = rows.T
    documents = _document_codes(test_set)
    groups, words, of_groups = _group(documents[segments], terms, [term.source for term in glossary])
    forms, outcomes = {}, {}
    for name, key in text_keys(test_set).items():
        cut = cut_term(test_set, asked, key)
        targets = [index_targets(term, cut) for term in glossary]
        found = _rendered(glossary, targets, segments, terms, texts[name])
        outcomes[name] = np.array([outcome for outcome, _ in found], np.int64)
        named = [form for _, form in found]
        if test_set.alignments:
            named = _with_linked(named, read_links(test_set, key, sources, texts[name]), places, lengths, texts[name])
        forms[name] = _labels_of(named)
    return Occurrences(segments, groups, words, of_groups, forms, outcomes, glossary, terms, texts, "")


def _where_terms_stand(glossary: Sequence[Term], cut: Callable[[str], Phrase], sources: TextWords) -> Ints:
    """Return segment, place over all segments, length and number of every occurrence of a term."""
    known: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    seen: dict[tuple[str, ...], str] = {}
    for number, term in enumerate(glossary):
        phrase = cut(term.source)
        if not phrase:
            raise DataError(f"The term {term.source!r} of the glossary has no words.")
        if phrase in seen:
            raise DataError(f"The terms {seen[phrase]!r} and {term.source!r} of the glossary are one: join them.")
        seen[phrase] = term.source
        known.setdefault(phrase[0], []).append((phrase, number))
    for same in known.values():
        same.sort(key=lambda entry: -len(entry[0]))
    lengths = {number: len(phrase) for phrases in known.values() for phrase, number in phrases}
    rows = [
        (segment, start + place, lengths[number], number)
        for segment, start in enumerate(sources.offsets[:-1].tolist())
        for place, number in find_phrases(sources.row(segment), known)
    ]
    return np.array(rows, np.int64).reshape(-1, 4)


def _rendered(
    glossary: Sequence[Term], targets: Sequence[Targets], segments: Ints, terms: Ints, text: TextWords
) -> list[tuple[int, str]]:
    """Return outcome and target of every occurrence."""
    found: list[tuple[int, str]] = [(0, "")] * len(segments)
    members: dict[tuple[int, int], list[int]] = {}
    for u, key in enumerate(zip(segments.tolist(), terms.tolist(), strict=True)):
        members.setdefault(key, []).append(u)
    for (segment, number), own in members.items():
        hits = rendered(glossary[number], len(own), text.row(segment), targets[number])
        for u, (is_allowed, target) in zip(own, hits, strict=False):
            found[u] = 1 if is_allowed else -1, target
    return found


def _with_linked(named: list[str], links: tuple[Ints, Ints], places: Ints, lengths: Ints, text: TextWords) -> list[str]:
    """Where no target was found, take the words that the term is linked to."""
    owner = np.full(int(links[0].max(initial=0)) + int(lengths.max(initial=0)) + int(places.max(initial=0)) + 2, -1)
    for u, (place, length) in enumerate(zip(places.tolist(), lengths.tolist(), strict=True)):
        owner[place : place + length] = u
    own = owner[links[0]]
    linked = linked_forms(own[own >= 0], links[1][own >= 0], len(named), text.forms).values
    return [form or other for form, other in zip(named, linked, strict=True)]


def _labels_of(named: Sequence[str]) -> Labels:
    """Number forms; an empty one is none."""
    found = Labels.of(["", *named])  # so that the empty one is 0
    return Labels(found.names[1:], found.codes[1:] - 1)
