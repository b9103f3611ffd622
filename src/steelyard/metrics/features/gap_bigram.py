"""Gap bigram: pairs of words that stand a certain number of words apart."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus
from steelyard.types import Statistics, Tokens

__all__ = ["GapBigram"]


@register
@dataclass(frozen=True)
class GapBigram(Metric):
    """Gap bigram: the share of the output's pairs of words at a fixed distance that a reference has, too.

    What it measures
        Order of words beyond neighbours: with a gap of 1, "the cat sat" has the pair "the ... sat". A pair counts as
        often as one of the references has it at most. Albrecht and Hwa learn from gaps of 1 to 5.

    When it misleads
        Precision alone: an output of a few safe words does well. With the gap exact, one inserted word breaks all pairs
        around it.

    Range and direction
        0 to 1, higher is better. 0 for outputs too short to have a pair.

    Statistics
        matches, pairs.

    Parameters
    ----------
    gap : int, default 1
        Words between the two, from 0, which are bigrams.

    Raises
    ------
    SpecError
        The gap is below 0.

    References
    ----------
    Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT evaluation", P07-1111.

    Examples
    --------
    >>> import steelyard as sy
    >>> scores = [
    ...     sy.metrics.GapBigram(gap=gap).sentence_score("the cat sat on mat", ["the cat sat on the mat"]).score
    ...     for gap in (1, 2, 3)
    ... ]
    >>> [round(score, 3) for score in scores]
    [0.667, 0.5, 0.0]
    """

    name: ClassVar[str] = "gap-bigram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("albrecht2007reexamination",)

    gap: int = 1
    lowercase: bool = False
    tokenize: str = "13a"

    def __post_init__(self) -> None:
        """Refuse gaps below 0."""
        super().__post_init__()
        if self.gap < 0:
            raise SpecError(f"gap must be 0 or more words, not {self.gap}.")

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 statistics."""
        return ("matches", "pairs")

    def signature_fields(self) -> dict[str, str]:
        """Return the gap, casing and tokenizer."""
        return {"gap": str(self.gap), **self.reading_fields()}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count pairs as words of their own: shape (S, N, 2)."""
        encoded = corpus.encode(self.text_reading)
        pairs = _pairs(encoded, self.gap + 1)
        counts = pairs.empty_counts(*pairs.hypothesis_lengths.shape, 2)
        counts[..., 0] = pairs.matches(1, corpus.n_threads)[..., 0]
        counts[..., 1] = pairs.hypothesis_lengths
        return Statistics.from_values(counts, corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide: shape (..., 2) -> (...)."""
        return ratio(stats[..., 0], stats[..., 1])


def _pairs(encoded: EncodedCorpus, distance: int) -> EncodedCorpus:
    """Make every pair of words this far apart a word."""
    joined = []
    for text in (encoded.hypotheses, encoded.references):
        rows = np.repeat(np.arange(len(text)), text.lengths)
        is_pair = rows[:-distance] == rows[distance:]
        first, second = text.values[:-distance][is_pair], text.values[distance:][is_pair]
        joined.append((first.astype(np.int64) << 32 | second, np.maximum(text.lengths - distance, 0)))
    _, ids = np.unique(np.concatenate([pairs for pairs, _ in joined]), return_inverse=True)
    parts = np.split(ids.astype(np.int32), [len(joined[0][0])])
    made = [
        Tokens(part, np.concatenate([[0], np.cumsum(lengths)]))
        for part, (_, lengths) in zip(parts, joined, strict=True)
    ]
    return EncodedCorpus(made[0], made[1], encoded.is_present)
