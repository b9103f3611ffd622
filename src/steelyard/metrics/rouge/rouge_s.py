"""ROUGE-S and ROUGE-SU: pairs of words in order, with gaps."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.registry import register
from steelyard.metrics.rouge.rouge import Overlap, Rouge
from steelyard.text import Corpus

__all__ = ["RougeS", "RougeSU"]


@dataclass(frozen=True)
class _SkipBigrams(Rouge):
    """Base of ROUGE-S and ROUGE-SU.

    When it misleads
        {family}
        On long segments without `max_gap`: most pairs then are of words that have nothing to do with each other.

    Parameters
    ----------
    max_gap : int, optional
        Most words between the two; by default any number. 4 is usual for summaries (ROUGE-S4), 0 gives bigrams.

    Raises
    ------
    SpecError
        An option does not exist, or the gap is below 0.
    """

    max_gap: int | None = None

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if self.max_gap is not None and self.max_gap < 0:
            raise SpecError(f"max_gap must be a number of words from 0, or None, not {self.max_gap}.")

    def signature_fields(self) -> dict[str, str]:
        """Return the fields of every ROUGE, and the gap where it has an end."""
        gap = {} if self.max_gap is None else {"gap": str(self.max_gap)}
        return {**super().signature_fields(), **gap}

    def count(self, corpus: Corpus) -> Overlap:
        """Count skip-bigrams in common, each as often as in the text that has it less often."""
        encoded = self.encode(corpus)
        hits = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments), dtype=np.int64)
        longest = max(len(encoded.hypotheses.values), len(encoded.references.values))
        gap = -1 if self.max_gap is None else min(self.max_gap, longest)
        _native.skip_bigram_matches(encoded.arrays, gap, hits, corpus.n_threads)
        in_hypothesis, in_reference = map(self._pairs, (encoded.hypothesis_lengths, encoded.reference_lengths))
        return Overlap(hits, in_hypothesis, in_reference, encoded.is_present)

    def _pairs(self, lengths: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many skip-bigrams texts of these lengths have."""
        before = np.maximum(lengths - 1, 0)  # words that have a follower
        window = before if self.max_gap is None else np.minimum(before, self.max_gap + 1)
        # Pairs at a distance of g words are n - g: their sum over g = 1 ... window.
        pairs: NDArray[np.int64] = window * lengths - window * (window + 1) // 2
        return pairs


@register
@dataclass(frozen=True)
class RougeS(_SkipBigrams):
    """ROUGE-S: shared pairs of words in the same order, with gaps.

    What it measures
        How many skip-bigrams a text and a reference have in common, that is, pairs of words in their order with any
        words between them: precision, recall and F-measure, each pair counted as often as in the text that has it less
        often, averaged over segments. Time for texts of n words with v distinct ones in common: n v; memory linear.

    Statistics
        {family}
        Where a text is empty, or too short to have any, the score is 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> lines = ["police kill the gunman", "the gunman kill police", "the gunman police killed"]
    >>> [round(sy.metrics.RougeS().sentence_score(line, ["police killed the gunman"]).score, 3) for line in lines]
    [0.5, 0.167, 0.333]
    """

    name: ClassVar[str] = "rouge-s"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)


@register
@dataclass(frozen=True)
class RougeSU(_SkipBigrams):
    """ROUGE-SU: shared pairs of words in the same order, with gaps, and shared words.

    What it measures
        ROUGE-S with single words counted among the pairs, so that a text with the right words in the reverse order
        still scores something.

    Statistics
        {family}
        Where a text is empty the score is 0. Every word counts; ROUGE-1.5.5 leaves out the last one of each text.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.RougeSU().sentence_score("gunman the killed police", ["police killed the gunman"])
    >>> round(score.score, 6)
    0.4
    """

    name: ClassVar[str] = "rouge-su"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)

    def count(self, corpus: Corpus) -> Overlap:
        """Count skip-bigrams and words in common."""
        encoded, pairs = self.encode(corpus), super().count(corpus)
        return Overlap(
            pairs.hits + encoded.overlaps(1, corpus.n_threads)[..., 0],
            pairs.in_hypothesis + encoded.hypothesis_lengths,
            pairs.in_reference + encoded.reference_lengths,
            pairs.is_present,
        )
