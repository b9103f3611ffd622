"""Entailment: what speaks for output and reference meaning the same, counted from their parses."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import MOST_ASSIGNED, SetsOf, parse_lengths, parses_of, synonym_sets
from steelyard.metrics.parts.entailed import EVIDENCE, align_words, evidence_of
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Synonyms, check_table_size, read_synonyms
from steelyard.types import Parse, Statistics
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["Entailment"]


@register
@dataclass(frozen=True)
class Entailment(Metric):
    """Entailment: words of output and reference aligned by meaning, and what agrees or clashes along the alignment.

    What it measures
        Whether either text follows from the other, as far as shallow signs go: words are aligned by form, lemma,
        synonyms and stem; then words without a partner are counted by category, relations that both trees have,
        subjects and objects that changed places, adjuncts, negation, modality and tense that differ, numbers, names and
        quantifiers. The score counts the aligned words alone; the rest is for learning from
        (``part(metric=entailment, of=polarity_mismatch, over=aligned)``, `steelyard lab train --features entailment`).
        It replaces the entailment system of Padó et al., which has more features.

    When it misleads
        Where the parser errs, more so on bad output. Lists of negations, modals and quantifiers are English; elsewhere
        ``Polarity=Neg`` is seen. Paraphrases of several words have no partner.

    Range and direction
        0 to 1, higher is better. 1 where both texts are empty.

    Statistics
        score (worth of the aligned words), words_hyp, words_ref, content_hyp, content_ref, aligned,
        aligned_content, forms, lemmas, synonyms, stems, loose_noun_hyp, loose_name_hyp, loose_verb_hyp,
        loose_modifier_hyp, loose_number_hyp, loose_function_hyp, loose_noun_ref, loose_name_ref,
        loose_verb_ref, loose_modifier_ref, loose_number_ref, loose_function_ref, edges_hyp, edges_ref, edges,
        labelled, roots_hyp, roots_ref, roots, roots_aligned, arguments_ref, arguments, swapped, adjuncts_hyp,
        adjuncts_ref, adjuncts, appositions_hyp, appositions_ref, appositions, polarity_mismatch, negated_hyp,
        negated_ref, modality_mismatch, tenses, tense_mismatch, numbers_hyp, numbers_ref, numbers, names_hyp,
        names_ref, names, quantifier_mismatch.

        The worths are 1 for the same form, .9 lemma, .8 synonym, .7 stem. Of several references the one with the
        highest score counts, ties to the first. Time and memory grow with the product of the numbers of words: two
        texts of over 2,048 words are refused.

    Parameters
    ----------
    synonyms : str, default "none"
        As `steelyard.text.read_synonyms` takes it, such as ``wordnet``.

    Raises
    ------
    DataError
        A text has no parses, or words without heads; or there are no synonyms at the path.

    References
    ----------
    Padó, Galley, Jurafsky and Manning 2009, "Robust machine translation evaluation with entailment features",
      P09-1034.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> john = Word("John", upos="PROPN", head=2, deprel="nsubj")
    >>> output, reference = (Parse((john, Word(form, "quit", "VERB", head=0))) for form in ("quits", "quit"))
    >>> data = sy.TestSet(
    ...     references=[["John quit"]],
    ...     systems={"x": ["John quits"]},
    ...     parses={"reference 1": [[reference]], "system x": [[output]]},
    ... )
    >>> round(sy.evaluate(data, ["entailment"]).scores().scores[0].score, 4)
    0.95
    """

    name: ClassVar[str] = "entailment"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"
    languages: ClassVar[tuple[str, ...]] = ("en",)
    cites: ClassVar[tuple[str, ...]] = ("pado2009robust",)

    synonyms: str = "none"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """What is counted."""
        return EVIDENCE

    def signature_fields(self) -> dict[str, str]:
        """Return the synonyms."""
        return {"syn": "none" if self._synonyms is None else self._synonyms.signature}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Align and count, once for all parts: shape (S, N, K)."""
        return corpus.once((Entailment, self), lambda: self._count(corpus))

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide the worth of aligned words by the mean number of words: shape (..., K) -> (...)."""
        words = stats[..., 1] + stats[..., 2]
        found: NDArray[np.float64] = np.divide(2 * stats[..., 0], words, out=np.ones(words.shape), where=words > 0)
        return found

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the aligned words."""
        data = corpus.test_set
        [name] = data.system_names
        [[hypothesis, *_]] = parses_of(data, f"system {name}", self.name, heads=True)
        present = [r for r, [reference] in enumerate(data.references) if reference is not None]
        parses = [parses_of(data, f"reference {r + 1}", self.name, heads=True)[0][0] for r in present]
        rows = [self._row(hypothesis, parse) for parse in parses]
        best = int(np.argmax([float(self.score(np.array(row))) for row in rows]))
        return SegmentExplanation(
            score=float(self.score(np.array(rows[best]))),
            hypothesis=tuple(word.form for word in hypothesis.words),
            reference=tuple(word.form for word in parses[best].words),
            reference_number=present[best] + 1,
            links=tuple(
                Link((pair.hypothesis, pair.hypothesis + 1), (pair.reference, pair.reference + 1), pair.kind)
                for pair in align_words(hypothesis, parses[best], self._sets_of)
            ),
            parts=dict(zip(EVIDENCE, rows[best], strict=True)),
        )

    def _count(self, corpus: Corpus) -> Statistics:
        data = corpus.test_set
        check_table_size(self.label, *parse_lengths(data, self.name), data.system_names, 64, MOST_ASSIGNED)
        texts = [f"reference {r + 1}" for r in range(len(data.references))]
        references = [parses_of(data, text, self.name, heads=True) for text in texts]
        counts = np.zeros((len(data.systems), data.n_segments, len(EVIDENCE)))
        for s, name in enumerate(data.system_names):
            for i, [hypothesis, *_] in enumerate(parses_of(data, f"system {name}", self.name, heads=True)):
                present = [references[r][i][0] for r, lines in enumerate(data.references) if lines[i] is not None]
                rows = np.array([self._row(hypothesis, reference) for reference in present])
                counts[s, i] = rows[int(np.argmax(self.score(rows)))]
        return Statistics.from_values(counts, data.document_codes())

    def _row(self, hypothesis: Parse, reference: Parse) -> list[float]:
        return evidence_of(hypothesis, reference, align_words(hypothesis, reference, self._sets_of))

    @cached_property
    def _synonyms(self) -> Synonyms | None:
        return None if self.synonyms == "none" else read_synonyms(self.synonyms)

    @cached_property
    def _sets_of(self) -> SetsOf | None:
        return synonym_sets(self._synonyms)
