"""BLEU-S: smoothed BLEU of each segment, averaged."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.ngram_counts import ReferenceLength, brevity_penalty, count_ngrams
from steelyard.metrics.parts.smoothing import smoothed_precisions
from steelyard.metrics.registry import register
from steelyard.text import Corpus, get_tokenizer

__all__ = ["BleuS"]

_LONGEST_NGRAM = 16


@register
@dataclass(frozen=True)
class BleuS(MeanMetric):
    """BLEU-S: the mean of segment scores of BLEU with one more match and n-gram in every order above 1.

    What it measures
        What BLEU measures, but segment by segment: every segment has the same weight, and none is 0 because it lacks a
        4-gram. A segment's score is that of ``bleu(smooth_method=add-k)``.

    When it misleads
        Where BLEU does. Short outputs gain most from the addition: an order for which the output has no n-grams counts
        as perfect. Scores cannot be compared with BLEU's.

    Range and direction
        0 to 100, higher is better. A segment without a token on either side scores 100.

    Statistics
        score, segments (1).

    Parameters
    ----------
    max_ngram_order : int, default 4
        N.
    effective_order : bool, default False
        Leave out orders for which the output has no n-grams, instead of counting them as perfect.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Lin and Och 2004, "ORANGE: a method for evaluating automatic evaluation metrics for machine translation", C04-1072.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.BleuS(lowercase=True)
    >>> round(metric.sentence_score("John resigned yesterday.", ["Yesterday, John resigned."]).score, 2)
    41.84
    """

    name: ClassVar[str] = "bleu-s"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    cites: ClassVar[tuple[str, ...]] = ("lin2004orange",)
    scale: ClassVar[int] = 100

    lowercase: bool = False
    tokenize: str = "13a"
    max_ngram_order: int = 4
    effective_order: bool = False
    reference_length: ReferenceLength = "closest"

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if not 1 <= self.max_ngram_order <= _LONGEST_NGRAM:
            raise SpecError(f"max_ngram_order must be from 1 to {_LONGEST_NGRAM}, not {self.max_ngram_order}.")

    @property
    def label(self) -> str:
        """``BLEU-S``."""
        return "BLEU-S"

    def signature_fields(self) -> dict[str, str]:
        """Return BLEU's fields."""
        pairs = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes" if self.effective_order else "no",
            "tok": get_tokenizer(self.tokenize).signature,
        }
        if self.max_ngram_order != 4:
            pairs["order"] = str(self.max_ngram_order)
        if self.reference_length != "closest":
            pairs["reflen"] = self.reference_length
        return pairs

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment: shape (S, N)."""
        order = self.max_ngram_order
        reading = self.text_reading
        columns = count_ngrams(corpus, reading, order, self.reference_length).astype(np.float64)
        hyp_len, ref_len, totals = columns[..., 0], columns[..., 1], columns[..., 2 + order :]
        precisions, _ = smoothed_precisions(columns[..., 2:], hyp_len, "add-k", 1.0)
        degree = np.maximum((totals > 0).sum(axis=-1), 1) if self.effective_order else order
        mean = np.prod(precisions, axis=0) ** (1 / degree)  # an order without n-grams is a factor of 1
        is_empty = (hyp_len == 0) & (ref_len == 0)
        score: NDArray[np.float64] = np.where(is_empty, 1.0, mean * brevity_penalty(hyp_len, ref_len))
        return 100 * score
