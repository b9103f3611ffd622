"""4-GRR: the n-gram recognition rate."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.registry import register
from steelyard.text import Corpus, check_table_size
from steelyard.types import Statistics

__all__ = ["Grr"]

_LONGEST_NGRAM = 100
_LARGEST_COST = 1e6


@register
@dataclass(frozen=True)
class Grr(Metric):
    """4-GRR: the share of the reference's 1- to 4-grams that one monotone alignment finds, minus insertions.

    What it measures
        How much of the reference is there, in its order and in one piece. Of all alignments that do not cross, the one
        counts that is best: each matched word scores 1, and as much again for each of up to three matched words right
        before it; each word too many costs `insertion_cost`, each missing word `deletion_cost`. The sums over all
        segments are divided by the number of n-grams of the references. It is the word recognition rate, 1 - WER, with
        credit for n-grams, and unlike BLEU it is a sum over segments, and over parts of them.

    When it misleads
        Where a phrase is in another place: nothing that crosses is matched. Words too many cost as much as a unigram,
        and with a negative `insertion_cost` they are rewarded without bound.

    Range and direction
        At most 1, higher is better; negative where words too many outweigh the matches, without a bound. With a
        negative cost there is no upper bound either. Two empty texts score 1; an empty reference and an output that
        costs or earns something, 0.

    Statistics
        value (matches minus costs), n_grams (of the reference, of all orders). Of several references the one with the
        highest ratio counts, then the one with the higher value, then the first; the paper defines one only. Time grows
        with the product of the numbers of words, memory with the words of the reference.

    Parameters
    ----------
    insertion_cost : float, default 1.0
        The paper's alpha. Its section 5 names 0.9 with a `deletion_cost` of 1 as a setting that rewards insertions:
        that is -0.9.
    deletion_cost : float, default 0.0
        The paper's beta.
    max_ngram_order : int, default 4
        Longest n-gram; 1 is the word recognition rate.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.

    References
    ----------
    Chiang, DeNeefe, Chan and Ng 2008, "Decomposability of translation metrics for improved evaluation and efficient
    algorithms", D08-1064.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Grr().sentence_score("the cat sat on a mat", ["the cat sat on the mat"])
    >>> score.value, score.n_grams, round(score.score, 4)
    (11.0, 18.0, 0.6111)
    """

    name: ClassVar[str] = "grr"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-np.inf, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("chiang2008decomposability",)

    lowercase: bool = False
    tokenize: str = "13a"
    insertion_cost: float = 1.0
    deletion_cost: float = 0.0
    max_ngram_order: int = 4

    def __post_init__(self) -> None:
        """Refuse options that are out of range."""
        super().__post_init__()
        for option in ("insertion_cost", "deletion_cost"):
            if not abs(getattr(self, option)) <= _LARGEST_COST:
                raise SpecError(f"{option} must be a number up to {_LARGEST_COST:.0f}, not {getattr(self, option)}.")
        if not 1 <= self.max_ngram_order <= _LONGEST_NGRAM:
            raise SpecError(f"max_ngram_order must be from 1 to {_LONGEST_NGRAM}, not {self.max_ngram_order}.")
        if self.insertion_cost < 0 or self.deletion_cost < 0:  # rewards: more words, a higher score
            object.__setattr__(self, "bounds", (-np.inf, np.inf))

    @property
    def label(self) -> str:
        """``4-GRR``, with the order in force."""
        return f"{self.max_ngram_order}-GRR"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 statistics."""
        return ("value", "n_grams")

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer, and what is not as in the paper."""
        pairs = self.reading_fields()
        if self.max_ngram_order != 4:
            pairs["order"] = str(self.max_ngram_order)
        if self.insertion_cost != 1:
            pairs["ins"] = f"{self.insertion_cost:g}"
        if self.deletion_cost != 0:
            pairs["del"] = f"{self.deletion_cost:g}"
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Value every segment: shape (S, N, 2)."""
        encoded = corpus.encode(self.text_reading)
        check_table_size(self.label, *encoded.lengths, corpus.test_set.system_names, bytes_per_cell=0)
        values = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments))
        _native.recognition_values(
            encoded.arrays,
            values,
            max_order=self.max_ngram_order,
            insertion_cost=self.insertion_cost,
            deletion_cost=self.deletion_cost,
            n_threads=corpus.n_threads,
        )
        lengths = encoded.reference_lengths[:, None].astype(np.float64)
        n_grams = sum(np.maximum(lengths - n, 0) for n in range(self.max_ngram_order))
        columns = np.stack(np.broadcast_arrays(values, n_grams), axis=-1)
        best = choose_reference([-self.score(columns), -values], encoded.is_present)
        return Statistics.from_values(take_reference(columns, best), corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide: shape (..., 2) -> (...)."""
        value, n_grams = stats[..., 0], stats[..., 1]
        without = np.where(value == 0, 1.0, 0.0)
        return ratio(value, n_grams, otherwise=without)
