"""BLEU: n-gram precision with a brevity penalty."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus, get_tokenizer
from steelyard.types import Statistics

__all__ = ["Bleu"]

Smoothing = Literal["none", "floor", "add-k", "exp"]
ReferenceLength = Literal["closest", "shortest", "average"]

_DEFAULT_SMOOTH_VALUES: dict[str, float | None] = {"none": None, "floor": 0.1, "add-k": 1.0, "exp": None}
_LONGEST_NGRAM = 100
_LONGEST_PRODUCT = 16  # orders whose precisions can be multiplied without underflow
_LANGUAGE_TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}  # sacreBLEU's choices


@register
@dataclass(frozen=True)
class Bleu(Metric):
    """BLEU: n-gram precision with a brevity penalty.

    What it measures
        How many of the output's 1- to 4-grams stand in a reference, each counted at most as often as in the reference
        that has it most often: the geometric mean of the four precisions, lowered when the output is shorter than the
        references. Equal to sacreBLEU 2.6 to 1e-9 for every option that both have.

    When it misleads
        Between systems of very different kind, against which it was never validated; on single segments; across papers,
        unless signatures are equal; where word order or a single wrong word carries the meaning.

    Range and direction
        0 to 100, higher is better.

    Statistics
        hyp_len, ref_len (tokens), match_1 .. match_N, total_1 .. total_N (n-grams).

    Parameters
    ----------
    lowercase : bool, default False
        Apply Python's `str.lower` first.
    tokenize : str, optional
        Tokenizer; by default the one for `trg_lang`, else ``"13a"``.
    smooth_method : {"none", "floor", "add-k", "exp"}, default "exp"
        What an order without matches counts: nothing, `smooth_value` matches, `smooth_value` added to matches and
        totals of every order above 1, or half of what the previous such order counted, starting at 1/2.
    smooth_value : float, optional
        For ``floor`` (default 0.1) and ``add-k`` (default 1).
    max_ngram_order : int, default 4
        N.
    effective_order : bool, default False
        Leave out orders for which the output has no n-grams; for single segments.
    weights : tuple of float, optional
        Weight of each order, summing to 1; by default 1/N each.
    reference_length : {"closest", "shortest", "average"}, default "closest"
        Which of several references sets the length; a tie for the closest goes to the shorter.
    trg_lang : str, default ""
        Target language code; only chooses the default tokenizer.

    Raises
    ------
    SpecError
        An option does not exist or does not fit the others.

    References
    ----------
    Papineni et al. 2002, "BLEU: a method for automatic evaluation of machine translation", P02-1040.
    Post 2018, "A call for clarity in reporting BLEU scores", W18-6319 (signatures).
    Chen and Cherry 2014, "A systematic comparison of smoothing techniques for sentence-level BLEU", W14-3346.

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

    lowercase: bool = False
    tokenize: str | None = None
    smooth_method: Smoothing = "exp"
    smooth_value: float | None = None
    max_ngram_order: int = 4
    effective_order: bool = False
    weights: tuple[float, ...] | None = None
    reference_length: ReferenceLength = "closest"
    trg_lang: str = ""

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
        get_tokenizer(self.tokenizer_name)

    @property
    def label(self) -> str:
        """``BLEU``."""
        return "BLEU"

    @property
    def tokenizer_name(self) -> str:
        """The tokenizer in force."""
        return self.tokenize or _LANGUAGE_TOKENIZERS.get(self.trg_lang, "13a")

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 + 2N statistics."""
        orders = range(1, self.max_ngram_order + 1)
        return ("hyp_len", "ref_len", *(f"match_{n}" for n in orders), *(f"total_{n}" for n in orders))

    def signature_fields(self) -> dict[str, str]:
        """Return sacreBLEU's fields, and ours where an option is not sacreBLEU's."""
        smoothing: str = self.smooth_method
        if _DEFAULT_SMOOTH_VALUES[self.smooth_method] is not None:
            smoothing += f"[{self._smooth_value:.2f}]"
        pairs = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes" if self.effective_order else "no",
            "tok": self.tokenizer_name,
            "smooth": smoothing,
        }
        if self.max_ngram_order != 4:
            pairs["order"] = str(self.max_ngram_order)
        if self.weights is not None:
            pairs["weights"] = "/".join(f"{weight:g}" for weight in self.weights)
        if self.reference_length != "closest":
            pairs["reflen"] = self.reference_length
        return pairs

    def segment_metric(self) -> "Bleu":
        """Return this metric with `effective_order`, as sacreBLEU scores single segments."""
        return replace(self, effective_order=True)

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count matches, totals and lengths: shape (S, N, 2 + 2 * max_ngram_order)."""
        encoded = corpus.encode(self.tokenizer_name, lowercase=self.lowercase)
        hyp_len = encoded.hypothesis_lengths
        order = self.max_ngram_order
        matches = np.empty((*hyp_len.shape, order), dtype=np.int64)
        _native.ngram_matches(
            encoded.hypotheses.values,
            encoded.hypotheses.offsets,
            encoded.references.values,
            encoded.references.offsets,
            encoded.is_present.astype(np.uint8),
            matches,
            corpus.n_threads,
        )
        ref_len = self._reference_lengths(encoded)
        columns = np.empty((*hyp_len.shape, 2 + 2 * order), dtype=ref_len.dtype)
        columns[..., 0], columns[..., 1] = hyp_len, ref_len
        columns[..., 2 : 2 + order] = matches
        for n in range(order):
            np.maximum(hyp_len - n, 0, out=columns[..., 2 + order + n])
        return Statistics.from_values(columns, corpus.test_set.document_codes())

    def _reference_lengths(self, encoded: EncodedCorpus) -> NDArray[np.int64] | NDArray[np.float64]:
        """Choose each segment's reference length: shape (S, N)."""
        lengths, is_present = encoded.reference_lengths, encoded.is_present
        hyp_len = encoded.hypothesis_lengths
        if self.reference_length == "average":
            mean = np.where(is_present, lengths, 0).sum(axis=0) / is_present.sum(axis=0)
            return np.broadcast_to(mean, hyp_len.shape)
        absent = np.iinfo(np.int64).max // 4
        lengths = np.where(is_present, lengths, absent)
        if self.reference_length == "shortest":
            return np.broadcast_to(lengths.min(axis=0), hyp_len.shape)
        best = np.broadcast_to(lengths[0], hyp_len.shape)
        for other in lengths[1:]:
            distance, other_distance = np.abs(best - hyp_len), np.abs(other - hyp_len)
            is_nearer = (other_distance < distance) | ((other_distance == distance) & (other < best))
            best = np.where(is_nearer, other, best)
        return best

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
        score: NDArray[np.float64] = 100.0 * mean * self._brevity_penalty(stats)
        if is_defined is None:
            return score
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
                is_counted = not self.effective_order or is_defined is None or is_defined[n]
                log_mean += np.where(is_counted, weight * np.log(precision), 0.0)
                weight_sum += np.where(is_counted, weight, 0.0)
            if self.effective_order:
                log_mean = np.where(weight_sum > 0, log_mean / weight_sum, -np.inf)
            return np.exp(log_mean)

    def _precisions(
        self, stats: NDArray[np.float64]
    ) -> tuple[list[NDArray[np.float64]], list[NDArray[np.bool_]] | None]:
        """Return the smoothed precisions, 0 to 1, and where each order counts at all: None is everywhere, matched."""
        order = self.max_ngram_order
        matches = [stats[..., 2 + n] for n in range(order)]
        totals = [stats[..., 2 + order + n] for n in range(order)]
        if self.smooth_method == "add-k":
            k = self._smooth_value
            matches[1:], totals[1:] = [match + k for match in matches[1:]], [total + k for total in totals[1:]]
        if stats[..., 2:].min() > 0:  # nearly always in large texts; the same numbers, without the cases
            return [match / total for match, total in zip(matches, totals, strict=True)], None
        halving = np.ones(stats.shape[:-1])
        defined = np.ones(stats.shape[:-1], dtype=np.bool_)
        precisions, is_defined = [], []
        for match, total in zip(matches, totals, strict=True):
            defined = defined & (total > 0)  # an order without n-grams ends the list
            is_zero = match == 0
            if self.smooth_method == "exp":
                halving = np.where(is_zero & defined, 2 * halving, halving)
                match = np.where(is_zero, 1 / halving, match)
            elif self.smooth_method == "floor":
                match = np.where(is_zero, self._smooth_value, match)
            precisions.append(np.where(defined, match / np.where(defined, total, 1.0), 0.0))
            is_defined.append(defined)
        return precisions, is_defined

    @property
    def _smooth_value(self) -> float:
        default = _DEFAULT_SMOOTH_VALUES[self.smooth_method]
        return self.smooth_value if default is not None and self.smooth_value is not None else default or 0.0

    @staticmethod
    def _brevity_penalty(stats: NDArray[np.float64]) -> NDArray[np.float64]:
        hyp_len, ref_len = stats[..., 0], stats[..., 1]
        if (hyp_len >= ref_len).all():
            return np.ones(hyp_len.shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            penalty: NDArray[np.float64] = np.exp(np.minimum(1 - ref_len / hyp_len, 0.0))
        return np.where(hyp_len > 0, penalty, np.where(ref_len > 0, 0.0, 1.0))

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return counts, totals, precisions, bp, sys_len, ref_len and ratio, and sacreBLEU's verbose text."""
        order = self.max_ngram_order
        counts = tuple(map(float, stats[2 : 2 + order]))
        precisions = tuple(100.0 * float(precision) for precision in self._precisions(stats)[0])
        if not any(counts):
            precisions = (0.0,) * order
        bp = float(self._brevity_penalty(stats))
        sys_len, ref_len = float(stats[0]), float(stats[1])
        ratio = sys_len / ref_len if ref_len else 0.0
        details: dict[str, float | tuple[float, ...]] = {
            "counts": counts,
            "totals": tuple(map(float, stats[2 + order :])),
            "precisions": precisions,
            "bp": bp,
            "sys_len": sys_len,
            "ref_len": ref_len,
            "ratio": ratio,
        }
        shown = "/".join(f"{precision:.1f}" for precision in precisions)
        return details, f"{shown} (BP = {bp:.3f} ratio = {ratio:.3f} hyp_len = {sys_len:.15g} ref_len = {ref_len:.15g})"
