"""SIA: chains of similar words with small gaps, round after round over all references."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.similarity import SimilarityTable, read_similarities
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus, check_pairs
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["Sia"]

EncodedTable = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]

_NO_TABLE = (np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int64), np.empty(0))


@register
@dataclass(frozen=True)
class Sia(MeanMetric):
    """SIA, stochastic iterative alignment: chains of common words, worth more the smaller their gaps.

    What it measures
        How much of the output can be found in the references in the same order and close together. A chain of common
        words scores the sum of ``1 / sqrt(gap in output * gap in reference)``, where a gap of 1 is the next word and
        the first one is counted from before the texts. The best chain of all references is the first round. Its words
        are taken out, of the output and of that reference, and the next round begins, which counts `decay` times as
        much. The sum of the rounds is divided by the words of the output, and a short output is punished in proportion.
        With a table of similar words, a word may also match another, and scores by their similarity.

    When it misleads
        The first words weigh more than others, as a gap at the start breaks the chain's first link. A word that recurs
        is found more often than it should be, in later rounds, where several references have it.

    Range and direction
        0 to 1, higher is better. Two empty texts score 1, one empty text 0.

    Statistics
        score, segments (1). All references count together: which one a round takes depends on the best chain, and of
        equal ones the first does. Of equally good chains the one whose pairs are closest together at the end counts.
        For K pairs of equal words memory is linear in K; time is K in practice, and in n words that are all equal it is
        n^3 / 3. Above 1,048,576 pairs (1,024 words that are all equal) an output cannot be scored.

    Parameters
    ----------
    lowercase : bool, default True
        Apply Python's `str.lower` first, as the paper does.
    decay : float, default 0.6
        Above 0 and at most 1; the value of N07-1006, as the paper tunes it and does not print it.
    schedule : {"power", "square"}, default "power"
        Weight of round t = 0, 1, ...: decay^t as the paper's text says, or decay^(2^t), as its program can be read.
    iterative : bool, default True
        False ends after the first round.
    similarity : str, default "none"
        A file of similar words: lines ``output word, tab, reference word, tab, similarity`` above 0 and at most 1.
        Words that are not listed are similar to themselves only, and equal words always by 1. It is looked up in the
        words as they are read, so with `lowercase` it must be in lower case. Blank lines and those that begin with
        ``#`` and a blank are skipped.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        The table cannot be read, or an output has too many pairs with a reference.

    References
    ----------
    Liu and Gildea 2006, "Stochastic iterative alignment for machine translation evaluation", P06-2070.

    Examples
    --------
    >>> import steelyard as sy
    >>> references = ["they met the mayor in the morning", "in the morning they saw the mayor"]
    >>> score = sy.metrics.Sia().sentence_score("they saw the mayor in the morning", references)
    >>> round(score.score, 4)
    0.8128
    """

    name: ClassVar[str] = "sia"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("liu2006stochastic",)

    lowercase: bool = True
    tokenize: str = "13a"
    decay: float = 0.6
    schedule: Literal["power", "square"] = "power"
    iterative: bool = True
    similarity: str = "none"

    def __post_init__(self) -> None:
        """Refuse options that are out of range, and read the table."""
        super().__post_init__()
        if not 0 < self.decay <= 1:
            raise SpecError(f"decay must be a number above 0 and at most 1, not {self.decay}.")
        if not self.iterative and self.schedule != "power":
            raise SpecError("schedule=square weighs rounds: it needs iterative=True.")
        table = None if self.similarity == "none" else read_similarities(self.similarity)
        object.__setattr__(self, "_table", table)

    @property
    def label(self) -> str:
        """``SIA``."""
        return "SIA"

    @property
    def table(self) -> SimilarityTable | None:
        """The similar words, if there are any."""
        table: SimilarityTable | None = self.__dict__["_table"]
        return table

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer and decay, and what is not the default."""
        pairs = self.reading_fields()
        if self.iterative:
            pairs["decay"] = f"{self.decay:g}"
        else:
            pairs["rounds"] = "1"
        if self.schedule != "power":
            pairs["schedule"] = self.schedule
        if self.table is not None:
            pairs["sim"] = self.table.signature
        return pairs

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment: shape (S, N)."""
        encoded = corpus.encode(self.text_reading)
        sums = np.empty((encoded.n_systems, encoded.n_segments))
        _native.sia_sums(encoded.arrays, sums, self._table_for(corpus), *self._rounds, corpus.n_threads)
        check_pairs("SIA", np.isnan(sums), _native.MOST_SIA_PAIRS, corpus.test_set.system_names)
        n_words = encoded.hypothesis_lengths
        scores = sums * _length_penalty(encoded) / np.maximum(n_words, 1)
        # A word of the output is matched once and is worth 1 at most: what is above 1 is rounding.
        return np.where((n_words == 0) & _has_empty_reference(encoded), 1.0, np.minimum(scores, 1.0))

    @property
    def _rounds(self) -> tuple[float, str, bool]:
        return self.decay, self.schedule, self.iterative

    def _table_for(self, corpus: Corpus) -> EncodedTable:
        return _NO_TABLE if self.table is None else self.table.encode(corpus.vocabulary.words())

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the rounds: links are those with the first round's reference, numbered by round; notes tell all."""
        encoded = corpus.encode(self.text_reading)
        words = corpus.vocabulary.words()
        present = np.flatnonzero(encoded.is_present[:, 0])
        references = [encoded.references[int(r)] for r in present]
        hypothesis = encoded.hypotheses[0]
        rounds = _native.sia_rounds(hypothesis, references, self._table_for(corpus), *self._rounds)
        shown = rounds[0][0] if rounds else 0
        links = [
            Link((i, i + 1), (j, j + 1), "exact" if hypothesis[i] == references[shown][j] else "similar", number)
            for number, (r, _, pairs) in enumerate(rounds)
            if r == shown
            for i, j in pairs
        ]
        notes = [
            f"round {number}, reference {present[r] + 1}, {value:.4f}: "
            + ", ".join(
                words[hypothesis[i]]
                if hypothesis[i] == references[r][j]
                else f"{words[hypothesis[i]]} ~ {words[references[r][j]]}"
                for i, j in pairs
            )
            for number, (r, value, pairs) in enumerate(rounds, start=1)
        ]
        return SegmentExplanation(
            score=super().explain_segment(corpus).score,
            hypothesis=tuple(words[i] for i in hypothesis),
            reference=tuple(words[i] for i in references[shown]),
            reference_number=int(present[shown]) + 1,
            links=tuple(sorted(links, key=lambda link: link.hypothesis)),
            parts={
                "rounds": float(len(rounds)),
                "round_scores": tuple(value for _, value, _ in rounds),
                "length_penalty": float(_length_penalty(encoded)[0, 0]),
            },
            notes=tuple(notes),
        )


def _length_penalty(encoded: EncodedCorpus) -> NDArray[np.float64]:
    """Return the output's words over the references' mean number, at most 1: shape (S, N)."""
    mean = encoded.reference_lengths.sum(axis=0) / encoded.is_present.sum(axis=0)  # a missing one has length 0
    penalty: NDArray[np.float64] = np.minimum(ratio(encoded.hypothesis_lengths, mean, otherwise=1.0), 1.0)
    return penalty


def _has_empty_reference(encoded: EncodedCorpus) -> NDArray[np.bool_]:
    """Say which segments have a reference without words: shape (N,)."""
    is_empty: NDArray[np.bool_] = ((encoded.reference_lengths == 0) & encoded.is_present).any(axis=0)
    return is_empty
