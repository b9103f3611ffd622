"""PER: the position-independent error rate."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.parts.spelling import UNREAD
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import Statistics

__all__ = ["Per"]

Variant = Literal["rwth", "moses", "recall"]


@register
@dataclass(frozen=True)
class Per(Metric):
    """PER: the word error rate of output and reference as bags of words, whose order does not count.

    What it measures
        How many words have no partner on the other side. Errors are the greater of the two lengths minus the words in
        common, each counted as often as in the text that has it less often; their sum is divided by the words of the
        references. Never above WER. With several references the one with the lowest rate counts for a segment.

    When it misleads
        It is blind to word order, so also to who did what to whom. It gains from long outputs with frequent words.

    Range and direction
        0 to any size, lower is better; ``recall`` 0 to 1. Where all references are empty it is 1, and 0 if the output
        is empty too.

    Statistics
        matches, hyp_len, ref_len, surplus (words; a segment's surplus is what the output is longer than the reference).

    Parameters
    ----------
    tokenize : str, default "none"
        Tokenizer; by default words are separated by white space.
    variant : {"rwth", "moses", "recall"}, default "rwth"
        Errors are the words of the reference without a partner, and: each segment's surplus (``rwth``, which is the
        fewest edits of bags); the surplus of the whole output over all references, so that long and short segments make
        up for each other (``moses``, 1 less the score of Moses's scorer); nothing (``recall``).

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Tillmann et al. 1997, "Accelerated DP based search for statistical translation", Eurospeech.
    Leusch, Ueffing and Ney 2006, "CDER: efficient MT evaluation using block movements", E06-1031 (``rwth``).

    Examples
    --------
    >>> import steelyard as sy
    >>> per = sy.metrics.Per()
    >>> per.corpus_score(["on the mat the cat sat"], [["the cat sat on the mat"]]).score
    0.0
    >>> per.corpus_score(["the cat cat cat cat cat cat"], [["the cat"]]).score
    2.5
    """

    name: ClassVar[str] = "per"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    cites: ClassVar[tuple[str, ...]] = ("tillmann1997accelerated", "leusch2006cder")

    lowercase: bool = False
    tokenize: str = "none"
    variant: Variant = "rwth"

    @property
    def label(self) -> str:
        """``PER``."""
        return "PER"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 4 statistics."""
        return ("matches", "hyp_len", "ref_len", "surplus")

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer and, where it is not the default, the variant."""
        fields = self.reading_fields()
        return fields if self.variant == "rwth" else fields | {"variant": self.variant}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count words in common with the chosen reference: shape (S, N, 4)."""
        encoded = corpus.encode(self.text_reading)
        hyp_len = encoded.hypothesis_lengths
        columns = np.empty((len(encoded.is_present), *hyp_len.shape, 4), dtype=np.int64)
        columns[..., 1], columns[..., 2] = hyp_len, encoded.reference_lengths[:, None]
        distances = np.empty(columns.shape[:-1])
        _native.bag_distances(encoded.arrays, distances, "equal", UNREAD, corpus.n_threads)
        # The distance of bags is the greater length less the words in common.
        columns[..., 0] = columns[..., 1:3].max(axis=-1) - distances
        np.maximum(columns[..., 1] - columns[..., 2], 0, out=columns[..., 3])
        counts = columns.astype(np.float64)
        best = choose_reference([self.score(counts), self._errors(counts)], encoded.is_present)
        return Statistics.from_values(take_reference(columns, best), corpus.test_set.document_codes())

    def _errors(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        matches, hyp_len, ref_len, surplus = (stats[..., k] for k in range(4))
        if self.variant == "moses":
            surplus = np.maximum(hyp_len - ref_len, 0.0)
        missed: NDArray[np.float64] = ref_len - matches
        return missed if self.variant == "recall" else missed + surplus

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 4) -> (...)."""
        hyp_len, ref_len = stats[..., 1], stats[..., 2]
        rate = self._errors(stats) / np.where(ref_len > 0, ref_len, 1.0)
        return np.where(ref_len > 0, rate, np.where(hyp_len > 0, 1.0, 0.0))
