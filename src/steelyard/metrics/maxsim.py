"""MAXSIM: n-grams and relations of two texts, matched for the greatest total similarity."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.annotations import (
    MOST_ASSIGNED,
    SetsOf,
    equal_items,
    parse_lengths,
    parses_of,
    synonym_sets,
    word_reader,
)
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Synonyms, check_table_size, read_synonyms
from steelyard.types import Parse, TestSet
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["Maxsim"]

_LONGEST_NGRAM = 9


class _Text(NamedTuple):
    """What is compared of a parse: words with tags, and relations as (child, type, parent)."""

    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    relations: tuple[tuple[str, str, str], ...]
    forms: tuple[str, ...]


class _Component(NamedTuple):
    """One F-measure, with the weight that was matched and the pairs that made it."""

    what: str
    score: float | None  # None where neither text has such items
    weight: float = 0.0
    n_hyp: int = 0
    n_ref: int = 0
    pairs: tuple[tuple[int, int, float], ...] = ()


@register
@dataclass(frozen=True)
class Maxsim(MeanMetric):
    """MAXSIM: the similarity of the best one-to-one matching of n-grams, and of relations.

    What it measures
        How much of the output can be paired with the reference: n-grams of equal lemmas and tags first, then of equal
        lemmas; what is left is matched so that the total similarity of the pairs is greatest, where a word pair has
        half for an equal tag and half for being synonyms. Of each order an F-measure, and their average. With
        `relations` it is MAXSIM_n+d: the average has one more part, for subjects and objects.

    When it misleads
        Two unrelated words of the same tag are worth one half: even random text of the right tags scores high.

    Range and direction
        0 to 1, higher is better.

    Statistics
        score, segments.

        Tokens without a letter or digit are left out. Of several references the average counts. Orders and relations
        that occur in neither text are left out of the average, see `strict`; two texts without words score 1. Time
        grows with the cube of the number of words that lemmas do not match, memory with the square of all: two texts of
        over 2,048 words are refused.

    Parameters
    ----------
    tags : {"upos", "xpos"}, default "upos"
        Universal tags, or those of the language; the paper has the Penn Treebank's.
    synonyms : str, default "none"
        As `steelyard.text.read_synonyms` takes it, such as ``wordnet``. Without it, and for words it lacks, no two
        words are synonyms, equal ones neither, as in the paper; in relations equal words are.
    relations : tuple of str, default ()
        Relations to match; (nsubj, obj) is MAXSIM_n+d.
    max_ngram_order : int, default 3
        Longest n-gram.
    alpha : float, default 0.9
        Weight of recall in the F-measure, P R / (alpha P + (1 - alpha) R).
    strict : bool, default False
        Count an order that neither text has as 0.
    lowercase : bool, default True
        Apply Python's `str.lower` to lemmas first.

    Raises
    ------
    SpecError
        An option is out of range.
    DataError
        A text has no parses, or words without tags; for relations, without heads.

    References
    ----------
    Chan and Ng 2008, "MAXSIM: a maximum similarity metric for machine translation evaluation", P08-1007.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> def parse(*lemmas: str) -> list[Parse]:
    ...     return [Parse(tuple(Word(lemma, lemma, tag) for lemma, tag in zip(lemmas, ("NOUN", "VERB"))))]
    >>> data = sy.TestSet(
    ...     references=[["cats sleep"]],
    ...     systems={"x": ["cats doze"]},
    ...     parses={"reference 1": [parse("cat", "sleep")], "system x": [parse("cat", "doze")]},
    ... )
    >>> sy.evaluate(data, metrics=["maxsim"]).scores().scores[0].score
    0.625
    """

    name: ClassVar[str] = "maxsim"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"
    cites: ClassVar[tuple[str, ...]] = ("chan2008maxsim",)

    tags: Literal["upos", "xpos"] = "upos"
    synonyms: str = "none"
    relations: tuple[str, ...] = ()
    max_ngram_order: int = 3
    alpha: float = 0.9
    strict: bool = False
    lowercase: bool = True

    def __post_init__(self) -> None:
        """Refuse options that are out of range."""
        super().__post_init__()
        if not 1 <= self.max_ngram_order <= _LONGEST_NGRAM:
            raise SpecError(f"max_ngram_order must be from 1 to {_LONGEST_NGRAM}, not {self.max_ngram_order}.")
        if not 0 <= self.alpha <= 1:
            raise SpecError(f"alpha must be from 0 to 1, not {self.alpha}.")

    @property
    def label(self) -> str:
        """``MAXSIM``, or ``MAXSIM+d`` with relations."""
        return "MAXSIM+d" if self.relations else "MAXSIM"

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tags, and what is not as in the paper."""
        pairs = {"case": "lc" if self.lowercase else "mixed", "tags": self.tags}
        if self._synonyms is not None:
            pairs["syn"] = self._synonyms.signature
        if self.relations:
            pairs["relations"] = "+".join(self.relations)
        if self.max_ngram_order != 3:
            pairs["order"] = str(self.max_ngram_order)
        if self.alpha != 0.9:
            pairs["alpha"] = f"{self.alpha:g}"
        return pairs | ({"strict": "yes"} if self.strict else {})

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Match every segment with each of its references: shape (S, N)."""
        data, sets_of = corpus.test_set, synonym_sets(self._synonyms)
        check_table_size(self.label, *parse_lengths(data, self.name), data.system_names, 64, MOST_ASSIGNED)
        references = [self._texts(data, f"reference {r + 1}") for r in range(len(data.references))]
        scores = np.empty((len(data.systems), data.n_segments))
        for s, name in enumerate(data.system_names):
            for i, hypothesis in enumerate(self._texts(data, f"system {name}")):
                present = [
                    texts[i] for texts, lines in zip(references, data.references, strict=True) if lines[i] is not None
                ]
                scores[s, i] = np.mean([self._score(self._components(hypothesis, text, sets_of)) for text in present])
        return scores

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the pairs of the first reference; with more references, the score is the average over all."""
        data, sets_of = corpus.test_set, synonym_sets(self._synonyms)
        [name] = data.system_names
        [hypothesis] = self._texts(data, f"system {name}")
        present = [r for r, [line] in enumerate(data.references) if line is not None]
        [reference] = self._texts(data, f"reference {present[0] + 1}")
        components = self._components(hypothesis, reference, sets_of)
        return SegmentExplanation(
            score=float(self.segment_scores(corpus)[0, 0]),
            hypothesis=hypothesis.forms,
            reference=reference.forms,
            reference_number=present[0] + 1,
            parts={component.what: component.score for component in components if component.score is not None},
            notes=tuple(
                f"{found.what}: {_shown(found, hypothesis, i)} with {_shown(found, reference, j)}, {weight:g}"
                for found in components
                for i, j, weight in found.pairs
            ),
        )

    @cached_property
    def _synonyms(self) -> Synonyms | None:
        return None if self.synonyms == "none" else read_synonyms(self.synonyms)

    def _texts(self, data: TestSet, text: str) -> list[_Text]:
        word = word_reader(self.text_reading)
        segments = parses_of(data, text, self.name, heads=bool(self.relations))
        return [self._text(best, word, f"{text}, segment {number}") for number, (best, *_) in enumerate(segments, 1)]

    def _text(self, parse: Parse, word: Callable[[str], str], place: str) -> _Text:
        lemmas = [word(w.lemma or w.form) for w in parse.words]
        tags = [getattr(w, self.tags) for w in parse.words]
        if any(lemma and not tag for lemma, tag in zip(lemmas, tags, strict=True)):
            other = "xpos" if self.tags == "upos" else "upos"
            raise DataError(
                f"maxsim needs tags, but {place} has words without {self.tags.upper()}. Tag the text, or use "
                f"tags={other}."
            )
        kept = [i for i, lemma in enumerate(lemmas) if any(map(str.isalnum, lemma))]
        relations = [
            (lemmas[i], relation, lemmas[w.head - 1])
            for i, w in enumerate(parse.words)
            if w.head and (relation := w.deprel.partition(":")[0]) in self.relations
        ]
        return _Text(
            tuple(lemmas[i] for i in kept),
            tuple(tags[i] for i in kept),
            tuple(relations),
            tuple(parse.words[i].form for i in kept),
        )

    def _components(self, hypothesis: _Text, reference: _Text, sets_of: SetsOf | None) -> list[_Component]:
        words = _synonymy(hypothesis.lemmas, reference.lemmas, sets_of)
        similarity = (equal_items(hypothesis.tags, reference.tags) + words) / 2
        components = []
        for n in range(1, self.max_ngram_order + 1):
            sizes = [max(len(text.lemmas) - n + 1, 0) for text in (hypothesis, reference)]
            pairs = _match_ngrams(hypothesis, reference, similarity, n) if all(sizes) else []
            components.append(self._component(f"{n}-gram", pairs, *sizes))
        if self.relations:
            pairs = _best_pairs(_relation_weights(hypothesis.relations, reference.relations, sets_of))
            components.append(self._component("relation", pairs, len(hypothesis.relations), len(reference.relations)))
        return components

    def _component(self, what: str, pairs: list[tuple[int, int, float]], n_hyp: int, n_ref: int) -> _Component:
        weight = sum(pair[2] for pair in pairs)
        if n_hyp == n_ref == 0:
            return _Component(what, None)
        score = 0.0
        if weight > 0:
            precision, recall = weight / n_hyp, weight / n_ref
            score = precision * recall / (self.alpha * precision + (1 - self.alpha) * recall)
        return _Component(what, score, weight, n_hyp, n_ref, tuple(pairs))

    def _score(self, components: Sequence[_Component]) -> float:
        scores = [component.score for component in components if component.score is not None]
        if not scores:
            return 1.0
        return sum(scores) / (len(components) if self.strict else len(scores))


def _synonymy(left: Sequence[str], right: Sequence[str], sets_of: SetsOf | None) -> NDArray[np.float64]:
    """Say which words share a set of synonyms, shape (words, words); a word that is in none is like no other."""
    found = np.zeros((len(left), len(right)))
    if sets_of is not None:
        right_sets = [sets_of(word) for word in right]
        for i, word in enumerate(left):
            if sets := sets_of(word):
                found[i] = [not sets.isdisjoint(other) for other in right_sets]
    return found


def _match_ngrams(
    hypothesis: _Text, reference: _Text, similarity: NDArray[np.float64], n: int
) -> list[tuple[int, int, float]]:
    """Return the pairs of n-grams with their weights: equal ones from left to right, then the best assignment."""
    n_hyp, n_ref = len(hypothesis.lemmas) - n + 1, len(reference.lemmas) - n + 1
    pairs: list[tuple[int, int, float]] = []
    left, right = list(range(n_hyp)), list(range(n_ref))
    for with_tags in (True, False):
        waiting: dict[object, list[int]] = {}
        # Reversed, as pop takes from the end: the leftmost n-gram is paired first.
        for j in reversed(right):
            waiting.setdefault(_key(reference, j, n, with_tags), []).append(j)
        for i in left:
            if places := waiting.get(_key(hypothesis, i, n, with_tags)):
                pairs.append((i, places.pop(), 1.0))
        used = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
        left, right = [i for i in left if i not in used[0]], [j for j in right if j not in used[1]]
    if left and right:
        steps = np.stack([similarity[k : k + n_hyp, k : k + n_ref][np.ix_(left, right)] for k in range(n)])
        weights = steps.mean(axis=0)
        # P08-1007: one pair of words that are alike in nothing makes the pair of n-grams worth nothing.
        weights[(steps == 0).any(axis=0)] = 0
        pairs += [(left[i], right[j], weight) for i, j, weight in _best_pairs(weights)]
    return sorted(pairs)


def _key(text: _Text, start: int, n: int, with_tags: bool) -> object:
    lemmas = text.lemmas[start : start + n]
    return (lemmas, text.tags[start : start + n]) if with_tags else lemmas


def _relation_weights(
    left: Sequence[tuple[str, str, str]], right: Sequence[tuple[str, str, str]], sets_of: SetsOf | None
) -> NDArray[np.float64]:
    """Compare relations: nothing where the types differ, else a third each for type, child and parent."""
    total = np.ones((len(left), len(right)))
    for place in (0, 2):
        ours, theirs = [relation[place] for relation in left], [relation[place] for relation in right]
        total += np.maximum(equal_items(ours, theirs), _synonymy(ours, theirs, sets_of))
    types = equal_items([relation[1] for relation in left], [relation[1] for relation in right])
    return np.where(types, total / 3, 0.0)


def _best_pairs(weights: NDArray[np.float64]) -> list[tuple[int, int, float]]:
    """Return the one-to-one pairs with the greatest total weight, without those that are worth nothing."""
    if not weights.any():
        return []
    from scipy.optimize import linear_sum_assignment  # half a second to import

    rows, columns = linear_sum_assignment(weights, maximize=True)
    return [(int(i), int(j), float(weights[i, j])) for i, j in zip(rows, columns, strict=True) if weights[i, j] > 0]


def _shown(component: _Component, text: _Text, place: int) -> str:
    if component.what == "relation":
        child, kind, parent = text.relations[place]
        return f"{kind}({parent}, {child})"
    n = int(component.what.partition("-")[0])
    words = zip(text.lemmas[place : place + n], text.tags[place : place + n], strict=True)
    return " ".join(f"{lemma}/{tag}" for lemma, tag in words)
