"""The words of references and outputs with their base forms and tags, a row for each system and segment."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import AnalysedWords, align_rows
from steelyard.errors import DataError, SpecError
from steelyard.questions.errors.question import ErrorsQuestion
from steelyard.text import check_table_size, get_tokenizer, parse_view, settle_tokenizer
from steelyard.types import Labels, Parse, TestSet, Tokens, Vocabulary, Word

__all__ = ["Side", "Sides", "read_sides"]

_LETTERS = 4  # that stand for a base form, as in Hjerson
Ints = NDArray[np.int64]
FORM, LEMMA, TAG = "form", "lemma", "tag"
_NO_TAG = "-"
_COLUMN = re.compile(r"[A-Za-z]+")
_RULE = re.compile(r"(?:([^:\s]+):)?([A-Za-z][\w\[\]]*(?:\+[A-Za-z][\w\[\]]*)*)")
_PARTS = ("upos", "xpos")


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Words of references, or of outputs, with their tags and places in `Sides.features`, -1 where there are none."""

    analysed: AnalysedWords
    tags: Ints
    features: Ints

    def take(self, rows: Ints) -> "Side":
        """Pick rows, any number of times each."""
        words, *columns = (
            Tokens(values.astype(np.int32), self.analysed.words.offsets).take(rows)
            for values in (self.analysed.words.values, self.analysed.bases, self.tags, self.features)
        )
        bases, tags, features = (column.values.astype(np.int64) for column in columns)
        return Side(AnalysedWords(words, bases), tags, features)


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """Row s * N + i is segment i of system s, and the reference that it is held against."""

    reference: Side  # reference, hypothesis: S * N rows each
    hypothesis: Side
    forms: Sequence[str]  # forms, tag_names: what numbers of words and of tags mean
    tag_names: tuple[str, ...]
    words: str  # words, bases: where words and base forms come from
    bases: str
    every: Tokens  # all references: row r * N + i is reference r of segment i
    # names and values of the features that words have, such as ``{"Number": "Sing"}``
    features: tuple[Mapping[str, str], ...] = ()

    @property
    def feature_names(self) -> tuple[str, ...]:
        """All there are, in order of the alphabet."""
        return tuple(sorted({name for one in self.features for name in one}))


def read_sides(test_set: TestSet, question: ErrorsQuestion) -> Sides:
    """Read all texts, and take for every output the reference with the lowest WER."""
    base_of, bases = _base_of(question.base)
    read = _parsed(test_set, question, base_of, bases) or _plain(test_set, question, base_of, bases)
    outputs, references = (
        side.analysed.words.lengths.reshape(-1, test_set.n_segments) for side in (read.hypothesis, read.reference)
    )
    advice = "Split it into sentences."
    check_table_size("the alignment", outputs, references, test_set.system_names, bytes_per_cell=1, advice=advice)
    return _choose_references(test_set, read)


def _base_of(view: str) -> tuple[Callable[[str], str], str]:
    if not view:
        return (lambda word: word[:_LETTERS]), f"the first {_LETTERS} letters of a word"
    known = parse_view(view)
    found = known.of_word or known.of_token
    if found is None:
        raise SpecError(
            f"The view {view!r} (--base-form) does not give base forms of words. Write stem:LANGUAGE or lemma:LANGUAGE."
        )
    return cache(lambda word: found(word) or word), f"the view {view}"


def _keys(test_set: TestSet) -> tuple[list[str], list[str]]:
    references = [f"reference {i}" for i in range(1, len(test_set.references) + 1)]
    return references, [f"system {name}" for name in test_set.system_names]


def _parsed(test_set: TestSet, question: ErrorsQuestion, base_of: Callable[[str], str], bases: str) -> Sides | None:
    """Take the words of parses, tagged or factored texts; None unless all texts have them."""
    tag_of, (references, systems) = _tagger(question.by), _keys(test_set)
    parses = _factored_parses(test_set, question.factors) if question.factors else test_set.parses or {}
    if any(key not in parses for key in [*references, *systems]):
        if question.by:
            raise SpecError("--tag-by needs parses of all references and systems: add --parses FILE ....")
        return None
    texts = [[analyses[0].words for key in keys for analyses in parses[key]] for keys in (references, systems)]
    flat = [word for text in texts for row in text for word in row]
    forms, tags = Labels.of(word.form for word in flat), Labels.of(tag_of(word) or _NO_TAG for word in flat)
    has_lemmas = any(word.lemma for word in flat)
    features = Labels.of("|".join(f"{name}={value}" for name, value in word.feats) for word in flat)
    base = Labels.of((word.lemma if has_lemmas else "") or base_of(word.form) for word in flat)
    n_first = sum(map(len, texts[0]))
    sides = []
    for text, part in zip(texts, (slice(0, n_first), slice(n_first, None)), strict=True):
        offsets = np.concatenate([[0], np.cumsum([len(row) for row in text], dtype=np.int64)])
        words = AnalysedWords(Tokens(forms.codes[part], offsets), base.codes[part].astype(np.int64))
        sides.append(Side(words, *(one.codes[part].astype(np.int64) for one in (tags, features))))
    lemmas = "their lemmas" if has_lemmas else bases
    of = f"those of the factors {question.factors}" if question.factors else "those of the parses or tags"
    pairs = tuple(dict(_pair(pair) for pair in name.split("|") if pair) for name in features.names)
    names = () if tags.names == (_NO_TAG,) else tags.names
    if question.by and not names:
        raise DataError(
            f"No word has a tag by {' '.join(question.by)} (--tag-by). Features and upos need CoNLL-U files; for lines "
            "of one tag for each word, leave --tag-by out or write --tag-by xpos."
        )
    return Sides(sides[0], sides[1], forms.names, names, of, lemmas, sides[0].analysed.words, pairs)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _plain(test_set: TestSet, question: ErrorsQuestion, base_of: Callable[[str], str], bases: str) -> Sides:
    tokenize = settle_tokenizer(question.tokenize, test_set.references)
    tokenizer, vocabulary = get_tokenizer(tokenize), Vocabulary()
    lines = (
        [line or "" for text in test_set.references for line in text],
        [line for text in test_set.systems.values() for line in text],
    )
    texts = [tokenizer.encode(text, vocabulary) for text in lines]
    forms = vocabulary.words()
    base = Labels.of(base_of(word) for word in forms).codes.astype(np.int64)
    sides = [Side(AnalysedWords(text, base[text.values]), *([np.full(len(text.values), -1)] * 2)) for text in texts]
    words = f"those of the tokenizer {tokenize}"
    return Sides(sides[0], sides[1], forms, (), words, bases, sides[0].analysed.words)


def _choose_references(test_set: TestSet, read: Sides) -> Sides:
    n, n_rows, n_systems = test_set.n_segments, len(read.hypothesis.analysed.words), len(test_set.systems)
    of_segment = np.tile(np.arange(n, dtype=np.int64), n_systems)
    rates = np.full((len(test_set.references), n_rows), np.inf)
    if len(rates) == 1:
        return replace(read, reference=read.reference.take(of_segment))
    for r, text in enumerate(test_set.references):
        reference = read.reference.take(of_segment + r * n).analysed.words
        done = align_rows(reference, read.hypothesis.analysed.words)
        edits = sum_by_row(done[0] > 0, reference) + sum_by_row(done[1] > 1, read.hypothesis.analysed.words)
        is_there = np.tile(np.array([line is not None for line in text]), n_systems)
        rates[r] = np.where(is_there, edits / np.maximum(reference.lengths, 1), np.inf)
    return replace(read, reference=read.reference.take(of_segment + rates.argmin(axis=0) * n))


def sum_by_row(is_counted: NDArray[np.bool_], text: Tokens) -> Ints:
    """Count words of each row."""
    total = np.concatenate([[0], np.cumsum(is_counted)])
    found: Ints = total[text.offsets[1:]] - total[text.offsets[:-1]]
    return found


def _tagger(rules: Sequence[str]) -> Callable[[Word], str]:
    """Return what gives a word its tag: such as ``VERB Tense=Past`` by ``upos`` and ``VERB:Tense``."""
    if not rules:
        return lambda word: word.upos or word.xpos
    read = [_rule(rule) for rule in rules]
    has_part = any(name in _PARTS for _, names in read for name in names)

    def tag(word: Word) -> str:
        feats = dict(word.feats)
        parts = [] if has_part or not any(only for only, _ in read) else [word.upos or word.xpos]
        for only, names in read:
            if only and not {word.upos, word.xpos} & only:
                continue
            for name in names:
                if name in _PARTS:
                    parts.append(word.upos if name == "upos" else word.xpos)
                elif name in feats:
                    parts.append(f"{name}={feats[name]}")
        return " ".join(filter(None, dict.fromkeys(parts)))

    return tag


def _rule(rule: str) -> tuple[frozenset[str], tuple[str, ...]]:
    match = _RULE.fullmatch(rule)
    if match is None:
        raise SpecError(
            f"Cannot read {rule!r} (--tag-by): write upos, xpos, a feature such as Tense, or features of some parts of "
            "speech such as VERB,AUX:Tense+Person."
        )
    return frozenset(filter(None, (match[1] or "").split(","))), tuple(match[2].split("+"))


def _factored_parses(test_set: TestSet, columns: str) -> Mapping[str, Sequence[Sequence[Parse]]]:
    """Read factored texts, such as ``dogs|dog|NOUN``, as parses without trees."""
    names = _COLUMN.findall(columns)
    separator = next(iter(_COLUMN.split(columns)[1:]), "")
    if FORM not in names or len(set(names)) < len(names) or not separator or columns != separator.join(names):
        raise SpecError(
            f"Cannot read {columns!r} (--factors): name the columns of a token in their order, such as "
            "'form|lemma|tag'. One of them must be form; the others may have any name."
        )
    texts = {f"reference {r}": text for r, text in enumerate(test_set.references, 1)}
    texts |= {f"system {name}": text for name, text in test_set.systems.items()}
    return {
        role: [
            (Parse(tuple(_word(token, names, separator, f"{role}, segment {i:,}") for token in (line or "").split())),)
            for i, line in enumerate(text, 1)
        ]
        for role, text in texts.items()
    }


def _word(token: str, names: Sequence[str], separator: str, place: str) -> Word:
    """Read a token; what has more separators than columns has them in its form, as the form may be the mark itself."""
    values = dict(zip(names, token.rsplit(separator, len(names) - 1), strict=False))
    if len(values) < len(names):
        raise DataError(
            f"{place}: the token {token!r} has {len(values)} of the {len(names)} columns {separator.join(names)} "
            "(--factors)."
        )
    return Word(values[FORM], values.get(LEMMA, ""), xpos=values.get(TAG, ""))
