"""What speaks for one parsed text meaning what another says: words aligned, and what the alignment shows."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.parts.annotations import SetsOf, equal_items
from steelyard.text import porter_stem
from steelyard.types import Parse, Word

__all__ = ["EVIDENCE", "GROUPS", "Pair", "align_words", "evidence_of"]

_WORTH = {"form": 1.0, "lemma": 0.9, "synonym": 0.8, "stem": 0.7}
_EDGE = 0.1  # for heads that could be aligned, too
_NEAR = 1e-6  # of equals, those that stand at like places
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "PRON", "NUM"})
GROUPS = {
    "noun": {"NOUN"}, "name": {"PROPN"}, "verb": {"VERB"}, "modifier": {"ADJ", "ADV"}, "number": {"NUM"},
    "function": {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"},
}  # fmt: skip
"""Groups of categories, in which words that found no partner are counted."""

# Relations of Universal Dependencies, and of the scheme before it that many parsers of English still have.
_SUBJECTS = frozenset({"nsubj", "csubj"})
_PASSIVE = frozenset({"nsubj:pass", "csubj:pass", "nsubjpass", "csubjpass"})
_OBJECTS = frozenset({"obj", "dobj", "iobj", "dative"})
_ADJUNCTS = frozenset({"advmod", "advcl", "obl", "prep", "npadvmod"})
_NEGATIVE = frozenset({"not", "n't", "no", "never", "nobody", "nothing", "neither", "nor", "none", "nowhere"})
_POSSIBLE = frozenset({"can", "could", "may", "might"})
_NECESSARY = frozenset({"must", "should", "shall", "ought", "need"})
_QUANTIFIERS = {
    **dict.fromkeys(("all", "every", "each", "everyone", "everybody", "everything", "always"), "all"),
    **dict.fromkeys(("some", "several", "many", "most", "few", "any", "someone", "something", "sometimes"), "some"),
    **dict.fromkeys(("no", "none", "nobody", "nothing", "never"), "none"),
}
EVIDENCE = (
    "score", "words_hyp", "words_ref", "content_hyp", "content_ref", "aligned", "aligned_content",
    "forms", "lemmas", "synonyms", "stems",
    *(f"loose_{group}_hyp" for group in GROUPS), *(f"loose_{group}_ref" for group in GROUPS),
    "edges_hyp", "edges_ref", "edges", "labelled", "roots_hyp", "roots_ref", "roots", "roots_aligned",
    "arguments_ref", "arguments", "swapped", "adjuncts_hyp", "adjuncts_ref", "adjuncts",
    "appositions_hyp", "appositions_ref", "appositions", "polarity_mismatch", "negated_hyp", "negated_ref",
    "modality_mismatch", "tenses", "tense_mismatch", "numbers_hyp", "numbers_ref", "numbers",
    "names_hyp", "names_ref", "names", "quantifier_mismatch",
)  # fmt: skip
"""What is counted, in order; ``_hyp`` and ``_ref`` are of one text, the others of both."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two words that are aligned: places from 0, and why."""

    hypothesis: int
    reference: int
    kind: str


def align_words(hypothesis: Parse, reference: Parse, sets_of: SetsOf | None) -> list[Pair]:
    """Align words one to one, so that the sum of what they are worth is the largest there is.

    A pair of the same form is worth 1, of the same lemma .9, synonyms .8, of the same stem .7, and .1 more where both
    are roots or their heads could be aligned, too. Casing does not count, and punctuation is left out.
    """
    from scipy.optimize import linear_sum_assignment

    ours, theirs = _kept(hypothesis), _kept(reference)
    if not ours or not theirs:
        return []
    kinds = list(_WORTH)
    left, right = [hypothesis.words[i] for i in ours], [reference.words[j] for j in theirs]
    worth = np.zeros((len(ours), len(theirs)))
    level = np.full(worth.shape, -1)
    for kind in kinds:
        if kind == "synonym":
            is_like = _synonyms(left, right, sets_of)
        else:
            is_like = equal_items([_READ[kind](word) for word in left], [_READ[kind](word) for word in right])
        is_new = is_like & (level < 0)
        worth[is_new], level[is_new] = _WORTH[kind], kinds.index(kind)
    heads = [_heads(hypothesis, ours), _heads(reference, theirs)]
    # A further row and column stand for heads that are no words: roots go with roots.
    may = np.zeros((len(ours) + 1, len(theirs) + 1), np.bool_)
    may[:-1, :-1], may[-1, -1] = worth > 0, True
    places = np.arange(len(ours))[:, None] / len(ours) - np.arange(len(theirs)) / len(theirs)
    weights = np.where(worth > 0, worth + _EDGE * may[np.ix_(*heads)] - _NEAR * np.abs(places), 0.0)
    rows, columns = linear_sum_assignment(weights, maximize=True)
    return [
        Pair(ours[i], theirs[j], kinds[int(level[i, j])])
        for i, j in zip(rows.tolist(), columns.tolist(), strict=True)
        if level[i, j] >= 0
    ]


def evidence_of(hypothesis: Parse, reference: Parse, pairs: Sequence[Pair]) -> list[float]:
    """Count what `EVIDENCE` names."""
    partner = {pair.hypothesis: pair.reference for pair in pairs}
    texts = {"hyp": hypothesis.words, "ref": reference.words}
    taken = {"hyp": set(partner), "ref": set(partner.values())}
    both = [(hypothesis.words[i], reference.words[j]) for i, j in partner.items()]
    found = Counter({f"{pair.kind}s": 0 for pair in pairs})
    found.update(f"{pair.kind}s" for pair in pairs)
    found["aligned"] = len(pairs)
    found["aligned_content"] = sum(one.upos in _CONTENT for one, _ in both)
    for side, words in texts.items():
        _count_text(found, side, words, taken[side])
    _count_trees(found, texts["hyp"], texts["ref"], partner)
    negated = [_negated(words) for words in texts.values()]
    modal = [_modal(words) for words in texts.values()]
    for i, j in partner.items():
        one, other = texts["hyp"][i], texts["ref"][j]
        found["polarity_mismatch"] += one.upos in _CONTENT and (i in negated[0]) != (j in negated[1])
        is_verb = one.upos == other.upos == "VERB"
        found["modality_mismatch"] += is_verb and modal[0].get(i) != modal[1].get(j)
        tenses = dict(one.feats).get("Tense"), dict(other.feats).get("Tense")
        found["tenses"] += None not in tenses
        found["tense_mismatch"] += None not in tenses and tenses[0] != tenses[1]
    for name, bag_of in (("numbers", _numbers), ("names", _names)):
        bags = {side: bag_of(words) for side, words in texts.items()}
        found[f"{name}_hyp"], found[f"{name}_ref"] = (bag.total() for bag in bags.values())
        found[name] = (bags["hyp"] & bags["ref"]).total()
    classes = [Counter(_QUANTIFIERS[w] for w in map(_lemma, words) if w in _QUANTIFIERS) for words in texts.values()]
    found["quantifier_mismatch"] = ((classes[0] - classes[1]) + (classes[1] - classes[0])).total()
    return [sum(_WORTH[pair.kind] for pair in pairs), *(float(found[name]) for name in EVIDENCE[1:])]


def _count_text(found: Counter[str], side: str, words: Sequence[Word], taken: set[int]) -> None:
    """Count words, and those without a partner by their group."""
    kept = [i for i, word in enumerate(words) if word.upos != "PUNCT"]
    found[f"words_{side}"] = len(kept)
    found[f"content_{side}"] = sum(words[i].upos in _CONTENT for i in kept)
    for group, tags in GROUPS.items():
        found[f"loose_{group}_{side}"] = sum(words[i].upos in tags for i in kept if i not in taken)
    relations = [words[i].deprel for i in kept if words[i].head]
    found[f"edges_{side}"] = len(relations)
    found[f"roots_{side}"] = sum(words[i].head == 0 for i in kept)
    found[f"adjuncts_{side}"] = sum(relation.partition(":")[0] in _ADJUNCTS for relation in relations)
    found[f"appositions_{side}"] = relations.count("appos")
    found[f"negated_{side}"] = len(_negated(words))
    if side == "ref":
        found["arguments_ref"] = sum(_role(words[i]) != "" for i in kept)


def _count_trees(found: Counter[str], ours: Sequence[Word], theirs: Sequence[Word], partner: dict[int, int]) -> None:
    """Count relations of aligned words that both trees have."""
    for i, j in partner.items():
        one, other = ours[i], theirs[j]
        relation, also = one.deprel.partition(":")[0], other.deprel.partition(":")[0]
        found["adjuncts"] += relation in _ADJUNCTS and also in _ADJUNCTS
        found["appositions"] += relation == also == "appos"
        found["roots"] += one.head == 0 and other.head == 0
        found["roots_aligned"] += other.head == 0
        if not one.head or not other.head or partner.get(one.head - 1) != other.head - 1:
            continue
        found["edges"] += 1
        found["labelled"] += one.deprel == other.deprel
        roles = _role(one), _role(other)
        found["arguments"] += roles[0] == roles[1] != ""
        found["swapped"] += "" not in roles and roles[0] != roles[1]


def _kept(parse: Parse) -> list[int]:
    return [i for i, word in enumerate(parse.words) if word.upos != "PUNCT"]


def _heads(parse: Parse, kept: Sequence[int]) -> list[int]:
    """Return the place of each word's head among those that are kept; -1 for roots."""
    place = {i: n for n, i in enumerate(kept)}
    return [place.get((parse.words[i].head or 0) - 1, -1) for i in kept]


def _lemma(word: Word) -> str:
    return (word.lemma or word.form).lower()


@cache
def _stem(form: str) -> str:
    return porter_stem(form)


_READ: dict[str, Callable[[Word], str]] = {
    "form": lambda word: word.form.lower(),
    "lemma": _lemma,
    "stem": lambda word: _stem(word.form.lower()),
}


def _synonyms(left: Sequence[Word], right: Sequence[Word], sets_of: SetsOf | None) -> NDArray[np.bool_]:
    found = np.zeros((len(left), len(right)), np.bool_)
    if sets_of is not None:
        ours, theirs = ([sets_of(_lemma(word)) for word in words] for words in (left, right))
        for i, own in enumerate(ours):
            if own:
                found[i] = [not own.isdisjoint(other) for other in theirs]
    return found


def _role(word: Word) -> str:
    """Say whether a word is what acts or what is acted on: a passive's subject is its object."""
    if word.deprel in _PASSIVE:
        return "object"
    relation = word.deprel.partition(":")[0]
    return "subject" if relation in _SUBJECTS else "object" if relation in _OBJECTS else ""


def _negated(words: Sequence[Word]) -> set[int]:
    """Return the places of words that a negation hangs on, or that are negative by their form."""
    found = set()
    for i, word in enumerate(words):
        is_negation = word.deprel == "neg" or _lemma(word) in _NEGATIVE or word.form.lower() == "n't"
        if word.head and (is_negation or ("Polarity", "Neg") in word.feats):
            found.add(word.head - 1)
        elif ("Polarity", "Neg") in word.feats:
            found.add(i)
    return found


def _modal(words: Sequence[Word]) -> dict[int, str]:
    """Say of verbs with a modal auxiliary whether it makes them possible or necessary."""
    found = {}
    for word in words:
        if word.head and word.deprel.partition(":")[0] == "aux":
            for kind, lemmas in (("possible", _POSSIBLE), ("necessary", _NECESSARY)):
                if _lemma(word) in lemmas:
                    found[word.head - 1] = kind
    return found


def _numbers(words: Sequence[Word]) -> Counter[str]:
    return Counter(_lemma(word) for word in words if word.upos == "NUM")


def _names(words: Sequence[Word]) -> Counter[str]:
    """Return named entities by their marks ``NE=B-...``, else runs of proper nouns; in lower case."""
    marks = [dict(word.misc).get("NE", "") for word in words]
    if not any(marks):
        marks = ["O" if word.upos != "PROPN" else "I-name" for word in words]
        marks = [f"B{mark[1:]}" if mark != "O" and marks[i - 1 : i] != [mark] else mark for i, mark in enumerate(marks)]
    found: list[list[str]] = []
    for word, mark in zip(words, marks, strict=True):
        if mark.startswith("B-"):
            found.append([word.form.lower()])
        elif mark.startswith("I-") and found:
            found[-1].append(word.form.lower())
    return Counter(" ".join(name) for name in found)
