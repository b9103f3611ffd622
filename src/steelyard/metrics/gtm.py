"""GTM, the General Text Matcher: shared words, with more for long runs."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import Statistics

__all__ = ["Gtm"]

_LARGEST_EXPONENT = 16.0  # a run of 10**9 words to this power is still a number


@register
@dataclass(frozen=True)
class Gtm(Metric):
    """GTM: the F-measure of a matching of words that favours long runs.

    What it measures
        How much of the output and of the reference can be matched, word to equal word, each used once. The matching
        takes the longest run of words first; its size is (sum of length^exponent over the runs)^(1 / exponent), so that
        words in one run count for more than the same words scattered. With exponent 1 it is the F-measure of shared
        words, and their order does not matter.

    When it misleads
        Where one paraphrase breaks a long run in two; on whole texts that differ in length from segment to segment,
        since the sizes of segments are added up.

    Range and direction
        0 to 1, higher is better.

    Statistics
        mms (maximum match size), hyp_len, ref_len (tokens, mean over the references).

        Precision is mms / hyp_len and recall mms / ref_len, of the sums over all segments. Several references are
        matched as one text in which no run goes from one reference into the next; recall is then at most 1, a rule of
        ours. Two empty texts score 1, one empty text 0. The matching is greedy, since the best one is hard to find; of
        several longest runs it takes the one that starts first in the output, then in the references. Time for n words
        and k different lengths of runs: n k log n; memory n log n.

    Parameters
    ----------
    exponent : float, default 1.2
        How much runs count, from 1 (not at all) to 16. Papers with GTM 1.4 use 1.2; N07-1005 has 1, 2 and 3.
    tokenize : str, default "none"
        Tokenizer; by default words are what white space separates.

    Raises
    ------
    SpecError
        An option does not exist, or the exponent is out of its range.

    References
    ----------
    Melamed, Green and Turian 2003, "Precision and recall of machine translation", N03-2021.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Gtm().sentence_score("doctor treated a patient", ["doctor cured a patient"])
    >>> round(score.score, 6)
    0.675693
    """

    name: ClassVar[str] = "gtm"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("melamed2003precision",)

    exponent: float = 1.2
    lowercase: bool = False
    tokenize: str = "none"

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if not 1 <= self.exponent <= _LARGEST_EXPONENT:
            raise SpecError(f"exponent must be a number from 1 to {_LARGEST_EXPONENT:g}, not {self.exponent}.")

    @property
    def label(self) -> str:
        """``GTM``."""
        return "GTM"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 3 statistics."""
        return ("mms", "hyp_len", "ref_len")

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer and exponent."""
        return {**self.reading_fields(), "exp": f"{self.exponent:g}"}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Match: shape (S, N, 3)."""
        encoded = corpus.encode(self.text_reading)
        sizes = np.empty((encoded.n_systems, encoded.n_segments))
        _native.maximum_match_sizes(encoded.arrays, self.exponent, sizes, corpus.n_threads)
        ref_len = encoded.reference_lengths.sum(axis=0) / encoded.is_present.sum(axis=0)  # a missing one has length 0
        columns = [sizes, encoded.hypothesis_lengths, np.broadcast_to(ref_len, sizes.shape)]
        return Statistics.from_values(np.stack(columns, axis=-1), corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 3) -> (...)."""
        precision, recall = self._precision_and_recall(stats)
        total = precision + recall
        f_measure = ratio(2 * precision * recall, total)
        return np.where((stats[..., 1] == 0) & (stats[..., 2] == 0), 1.0, f_measure)

    @staticmethod
    def _precision_and_recall(stats: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        size = stats[..., 0]
        precision, recall = (np.minimum(ratio(size, length), 1.0) for length in (stats[..., 1], stats[..., 2]))
        return precision, recall

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return the statistics with precision and recall."""
        precision, recall = (float(part) for part in self._precision_and_recall(stats))
        details = super().explain(stats)[0] | {"precision": precision, "recall": recall}
        return details, f"(P = {precision:.4f} R = {recall:.4f})"
