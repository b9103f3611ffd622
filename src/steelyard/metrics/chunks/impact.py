"""IMPACT: chunks of common subsequences, found again and again."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.chunks.chunks import ChunkMetric
from steelyard.metrics.registry import register

__all__ = ["Impact"]


@register
@dataclass(frozen=True)
class Impact(ChunkMetric):
    """IMPACT: the F-measure of chunks that output and reference share, found in passes.

    What it measures
        How much of both texts can be matched, in how long pieces, and in which order. Pass 0 takes a longest common
        subsequence of output and reference and cuts it into chunks, runs of words that are adjacent in both; each next
        pass does the same with the words that are left, until no word is left in both. A chunk of k words counts
        k^beta, and alpha^i of that in pass i: so words in another place count less. With S the sum over all passes,
        precision is (S / m^beta)^(1 / beta) for an output of m words, recall (S / n^beta)^(1 / beta) for a reference of
        n.

    When it misleads
        On short segments, where one other word costs much (`aile` makes it cost less). With gamma = precision / recall
        the score can fall while recall rises: with precision 0.3 it is highest near recall 0.5. Where a paraphrase
        breaks a long chunk in two.

    Range and direction
        0 to 1, higher is better.

    Statistics
        score, segments (1). Of several references the one with the highest score counts, then the first; the papers
        have one only. Two empty texts score 1, one empty text 0. The score of a system is the mean over its segments.

        Which of several longest common subsequences counts decides the chunks, and the paper leaves it open. Here it
        is the one with the greatest sum of k^beta, to 14 digits of what it could be; then the one whose words move
        least, by the sum of abs(i / m - j / n) over its pairs of places i and j, from 0; then the one that begins
        first, pair by pair, in the output, then in the reference. It is found exactly. Time of a pass grows with the
        product of the numbers of words that the other text has too, hardly with the lengths of chunks; there are as
        many passes as words at most, and the fewer the smaller `alpha` is (some 20 with 0.1), since those that cannot
        change the sum are left out: 200 equal words on both sides take 1 ms. Memory: a byte for each pair of such
        words, and four for each that a chunk may start with: 25 to 125 MB for 5,000 words on both sides.

    Parameters
    ----------
    choice : {"chunks", "leftmost"}, default "chunks"
        Which longest common subsequence counts: the one described above, or the one that begins first, whatever its
        chunks.

    References
    ----------
    Echizen-ya and Araki 2007, "Automatic evaluation of machine translation based on recursive acquisition of an
    intuitive common parts continuum", MT Summit XI.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Impact(beta=2).sentence_score("doctor treated a patient", ["doctor cured a patient"])
    >>> round(score.score, 6)
    0.559017
    """

    name: ClassVar[str] = "impact"
    cites: ClassVar[tuple[str, ...]] = ("echizenya2007impact",)

    def weight(self, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return zeros: IMPACT adds nothing."""
        return np.zeros(lengths.shape)
