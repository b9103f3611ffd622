"""WER and WRR: the word error rate, and what it leaves of 1."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.edit_rates.edits import EditRate, WordEditMetric
from steelyard.metrics.registry import register
from steelyard.text import get_tokenizer

__all__ = ["Wer", "Wrr"]


@register
@dataclass(frozen=True)
class Wer(EditRate, WordEditMetric):
    """WER: word errors per word of the reference.

    What it measures
        The fewest substitutions, deletions and insertions of words that turn the reference into the output, divided by
        the words of the reference; of a corpus, sum by sum. With several references (mWER) the one with the lowest rate
        counts for a segment. Equal to jiwer 4.0 with one reference where only spaces part words, and with
        ``tokenize="space"`` always: a tab or no-break space parts words here and not in jiwer. `align` shows the
        alignment.

    When it misleads
        Where several word orders are right: a phrase that is moved costs twice its words. With one reference, where
        other words are as good. Its value for an output far too long has no upper end.

    Range and direction
        0 to any size, lower is better. An empty reference gives the number of words in the output, as in jiwer.

    Statistics
        hits, substitutions, deletions, insertions (words; of several optimal alignments the one that jiwer takes),
        ref_len (words).

    References
    ----------
    Levenshtein 1966, "Binary codes capable of correcting deletions, insertions, and reversals", Soviet Physics Doklady.
    Niessen et al. 2000, "An evaluation tool for machine translation", L00-1210 (mWER).
    Hyyro 2003, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances".

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Wer().corpus_score(["doctor treated a patient"], [["doctor cured a patient"]])
    >>> score.score, score.substitutions, score.ref_len
    (0.25, 1.0, 4.0)
    """

    name: ClassVar[str] = "wer"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    cites: ClassVar[tuple[str, ...]] = ("levenshtein1966binary", "niessen2000evaluation")

    @property
    def label(self) -> str:
        """``WER``; ``CER`` where words are characters."""
        is_of_characters = self.view == "char" or get_tokenizer(self.tokenize).makes_characters
        return "CER" if is_of_characters else "WER"

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 5) -> (...)."""
        return self.error_rate(stats)


@register
@dataclass(frozen=True)
class Wrr(EditRate, WordEditMetric):
    """WRR: the word recognition rate, 1 - WER.

    What it measures
        What the word error rate leaves of 1.

    When it misleads
        As WER. It is no share: insertions can make it negative.

    Range and direction
        Any size below, up to 1; higher is better.

    Statistics
        hits, substitutions, deletions, insertions, ref_len (words), as of WER.

    References
    ----------
    Niessen et al. 2000, "An evaluation tool for machine translation", L00-1210.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.Wrr().corpus_score(["a b c d e f"], [["a b"]]).score
    -1.0
    """

    name: ClassVar[str] = "wrr"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), 1.0)
    cites: ClassVar[tuple[str, ...]] = ("niessen2000evaluation",)

    @property
    def label(self) -> str:
        """``WRR``."""
        return "WRR"

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 5) -> (...)."""
        return 1.0 - self.error_rate(stats)
