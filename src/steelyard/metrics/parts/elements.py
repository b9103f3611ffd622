"""Linguistic elements: the words of a part of speech, an entity, a phrase, a role, a level of the tree."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.metrics.parts.marked_runs import labelled_runs, pattern_runs, refuse_unannotated, role_runs
from steelyard.metrics.parts.parsed_texts import ParsedTexts
from steelyard.types import Word

__all__ = ["NEEDS_HEADS", "WITH_PREDICATE", "Elements", "Over", "elements_of"]

Codes = NDArray[np.int64]
Over = Literal[
    "words", "upos", "xpos", "chunk", "entity", "noun-phrase", "name", "level", "relation", "phrase", "role", "argument"
]
NEEDS_HEADS = ("level", "relation", "argument")
WITH_PREDICATE = ("role", "argument")
_MOST_WORDS = 2**23  # of the elements of a text, which take some 100 bytes each
_TYPE_OF_RUN = {"noun-phrase": "NP", "name": "NE"}
# Of Universal Dependencies, and of the scheme that spaCy's English models use.
_ARGUMENTS = {
    **dict.fromkeys(("nsubj", "csubj", "agent"), "A0"),
    **dict.fromkeys(("obj", "dobj", "ccomp", "xcomp", "nsubjpass", "csubjpass"), "A1"),
    **dict.fromkeys(("iobj", "dative"), "A2"),
    **dict.fromkeys(("obl", "advmod", "advcl", "prep", "npadvmod"), "AM"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """Elements of all texts; a word may be in several.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.metrics.parts.elements import Elements
    >>> Elements(np.array([0]), np.array([0]), np.array([0, 2]), np.array([4, 5]), ("NP",)).sizes.tolist()
    [2]
    """

    # rows, types: shape (E,): where each is: text and segment as in `ParsedTexts`; and what it is, as a place in
    # `names`
    rows: Codes
    types: Codes
    # Shape (E + 1,): element e has the words ``places[offsets[e]:offsets[e + 1]]``, in the order of the text.
    offsets: Codes
    places: Codes  # words, by their places in all texts
    names: tuple[str, ...]
    predicates: Codes | None = None  # shape (E,): of roles, the word whose role it is

    @property
    def sizes(self) -> Codes:
        """How many words each has."""
        return np.diff(self.offsets)

    def named(self, names: tuple[str, ...]) -> "Elements":
        """Return the elements of some types."""
        kept = np.isin(self.types, [self.names.index(name) for name in names if name in self.names])
        return Elements(
            self.rows[kept],
            self.types[kept],
            np.concatenate([[0], np.cumsum(self.sizes[kept])]),
            self.places[np.repeat(kept, self.sizes)],
            self.names,
            None if self.predicates is None else self.predicates[kept],
        )


def elements_of(texts: ParsedTexts, over: Over, metric: str, *, outside: bool = False) -> Elements:
    """Find the elements of all texts; with `outside`, words in no chunk or entity are elements of the type O."""
    if over == "words":
        return _grouped(texts, texts.rows, np.zeros_like(texts.rows), np.arange(len(texts.kinds)), ("words",))
    if over in ("upos", "xpos"):
        return _of_column(texts, over, metric)
    if over in ("chunk", "entity"):
        return _from_runs(texts, *labelled_runs(texts, over, metric, outside=outside))
    if over in ("noun-phrase", "name"):
        _of_column(texts, "upos", metric)  # the patterns are of these tags
        first, last = pattern_runs(texts, over)
        return _from_runs(texts, first, last, np.zeros_like(first), (_TYPE_OF_RUN[over],))
    if over == "level":
        return _levels(texts, metric)
    if over == "phrase":
        return _phrases(texts, metric)
    if over == "role":
        rows, types, elements, places, predicates, names = role_runs(texts, metric)
        return _grouped(texts, rows, types, places, names, elements, predicates)
    return _subtrees(texts, _relation if over == "relation" else _argument, metric)


def _relation(word: Word) -> str:
    """Return the relation of a word to its head, without what stands behind a colon."""
    return word.deprel.partition(":")[0]


def _argument(word: Word) -> str:
    """Return the role that a relation stands for; passive subjects are objects."""
    return "A1" if word.deprel in ("nsubj:pass", "csubj:pass") else _ARGUMENTS.get(_relation(word), "")


def _of_column(texts: ParsedTexts, over: Literal["upos", "xpos"], metric: str) -> Elements:
    codes, names = texts.column(lambda word: getattr(word, over))
    refuse_unannotated(
        texts, codes >= 0, metric, f"parts of speech ({over.upper()})", "tag the texts, or name another column"
    )
    places = np.flatnonzero(codes >= 0)
    offsets = np.arange(len(places) + 1)
    return Elements(texts.rows[places], codes[places], offsets, places, names)


def _from_runs(texts: ParsedTexts, first: Codes, last: Codes, types: Codes, names: tuple[str, ...]) -> Elements:
    """Make elements of runs of words, from the first to before the last."""
    sizes = last - first
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    places = np.repeat(first - offsets[:-1], sizes) + np.arange(offsets[-1])
    return Elements(texts.rows[first] if len(first) else first, types, offsets, places, names)


def _grouped(
    texts: ParsedTexts,
    rows: Codes,
    types: Codes,
    places: Codes,
    names: tuple[str, ...],
    elements: Codes | None = None,
    predicates: Codes | None = None,
) -> Elements:
    """Make elements of words that say which element they are in; by default one for each row and type."""
    of_words = rows * (int(types.max(initial=0)) + 1) + types if elements is None else elements
    order = np.argsort(of_words * (len(texts.kinds) + 1) + places, kind="stable")
    starts = np.flatnonzero(np.diff(of_words[order], prepend=-1))
    first = order[starts]
    offsets = np.append(starts, len(order)).astype(np.int64)
    return Elements(
        rows[first], types[first], offsets, places[order], names, None if predicates is None else predicates[first]
    )


def _refuse_deep(texts: ParsedTexts, sizes: Codes, metric: str) -> None:
    """Refuse a text, from the words of the elements of each, whose tree is so deep that these would take gigabytes."""
    for row in np.flatnonzero(sizes > _MOST_WORDS)[:1].tolist():
        key, segment = divmod(row, texts.n_segments)
        raise DataError(
            f"{metric}: the parse of {texts.keys[key]}, segment {segment + 1} is so deep that its elements, one inside "
            f"the other, have over {_MOST_WORDS:,} words together. Split it into sentences, or leave this metric out."
        )


def _ancestors(texts: ParsedTexts, metric: str) -> tuple[Codes, Codes]:
    """Pair every word with itself and with every word above it: what is above, and what is below."""
    above, below = np.arange(len(texts.heads)), np.arange(len(texts.heads))
    pairs, sizes = [], np.zeros(len(texts.parses), np.int64)
    while len(above):
        pairs.append((above, below))
        sizes += np.bincount(texts.rows[below], minlength=len(sizes))
        _refuse_deep(texts, sizes, metric)
        climbed = texts.heads[above]
        above, below = climbed[climbed >= 0], below[climbed >= 0]
    return np.concatenate([one for one, _ in pairs] or [above]), np.concatenate([one for _, one in pairs] or [below])


def _levels(texts: ParsedTexts, metric: str) -> Elements:
    """Return for each level the words at that depth or deeper, a root being at level 1."""
    _, below = _ancestors(texts, metric)
    depth = np.bincount(below, minlength=len(texts.heads))
    reached = np.repeat(depth, depth)
    places = np.repeat(np.arange(len(depth)), depth)
    levels = np.arange(len(places)) - np.repeat(np.cumsum(depth) - depth, depth)
    names = tuple(str(level + 1) for level in range(int(reached.max(initial=0))))
    return _grouped(texts, texts.rows[places], levels, places, names)


def _subtrees(texts: ParsedTexts, read: Callable[[Word], str], metric: str) -> Elements:
    """Return, for each word of a relation, what depends on it, itself included; the head is its predicate."""
    codes, names = texts.column(read)
    if read is _argument:
        verbs, tags = texts.column(lambda word: word.upos)
        is_verb = np.isin(verbs, [tags.index(tag) for tag in ("VERB", "AUX") if tag in tags])
        codes = np.where((texts.heads >= 0) & is_verb[texts.heads], codes, -1)
    above, below = _ancestors(texts, metric)
    kept = codes[above] >= 0
    above, below = above[kept], below[kept]
    return _grouped(texts, texts.rows[below], codes[above], below, names, above, texts.heads[above])


def _phrases(texts: ParsedTexts, metric: str) -> Elements:
    """Return the constituents that hold others; those over single words are parts of speech."""
    has_tree = np.repeat([bool(parse.constituents) for parse in texts.parses], np.diff(texts.offsets))
    refuse_unannotated(
        texts, has_tree, metric, "constituents", 'give them in brackets, or as "# constituency = (S ...)" in CoNLL-U'
    )
    known: dict[str, int] = {}
    found = []
    for row, (parse, first) in enumerate(zip(texts.parses, texts.offsets.tolist(), strict=False)):
        parents = {one.parent for one in parse.constituents}
        for place, one in enumerate(parse.constituents):
            if place in parents and one.label:
                found.append((row, known.setdefault(one.label, len(known)), first + one.begin, first + one.end))
    rows, types, first, last = np.array(found, dtype=np.int64).reshape(-1, 4).T
    sizes = np.bincount(rows, weights=last - first, minlength=len(texts.parses))
    _refuse_deep(texts, sizes.astype(np.int64), metric)
    runs = _from_runs(texts, first, last, types, tuple(known))
    return Elements(rows, types, runs.offsets, runs.places, runs.names)
