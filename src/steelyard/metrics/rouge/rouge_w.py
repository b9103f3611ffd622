"""ROUGE-W: longest common subsequences weighted by runs."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.registry import register
from steelyard.metrics.rouge.rouge import Overlap, Rouge
from steelyard.text import Corpus, check_table_size

__all__ = ["RougeW"]

_LARGEST_WEIGHT = 16.0  # a run of 10**9 words to this power is still a number


@register
@dataclass(frozen=True)
class RougeW(Rouge):
    """ROUGE-W: the longest common subsequence, weighted by runs of words.

    What it measures
        ROUGE-L in which words that follow each other in both texts count for more: a run of k words has weight
        k^`weight`, and precision and recall undo the power, so that identical texts score 1. As Lin defines it: the
        recurrence takes every match it meets, which need not give the heaviest subsequence. Time: the product of the
        lengths; memory linear.

    When it misleads
        {family} Where a word is often repeated: the recurrence then counts short runs as long ones.

    Statistics
        {family}
        Where a text is empty the score is 0. ROUGE-1.5.5 differs a little: it takes the lengths of runs in the
        reference only.

    Parameters
    ----------
    weight : float, default 1.2
        Power of a run's length, from 1 (ROUGE-L, nearly) to 16; 1.2 is what ROUGE-1.5.5 is used with.

    Raises
    ------
    SpecError
        An option does not exist, or the weight is out of its range.

    Examples
    --------
    >>> import steelyard as sy
    >>> lines = ["A B C D H I K", "A H B K C I D"]
    >>> [round(sy.metrics.RougeW(weight=2).sentence_score(line, ["A B C D E F G"]).score, 3) for line in lines]
    [0.571, 0.286]
    """

    name: ClassVar[str] = "rouge-w"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)

    weight: float = 1.2

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if not 1 <= self.weight <= _LARGEST_WEIGHT:
            raise SpecError(f"weight must be a number from 1 to {_LARGEST_WEIGHT:g}, not {self.weight}.")

    def signature_fields(self) -> dict[str, str]:
        """Return the fields of every ROUGE, and the weight."""
        return {**super().signature_fields(), "weight": f"{self.weight:g}"}

    def count(self, corpus: Corpus) -> Overlap:
        """Weigh common subsequences, as the length of one run of the same weight."""
        encoded = self.encode(corpus)
        check_table_size(self.label, *encoded.lengths, corpus.test_set.system_names, bytes_per_cell=0)
        weights = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments))
        _native.weighted_lcs(encoded.arrays, self.weight, weights, corpus.n_threads)
        # Undone by the inverse power, so that precision and recall divide by plain lengths.
        hits = weights ** (1 / self.weight)
        return Overlap(hits, encoded.hypothesis_lengths, encoded.reference_lengths, encoded.is_present)
