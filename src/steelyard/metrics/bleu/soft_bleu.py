"""Soft BLEU: BLEU under which words that are nearly right count for a part."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.bleu.bleu import Bleu
from steelyard.metrics.parts.similarity import SimilarityTable, read_similarities
from steelyard.metrics.registry import register
from steelyard.text import Corpus, parse_view

__all__ = ["SoftBleu"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Row = list[int]


@register
@dataclass(frozen=True)
class SoftBleu(Bleu):
    """Soft BLEU: words that are similar to the reference's count for a part.

    What it measures
        What BLEU measures, but an n-gram that is in no reference may match one of theirs in part: as much as its words
        are similar, one by one. Similar are words that a table names, or that share a base form. What is equal matches
        first, then the most similar; each n-gram of a reference is used once. Without similar words it is BLEU.

    When it misleads
        A table decides what is nearly right: words that only look alike (`base=prefix:4`) get credit, too, and the
        higher the credit, the less a wrong inflection costs. Never compare it with BLEU, or with another table.

    Range and direction
        As BLEU: 0 to 100, higher is better; never below BLEU without smoothing.

    Statistics
        Those of BLEU, with fractions of matches.

        An n-gram against another has the least similarity of its words, or their product. Pairs are taken greedily.

    Parameters
    ----------
    similarity : str, default "none"
        Path of a table of similar words, lines of output word, reference word and similarity, tabs between.
    base : str, default "none"
        View of words that gives their base form, such as ``stem:en``, ``factor:1:+`` or ``prefix:4``; words of one base
        are similar.
    base_similarity : float, default 0.5
        By how much, from 0 to 1.
    combine : {"min", "product"}, default "min"
        How similarities of words make that of an n-gram.

    Raises
    ------
    SpecError
        A view gives no base form, or a similarity is out of range.

    References
    ----------
    Oflazer and Durgar El-Kahlout 2007, "Exploring different representational units in English-to-Turkish statistical
    machine translation", W07-0704, which names BLEU+ of Tantuğ, Oflazer and Durgar El-Kahlout. It does not print a
    formula: this is the one of the parts it names.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.SoftBleu(tokenize="none", base="prefix:3", base_similarity=0.8)
    >>> score = metric.corpus_score(["the old dogs bark"], [["the old dog bark"]])
    >>> [round(count, 1) for count in score.counts], round(score.score, 2)
    ([3.8, 2.6, 1.6, 0.8], 85.2)
    """

    name: ClassVar[str] = "soft-bleu"
    cites: ClassVar[tuple[str, ...]] = ("oflazer2007exploring",)

    similarity: str = "none"
    base: str = "none"
    base_similarity: float = 0.5
    combine: Literal["min", "product"] = "min"

    def __post_init__(self) -> None:
        """Refuse options that do not fit each other."""
        super().__post_init__()
        if not 0 <= self.base_similarity <= 1:
            raise SpecError(f"base_similarity must be from 0 to 1, not {self.base_similarity}.")
        if self.base != "none":
            view = parse_view(self.base)
            if view.of_word is None and view.of_token is None:
                raise SpecError(
                    f"The view {self.base!r} (base) gives no base form of a word: take stem:en, prefix:4, ..."
                )

    @property
    def label(self) -> str:
        """``Soft BLEU``."""
        return "Soft BLEU"

    def signature_fields(self) -> dict[str, str]:
        """Return BLEU's fields, and what is similar."""
        pairs = super().signature_fields()
        if (table := self._table()) is not None:
            pairs["similarity"] = table.signature
        if self.base != "none":
            pairs["base"] = f"{parse_view(self.base).signature}[{self.base_similarity:g}]"
        pairs["combine"] = self.combine
        return pairs

    def _table(self) -> SimilarityTable | None:
        return None if self.similarity == "none" else read_similarities(self.similarity)

    def _columns(self, corpus: Corpus) -> NDArray[np.int64] | NDArray[np.float64]:
        columns = super()._columns(corpus)
        encoded = corpus.encode(self.text_reading)
        similar = self._similar(corpus.vocabulary.words())
        if not similar:
            return columns
        n, orders = encoded.n_segments, self.counted_orders
        soft = np.array(columns, np.float64)
        references = [
            [encoded.references[r * n + i].tolist() for r in np.flatnonzero(encoded.is_present[:, i]).tolist()]
            for i in range(n)
        ]
        for row, values in enumerate(encoded.hypotheses):
            output, i = values.tolist(), row % n
            if any(not similar.get(word, {}).keys().isdisjoint(other) for word in output for other in references[i]):
                found = _soft_matches(output, references[i], similar, orders, is_product=self.combine == "product")
                soft[row // n, i, 2 : 2 + orders] += found
        return soft

    def _similar(self, words: Sequence[str]) -> dict[int, dict[int, float]]:
        """Return, by the id of a word, the other words that it is similar to."""
        found: dict[int, dict[int, float]] = {}
        if self.base != "none" and self.base_similarity > 0:
            view = parse_view(self.base)
            base_of = view.of_word or view.of_token or str
            groups: dict[str, list[int]] = {}
            for i, word in enumerate(words):
                if base := base_of(word):
                    groups.setdefault(base, []).append(i)
            for group in groups.values():
                for one in group if len(group) > 1 else ():
                    found[one] = {other: self.base_similarity for other in group if other != one}
        if (table := self._table()) is not None:
            others, offsets, values = (part.tolist() for part in table.encode(words))
            for i in range(len(words)):
                for k in range(offsets[i], offsets[i + 1]):
                    own = found.setdefault(i, {})
                    own[others[k]] = max(own.get(others[k], 0.0), values[k])
        return found


def _soft_matches(
    output: Row, references: Sequence[Row], similar: Mapping[int, Mapping[int, float]], orders: int, *, is_product: bool
) -> Floats:
    """Add up by order what n-grams match for a part, those that match wholly having been used."""
    found = np.zeros(orders)
    candidates: list[dict[tuple[tuple[int, ...], tuple[int, ...]], float]] = [{} for _ in range(orders)]
    for reference in references:
        for order, one, other, value in _similar_ngrams(output, reference, similar, orders, is_product=is_product):
            candidates[order - 1][one, other] = value
    for order, pairs in enumerate(candidates, 1):
        if not pairs:
            continue
        ours, theirs = _ngrams(output, order), Counter[tuple[int, ...]]()
        for reference in references:
            theirs |= _ngrams(reference, order)
        free, room = ours - theirs, theirs - ours
        for (one, other), value in sorted(pairs.items(), key=lambda entry: -entry[1]):  # stable
            n = min(free[one], room[other])
            if n > 0:
                free[one] -= n
                room[other] -= n
                found[order - 1] += n * value
    return found


def _ngrams(row: Row, order: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(row[i : i + order]) for i in range(len(row) - order + 1))


def _similar_ngrams(
    output: Row, reference: Row, similar: Mapping[int, Mapping[int, float]], orders: int, *, is_product: bool
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...], float]]:
    """Yield n-grams of both sides that are similar, and not equal, longer ones made of those one word shorter."""
    units: dict[tuple[int, int], float] = {}
    places: dict[int, list[int]] = {}
    for j, word in enumerate(reference):
        places.setdefault(word, []).append(j)
    for i, word in enumerate(output):
        for other, value in ((word, 1.0), *similar.get(word, {}).items()):
            for j in places.get(other, ()):
                units[i, j] = value
    current = dict(units)
    for order in range(1, orders + 1):
        for (i, j), value in sorted(current.items()):  # ties go to what stands first
            ours, theirs = tuple(output[i : i + order]), tuple(reference[j : j + order])
            if ours != theirs:
                yield order, ours, theirs, value
        longer = {}
        for (i, j), value in current.items():
            last = units.get((i + order, j + order))
            if last is not None:
                longer[i, j] = value * last if is_product else min(value, last)
        current = longer
