"""Length ratio: how near the output's length is to the reference's."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.base import Metric
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus
from steelyard.types import Statistics

__all__ = ["LengthRatio"]

ReferenceLength = Literal["closest", "shortest", "longest", "average"]


@register
@dataclass(frozen=True)
class LengthRatio(Metric):
    """Length ratio: the shorter of the lengths of output and reference divided by the longer.

    What it measures
        How near the output's length, in words, comes to the reference's: of a corpus, sum by sum. For an output that is
        too short, it is the ratio of lengths that sacreBLEU and MultEval print; for one that is too long, 1 divided by
        that ratio, so that a higher score is always nearer to the reference and "better" in a comparison means that.
        The plain ratio is among the details, as ``ratio``, and in the verbose text.

    When it misleads
        Segments that are too long make up for others that are too short. It ignores the words.

    Range and direction
        0 to 1, higher is better. 1 where output and reference are both empty, 0 where one is.

    Statistics
        hyp_len, ref_len (words).

    Parameters
    ----------
    tokenize : str, default "13a"
        Tokenizer; the default is BLEU's, so that ``ratio`` is what BLEU prints.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Post 2018, "A call for clarity in reporting BLEU scores", W18-6319 (sacreBLEU's ``ratio``).
    Clark et al. 2011, "Better hypothesis testing for statistical machine translation", P11-2031 (MultEval's length).

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.LengthRatio().corpus_score(["a b c d e"], [["a b c d"]])
    >>> score.score, score.ratio
    (0.8, 1.25)
    """

    name: ClassVar[str] = "length-ratio"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("post2018call", "clark2011better")

    lowercase: bool = False
    tokenize: str = "13a"
    reference_length: ReferenceLength = "closest"

    @property
    def label(self) -> str:
        """``LR``."""
        return "LR"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 statistics."""
        return ("hyp_len", "ref_len")

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer and, where it is not the closest, the reference's length."""
        fields = self.reading_fields()
        return fields if self.reference_length == "closest" else fields | {"reflen": self.reference_length}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count words: shape (S, N, 2)."""
        encoded = corpus.encode(self.text_reading)
        columns = np.stack([encoded.hypothesis_lengths, self._reference_lengths(encoded)], axis=-1)
        return Statistics.from_values(columns, corpus.test_set.document_codes())

    def _reference_lengths(self, encoded: EncodedCorpus) -> NDArray[np.int64] | NDArray[np.float64]:
        """Choose each segment's reference length: shape (S, N)."""
        hyp_len, is_present = encoded.hypothesis_lengths, encoded.is_present
        lengths = np.broadcast_to(encoded.reference_lengths[:, None], (len(is_present), *hyp_len.shape))
        if self.reference_length == "average":
            mean = np.where(is_present, encoded.reference_lengths, 0).sum(axis=0) / is_present.sum(axis=0)
            return np.broadcast_to(mean, hyp_len.shape)
        costs = {
            "closest": [np.abs(lengths - hyp_len), lengths], "shortest": [lengths], "longest": [-lengths],
        }[self.reference_length]  # fmt: skip
        return take_reference(lengths, choose_reference(costs, is_present))

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 2) -> (...)."""
        longer, shorter = stats.max(axis=-1), stats.min(axis=-1)
        score: NDArray[np.float64] = np.where(longer > 0, shorter / np.where(longer > 0, longer, 1.0), 1.0)
        return score

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return both lengths and their plain ratio, 0 where the reference is empty, as BLEU does."""
        hyp_len, ref_len = map(float, stats)
        ratio = hyp_len / ref_len if ref_len else 0.0
        verbose = f"(ratio = {ratio:.3f} hyp_len = {hyp_len:.15g} ref_len = {ref_len:.15g})"
        return {"ratio": ratio, "hyp_len": hyp_len, "ref_len": ref_len}, verbose
