"""chrF and chrF++: F-score of character n-grams, with or without word n-grams."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus, Reading
from steelyard.types import Statistics

__all__ = ["Chrf"]

_LONGEST_NGRAM = 100
_LARGEST_BETA = 1000
_EPSILON = 1e-16  # of chrF++.py: stands for a precision, recall or F-score that has no n-grams to be made of

Counts = NDArray[np.float64]


@register
@dataclass(frozen=True)
class Chrf(Metric):
    """chrF: F-score of character n-grams; with `word_order` 2 chrF++.

    What it measures
        How many character n-grams output and reference share, white space left out: precision and recall of each order
        from 1 to 6 are averaged over the orders, and their F-score weighs recall `beta` times as much. Inflection and
        compounds cost little, and no tokenizer is needed. chrF++ adds n-grams of words. Of several references the one
        with the best score of the segment counts, the first of equals. Equal to sacreBLEU 2.6 to 1e-9 for every option;
        white space at the end of a line is ignored, as sacreBLEU's command does, whose Python functions count it where
        `whitespace` is set. The program chrF++.py of 2017 averages the F-scores of all orders instead: `eps_smoothing`
        gives its total, and as a mean over segments its ``avgF`` and, with `beta` 3 and from 0 to 1, NLTK's
        ``corpus_chrf``. But chrF++.py keeps white space other than the space character in its n-grams, and fails where
        a segment shares nothing with its references; NLTK takes one reference.

    When it misleads
        Where a few characters change the meaning, such as a negation or a number; between writing systems: its level
        depends on how many characters a word has; on long outputs, as recall counts more than precision; for segments
        shorter than six characters, unless `eps_smoothing` is off. It ignores word order beyond its n-grams.

    Range and direction
        0 to 100, higher is better. A segment without any common n-gram scores 0, one with an empty side too.

    Statistics
        hyp_c1, ref_c1, match_c1 .. match_cN (character n-grams of output, of reference, in both), then hyp_w1 .. for
        words. An order counts no n-grams of the output where the reference has none.

    Parameters
    ----------
    char_order : int, default 6
        Longest character n-gram.
    word_order : int, default 0
        Longest word n-gram, words cut as the tokenizer ``chrf`` does; 1 is called chrF+, 2 chrF++.
    beta : int, default 2
        How many times more recall weighs than precision.
    whitespace : bool, default False
        White space inside a line is a character too.
    eps_smoothing : bool, default False
        Average the F-scores of all orders, where an order without n-grams counts (almost) 0, as chrF++.py does;
        otherwise such orders are left out.

    Raises
    ------
    SpecError
        An option is out of range.

    References
    ----------
    Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation", W15-3049.
    Popović 2016, "chrF deconstructed: beta parameters and n-gram weights", W16-2341.
    Popović 2017, "chrF++: words helping character n-grams", W17-4770.

    Examples
    --------
    >>> import steelyard as sy
    >>> chrf = sy.metrics.Chrf()
    >>> score = chrf.corpus_score(["the cats sat down"], [["the cat sat down"]])
    >>> score.name, round(score.score, 2), round(score.chr_precision, 3), round(score.chr_recall, 3)
    ('chrF2', 79.76, 0.743, 0.813)
    >>> sy.metrics.parse("chrf++").sentence_score("the cats sat down", ["the cat sat down"]).name
    'chrF2++'
    """

    name: ClassVar[str] = "chrf"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    cites: ClassVar[tuple[str, ...]] = ("popovic2015chrf", "popovic2017chrf")
    scale: ClassVar[int] = 100

    char_order: int = 6
    word_order: int = 0
    beta: int = 2
    lowercase: bool = False
    whitespace: bool = False
    eps_smoothing: bool = False

    def __post_init__(self) -> None:
        """Refuse options out of range."""
        super().__post_init__()
        for option, most in (("char_order", _LONGEST_NGRAM), ("word_order", _LONGEST_NGRAM), ("beta", _LARGEST_BETA)):
            if not 0 <= getattr(self, option) <= most:
                raise SpecError(f"{option} must be from 0 to {most}, not {getattr(self, option)}.")
        if self.char_order + self.word_order == 0:
            raise SpecError("char_order and word_order are both 0: at least one must be 1 or more.")

    @property
    def label(self) -> str:
        """``chrF2``, ``chrF2++`` and so on, as in sacreBLEU."""
        return f"chrF{self.beta}{'+' * self.word_order}"

    @property
    def readings(self) -> list[tuple[Reading, int]]:
        """What n-grams are made of, characters and words, with their longest order."""
        kinds = [("char+space" if self.whitespace else "char", self.char_order), ("chrf", self.word_order)]
        return [(self.reading(tokenize, lowercase=self.lowercase), order) for tokenize, order in kinds if order > 0]

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """Those of chrF++, which counts words beside characters."""
        return tuple(reading for reading, _ in self.readings if reading.tokenize == "chrf")

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 3 * (char_order + word_order) statistics."""
        orders = [f"c{n}" for n in range(1, self.char_order + 1)] + [f"w{n}" for n in range(1, self.word_order + 1)]
        return tuple(f"{what}_{order}" for order in orders for what in ("hyp", "ref", "match"))

    def signature_fields(self) -> dict[str, str]:
        """Return sacreBLEU's fields."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "no" if self.eps_smoothing else "yes",
            "nc": str(self.char_order),
            "nw": str(self.word_order),
            "space": "yes" if self.whitespace else "no",
        }

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count n-grams against each segment's best reference: shape (S, N, K)."""
        blocks = (self._count_block(*units, corpus.n_threads) for units in self._blocks(corpus))
        values = next(blocks)
        done, n_segments = values.shape[1], corpus.test_set.n_segments
        if done < n_segments:
            first, values = values, np.empty((len(values), n_segments, values.shape[2]), dtype=np.int64)
            values[:, :done] = first
            for block in blocks:
                values[:, done : done + block.shape[1]] = block
                done += block.shape[1]
        return Statistics.from_values(values, corpus.test_set.document_codes())

    def _blocks(self, corpus: Corpus) -> Iterator[tuple[list[tuple[EncodedCorpus, int]], NDArray[np.bool_]]]:
        """Yield, for some segments at a time, what n-grams are made of with their longest order."""
        readings, orders = zip(*self.readings, strict=True)
        for blocks in zip(*(corpus.blocks(reading, readings) for reading in readings), strict=True):
            encoded = [block for _, block in blocks]
            yield list(zip(encoded, orders, strict=True)), encoded[0].is_present

    def _count_block(
        self, units: list[tuple[EncodedCorpus, int]], is_present: NDArray[np.bool_], n_threads: int
    ) -> NDArray[np.int64]:
        counts = [_count_ngrams(encoded, order, n_threads) for encoded, order in units]
        by_reference = counts[0] if len(counts) == 1 else np.concatenate(counts, axis=-1)
        if len(by_reference) == 1:
            return by_reference.reshape(by_reference.shape[1:])
        costs = -self.score(by_reference.astype(np.float64))
        return take_reference(by_reference, choose_reference([costs], is_present))

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., K) -> (...)."""
        if self.eps_smoothing:
            return self._mean_of_f_scores(stats)
        precision, recall = self._mean_precision_and_recall(stats, 0, self.char_order + self.word_order)
        return 100.0 * self._f_score(precision, recall, 0.0)

    def _mean_of_f_scores(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        order = self.char_order + self.word_order
        total = np.zeros(stats.shape[:-1])
        for k in range(order):
            hyp, ref, match = (stats[..., 3 * k + i] for i in range(3))
            total = total + self._f_score(ratio(match, hyp, _EPSILON), ratio(match, ref, _EPSILON), _EPSILON)
        return 100.0 * total / order

    @staticmethod
    def _mean_precision_and_recall(stats: NDArray[np.float64], first: int, last: int) -> tuple[Counts, Counts]:
        """Average over the orders from `first` to before `last` for which both sides have n-grams; without any, 0."""
        orders = range(3 * first, 3 * last, 3)
        precision, recall = np.zeros(stats.shape[:-1]), np.zeros(stats.shape[:-1])
        with np.errstate(divide="ignore", invalid="ignore"):
            for k in orders:
                precision += stats[..., k + 2] / stats[..., k]
                recall += stats[..., k + 2] / stats[..., k + 1]
        if np.isfinite(precision).all() and np.isfinite(recall).all():  # nearly always: nothing was divided by 0
            return precision / len(orders), recall / len(orders)
        precision, recall, n_orders = (np.zeros(stats.shape[:-1]) for _ in range(3))
        for k in range(first, last):
            hyp, ref, match = (stats[..., 3 * k + i] for i in range(3))
            is_defined = (hyp > 0) & (ref > 0)
            precision = precision + np.where(is_defined, ratio(match, hyp, 0.0), 0.0)
            recall = recall + np.where(is_defined, ratio(match, ref, 0.0), 0.0)
            n_orders = n_orders + is_defined
        return ratio(precision, n_orders, 0.0), ratio(recall, n_orders, 0.0)

    def _f_score(self, precision: Counts, recall: Counts, otherwise: float) -> NDArray[np.float64]:
        factor = self.beta**2
        return ratio((1 + factor) * precision * recall, factor * precision + recall, otherwise)

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return mean precision and recall of characters and of words, from 0 to 1; sacreBLEU has no text for them."""
        details: dict[str, float | tuple[float, ...]] = {}
        parts = (("chr", 0, self.char_order), ("word", self.char_order, self.char_order + self.word_order))
        for name, first, last in parts:
            if first < last:
                precision, recall = self._mean_precision_and_recall(stats, first, last)
                details |= {f"{name}_precision": float(precision), f"{name}_recall": float(recall)}
        return details, ""


def _count_ngrams(encoded: EncodedCorpus, order: int, n_threads: int) -> NDArray[np.int64]:
    """Count n-grams of output, of reference and of both: shape (R, S, N, 3 * order), as sacreBLEU lays them out."""
    counts = encoded.empty_counts(len(encoded.is_present), *encoded.hypothesis_lengths.shape, 3 * order)
    for k in range(order):
        in_reference = encoded.reference_ngrams(k + 1)[:, None]
        # As sacreBLEU: the output's n-grams of an order that the reference lacks cost no precision.
        counts[..., 3 * k] = np.where(in_reference > 0, encoded.hypothesis_ngrams(k + 1), 0)
        counts[..., 3 * k + 1] = in_reference
    counts[..., 2::3] = encoded.overlaps(order, n_threads)
    return counts
