"""What the ROUGE metrics share: precision, recall and F-measure of what a text and a reference have in common."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.text import Corpus, EncodedCorpus, get_tokenizer, map_words, porter_stem

__all__ = ["Overlap", "Rouge"]

RougeMeasure = Literal["f", "precision", "recall"]
_SUFFIXES = {"f": "", "precision": "-P", "recall": "-R"}  # as ROUGE-1.5.5 prints them


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """What hypotheses and references have in common, and how much there is of each."""

    hits: NDArray[np.int64] | NDArray[np.float64]  # shape (R, S, N): in common with each reference
    in_hypothesis: NDArray[np.int64]  # shape (S, N): what precision divides by
    in_reference: NDArray[np.int64]  # shape (R, N): what recall divides by
    is_present: NDArray[np.bool_]  # shape (R, N): False where a reference is missing


@dataclass(frozen=True)
class Rouge(MeanMetric):
    """Base of the ROUGE metrics; subclasses say what is counted, in `count`.

    When it misleads
        For languages other than English: the default tokenizer drops every letter but a to z, so that identical Chinese
        scores 0; choose another with `tokenize`.

    Range and direction
        0 to 1, higher is better.

    Statistics
        score (the measure of the reference with the best F-measure, as in rouge-score), segments (1). ROUGE-1.5.5 takes
        the best recall instead, or adds up all references.

    Parameters
    ----------
    lowercase : bool, default False
        Apply Python's `str.lower` first; the default tokenizer does it by itself.
    stem : bool, default False
        Put Porter's stems, which are English, in the place of words longer than three letters.
    measure : {"f", "precision", "recall"}, default "f"
        What is averaged.
    beta : float, default 1
        Weight of recall in the F-measure.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Lin 2004, "ROUGE: a package for automatic evaluation of summaries", W04-1013.
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    lowercase: bool = False
    tokenize: str = "rouge"
    stem: bool = False
    measure: RougeMeasure = "f"
    beta: float = 1.0

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if not 0 < self.beta < np.inf:
            raise SpecError(f"beta must be a number above 0, not {self.beta}.")

    @property
    def label(self) -> str:
        """The name in capitals, such as ``ROUGE-1``, with ``-P`` or ``-R`` for precision and recall."""
        return self.name.upper() + _SUFFIXES[self.measure]

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer, stemmer and measure, and beta where it is not 1."""
        pairs = {
            "case": "lc" if self.lowercase or self.tokenize == "rouge" else "mixed",
            "tok": get_tokenizer(self.tokenize).signature,
            "stem": "porter" if self.stem else "no",
            "measure": self.measure,
        }
        if self.beta != 1:
            pairs["beta"] = f"{self.beta:g}"
        return pairs

    @abstractmethod
    def count(self, corpus: Corpus) -> Overlap:
        """Count what texts have in common with each of their references."""

    def encode(self, corpus: Corpus) -> EncodedCorpus:
        """Read all texts, stemmed where that is asked for."""
        reading = self.text_reading
        if not self.stem:
            return corpus.encode(reading)
        stemmed, _ = corpus.once(
            ("porter stems", reading), lambda: map_words(corpus.encode(reading), corpus.vocabulary, self.compared_word)
        )
        return stemmed

    def compared_word(self, word: str) -> str:
        """Return the stem of a word of more than three letters, as rouge-score does, where stems are asked for."""
        return porter_stem(word) if self.stem and len(word) > 3 else word

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment against the reference with its best F-measure: shape (S, N)."""
        overlap = corpus.once(("overlap", replace(self, measure="f", beta=1.0)), lambda: self.count(corpus))
        precision = np.minimum(overlap.hits / np.maximum(overlap.in_hypothesis, 1), 1.0)
        recall = np.minimum(overlap.hits / np.maximum(overlap.in_reference, 1)[:, None], 1.0)
        weight = self.beta**2
        total = recall + weight * precision
        f_measure = ratio((1 + weight) * precision * recall, total)
        best = choose_reference([-f_measure], overlap.is_present)
        return take_reference({"f": f_measure, "precision": precision, "recall": recall}[self.measure], best)
