"""NIST: n-gram precision weighted by information."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus, map_words
from steelyard.types import Statistics

__all__ = ["Nist"]

_LONGEST_NGRAM = 100
_BETA = np.log(0.5) / np.log(1.5) ** 2  # half the score for two thirds of the length


@register
@dataclass(frozen=True)
class Nist(Metric):
    """NIST: n-gram precision in which rare n-grams count for more.

    What it measures
        The information of the output's 1- to 5-grams that occur in a reference, per n-gram of the output, summed over
        the orders, and lowered when the output is shorter than the references on average. The information of an n-gram
        is log2(count(w1..wn-1) / count(w1..wn)) bits, counted over all references of the test set; each counts at most
        as often as in the reference that has it most often. Equal to mteval-v13a and -v14, to the four decimals they
        print; and to -v12 on texts cut by its rules.

    When it misleads
        Across test sets: weights and best score depend on the references. On tiny sets, where nearly every n-gram is
        rare, and on single segments scored alone, whose weights then come from that segment's references. Nearly all of
        the score comes from single words and pairs, so it says little about longer ones.

    Range and direction
        From 0 with no upper bound, higher is better.

    Statistics
        info_1 .. info_N (bits of matched n-grams), total_1 .. total_N (n-grams of the output), hyp_len, ref_len
        (tokens, mean over the references). The weights are those of the whole test set in every resample and subset of
        it.

        Where references are missing, ref_len is the mean over those that are there. Where the output or every reference
        is empty, the score is 0; mteval divides by zero. As in mteval, a pair of words of which the first is "0" is
        weighed by log2(words / count of the pair): Perl treats "0" as nothing. NLTK's corpus_nist does without that,
        and takes, for each order, the reference with the highest precision and its length, instead of all references
        and their mean length: it is near for one reference and far off for several.

    Parameters
    ----------
    lowercase : bool, default True
        Compare in lower case; False is mteval's ``-c``. With the tokenizer 13a this changes A to Z only, as in mteval;
        with any other it is Python's `str.lower`, as in mteval's ``--international-tokenization``.
    max_ngram_order : int, default 5
        N.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Doddington 2002, "Automatic evaluation of machine translation quality using n-gram co-occurrence statistics",
    10.5555/1289189.1289273.

    Examples
    --------
    >>> import steelyard as sy
    >>> hypotheses = ["the cat sat on the mat", "a dog barked"]
    >>> score = sy.metrics.Nist().corpus_score(hypotheses, [["the cat sat on the mat", "a dog barked at the man"]])
    >>> round(score.score, 6), round(score.penalty, 6)
    (2.599963, 0.705439)
    """

    name: ClassVar[str] = "nist"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    cites: ClassVar[tuple[str, ...]] = ("doddington2002automatic",)
    is_corpus_bound: ClassVar[bool] = True

    lowercase: bool = True
    tokenize: str = "13a"
    max_ngram_order: int = 5

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if not 1 <= self.max_ngram_order <= _LONGEST_NGRAM:
            raise SpecError(f"max_ngram_order must be from 1 to {_LONGEST_NGRAM}, not {self.max_ngram_order}.")

    @property
    def label(self) -> str:
        """``NIST``."""
        return "NIST"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2N + 2 statistics."""
        orders = range(1, self.max_ngram_order + 1)
        return (*(f"info_{n}" for n in orders), *(f"total_{n}" for n in orders), "hyp_len", "ref_len")

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer, and the order where it is not 5."""
        pairs = self.reading_fields()
        if self.max_ngram_order != 5:
            pairs["order"] = str(self.max_ngram_order)
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Weigh the matches and count: shape (S, N, 2 * max_ngram_order + 2)."""
        encoded, words = self._encode(corpus)
        hyp_len, order = encoded.hypothesis_lengths, self.max_ngram_order
        information = np.empty((*hyp_len.shape, order))
        zero = words.index("0") if "0" in words else -1
        _native.nist_information(encoded.arrays, zero, information, corpus.n_threads)
        totals = np.maximum(hyp_len[..., None] - np.arange(order), 0)
        ref_len = encoded.reference_lengths.sum(axis=0) / encoded.is_present.sum(axis=0)  # a missing one has length 0
        lengths = np.stack([hyp_len, np.broadcast_to(ref_len, hyp_len.shape)], axis=-1)
        return Statistics.from_values(
            np.concatenate([information, totals, lengths], axis=-1), corpus.test_set.document_codes()
        )

    def _encode(self, corpus: Corpus) -> tuple[EncodedCorpus, list[str]]:
        """Read all texts; return them with the words of their ids."""
        is_mteval = self.lowercase and self.tokenize == "13a"
        reading = self.reading(self.tokenize, lowercase=self.lowercase and not is_mteval)
        encoded = corpus.encode(reading)
        if not is_mteval:
            return encoded, corpus.vocabulary.words()
        return corpus.once(
            ("A to Z in lower case", reading), lambda: map_words(encoded, corpus.vocabulary, _lower_ascii)
        )

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., K) -> (...)."""
        score: NDArray[np.float64] = self._individual(stats).sum(axis=-1) * self.length_penalty(stats)
        return score

    def _individual(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return information by n-gram of each order: shape (..., N)."""
        order = self.max_ngram_order
        individual: NDArray[np.float64] = stats[..., :order] / np.maximum(stats[..., order : 2 * order], 1.0)
        return individual

    @staticmethod
    def length_penalty(stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the length penalty, 0 to 1: shape (..., K) -> (...)."""
        hyp_len, ref_len = stats[..., -2], stats[..., -1]
        # An empty output has a ratio of 0: log 0 squared is infinite, and the penalty exp(-inf) = 0.
        ratio = np.divide(hyp_len, ref_len, out=np.ones(hyp_len.shape), where=hyp_len < ref_len)
        with np.errstate(divide="ignore"):
            penalty: NDArray[np.float64] = np.exp(_BETA * np.log(ratio) ** 2)
        return penalty

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return what mteval prints: the score of each order and up to it, penalty, sys_len, ref_len and ratio."""
        penalty, individual = float(self.length_penalty(stats)), self._individual(stats)
        sys_len, ref_len = float(stats[-2]), float(stats[-1])
        details: dict[str, float | tuple[float, ...]] = {
            "individual": tuple(float(score) for score in penalty * individual),
            "cumulative": tuple(float(score) for score in penalty * individual.cumsum()),
            "penalty": penalty,
            "sys_len": sys_len,
            "ref_len": ref_len,
            "ratio": sys_len / ref_len if ref_len else 0.0,
        }
        shown = "/".join(f"{score:.4f}" for score in penalty * individual)
        return details, f"{shown} (LP = {penalty:.3f} hyp_len = {sys_len:.15g} ref_len = {ref_len:.15g})"


def _lower_ascii(word: str) -> str:
    """Lower A to Z only, as the lower case of bytes does."""
    return word.encode().lower().decode()
