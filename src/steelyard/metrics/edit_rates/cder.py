"""CDER: edits and block jumps."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.parts.spelling import UNREAD, spell_words
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus, check_table_size
from steelyard.types import Statistics

__all__ = ["Cder"]

Substitution = Literal["equal", "levenshtein", "prefix"]
Direction = Literal["normal", "reversed", "maximum"]
Penalty = Literal["none", "length", "coverage", "mean"]
Spelling = tuple[NDArray[np.int32], NDArray[np.int64]]


@register
@dataclass(frozen=True)
class Cder(Metric):
    """CDER: the edits and jumps that read the reference off the output, over the reference's length.

    What it measures
        How many words and blocks of the reference are missing from the output or are in another place. Every word of
        the reference is covered exactly once, by a word of the output or an insertion; words of the output may be used
        once, several times or never. An insertion costs 1, a substitution 1 or what the spelling of the two words says,
        and a jump to any other place of the output, its end too, costs 1. So a block that moved costs only its jumps,
        while WER counts each of its words. The distance is exact. Equal to Moses' CderScorer with one reference, which
        prints 1 minus the rate.

    When it misleads
        Words too many are nearly free, so an overlong output is favoured: mix it with PER (`per_weight`) or set a
        `penalty`. Where order changes the meaning: a jump costs the same whatever it crosses. Costs by spelling count
        prefixes such as "un" as small changes, or as large ones.

    Range and direction
        From 0, lower is better; above 1 where more must be done than the reference has words. An empty reference
        counts 1 if anything must be done, 0 if not.

    Statistics
        distance, ref_len (words), and with a `per_weight` per_distance. Of several references the one counts whose
        score is lowest, then whose distance is, then the first; Moses takes nearly always the first. Time for a pair
        grows with the product of its numbers of words, over 64 with ``substitution="equal"``; memory with their sum.
        A `penalty` by coverage takes memory for words times the square root of words; PER with costs by spelling can
        take time that grows with the cube of the words, and memory with the square of the distinct ones.

    Parameters
    ----------
    tokenize : str, default "13a"
        Tokenizer; Moses reads white space (``"none"``).
    substitution : {"equal", "levenshtein", "prefix"}, default "equal"
        What putting one word for another costs: 1; the edits between their spellings over the length of the alignment
        (the shortest one with the fewest edits); or 1 less the common prefix over the mean length.
    direction : {"normal", "reversed", "maximum"}, default "normal"
        Cover the reference once; cover the output once; or take the larger distance of the two, segment by segment.
    penalty : {"none", "length", "coverage", "mean"}, default "none"
        What is added to a distance: nothing; the words that the output, or in reverse the reference, is longer by; the
        sum of abs(1 - coverage) over the words that need not be covered, on one best path; or the mean of the last two.
        A path prefers a substitution to a deletion, that to an insertion, that to a jump, seen from its end.
    per_weight : float, default 0.0
        Weight of the position-independent error rate; the paper uses 0.4, with 0.6 left for CDER.
    per_substitution : {"same", "equal", "levenshtein", "prefix"}, default "same"
        What PER lets a substitution cost, in the cheapest pairing of all words; by default what `substitution` says.
    reference_length : {"best", "average"}, default "best"
        Divide by the length of the reference that counts, or by the mean length of all.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.

    References
    ----------
    Leusch, Ueffing and Ney 2006, "CDER: efficient MT evaluation using block movements", E06-1031.

    Examples
    --------
    >>> import steelyard as sy
    >>> references = ["we met at the airport at seven o'clock ."]
    >>> score = sy.metrics.Cder().sentence_score("we have met at seven o'clock on the airport .", references)
    >>> score.distance, score.ref_len, round(score.score, 4)
    (4.0, 9.0, 0.4444)
    """

    name: ClassVar[str] = "cder"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    cites: ClassVar[tuple[str, ...]] = ("leusch2006cder",)

    lowercase: bool = False
    tokenize: str = "13a"
    substitution: Substitution = "equal"
    direction: Direction = "normal"
    penalty: Penalty = "none"
    per_weight: float = 0.0
    per_substitution: Literal["same", "equal", "levenshtein", "prefix"] = "same"
    reference_length: Literal["best", "average"] = "best"

    def __post_init__(self) -> None:
        """Refuse options that do not exist or do not fit each other."""
        super().__post_init__()
        if not 0 <= self.per_weight <= 1:
            raise SpecError(f"per_weight must be a number from 0 to 1, not {self.per_weight}.")
        if self.per_substitution != "same" and self.per_weight == 0:
            raise SpecError("per_substitution needs a per_weight above 0: without, there is no PER in the score.")

    @property
    def label(self) -> str:
        """``CDER``."""
        return "CDER"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 or 3 statistics."""
        return ("distance", "ref_len", "per_distance") if self.per_weight else ("distance", "ref_len")

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer, and every option that is not the default."""
        pairs = self.reading_fields()
        shown = {"sub": self.substitution, "dir": self.direction, "penalty": self.penalty}
        usual = {"sub": "equal", "dir": "normal", "penalty": "none"}
        pairs |= {key: value for key, value in shown.items() if value != usual[key]}
        if self.per_weight:
            pairs["per"] = f"{self.per_weight:g}"
            if self._per_substitution != self.substitution:
                pairs["persub"] = self._per_substitution
        if self.reference_length != "best":
            pairs["reflen"] = self.reference_length
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Measure every segment: shape (S, N, 2), or with PER (S, N, 3)."""
        encoded = corpus.encode(self.text_reading)
        if self.per_weight and self._per_substitution != "equal":
            check_table_size(self.label, *encoded.lengths, corpus.test_set.system_names, bytes_per_cell=8)
        columns = [self._distances(corpus, encoded), self._reference_lengths(encoded)]
        if self.per_weight:
            spelling = self._spelling(corpus, self._per_substitution)
            columns.append(
                _measured(
                    encoded,
                    lambda out: _native.bag_distances(
                        encoded.arrays, out, self._per_substitution, spelling, corpus.n_threads
                    ),
                )
            )
        stats = np.stack(np.broadcast_arrays(*columns), axis=-1)
        best = choose_reference([self.score(stats), self._mixed(stats)], encoded.is_present)
        return Statistics.from_values(take_reference(stats, best), corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide, after mixing with PER: shape (..., K) -> (...)."""
        errors, ref_len = self._mixed(stats), stats[..., 1]
        return ratio(errors, ref_len, otherwise=np.where(errors > 0, 1.0, 0.0))

    def _mixed(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        if not self.per_weight:
            return stats[..., 0]
        return (1 - self.per_weight) * stats[..., 0] + self.per_weight * stats[..., 2]

    @property
    def _per_substitution(self) -> Substitution:
        return self.substitution if self.per_substitution == "same" else self.per_substitution

    def _reference_lengths(self, encoded: EncodedCorpus) -> NDArray[np.float64]:
        """Return the lengths to divide by: shape (R, 1, N)."""
        lengths = encoded.reference_lengths.astype(np.float64)
        if self.reference_length == "average":
            lengths[:] = np.where(encoded.is_present, lengths, 0.0).sum(axis=0) / encoded.is_present.sum(axis=0)
        return lengths[:, None]

    def _distances(self, corpus: Corpus, encoded: EncodedCorpus) -> NDArray[np.float64]:
        """Measure every pair, with penalties, in the direction asked for: shape (R, S, N)."""
        if self.direction == "maximum":
            one, other = (self._distances_one_way(corpus, encoded, is_reversed=way) for way in (False, True))
            return np.maximum(one, other)
        return self._distances_one_way(corpus, encoded, is_reversed=self.direction == "reversed")

    def _distances_one_way(self, corpus: Corpus, encoded: EncodedCorpus, *, is_reversed: bool) -> NDArray[np.float64]:
        question = (self.substitution, self._spelling(corpus, self.substitution), is_reversed, corpus.n_threads)
        distances = _measured(encoded, lambda out: _native.cover_distances(encoded.arrays, out, *question))
        if self.penalty == "none":
            return distances
        penalties = []
        if self.penalty in ("length", "mean"):
            surplus = encoded.hypothesis_lengths - encoded.reference_lengths[:, None]
            penalties.append(np.maximum(-surplus if is_reversed else surplus, 0))
        if self.penalty in ("coverage", "mean"):
            penalties.append(_measured(encoded, lambda out: _native.miscoverages(encoded.arrays, out, *question)))
        return distances + np.mean(penalties, axis=0, dtype=np.float64)

    @staticmethod
    def _spelling(corpus: Corpus, substitution: Substitution) -> Spelling:
        return UNREAD if substitution == "equal" else spell_words(corpus)


def _measured(encoded: EncodedCorpus, measure: Callable[[NDArray[np.float64]], None]) -> NDArray[np.float64]:
    """Return what a kernel writes about every pair of hypothesis and reference: shape (R, S, N)."""
    out = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments))
    measure(out)
    return out
