"""EED: extended edit distance over characters."""

from dataclasses import dataclass, fields
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Reading

__all__ = ["Eed"]

_LARGEST_COST = 1e6


@register
@dataclass(frozen=True)
class Eed(MeanMetric):
    """EED: an edit distance over characters that may jump between words, extended by what is read twice or never.

    What it measures
        What it costs to read the reference off the output, character by character: inserting or replacing a character
        costs 1, passing over one of the output's `deletion`, and after each space a jump to any place of the output
        `alpha`. What is added is `rho` for each place of the output that is visited again and each that never is.
        The sum is divided by the length of the reference, with the same addition, and cut at 1. Scores are averaged
        over segments. Equal to EED.py of rwth-i6/ExtendedEditDistance (2020) with one reference, in single precision
        as there.

    When it misleads
        Where a small change of letters turns the meaning. Each segment counts alike, whatever its length. Of ways with
        equal cost the first is used, so which places count as visited can depend on a rounding error. The reference
        program differs from the paper: while it looks for the cheapest place of a row, it rounds costs down to whole
        numbers. A slow twin in Python, which lies beside it, does not, but counts the place before the output among
        those visited, and equal texts do not score 0. torchmetrics took that twin over: ``implementation="python"``
        gives its scores for English; for Japanese it puts no spaces around a text.

    Range and direction
        0 to 1, lower is better. Two empty texts score 0. An empty output scores less than 1: its edges can be visited.

    Statistics
        score, segments (1). Of several references the one with the lowest score counts; EED.py takes one only. Time
        grows with the product of the numbers of characters, memory with their number.

    Parameters
    ----------
    language : {"en", "ja"}, default "en"
        How lines are prepared: ``en`` splits off periods, commas, exclamation and question marks, with a few
        exceptions; ``ja`` applies Unicode's NFKC. EED.py always takes ``en``.
    alpha : float, default 2.0
        Cost of a jump.
    rho : float, default 0.3
        What a further visit, or none, adds.
    deletion : float, default 0.2
        Cost of passing over a character of the output.
    insertion : float, default 1.0
        Cost of a character of the reference that is missing from the output.
    implementation : {"native", "python"}, default "native"
        Which of the two programs in EED.py is followed: the compiled one that it runs, or the slow one beside it.

    Raises
    ------
    SpecError
        An option does not exist, or a cost is not a number from 0 to 1,000,000.

    References
    ----------
    Stanchev, Wang and Ney 2019, "EED: extended edit distance measure for machine translation", W19-5359.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Eed().corpus_score(["a cat sat down", "so we left"], [["a cat sits down", "so we left"]])
    >>> round(score.score, 4)
    0.081
    """

    name: ClassVar[str] = "eed"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("stanchev2019eed",)

    language: Literal["en", "ja"] = "en"
    lowercase: bool = False
    alpha: float = 2.0
    rho: float = 0.3
    deletion: float = 0.2
    insertion: float = 1.0
    implementation: Literal["native", "python"] = "native"

    def __post_init__(self) -> None:
        """Refuse costs that are none."""
        super().__post_init__()
        for cost, value in self._costs().items():
            if not 0 <= value <= _LARGEST_COST:
                raise SpecError(f"{cost} must be a number from 0 to {_LARGEST_COST:.0f}, not {value}.")

    @property
    def label(self) -> str:
        """``EED``."""
        return "EED"

    @property
    def text_reading(self) -> Reading:
        """Characters of lines prepared as EED.py does."""
        return self.reading(f"eed-{self.language}", lowercase=self.lowercase)

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """None: characters are compared."""
        return ()

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer, and what is not as in EED.py."""
        pairs = {"case": "lc" if self.lowercase else "mixed", "tok": f"eed-{self.language}"}
        defaults = {option.name: option.default for option in fields(self)}
        pairs |= {cost: f"{value:g}" for cost, value in self._costs().items() if value != defaults[cost]}
        if self.implementation != "native":
            pairs["impl"] = self.implementation
        return pairs

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment of every system: shape (S, N)."""
        best = np.empty((len(corpus.test_set.systems), corpus.test_set.n_segments))
        space = int(corpus.vocabulary.encode([" ."], "char+space").values[0])
        for segments, encoded in corpus.blocks(self.text_reading):
            scores = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments))
            _native.extended_edit_distances(
                encoded.arrays,
                scores,
                space,
                jump=self.alpha,
                visits=self.rho,
                deletion=self.deletion,
                insertion=self.insertion,
                is_exact=self.implementation == "python",
                n_threads=corpus.n_threads,
            )
            best[:, segments] = take_reference(scores, choose_reference([scores], encoded.is_present))
        return best

    def _costs(self) -> dict[str, float]:
        return {"alpha": self.alpha, "rho": self.rho, "deletion": self.deletion, "insertion": self.insertion}
