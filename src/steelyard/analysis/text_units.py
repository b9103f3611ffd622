"""Words, phrases and sentences that a parsed text has, by category."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from steelyard.reprs import short_repr
from steelyard.types import Word

__all__ = ["TextUnit", "find_units"]

WORD, PHRASE, SENTENCE = "word", "phrase", "sentence"

_OF_TAG = {
    "NOUN": "noun",
    "PROPN": "name",
    "VERB": "verb",
    "AUX": "auxiliary",
    "ADJ": "adjective",
    "ADV": "adverb",
    "PRON": "pronoun",
    "DET": "determiner",
    "ADP": "preposition",
    "NUM": "number",
    "CCONJ": "conjunction",
    "SCONJ": "conjunction",
    "PART": "particle",
    "INTJ": "interjection",
}
_NO_WORDS = {"PUNCT", "SYM", "X", "SPACE"}
_NOMINAL = {"NOUN", "PROPN", "PRON", "NUM"}
_VERBAL = {"VERB", "AUX"}
# What parsers that do not follow Universal Dependencies call the same.
_RELATIONS = {
    "dobj": "obj",
    "dative": "iobj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "relcl": "acl:relcl",
    "prt": "compound:prt",
    "poss": "nmod:poss",
    "nn": "compound",
    "neg": "advmod:neg",
}
_OF_NAME = {"flat", "fixed", "compound", "goeswith"}  # that make one name or term with their head
_OF_NOUN = _OF_NAME | {"det", "amod", "nummod", "clf"}  # and what else a short noun phrase has
_MOVED = {"把", "將", "将"}
_PASSIVE = {"被"}
_IS, _HAS = {"是"}, {"有"}


@dataclass(frozen=True, slots=True)
class TextUnit:
    """A word, a phrase, or a whole sentence of a text.

    Attributes
    ----------
    category, group : str
        Such as ``"noun"`` and ``"word"``; groups are word, phrase and sentence.
    words : tuple of int
        Which words, from 0, ascending; all of them for a sentence.
    keys : tuple of int
        Those without which it would be another unit, such as verb and object.

    Examples
    --------
    >>> from steelyard.analysis import TextUnit
    >>> TextUnit("verb and object", "phrase", (1, 3), (1, 3)).words
    (1, 3)
    """

    category: str
    group: str
    words: tuple[int, ...]
    keys: tuple[int, ...]

    __repr__ = short_repr


class _Tree:
    """Words with what hangs on each."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.relations = [_RELATIONS.get(word.deprel, word.deprel) for word in words]
        self.bases = [relation.partition(":")[0] for relation in self.relations]
        self.children: list[list[int]] = [[] for _ in words]
        for place, word in enumerate(words):
            if word.head:
                self.children[word.head - 1].append(place)

    def with_children(self, place: int, bases: set[str]) -> tuple[int, ...]:
        """Return a word and all that hangs on it, step by step, by these relations."""
        found, waiting = {place}, [place]
        while waiting:
            own = [child for child in self.children[waiting.pop()] if self.bases[child] in bases]
            waiting += [child for child in own if child not in found]
            found.update(own)
        return tuple(sorted(found))

    def has_child(self, place: int, base: str) -> bool:
        """Say whether something hangs on a word by a relation."""
        return any(self.bases[child] == base for child in self.children[place])

    def noun_phrase(self, place: int) -> tuple[int, ...]:
        """Return a noun with its determiners, adjectives and numbers, and with possessives before it."""
        found = set(self.with_children(place, _OF_NOUN))
        for child in self.children[place]:
            if self.relations[child] == "nmod:poss" and child < place:
                found.update(self.with_children(child, _OF_NOUN | {"case"}))
        return tuple(sorted(found))


def find_units(words: Sequence[Word]) -> list[TextUnit]:
    """Find the units of a sentence by its tags and dependencies.

    Words are of the category of their part of speech, and of further ones that their features tell: plural,
    comparative, possessive, negation, modal verb, repeated word. Where a tag is none of Universal Dependencies' the
    category has its name. Phrases and sentences need heads. A unit may be of several categories.

    It misleads where the parser errs, and on treebanks that label relations in their own way: look at what it finds.

    Parameters
    ----------
    words : sequence of Word
        Of a parse.

    Returns
    -------
    list of TextUnit
        Words, phrases, then sentences, each in the order of the text.

    References
    ----------
    Zhou et al. 2008, C08-1141, tables 1 and 2, whose categories Universal Dependencies stand in for here.

    Examples
    --------
    >>> from steelyard.analysis import find_units
    >>> from steelyard.types import Word
    >>> words = [Word("They", upos="PRON", head=2, deprel="nsubj"), Word("opposed", upos="VERB", head=0, deprel="root")]
    >>> [(unit.category, unit.words) for unit in find_units(words)]
    [('pronoun', (0,)), ('verb', (1,)), ('subject and verb', (0, 1))]
    """
    found = [unit for place in range(len(words)) for unit in _of_word(words, place)]
    if any(word.head is not None for word in words):
        tree = _Tree(words)
        found += [unit for place in range(len(words)) for unit in _phrases(tree, place)]
        whole = tuple(range(len(words)))
        found += [TextUnit(name, SENTENCE, whole, ()) for name, has in _SENTENCES.items() if has(tree)]
    return found


def _of_word(words: Sequence[Word], place: int) -> Iterator[TextUnit]:
    word = words[place]
    tag = word.upos or word.xpos
    if tag in _NO_WORDS or not any(map(str.isalpha, tag)):
        return
    feats = dict(word.feats)
    relation = _RELATIONS.get(word.deprel, word.deprel)
    is_in = {
        _OF_TAG.get(tag, tag): True,
        "plural": tag in ("NOUN", "PROPN") and feats.get("Number") == "Plur",
        "comparative": feats.get("Degree") in ("Cmp", "Sup"),
        "possessive": feats.get("Poss") == "Yes" or relation in ("nmod:poss", "det:poss"),
        "negation": feats.get("Polarity") == "Neg" or relation == "advmod:neg",
        "modal verb": feats.get("VerbType") == "Mod" or (word.upos and word.xpos in ("MD", "VMFIN")),
        "repeated word": place + 1 < len(words) and words[place + 1].form == word.form,
    }
    for category, is_one in is_in.items():
        if is_one:
            repeated = (place, place + 1) if category == "repeated word" else (place,)
            yield TextUnit(category, WORD, repeated, repeated)


def _phrases(tree: _Tree, place: int) -> Iterator[TextUnit]:
    """Find the phrases of which a word is the key: the one that hangs on another, or the head."""
    word, relation = tree.words[place], tree.relations[place]
    base, head = tree.bases[place], (word.head or 0) - 1
    if head >= 0 and base in ("nsubj", "csubj"):
        yield _pair("subject and verb", tree, place, head)
    if head >= 0 and base in ("obj", "iobj"):
        yield _pair("verb and object", tree, place, head)
    if head >= 0 and base == "xcomp":
        yield _pair("verb and complement", tree, place, head)
    if head >= 0 and relation == "amod":
        yield _pair("adjective and noun", tree, place, head)
    if head >= 0 and (base == "nummod" or relation == "clf"):
        number = tree.with_children(place, {"clf"})
        yield TextUnit("measure phrase", PHRASE, tuple(sorted({*number, head})), tuple(sorted({place, head})))
    if word.upos in _NOMINAL or base == "pobj":
        phrase = tree.noun_phrase(place)
        if len(phrase) > 1:
            yield TextUnit("noun phrase", PHRASE, phrase, (place,))
        cases = [child for child in tree.children[place] if tree.bases[child] == "case" and child != place]
        cases = [head] if base == "pobj" else [child for child in cases if tree.words[child].upos == "ADP"]
        if cases:
            kind = "location phrase" if any(tree.relations[case] == "case:loc" for case in cases) else _PREPOSITION
            yield TextUnit(kind, PHRASE, tuple(sorted({*phrase, *cases})), (place,))
        term = tree.with_children(place, _OF_NAME)
        if len(term) > 1 and base not in _OF_NAME:
            yield TextUnit("term", PHRASE, term, (place,))
    particles = [child for child in tree.children[place] if tree.relations[child] == "compound:prt"]
    if particles:
        yield TextUnit("particle verb", PHRASE, tuple(sorted({place, *particles})), (place,))
    for name, tag, bases in _SMALL:
        phrase = tree.with_children(place, bases) if word.upos == tag else ()
        if len(phrase) > 1:
            yield TextUnit(name, PHRASE, phrase, (place,))


_PREPOSITION = "preposition phrase"
_SMALL = (
    ("verb phrase", "VERB", {"aux"}),
    ("adjective phrase", "ADJ", {"advmod"}),
    ("adverb phrase", "ADV", {"advmod"}),
)


def _pair(category: str, tree: _Tree, one: int, other: int) -> TextUnit:
    """Join two words, each with the names and terms that it is part of."""
    words = {*tree.with_children(one, _OF_NAME), *tree.with_children(other, _OF_NAME)}
    return TextUnit(category, PHRASE, tuple(sorted(words)), tuple(sorted((one, other))))


def _has(*relations: str) -> Callable[[_Tree], bool]:
    return lambda tree: any(relation in relations for relation in tree.relations)


def _is_compound(tree: _Tree) -> bool:
    """Say whether a clause is joined to the main one."""
    return any(
        tree.bases[place] == "conj" and tree.words[(word.head or 0) - 1].head == 0 and _is_clause(tree, place)
        for place, word in enumerate(tree.words)
        if word.head
    )


def _is_clause(tree: _Tree, place: int) -> bool:
    has_subject = any(tree.bases[child] in ("nsubj", "csubj", "expl") for child in tree.children[place])
    return has_subject or tree.words[place].upos in _VERBAL


def _is_inverted(tree: _Tree) -> bool:
    """Say whether a subject stands behind its verb, and nothing holds its place."""
    subjects = [(place, word.head) for place, word in enumerate(tree.words) if tree.bases[place] == "nsubj"]
    return any(
        head and place >= head and tree.words[head - 1].upos in _VERBAL and not tree.has_child(head - 1, "expl")
        for place, head in subjects
    )


def _with(forms: set[str], *bases: str) -> Callable[[_Tree], bool]:
    """Look for a word in one of some roles."""
    return lambda tree: any(
        word.form in forms and base in bases for word, base in zip(tree.words, tree.bases, strict=True)
    )


_SENTENCES: dict[str, Callable[[_Tree], bool]] = {
    "relative clause": _has("acl:relcl"),
    "adverbial clause": _has("advcl", "advcl:relcl"),
    "noun clause": _has("ccomp", "csubj", "csubj:pass"),
    "compound sentence": _is_compound,
    "passive": _has("nsubj:pass", "csubj:pass", "aux:pass"),
    "inversion": _is_inverted,
    "question": lambda tree: any(word.form in ("?", "？", "؟") for word in tree.words[-2:]),
    "ba sentence": _with(_MOVED, "case", "mark"),
    "bei sentence": _with(_PASSIVE, "aux", "case", "mark"),
    "shi sentence": _with(_IS, "cop", "root"),
    "you sentence": _with(_HAS, "root"),
}
