"""What overlap and matching share: elements of two texts, compared by type, and scores of segments or of all."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import column_reader
from steelyard.metrics.parts.bags import Bags
from steelyard.metrics.parts.elements import NEEDS_HEADS, WITH_PREDICATE, Elements, Over, elements_of
from steelyard.metrics.parts.parsed_texts import ParsedTexts, parsed_texts
from steelyard.metrics.parts.ratios import ratio
from steelyard.text import Corpus
from steelyard.types import Statistics, Word
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["Contents", "ElementMetric", "Items"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]
Items = Literal["lemma", "form", "upos", "xpos", "deprel", "none"]


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """What elements hold."""

    elements: Codes  # shape (n,): element of each item
    items: Codes  # shape (n,): what is compared, from 0
    # first, last: shape (n,): the words of each, as a range of `Elements.places`
    first: Codes
    last: Codes


@dataclass(frozen=True)
class ElementMetric(Metric):
    """Base of metrics that compare linguistic elements by their types.

    Range and direction
        0 to 1, higher is better.

    Statistics
        score, segments, surplus (items in segments without a score); with average=corpus match, n_hyp, n_ref
        (items).

        A segment's score is the mean over types, with average=segment that of all types together; with several
        references the best one. Types that do not occur in the reference are left out (with other measures, in the
        divisor), and so are segments without any; where all are, the score is 1 if no text has any, else 0. Words are
        those of the best parse. Time grows with the number of words, for levels and relations with that of words times
        the depth of their trees.

    Parameters
    ----------
    over : str, default "upos"
        What elements are:

        ``words`` (all words of a segment), ``upos``, ``xpos`` (words of a part of speech);
        ``chunk``, ``entity`` (``CHUNK=B-NP`` and ``NE=B-PER`` in CoNLL-U's last column, with I and O);
        ``noun-phrase`` (determiner, adjectives and numbers, nouns, by UPOS), ``name`` (runs of PROPN), where there are
        no such columns;
        ``level`` (words at a depth of the dependency tree or deeper; the root has level 1), ``relation`` (all words
        under one with this relation to its head, itself included);
        ``phrase`` (constituents, but for those over single words);
        ``role`` (``SR=3:A0``, comma, ...: the number of the predicate's word, and the role), ``argument`` (a rough
        stand-in for roles: subjects A0, objects A1, indirect objects A2, adjuncts AM of verbs, with all words below).
    types : tuple of str, default ()
        Such as ("NOUN", "VERB"); () is all there are.
    items : {"lemma", "form", "upos", "xpos", "deprel", "none"}, default "lemma"
        What of the words is compared; a word without a lemma has its form. With none, elements count by type alone.
    measure : {"recall", "precision", "f", "jaccard"}, default "recall"
        Share of the reference's items that the output has, as the papers have it; of the output's that the reference
        has; their harmonic mean; share of the items of either that both have, as later versions of the papers' program.
    average : {"types", "segment", "corpus"}, default "types"
        Mean over types, then over segments; all types of a segment together, then the mean; sums of all segments.
    same_verb : bool, default False
        Whether roles must be those of the same predicate, by its lemma.
    outside : bool, default False
        Whether words outside of all chunks or entities are elements of the type O.
    lowercase : bool, default True
        Apply Python's `str.lower` to lemmas and forms first.

    Raises
    ------
    SpecError
        `same_verb` or `outside` does not go with `over`.
    DataError
        A text has no parses, or they lack what is looked for; no text has an element of a type that was named.
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"

    over: Over = "upos"
    types: tuple[str, ...] = ()
    items: Items = "lemma"
    measure: Literal["recall", "precision", "f", "jaccard"] = "recall"
    average: Literal["types", "segment", "corpus"] = "types"
    same_verb: bool = False
    outside: bool = False
    lowercase: bool = True

    def __post_init__(self) -> None:
        """Refuse options that do not go together."""
        super().__post_init__()
        if self.same_verb and self.over not in WITH_PREDICATE:
            raise SpecError(
                f"same_verb is about roles: it goes with over=role and over=argument, not over={self.over}."
            )
        if self.outside and self.over not in ("chunk", "entity"):
            raise SpecError(f"outside is about words in no chunk or entity: it does not go with over={self.over}.")

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 3 statistics."""
        return ("match", "n_hyp", "n_ref") if self.average == "corpus" else ("score", "segments", "surplus")

    def signature_fields(self) -> dict[str, str]:
        """Return elements, items and casing, and what is not as in the papers."""
        pairs = {"case": "lc" if self.lowercase else "mixed", "over": self.over, "items": self.items}
        if self.types:
            pairs["types"] = "+".join(self.types)
        defaults = {"measure": "recall", "average": "types"}
        pairs |= {key: getattr(self, key) for key, default in defaults.items() if getattr(self, key) != default}
        return pairs | {option: "yes" for option in ("same_verb", "outside") if getattr(self, option)}

    @abstractmethod
    def contents(self, elements: Elements, items: Codes) -> Contents:
        """Say what elements hold; `items` are what is compared of each word, -1 for nothing."""

    def statistics(self, corpus: Corpus) -> Statistics:
        """Compare elements: shape (S, N, 3)."""
        texts, elements, bags = self._bags(corpus)
        data = corpus.test_set
        shape = (data.n_segments, max(len(elements.names), 1))
        references = [bags.between(r * shape[0], (r + 1) * shape[0]) for r in range(len(data.references))]
        of_references = [reference.totals(shape) for reference in references]
        is_present = np.array([[line is not None for line in text] for text in data.references])
        found = []
        for s in range(len(references), len(texts.keys)):
            system = bags.between(s * shape[0], (s + 1) * shape[0])
            total = system.totals(shape)
            shared = [system.shared(reference, shape) for reference in references]
            found.append(self._best(np.stack(shared), total, np.stack(of_references), is_present))
        values = np.array(found).reshape(len(found), shape[0], 3)
        return Statistics.from_values(
            values.astype(np.int64) if self.average == "corpus" else values, data.document_codes()
        )

    def score(self, stats: Array) -> Array:
        """Score summed statistics: shape (..., 3) -> (...)."""
        if self.average == "corpus":
            match, n_hyp, n_ref = stats[..., 0], stats[..., 1], stats[..., 2]
            part, whole = self._fraction(match, n_hyp, n_ref)
            return ratio(part, whole, otherwise=np.where(n_hyp + n_ref == 0, 1.0, 0.0))
        return ratio(stats[..., 0], stats[..., 1], otherwise=np.where(stats[..., 2] == 0, 1.0, 0.0))

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show what matches, and what does not, by type."""
        statistics = self.statistics(corpus)
        sums = statistics.scaled(statistics.totals())[0]
        data = corpus.test_set
        texts, elements, bags = self._bags(corpus)
        r = next(r for r, [reference] in enumerate(data.references) if reference is not None)
        ours, theirs = bags.between(len(texts.keys) - 1, len(texts.keys)), bags.between(r, r + 1)
        found, missed = ours.found_in(theirs), theirs.counts - theirs.found_in(ours)
        sides = (
            ("matched", ours, found),
            ("output only", ours, ours.counts - found),
            ("reference only", theirs, missed),
        )
        spelled = self._spelled(texts, elements)
        notes = [
            f"{kind}: {elements.names[type_]}{spelled[place]}" + (f" ({count})" if count > 1 else "")
            for kind, bag, counts in sides
            for type_, place, count in zip(bag.types.tolist(), bag.places.tolist(), counts.tolist(), strict=True)
            if count
        ]
        forms = [tuple(word.form for word in texts.parses[row].words) for row in (len(texts.keys) - 1, r)]
        return SegmentExplanation(
            score=float(self.score(sums)),
            hypothesis=forms[0],
            reference=forms[1],
            reference_number=r + 1 if len(data.references) == 1 else 0,
            parts=dict(zip(self.stat_names, sums.tolist(), strict=True)),
            notes=tuple(notes),
        )

    def _bags(self, corpus: Corpus) -> tuple[ParsedTexts, Elements, Bags]:
        """Find the elements of all texts, and what they hold."""
        texts = parsed_texts(corpus, self.name, heads=self.over in NEEDS_HEADS)
        elements = corpus.once(
            ("elements", self.over, self.outside),
            lambda: elements_of(texts, self.over, self.name, outside=self.outside),
        )
        if self.types:
            unknown = [name for name in self.types if name not in elements.names]
            if unknown and texts.n_segments > 1:  # a single one may lack a type
                raise DataError(
                    f"{self.name}: no text has {self.over} of the type {unknown[0]!r}. There are "
                    f"{', '.join(sorted(elements.names)[:20]) or 'none'}."
                )
            elements = elements.named(self.types)
        held = self._held(texts, elements)
        items = held.items
        if self.same_verb and elements.predicates is not None:
            verbs, _ = texts.column(self._reader("lemma"))
            # A root's arguments do not occur, but one whose verb has no lemma does: all such verbs are alike.
            of_elements = np.where(elements.predicates >= 0, verbs[elements.predicates], -1) + 1
            items = items * (int(verbs.max(initial=-1)) + 2) + of_elements[held.elements]
        return texts, elements, Bags.of(elements.rows[held.elements], elements.types[held.elements], items)

    def _reader(self, column: str) -> Callable[[Word], str]:
        return column_reader(column, self.text_reading)

    def _held(self, texts: ParsedTexts, elements: Elements) -> Contents:
        if self.items == "none":  # an element is one item, whatever its words
            every, ends = np.arange(len(elements.rows)), elements.offsets[1:]
            return Contents(every, np.zeros_like(every), ends, ends)
        return self.contents(elements, texts.column(self._reader(self.items))[0])

    def _fraction(self, match: Array, n_hyp: Array, n_ref: Array) -> tuple[Array, Array]:
        """Return numerator and denominator of the measure."""
        if self.measure == "f":
            return 2 * match, n_hyp + n_ref
        return match, {"recall": n_ref, "precision": n_hyp, "jaccard": n_hyp + n_ref - match}[self.measure]

    def _best(self, shared: Codes, total: Codes, of_references: Codes, is_present: NDArray[np.bool_]) -> Array:
        """Return the statistics of a system's segments by their best references, from counts by type."""
        match, n_hyp, n_ref = (
            shared.astype(np.float64),
            total[None].astype(np.float64),
            of_references.astype(np.float64),
        )
        n_hyp = np.broadcast_to(n_hyp, match.shape)
        if self.average != "types":
            match, n_hyp, n_ref = (one.sum(axis=-1, keepdims=True) for one in (match, n_hyp, n_ref))
        part, whole = self._fraction(match, n_hyp, n_ref)
        n_types = (whole > 0).sum(axis=-1)
        scores = np.where(is_present & (n_types > 0), ratio(ratio(part, whole).sum(axis=-1), n_types), -1.0)
        best = scores.argmax(axis=0)
        segments = np.arange(len(best))
        if self.average == "corpus":
            # Where none gives a score, the reference that asks for most, so that their order does not count.
            longest = np.where(is_present, n_ref[..., 0], -1).argmax(axis=0)
            best = np.where(scores.max(axis=0) < 0, longest, best)
            return np.stack([one[best, segments, 0] for one in (match, n_hyp, n_ref)], axis=-1)
        score = scores[best, segments]
        is_scored = score >= 0
        surplus = np.where(is_scored, 0, total.sum(axis=-1) + of_references.sum(axis=-1).max(axis=0))
        return np.stack([np.where(is_scored, score, 0.0), is_scored, surplus], axis=-1)

    def _spelled(self, texts: ParsedTexts, elements: Elements) -> list[str]:
        """Spell what each item is, for explanations."""
        held = self._held(texts, elements)
        read, lemma = self._reader(self.items), self._reader("lemma")
        words = [texts.words[kind] for kind in texts.kinds.tolist()]
        places = elements.places.tolist()
        found = []
        for element, first, last in zip(held.elements.tolist(), held.first.tolist(), held.last.tolist(), strict=True):
            predicate = int(elements.predicates[element]) if elements.predicates is not None else -1
            of = f" of {lemma(words[predicate])}" if self.same_verb and predicate >= 0 else ""
            shown = " ".join(read(words[place]) for place in places[first:last])
            found.append(f"{of}: {shown}" if shown else of)
        return found
