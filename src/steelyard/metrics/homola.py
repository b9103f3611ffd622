"""The metric of Homola, Kubon and Pecina: words that are spelled alike, and their order."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.parts.spelling import spell_words
from steelyard.metrics.registry import register
from steelyard.text import Corpus, check_pairs
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["Homola"]

Letters = tuple[NDArray[np.int32], NDArray[np.int64]]


@register
@dataclass(frozen=True)
class Homola(MeanMetric):
    """Homola: words aligned by their spelling, and a little for their order; no resources needed.

    What it measures
        How many words of the output have a partner in the reference that is spelled nearly alike, and the other way
        round, so that a wrong ending costs little and a wrong word everything. A word's distance to another is the
        edits between their characters over its own length; pairs below `threshold` may be partners. Each word is
        matched with the nearest one; it displaces a word that is strictly farther away, which is then matched with
        another. The similarity is the smaller of two means of 1 - distance, over the words of the output and over those
        of the reference (a word without partner counts 0). The structure is 1 minus the share of words that must move,
        or have no partner. The score is ``weight * similarity + (1 - weight) * structure``.

    When it misleads
        Short words: under the default `threshold` one letter may differ in words of seven letters or more only, so that
        "house" and "houses" do not match. Words that look alike and mean something else match. Order counts by the
        number of words that moved, not by how far.

    Range and direction
        0 to 1, higher is better. Two empty texts score 1, one empty text 0.

    Statistics
        score (of the reference with the highest), segments (1). The paper leaves open how operations become a number
        from 0 to 1 (here 1 - operations / words of the output), which of equally near words is taken (the first), what
        several references do (the best one counts) and what a system scores (the mean). Time grows with the pairs of
        different words of similar length, not with repetitions. Texts with over 16,777,216 pairs of words that could be
        partners are refused.

    Parameters
    ----------
    threshold : float, default 0.15
        The paper's s, above 0 and at most 1: partners are nearer than this.
    weight : float, default 0.9
        The paper's a, from 0 to 1: how much similarity counts; its b, 1 - a, is for the structure.
    operations : {"fewest", "insertion-sort"}, default "fewest"
        How words to move are counted, which the paper leaves open: as few as bring the partners into order, or those
        that an insertion sort from left to right moves.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.

    References
    ----------
    Homola, Kubon and Pecina 2009, "A simple automatic MT evaluation metric", W09-0403.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Homola().sentence_score("the administrations decided", ["the administration decided"])
    >>> round(score.score, 4)
    0.9786
    """

    name: ClassVar[str] = "homola"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("homola2009simple",)

    lowercase: bool = False
    tokenize: str = "13a"
    threshold: float = 0.15
    weight: float = 0.9
    operations: Literal["fewest", "insertion-sort"] = "fewest"

    def __post_init__(self) -> None:
        """Refuse options that are out of range."""
        super().__post_init__()
        if not 0 < self.threshold <= 1:
            raise SpecError(f"threshold must be a number above 0 and at most 1, not {self.threshold}.")
        if not 0 <= self.weight <= 1:
            raise SpecError(f"weight must be a number from 0 to 1, not {self.weight}.")

    @property
    def label(self) -> str:
        """``Homola``."""
        return "Homola"

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer, the two numbers, and the operations where they are not the default."""
        pairs = {**self.reading_fields(), "s": f"{self.threshold:g}", "a": f"{self.weight:g}"}
        if self.operations != "fewest":
            pairs["ops"] = self.operations
        return pairs

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment: shape (S, N)."""
        scores, _, best = self._measure(corpus)
        return take_reference(scores, best)

    def _measure(self, corpus: Corpus) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
        """Return scores (R, S, N), their parts (R, S, N, 4), and the best reference (S, N)."""
        encoded = corpus.encode(self.text_reading)
        parts = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments, 4))
        _native.similar_word_parts(
            encoded.arrays, parts, _number_letters(corpus), self.threshold, self.operations, corpus.n_threads
        )
        is_too_much = np.isnan(parts[..., 0]).any(axis=0)
        check_pairs("Homola", is_too_much, _native.MOST_SIMILAR_PAIRS, corpus.test_set.system_names)
        n_words = encoded.hypothesis_lengths.astype(np.float64)
        similarity = parts[..., :2].min(axis=-1)
        structure = 1 - (parts[..., 2] + parts[..., 3]) / np.maximum(n_words, 1)
        scores = self.weight * similarity + (1 - self.weight) * structure
        n_reference_words = encoded.reference_lengths[:, None]
        scores = np.where((n_words == 0) | (n_reference_words == 0), 0.0, scores)
        scores = np.where((n_words == 0) & (n_reference_words == 0), 1.0, scores)
        return scores, parts, choose_reference([-scores], encoded.is_present)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the partners of the words, as seen from the output."""
        _, parts, best = self._measure(corpus)
        r = int(best[0, 0])
        encoded = corpus.encode(self.text_reading)
        texts = encoded.hypotheses[0], encoded.references[r]
        words = corpus.vocabulary.words()
        partners = _native.align_similar_words(*texts, _number_letters(corpus), self.threshold)
        names = ("output_similarity", "reference_similarity", "moved_words", "words_without_partner")
        return SegmentExplanation(
            score=super().explain_segment(corpus).score,
            hypothesis=tuple(words[i] for i in texts[0]),
            reference=tuple(words[i] for i in texts[1]),
            reference_number=r + 1,
            links=tuple(
                Link((i, i + 1), (j, j + 1), "similar" if distance else "exact")
                for i, (j, distance) in enumerate(partners)
                if j >= 0
            ),
            parts=dict(zip(names, map(float, parts[r, 0, 0]), strict=True)),
            notes=tuple(
                f"{words[texts[0][i]]} ~ {words[texts[1][j]]}: distance {distance:.3f}"
                for i, (j, distance) in enumerate(partners)
                if distance and j >= 0
            ),
        )


def _number_letters(corpus: Corpus) -> Letters:
    """Spell the words of a vocabulary with numbers in the place of code points: as few as there are letters."""

    def number() -> Letters:
        points, offsets = spell_words(corpus)
        _, numbers = np.unique(points, return_inverse=True)
        return numbers.astype(np.int32), offsets

    key: tuple[Any, ...] = ("letters", len(corpus.vocabulary))
    return corpus.once(key, number)
