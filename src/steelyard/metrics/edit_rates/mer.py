"""MER: the match error rate."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.edit_rates.edits import WordEditMetric
from steelyard.metrics.registry import register

__all__ = ["Mer"]


@register
@dataclass(frozen=True)
class Mer(WordEditMetric):
    """MER: the share of an alignment's operations that are errors.

    What it measures
        Substitutions, deletions and insertions of words, divided by them and the hits: the probability that a word of
        the output or the reference, once aligned, is wrong. Equal to jiwer 4.0 where WER is.

    When it misleads
        As WER, but that its upper end is 1. Alignments with equally few errors may have other numbers of hits; the one
        that jiwer takes is a convention.

    Range and direction
        0 to 1, lower is better.

    References
    ----------
    Morris, Maier and Green 2004, "From WER and RIL to MER and WIL: improved evaluation measures for connected speech
    recognition", 10.21437/Interspeech.2004-668.

    Examples
    --------
    >>> import steelyard as sy
    >>> round(sy.metrics.Mer().corpus_score(["a b c d e f"], [["a b"]]).score, 4)
    0.6667
    """

    name: ClassVar[str] = "mer"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("morris2004wer",)

    @property
    def label(self) -> str:
        """``MER``."""
        return "MER"

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 4) -> (...)."""
        n_operations = stats.sum(axis=-1)
        rate: NDArray[np.float64] = stats[..., 1:].sum(axis=-1) / np.where(n_operations > 0, n_operations, 1.0)
        return rate
