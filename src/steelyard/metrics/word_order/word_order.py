"""Order distances: how far the words that output and reference share stand in another order, and nothing else."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.parts.source_permutations import source_order_counts
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["HammingOrder", "KendallOrder"]

_LONGEST_NGRAM = 100


@dataclass(frozen=True)
class _WordOrder(MeanMetric):
    """What the two distances share: which words are compared, and how short outputs are punished.

    When it misleads
        Alone: it says nothing about words that are not shared, so put it beside a metric that does.

    Range and direction
        0 to 1, higher is better. Fewer than two linked words have no order and score 0, except one word against a
        reference of one word; two empty texts score 1.

    Parameters
    ----------
    max_ngram_order : int, default 4
        Longest n-gram used to distinguish repeated words.
    brevity_penalty : bool, default True
        Multiply by exp(1 - r / h) where the output's h words are fewer than the reference's r, as LRscore does.
    reference_choice : {"best", "average"}, default "best"
        Take the reference with the best score or the mean over all, as Moses' scorer can.
    items : {"words", "source"}, default "words"
        Whose order: that of the words which output and reference share, or that in which both take up the words of the
        source, as in LRscore. The latter needs sources and word alignments of every text. A source word has the place
        of its first linked word, or without links the place of the word before it; so a text without links counts as
        monotone.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        Sources or word alignments are missing, or do not fit.

    References
    ----------
    Birch and Osborne 2011, "Reordering metrics for MT", P11-1103.
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    lowercase: bool = False
    tokenize: str = "13a"
    max_ngram_order: int = 4
    brevity_penalty: bool = True
    reference_choice: Literal["best", "average"] = "best"
    items: Literal["words", "source"] = "words"

    def __post_init__(self) -> None:
        """Refuse options that are out of range."""
        super().__post_init__()
        if not 1 <= self.max_ngram_order <= _LONGEST_NGRAM:
            raise SpecError(f"max_ngram_order must be from 1 to {_LONGEST_NGRAM}, not {self.max_ngram_order}.")
        if self.items == "source":
            if self.max_ngram_order != 4:
                raise SpecError("max_ngram_order tells repeated words apart: it needs items=words.")
            object.__setattr__(self, "needs", "alignments")

    @staticmethod
    @abstractmethod
    def order(counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Turn items, displaced items and discordant pairs, shape (..., 3), into a similarity: shape (...)."""

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer and order, and what is not the default."""
        pairs = {**self.reading_fields()}
        if self.items == "words":
            pairs["order"] = str(self.max_ngram_order)
        else:
            pairs["items"] = self.items
        if not self.brevity_penalty:
            pairs["bp"] = "no"
        if self.reference_choice != "best":
            pairs["refs"] = self.reference_choice
        return pairs

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment: shape (S, N)."""
        encoded, _, scores = self._measure(corpus)
        if self.reference_choice == "average":
            is_present = encoded.is_present[:, None]
            average: NDArray[np.float64] = np.where(is_present, scores, 0.0).sum(axis=0) / is_present.sum(axis=0)
            return average
        return take_reference(scores, choose_reference([-scores], encoded.is_present))

    def _measure(self, corpus: Corpus) -> tuple[EncodedCorpus, NDArray[np.int64], NDArray[np.float64]]:
        """Count (R, S, N, 3) and score (R, S, N)."""
        encoded = corpus.encode(self.text_reading)
        counts = self._counts(corpus, encoded)
        n_words, n_reference_words = encoded.hypothesis_lengths, encoded.reference_lengths[:, None]
        scores = np.where(counts[..., 0] >= 2, self.order(counts), self._without_order(counts, n_reference_words))
        if self.brevity_penalty:
            missing = np.divide(n_reference_words, np.maximum(n_words, 1), dtype=np.float64)
            scores = scores * np.exp(np.minimum(1 - missing, 0))
        return encoded, counts, np.where((n_words == 0) & (n_reference_words == 0), 1.0, scores)

    def _without_order(self, counts: NDArray[np.int64], n_reference_words: NDArray[np.int64]) -> NDArray[np.float64]:
        """Score fewer than two items, which have no order."""
        if self.items == "source":
            return np.ones(counts.shape[:-1])
        # A single word is right where it is all there is to say, as in RIBES.
        return np.where((counts[..., 0] == 1) & (n_reference_words == 1), 1.0, 0.0)

    def _counts(self, corpus: Corpus, encoded: EncodedCorpus) -> NDArray[np.int64]:
        def count() -> NDArray[np.int64]:
            if self.items == "source":
                return source_order_counts(corpus.test_set, self.name)
            counts = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments, 3), dtype=np.int64)
            _native.word_order_counts(encoded.arrays, counts, self.max_ngram_order, corpus.n_threads)
            return counts

        reading = self.text_reading
        return corpus.once((_WordOrder, self.items, reading, self.max_ngram_order), count)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show which words were linked, and how many stand out of order."""
        encoded, counts, scores = self._measure(corpus)
        r = int(choose_reference([-scores], encoded.is_present)[0, 0])
        texts = encoded.hypotheses[0], encoded.references[r]
        words = corpus.vocabulary.words()
        is_monolingual = self.items == "words"
        links = _native.align_shared_words(*texts, self.max_ngram_order) if is_monolingual else ()
        names = ("linked_words" if is_monolingual else "source_words", "displaced_words", "discordant_pairs")
        is_average = self.reference_choice == "average" and int(encoded.is_present.sum()) > 1
        return SegmentExplanation(
            score=super().explain_segment(corpus).score,
            hypothesis=tuple(words[i] for i in texts[0]),
            reference=tuple(words[i] for i in texts[1]),
            reference_number=0 if is_average else r + 1,
            links=tuple(Link((i, i + 1), (int(j), int(j) + 1), "exact") for i, j in enumerate(links) if j >= 0),
            parts=dict(zip(names, map(float, counts[r, 0, 0]), strict=True)),
            notes=("The score is the mean over the references; the best one is shown.",) if is_average else (),
        )


@register
@dataclass(frozen=True)
class HammingOrder(_WordOrder):
    """Hamming order: the share of shared words that are at the right place among the shared words.

    What it measures
        Word order alone. The words that output and reference have in common are linked one to one, where it is clear
        which is meant: by n-grams that occur once in both, the shortest first, then from left to right, and words left
        over equally often in both in their order. Of the linked words, those count whose place among the linked ones is
        the same in both. It is the Hamming distance of LRscore, as a similarity, on words in the place of alignments
        with the source.

    When it misleads
        {family} One word moved to the front displaces all others; `kendall-order` counts that they kept their order.

    Statistics
        score, segments (1). Time grows with the words; memory with the words of a segment.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.HammingOrder()
    >>> metric.sentence_score("today the ship left", ["the ship left today"]).score
    0.0
    >>> metric.sentence_score("the ship today left", ["the ship left today"]).score
    0.5
    """

    name: ClassVar[str] = "hamming-order"
    cites: ClassVar[tuple[str, ...]] = ("birch2011reordering",)

    @property
    def label(self) -> str:
        """``Hamming order``."""
        return "Hamming order"

    @staticmethod
    def order(counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the share of items at their place: shape (..., 3) -> (...)."""
        similarity: NDArray[np.float64] = 1 - counts[..., 1] / np.maximum(counts[..., 0], 1)
        return similarity


@register
@dataclass(frozen=True)
class KendallOrder(_WordOrder):
    """Kendall order: 1 minus the square root of the share of pairs of shared words in the wrong order.

    What it measures
        Word order alone. Words are linked as under `hamming-order`; of all pairs of linked words, those count that have
        the other order in the reference. The square root, which its authors found nearer to people's judgements, makes
        the first disorder cost most. It is the Kendall's tau distance of LRscore, as a similarity, on words in the
        place of alignments with the source.

    When it misleads
        {family}
        Two swapped halves that are both well-formed cost as much as scattered words with as many crossings.

    Statistics
        score, segments (1). Time for n words: n log n; memory grows with the words of a segment.

    References
    ----------
    {family}
    Birch, Osborne and Blunsom 2010, "Metrics for MT evaluation: evaluating reordering", 10.1007/s10590-009-9066-5.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.KendallOrder()
    >>> round(metric.sentence_score("today the ship left", ["the ship left today"]).score, 4)
    0.2929
    >>> metric.sentence_score("left ship today the", ["the ship left today"]).score < 0.2
    True
    """

    name: ClassVar[str] = "kendall-order"
    cites: ClassVar[tuple[str, ...]] = ("birch2011reordering", "birch2010metrics")

    @property
    def label(self) -> str:
        """``Kendall order``."""
        return "Kendall order"

    @staticmethod
    def order(counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return 1 less the root of the share of discordant pairs: shape (..., 3) -> (...)."""
        n_pairs = counts[..., 0] * (counts[..., 0] - 1) / 2
        similarity: NDArray[np.float64] = 1 - np.sqrt(counts[..., 2] / np.maximum(n_pairs, 1))
        return similarity
