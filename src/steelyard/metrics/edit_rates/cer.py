"""CER: the character error rate."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.edit_rates.edits import EditRate
from steelyard.metrics.registry import register
from steelyard.text import Reading

__all__ = ["Cer"]


@register
@dataclass(frozen=True)
class Cer(EditRate):
    """CER: character errors per character of the reference.

    What it measures
        The fewest substitutions, deletions and insertions of characters (Unicode code points) that turn the reference
        into the output, divided by the characters of the reference; of a corpus, sum by sum. White space counts but at
        both ends of a line. Equal to jiwer 4.0 with one reference. `align` shows the alignment.

    When it misleads
        As WER where words move. Letters that unrelated words share count as hits. Texts in other Unicode forms, such as
        an accent on its own, look wrong: see `unicode_form`.

    Range and direction
        0 to any size, lower is better. An empty reference gives the number of characters in the output, as in jiwer.

    Statistics
        hits, substitutions, deletions, insertions (characters; of several optimal alignments the one that jiwer takes),
        ref_len (characters).

    Parameters
    ----------
    whitespace : bool, default True
        Count white space inside a line.

    References
    ----------
    Levenshtein 1966, "Binary codes capable of correcting deletions, insertions, and reversals", Soviet Physics Doklady.
    Morris, Maier and Green 2004, "From WER and RIL to MER and WIL: improved evaluation measures for connected speech
    recognition", 10.21437/Interspeech.2004-668.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Cer().corpus_score(["a dog"], [["the dog"]])
    >>> round(score.score, 4), score.hits, score.ref_len
    (0.4286, 4.0, 7.0)
    """

    name: ClassVar[str] = "cer"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    cites: ClassVar[tuple[str, ...]] = ("levenshtein1966binary", "morris2004wer")

    lowercase: bool = False
    whitespace: bool = True

    @property
    def label(self) -> str:
        """``CER``."""
        return "CER"

    @property
    def text_reading(self) -> Reading:
        """Characters."""
        return self.reading("char+inner-space" if self.whitespace else "char", lowercase=self.lowercase)

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """None: characters are compared."""
        return ()

    def reading_fields(self) -> dict[str, str]:
        """Return casing, and whether white space counts."""
        return {"case": "lc" if self.lowercase else "mixed", "space": "yes" if self.whitespace else "no"}

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 5) -> (...)."""
        return self.error_rate(stats)
