"""AILE: IMPACT with a weight that makes a mismatch cost less in a short segment."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.chunks.chunks import ChunkMetric
from steelyard.metrics.registry import register

__all__ = ["Aile"]

_LARGEST_DELTA = 1e6
_DIVISORS = {"log10": np.log10, "sqrt": np.sqrt, "arctan": np.arctan}


@register
@dataclass(frozen=True)
class Aile(ChunkMetric):
    """AILE: the F-measure of shared chunks, with a weight so that it depends less on the length of a segment.

    What it measures
        What `impact` measures: chunks of longest common subsequences, found in passes, with S the sum of alpha^i times
        k^beta over the chunks of k words of all passes i. Where S is above 0, (delta / log10(m + n))^beta is added to S
        and to the lengths m^beta of the output and n^beta of the reference. So the score of a short segment with one
        other word rises; that of a long one hardly does.

    When it misleads
        Where short segments differ in the one word that matters. With gamma = precision / recall the score can fall
        while recall rises. Where a paraphrase breaks a long chunk in two.

    Range and direction
        0 to 1, higher is better; never below that of `impact` with ``gamma="one"`` and the same options.

    Statistics
        score, segments (1). References, empty texts, the choice among several longest common subsequences, time and
        memory are as for `impact`.

        The paper prints its weights with logarithms to base 10. Its examples have alpha 0.5, beta 2 and delta 1; its
        experiments find the defaults.

    Parameters
    ----------
    choice : {"chunks", "leftmost"}, default "chunks"
        Which longest common subsequence counts: that of `impact`, or the one that begins first, whatever its chunks.
    delta : float, default 2.0
        How much is added, from 0 (nothing: IMPACT) to a million.
    divisor : {"log10", "sqrt", "arctan"}, default "log10"
        What delta is divided by: this function of the words of output and reference together.

    References
    ----------
    Echizen'ya, Araki and Hovy 2013, "Automatic evaluation metric for machine translation that is independent of
    sentence length", RANLP 2013.

    Examples
    --------
    >>> import steelyard as sy
    >>> aile = sy.metrics.Aile(alpha=0.5, beta=2, delta=1)
    >>> score = aile.sentence_score("doctor treated a patient", ["doctor cured a patient"])
    >>> round(score.score, 4)
    0.6012
    """

    name: ClassVar[str] = "aile"
    cites: ClassVar[tuple[str, ...]] = ("echizenya2013aile",)

    delta: float = 2.0
    divisor: Literal["log10", "sqrt", "arctan"] = "log10"

    def __post_init__(self) -> None:
        """Refuse options that do not exist or are out of range."""
        super().__post_init__()
        if not 0 <= self.delta <= _LARGEST_DELTA:
            raise SpecError(f"delta must be a number from 0 to {_LARGEST_DELTA:g}, not {self.delta}.")

    def signature_fields(self) -> dict[str, str]:
        """Return those of all chunk metrics, delta and its divisor."""
        return super().signature_fields() | {"delta": f"{self.delta:.15g}", "divisor": self.divisor}

    def weight(self, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return (delta / log10(m + n))^beta, or with another divisor."""
        # Echizen'ya, Araki and Hovy 2013, equation 7; that log is to base 10 follows from their examples.
        weights: NDArray[np.float64] = (self.delta / _DIVISORS[self.divisor](lengths)) ** self.beta
        return weights
