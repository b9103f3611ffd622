"""WIL and WIP: word information lost and preserved."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.edit_rates.edits import WordEditMetric
from steelyard.metrics.registry import register

__all__ = ["Wil", "Wip"]


@dataclass(frozen=True)
class _WordInformation(WordEditMetric):
    """Base of both.

    References
    ----------
    Morris, Maier and Green 2004, "From WER and RIL to MER and WIL: improved evaluation measures for connected speech
    recognition", 10.21437/Interspeech.2004-668.
    """

    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    @property
    def label(self) -> str:
        """``WIP`` or ``WIL``."""
        return self.name.upper()


@register
@dataclass(frozen=True)
class Wip(_WordInformation):
    """WIP: word information preserved, the product of the hits' shares in output and reference.

    What it measures
        Hits per word of the reference times hits per word of the output, an approximation of the share of information
        that arrives. Of a corpus it is computed from sums, as in jiwer 4.0, to which it is equal where WER is.

    When it misleads
        As WER. A single wrong word costs almost twice as much as in WER. Alignments with equally few errors may have
        other numbers of hits; the one that jiwer takes is a convention.

    Range and direction
        0 to 1, higher is better. 1 where output and reference are both empty, 0 where one is.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.Wip().corpus_score(["doctor treated a patient"], [["doctor cured a patient"]]).score
    0.5625
    """

    name: ClassVar[str] = "wip"
    higher_is_better: ClassVar[bool] = True
    cites: ClassVar[tuple[str, ...]] = ("morris2004wer",)

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 4) -> (...)."""
        return _preserved(stats)


@register
@dataclass(frozen=True)
class Wil(_WordInformation):
    """WIL: word information lost, 1 - WIP.

    What it measures
        The share of information that does not arrive: 1 minus the product of the hits' shares in output and reference.
        Equal to jiwer 4.0 where WER is.

    When it misleads
        As WIP.

    Range and direction
        0 to 1, lower is better.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.Wil().corpus_score(["doctor treated a patient"], [["doctor cured a patient"]]).score
    0.4375
    """

    name: ClassVar[str] = "wil"
    higher_is_better: ClassVar[bool] = False
    cites: ClassVar[tuple[str, ...]] = ("morris2004wer",)

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 4) -> (...)."""
        return 1.0 - _preserved(stats)


def _preserved(stats: NDArray[np.float64]) -> NDArray[np.float64]:
    hits = stats[..., 0]
    ref_len, hyp_len = stats[..., :3].sum(axis=-1), hits + stats[..., 1] + stats[..., 3]
    share = (hits / np.where(ref_len > 0, ref_len, 1.0)) * (hits / np.where(hyp_len > 0, hyp_len, 1.0))
    preserved: NDArray[np.float64] = np.where((ref_len > 0) | (hyp_len > 0), share, 1.0)
    return preserved
