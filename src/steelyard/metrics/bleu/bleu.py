"""BLEU: n-gram precision with a brevity penalty."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ngram_counts import ReferenceLength, brevity_penalty, count_ngrams
from steelyard.metrics.parts.smoothing import (
    AVERAGING,
    DEFAULT_SMOOTH_VALUES,
    LARGEST_AVERAGE,
    Smoothing,
    smoothed_precisions,
)
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Reading, get_tokenizer
from steelyard.types import Statistics

__all__ = ["Bleu"]

_LONGEST_NGRAM = 100
_LONGEST_PRODUCT = 16  # orders whose precisions can be multiplied without underflow
_LANGUAGE_TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}  # sacreBLEU's choices


@register
@dataclass(frozen=True)
class Bleu(Metric):
    """BLEU: n-gram precision with a brevity penalty.

    What it measures
        How many of the output's 1- to 4-grams occur in a reference, each counted at most as often as in the reference
        that has it most often: the geometric mean of the four precisions, lowered when the output is shorter than the
        references. Equal to sacreBLEU 2.6 to 1e-9 for every option that both have.

    When it misleads
        Between systems of very different kind, against which it was never validated; on single segments; across papers,
        unless signatures are equal; where word order or a single wrong word changes the meaning. An output of fewer
        than N tokens has no N-grams and, by default, scores 0; mteval-v13a counts that order as perfect.

    Range and direction
        0 to 100, higher is better. The two smoothings with neighbours pass 100: four orders of equal weight reach
        111.67, any weights 400/3. Where not one word matches, the score is 0 under every smoothing, as in sacreBLEU;
        mteval-v13a smooths there too, and gives an output of one wrong word 0.8409 of 1.

    Statistics
        hyp_len, ref_len (tokens), match_1 .. match_M, total_1 .. total_M (n-grams); M is N, or N + 1 for the two
        smoothings with neighbours. Counts of a score are these too, before smoothing; sacreBLEU's have what ``add-k``
        adds in them. Precisions are smoothed in both.

    Parameters
    ----------
    lowercase : bool, default False
        Apply Python's `str.lower` first, as sacreBLEU does; mteval-v13a lowers A to Z only, so that it takes Ä and ä
        for different letters.
    tokenize : str, optional
        Tokenizer; by default the one for `trg_lang`, else ``"13a"``.
    smooth_method : str, default "exp"
        What an order without matches counts. As in sacreBLEU, ``none``: nothing; ``floor``: `smooth_value` matches;
        ``add-k``: `smooth_value` more matches and n-grams, in every order above 1; ``exp``: half of what the previous
        such order counted, starting at 1/2. They are NLTK's method0 to method3 where the output has N tokens or more.
        ``add1-if-zero``: one more match and n-gram, in that order only. ``half-length``: no precision is below half
        of one over the output's length.
        ``length-scaled`` (NLTK's method4): log(hyp_len) / `smooth_value` matches, halved for this and each such order
        before. ``neighbours`` (method5): every precision becomes the mean of the new one before it, itself, and the one
        after it; before the first stands its own plus 1. ``length-scaled-neighbours`` (method7): both, in turn.
        ``prior`` (method6): every order above 2 gets `smooth_value` more n-grams, of which as many match as if
        precision fell on as it did before; at most all of them, a bound NLTK lacks, as it lacks an answer for segments
        without a matching 3-gram. The last three change every score.
        All are functions of summed counts, also on corpora, where NLTK's method5 to method7 read the last segment only.
        An order for which the output has no n-grams is perfect under ``add-k`` and ``add1-if-zero``, has one wrong
        n-gram under ``half-length`` and those of NLTK, and makes the score 0 under the others.
    smooth_value : float, optional
        For ``floor`` (default 0.1), ``add-k`` (1), ``length-scaled``, ``length-scaled-neighbours`` and ``prior`` (5).
    max_ngram_order : int, default 4
        N.
    effective_order : bool, default False
        Leave out orders for which the output has no n-grams; for single segments.
    weights : tuple of float, optional
        Weight of each order, summing to 1; by default 1/N each.
    trg_lang : str, default ""
        Target language code; only chooses the default tokenizer.
    length_references : tuple of int, optional
        Numbers, from 1, of the references that give the effective length; by default all. A paraphrase that a machine
        made may add wordings without making outputs seem long enough (Madnani et al. 2007).

    Raises
    ------
    SpecError
        An option does not exist or does not fit the others.

    References
    ----------
    Papineni et al. 2002, "BLEU: a method for automatic evaluation of machine translation", P02-1040.
    Madnani et al. 2007, "Using paraphrases for parameter tuning in statistical machine translation", W07-0716
    (length_references).
    Post 2018, "A call for clarity in reporting BLEU scores", W18-6319 (signatures).
    Chen and Cherry 2014, "A systematic comparison of smoothing techniques for sentence-level BLEU", W14-3346.
    Owczarzak et al. 2007, "Dependency-based automatic evaluation for machine translation", W07-0411 (add1-if-zero).
    Macherey and Och 2007, "An empirical study on computing consensus translations from multiple machine translation
    systems", D07-1105, equation 2 (half-length).

    Examples
    --------
    >>> import steelyard as sy
    >>> hypotheses = ["the cat sat on the mat today in the sun", "a dog"]
    >>> references = [["the cat sat on the mat", "a dog barked at the man"]]
    >>> score = sy.metrics.Bleu(tokenize="none").corpus_score(hypotheses, references)
    >>> round(score.score, 4), score.counts, score.totals
    (54.1082, (8.0, 6.0, 4.0, 3.0), (12.0, 10.0, 8.0, 7.0))
    """

    name: ClassVar[str] = "bleu"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    cites: ClassVar[tuple[str, ...]] = ("papineni2002bleu", "post2018call", "chen2014systematic")
    scale: ClassVar[int] = 100

    lowercase: bool = False
    tokenize: str | None = None
    smooth_method: Smoothing = "exp"
    smooth_value: float | None = None
    max_ngram_order: int = 4
    effective_order: bool = False
    weights: tuple[float, ...] | None = None
    reference_length: ReferenceLength = "closest"
    trg_lang: str = ""
    length_references: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse options that do not fit each other."""
        super().__post_init__()
        if not 1 <= self.max_ngram_order <= _LONGEST_NGRAM:
            raise SpecError(f"max_ngram_order must be from 1 to {_LONGEST_NGRAM}, not {self.max_ngram_order}.")
        if self.smooth_value is not None and not 0 <= self.smooth_value < np.inf:
            raise SpecError(f"smooth_value must be a number from 0, not {self.smooth_value}.")
        if self.weights is not None and (
            len(self.weights) != self.max_ngram_order
            or not all(weight >= 0 for weight in self.weights)
            or not abs(sum(self.weights) - 1) <= 1e-9
        ):
            raise SpecError(
                f"weights must be {self.max_ngram_order} numbers from 0 that sum to 1, one per n-gram order, "
                f"not {self.weights}."
            )
        numbers = self.length_references
        if any(number < 1 for number in numbers) or len(set(numbers)) < len(numbers):
            raise SpecError(f"length_references must be different numbers of references from 1, not {numbers}.")
        get_tokenizer(self.tokenizer_name)
        if self.smooth_method in AVERAGING:
            object.__setattr__(self, "bounds", (0.0, 100.0 * LARGEST_AVERAGE))

    @property
    def label(self) -> str:
        """``BLEU``."""
        return "BLEU"

    @property
    def tokenizer_name(self) -> str:
        """The tokenizer in force."""
        return self.tokenize or _LANGUAGE_TOKENIZERS.get(self.trg_lang, "13a")

    @property
    def text_reading(self) -> Reading:
        """Words of the tokenizer in force."""
        return self.reading(self.tokenizer_name, lowercase=self.lowercase)

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 + 2M statistics."""
        orders = range(1, self.counted_orders + 1)
        return ("hyp_len", "ref_len", *(f"match_{n}" for n in orders), *(f"total_{n}" for n in orders))

    def signature_fields(self) -> dict[str, str]:
        """Return sacreBLEU's fields, and ours where an option is not sacreBLEU's."""
        smoothing: str = self.smooth_method
        if DEFAULT_SMOOTH_VALUES[self.smooth_method] is not None:
            smoothing += f"[{self._smooth_value:.2f}]"
        pairs = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes" if self.effective_order else "no",
            "tok": get_tokenizer(self.tokenizer_name).signature,
            "smooth": smoothing,
        }
        if self.max_ngram_order != 4:
            pairs["order"] = str(self.max_ngram_order)
        if self.weights is not None:
            pairs["weights"] = "/".join(f"{weight:g}" for weight in self.weights)
        if self.reference_length != "closest":
            pairs["reflen"] = self.reference_length
        if self.length_references:
            pairs["lenrefs"] = "+".join(map(str, self.length_references))
        return pairs

    def segment_metric(self) -> "Bleu":
        """Return this metric with `effective_order`, as sacreBLEU scores single segments."""
        return replace(self, effective_order=True)

    @property
    def counted_orders(self) -> int:
        """M: N, or one more for a smoothing that looks beyond."""
        return self.max_ngram_order + (self.smooth_method in AVERAGING)

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count lengths, matches and totals: shape (S, N, K)."""
        return Statistics.from_values(self._columns(corpus), corpus.test_set.document_codes())

    def _columns(self, corpus: Corpus) -> NDArray[np.int64] | NDArray[np.float64]:
        return count_ngrams(
            corpus, self.text_reading, self.counted_orders, self.reference_length, self.length_references
        )

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., K) -> (...)."""
        precisions, is_defined = self._precisions(stats)
        if self.weights is not None or self.max_ngram_order > _LONGEST_PRODUCT:
            mean = self._weighted_mean(precisions, is_defined)
        else:
            product = precisions[0]
            for n, precision in enumerate(precisions[1:], 1):
                if self.effective_order and is_defined is not None:
                    precision = np.where(is_defined[n], precision, 1.0)
                product = product * precision
            mean = self._root(product, is_defined)
        score: NDArray[np.float64] = 100.0 * mean * self.length_penalty(stats)
        if is_defined is None:
            return score
        # As sacreBLEU: without a single match smoothing does not apply.
        has_match = stats[..., 2 : 2 + self.max_ngram_order].any(axis=-1)
        return np.where(has_match, score, 0.0)

    def _root(self, product: NDArray[np.float64], is_defined: list[NDArray[np.bool_]] | None) -> NDArray[np.float64]:
        """Take the root of a product of precisions; the fourth as two square roots, which is several times faster."""
        if self.max_ngram_order == 4 and not self.effective_order:
            return np.sqrt(np.sqrt(product))
        degree: NDArray[np.float64] = np.full(product.shape, float(self.max_ngram_order))
        if self.effective_order and is_defined is not None:
            degree = np.asarray(np.sum(is_defined, axis=0, dtype=np.float64))
        with np.errstate(divide="ignore"):
            root: NDArray[np.float64] = np.power(product, 1.0 / degree)
        return root

    def _weighted_mean(
        self, precisions: list[NDArray[np.float64]], is_defined: list[NDArray[np.bool_]] | None
    ) -> NDArray[np.float64]:
        """Take the weighted geometric mean; with `effective_order` over the orders that are defined."""
        weights = self.weights or (1 / self.max_ngram_order,) * self.max_ngram_order
        log_mean, weight_sum = np.zeros(precisions[0].shape), np.zeros(precisions[0].shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            for n, (precision, weight) in enumerate(zip(precisions, weights, strict=True)):
                if weight == 0:
                    continue
                # An order without matches is log 0 = -inf, which makes the mean 0.
                is_counted = not self.effective_order or is_defined is None or is_defined[n]
                log_mean += np.where(is_counted, weight * np.log(precision), 0.0)
                weight_sum += np.where(is_counted, weight, 0.0)
            if self.effective_order:
                log_mean = np.where(weight_sum > 0, log_mean / weight_sum, -np.inf)
            return np.exp(log_mean)

    def _precisions(
        self, stats: NDArray[np.float64]
    ) -> tuple[list[NDArray[np.float64]], list[NDArray[np.bool_]] | None]:
        """Return the smoothed precisions and where each order counts at all: None is everywhere, matched."""
        counts = stats[..., 2 : 2 + 2 * self.counted_orders]
        return smoothed_precisions(counts, stats[..., 0], self.smooth_method, self._smooth_value)

    @property
    def _smooth_value(self) -> float:
        default = DEFAULT_SMOOTH_VALUES[self.smooth_method]
        return self.smooth_value if default is not None and self.smooth_value is not None else default or 0.0

    def length_penalty(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the brevity penalty, 0 to 1: shape (..., K) -> (...)."""
        return brevity_penalty(stats[..., 0], stats[..., 1])

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return counts, totals, precisions, bp, sys_len, ref_len and ratio, and sacreBLEU's verbose text."""
        order = self.max_ngram_order
        first_total = 2 + self.counted_orders
        counts = tuple(map(float, stats[2 : 2 + order]))
        precisions = tuple(100.0 * float(precision) for precision in self._precisions(stats)[0])
        if not any(counts):
            precisions = (0.0,) * order
        bp = float(self.length_penalty(stats))
        sys_len, ref_len = float(stats[0]), float(stats[1])
        ratio = sys_len / ref_len if ref_len else 0.0
        details: dict[str, float | tuple[float, ...]] = {
            "counts": counts,
            "totals": tuple(map(float, stats[first_total : first_total + order])),
            "precisions": precisions,
            "bp": bp,
            "sys_len": sys_len,
            "ref_len": ref_len,
            "ratio": ratio,
        }
        shown = "/".join(f"{precision:.1f}" for precision in precisions)
        return details, f"{shown} (BP = {bp:.3f} ratio = {ratio:.3f} hyp_len = {sys_len:.15g} ref_len = {ref_len:.15g})"
