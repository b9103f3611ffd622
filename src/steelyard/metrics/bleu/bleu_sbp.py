"""BLEU-SBP: BLEU under which a long segment cannot pay for a short one."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.bleu.bleu import Bleu
from steelyard.metrics.parts.ngram_counts import ReferenceLength, brevity_penalty
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import Statistics

__all__ = ["BleuSbp"]


@register
@dataclass(frozen=True)
class BleuSbp(Bleu):
    """BLEU-SBP: BLEU with a strict brevity penalty.

    What it measures
        What BLEU measures, with a stricter penalty: a segment counts for no more tokens than its reference has. Under
        BLEU, segments that are too long make up for others that are too short, so that every single change can raise
        the score although all changes together lower it.

    When it misleads
        Where BLEU does. It is still no mean of segment scores: precisions are those of the whole text. Never above BLEU
        with the same reference length; comparing it with a paper's BLEU shows the penalty, not the systems.

    Range and direction
        As BLEU: 0 to 100, higher is better.

    Statistics
        Those of BLEU, then kept_len: the lesser of hyp_len and ref_len.

    Parameters
    ----------
    smooth_method : str, default "exp"
        What an order without matches counts, as in BLEU; the paper does not smooth.
    smooth_value : float, optional
        As in BLEU.
    reference_length : {"closest", "shortest", "average"}, default "shortest"
        Which of several references sets the length; the paper takes the shortest.

    References
    ----------
    Chiang et al. 2008, "Decomposability of translation metrics for improved evaluation", D08-1064.

    Examples
    --------
    >>> import steelyard as sy
    >>> hypotheses = ["the cat sat on the mat today in the sun", "a dog"]
    >>> references = [["the cat sat on the mat", "a dog barked at the man"]]
    >>> score = sy.metrics.BleuSbp(tokenize="none").corpus_score(hypotheses, references)
    >>> round(score.score, 4), score.sys_len, score.kept_len, score.ref_len
    (32.8183, 12.0, 8.0, 12.0)
    """

    name: ClassVar[str] = "bleu-sbp"
    cites: ClassVar[tuple[str, ...]] = ("chiang2008decomposability",)

    reference_length: ReferenceLength = "shortest"

    @property
    def label(self) -> str:
        """``BLEU-SBP``."""
        return "BLEU-SBP"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 3 + 2M statistics."""
        return (*super().stat_names, "kept_len")

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count what BLEU counts, and the tokens kept: shape (S, N, K)."""
        columns = self._columns(corpus)
        # Per segment, before summing: this is what makes the penalty strict (D08-1064).
        kept = np.minimum(columns[..., :1], columns[..., 1:2])
        return Statistics.from_values(np.concatenate([columns, kept], axis=-1), corpus.test_set.document_codes())

    def length_penalty(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the brevity penalty, 0 to 1: shape (..., K) -> (...)."""
        return brevity_penalty(stats[..., -1], stats[..., 1])

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return BLEU's parts and kept_len, and the same as text."""
        details, verbose = super().explain(stats)
        kept = float(stats[-1])
        return {**details, "kept_len": kept}, f"{verbose.removesuffix(')')} kept_len = {kept:.15g})"
