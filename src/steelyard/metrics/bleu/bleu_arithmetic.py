"""BLEU-arithmetic: the mean of n-gram precisions, times a ratio of lengths."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ngram_counts import count_matches_each, count_ngrams
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Reading
from steelyard.types import Statistics

__all__ = ["BleuArithmetic"]

_LONGEST_NGRAM = 100


@register
@dataclass(frozen=True)
class BleuArithmetic(Metric):
    """BLEU-arithmetic: the arithmetic mean of n-gram precisions, lowered in proportion to missing length.

    What it measures
        What Liu and Gildea (2007) call BLEU: the mean of the precisions of 1- to N-grams, times output length over
        reference length where the output is shorter. An order without matches lowers the mean and does not make it 0.

    When it misleads
        Where BLEU does. Unigrams, which match most easily, weigh as much as they can; it is far above BLEU and must
        not be compared with it.

    Range and direction
        0 to 100, higher is better.

    Statistics
        hyp_len, ref_len (tokens), match_1 .. match_N, total_1 .. total_N (n-grams); of every pair of output and
        reference where these are scored in pairs.

    Parameters
    ----------
    max_ngram_order : int, default 4
        N; the paper's best is 2. An order for which the output has no n-grams has precision 0; the paper does not say.
    references : {"together", "pairs"}, default "together"
        With several references, count an n-gram as BLEU does, with their mean length; or count each pair of output
        and reference, summed over the pairs. Whole texts are scored in the first way in the paper, single segments in
        the second, so `segment_metric` turns to it; that a segment's pairs are summed is our reading: the paper does
        not say how they become one score.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Liu and Gildea 2007, "Source-language features and maximum correlation training for MT evaluation", N07-1006.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.BleuArithmetic(max_ngram_order=2)
    >>> metric.corpus_score(["the cat sat"], [["the cat sat down"]]).score
    75.0
    """

    name: ClassVar[str] = "bleu-arithmetic"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    cites: ClassVar[tuple[str, ...]] = ("liu2007source",)
    scale: ClassVar[int] = 100

    lowercase: bool = False
    tokenize: str = "13a"
    max_ngram_order: int = 4
    references: Literal["together", "pairs"] = "together"

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if not 1 <= self.max_ngram_order <= _LONGEST_NGRAM:
            raise SpecError(f"max_ngram_order must be from 1 to {_LONGEST_NGRAM}, not {self.max_ngram_order}.")

    @property
    def label(self) -> str:
        """``BLEU-arithmetic``."""
        return "BLEU-arithmetic"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 + 2N statistics."""
        orders = range(1, self.max_ngram_order + 1)
        return ("hyp_len", "ref_len", *(f"match_{n}" for n in orders), *(f"total_{n}" for n in orders))

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer and order, and how references are taken unless together."""
        pairs = {**self.reading_fields(), "order": str(self.max_ngram_order)}
        if self.references != "together":
            pairs["refs"] = self.references
        return pairs

    def segment_metric(self) -> "BleuArithmetic":
        """Return this metric with each pair of output and reference by itself, as the paper scores segments."""
        return replace(self, references="pairs")

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count lengths, matches and totals: shape (S, N, K)."""
        reading = self.text_reading
        if self.references == "together":
            columns = count_ngrams(corpus, reading, self.max_ngram_order, "average")
        else:
            columns = self._count_pairs(corpus, reading)
        return Statistics.from_values(columns, corpus.test_set.document_codes())

    def _count_pairs(self, corpus: Corpus, reading: Reading) -> NDArray[np.int64]:
        order = self.max_ngram_order
        encoded = corpus.encode(reading)
        columns = count_ngrams(corpus, reading, order) * encoded.is_present.sum(axis=0)[:, None]
        columns[..., 1] = np.where(encoded.is_present, encoded.reference_lengths, 0).sum(axis=0)
        columns[..., 2 : 2 + order] = count_matches_each(corpus, reading, order).sum(axis=0)
        counted: NDArray[np.int64] = columns.astype(np.int64, copy=False)
        return counted

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., K) -> (...)."""
        order = self.max_ngram_order
        hyp_len, ref_len = stats[..., 0], stats[..., 1]
        matches, totals = stats[..., 2 : 2 + order], stats[..., 2 + order :]
        precisions = ratio(matches, totals)
        penalty = np.divide(hyp_len, ref_len, out=np.ones(hyp_len.shape), where=hyp_len < ref_len)
        score: NDArray[np.float64] = 100.0 * penalty * precisions.mean(axis=-1)
        return score
