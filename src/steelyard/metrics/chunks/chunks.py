"""Chunks of repeated longest common subsequences: what IMPACT and AILE share."""

from abc import abstractmethod
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.text import Corpus, EncodedCorpus, check_table_size
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["ChunkMetric"]

_LARGEST_EXPONENT = 4.0  # so that the chunks of texts of thousands of words can still be told apart
_PARTS = ("sum", "weight", "precision", "recall")


@dataclass(frozen=True)
class ChunkMetric(MeanMetric):
    """Base of metrics that compare the chunks of common subsequences with the lengths of both texts.

    Parameters
    ----------
    alpha : float, default 0.1
        What a chunk counts in pass i, to the power i: from 0 (only the first pass counts) to 1 (order does not matter
        beyond chunks).
    beta : float, default 1.2
        How much long chunks count, from 1 (not more than their words) to 4.
    collapse : bool, default False
        Delete matched words before the next pass, so that what stood on both sides of them is adjacent. By default they
        keep their places.
    gamma : {"ratio", "one"}, default "ratio"
        In F = (1 + gamma^2) R P / (R + gamma^2 P), take precision / recall as the papers do, or 1, which makes it the
        harmonic mean.
    tokenize : str, default "13a"
        Tokenizer. The authors use that of Moses.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.Impact(beta=2).signature_fields()["beta"]
    '2'
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    alpha: float = 0.1
    beta: float = 1.2
    collapse: bool = False
    choice: Literal["chunks", "leftmost"] = "chunks"
    gamma: Literal["ratio", "one"] = "ratio"
    lowercase: bool = True
    tokenize: str = "13a"

    def __post_init__(self) -> None:
        """Refuse options that do not exist or are out of range."""
        super().__post_init__()
        if not 0 <= self.alpha <= 1:
            raise SpecError(f"alpha must be a number from 0 to 1, not {self.alpha}.")
        if not 1 <= self.beta <= _LARGEST_EXPONENT:
            raise SpecError(f"beta must be a number from 1 to {_LARGEST_EXPONENT:g}, not {self.beta}.")

    @property
    def label(self) -> str:
        """The name in capitals."""
        return self.name.upper()

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer, parameters, and what is not the default."""
        pairs = {**self.reading_fields(), "alpha": f"{self.alpha:.15g}", "beta": f"{self.beta:.15g}"}
        if self.collapse:
            pairs["slots"] = "collapsed"
        if self.choice != "chunks":
            pairs["choice"] = self.choice
        if self.gamma != "ratio":
            pairs["gamma"] = "1"
        return pairs

    @abstractmethod
    def weight(self, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return what is added to matches and to lengths, by the words of both texts together: same shape."""

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Match and score: shape (S, N)."""
        encoded = self._encode(corpus)
        scores = self._score(self._parts(corpus))
        return take_reference(scores, choose_reference([-scores], encoded.is_present))

    def _encode(self, corpus: Corpus) -> EncodedCorpus:
        return corpus.encode(self.text_reading)

    def _sums(self, corpus: Corpus) -> NDArray[np.float64]:
        """Add up the chunks of all passes, once for all metrics that count them alike: shape (R, S, N)."""
        reading = self.text_reading
        is_leftmost = self.choice == "leftmost"

        def add_up() -> NDArray[np.float64]:
            encoded = self._encode(corpus)
            check_table_size(self.label, *encoded.lengths, corpus.test_set.system_names, bytes_per_cell=1.5)
            sums = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments))
            options = (self.beta, self.alpha, self.collapse, is_leftmost)
            _native.chunk_sums(encoded.arrays, sums, *options, corpus.n_threads)
            return sums

        return corpus.once(("chunk_sums", reading, self.alpha, self.beta, self.collapse, is_leftmost), add_up)

    def _parts(self, corpus: Corpus) -> NDArray[np.float64]:
        """Return sum, weight, precision and recall for each reference: shape (4, R, S, N)."""
        encoded = self._encode(corpus)
        sums = self._sums(corpus)
        hyp_len, ref_len = np.broadcast_arrays(encoded.hypothesis_lengths, encoded.reference_lengths[:, None])
        has_match = sums > 0
        # Nothing is divided by log 1 = 0: two texts of one word together have no match, and no weight.
        weight = np.where(has_match, self.weight(np.maximum(hyp_len + ref_len, 2)), 0.0)
        is_empty = (hyp_len == 0) & (ref_len == 0)
        rates = [np.where(is_empty, 1.0, self._rate(sums, weight, length, has_match)) for length in (hyp_len, ref_len)]
        return np.stack([sums, weight, *rates])

    def _rate(
        self,
        sums: NDArray[np.float64],
        weight: NDArray[np.float64],
        length: NDArray[np.int64],
        has_match: NDArray[np.bool_],
    ) -> NDArray[np.float64]:
        # Echizen'ya, Araki and Hovy 2013, equations 4 and 5; without a weight they are IMPACT's. Above 1 is rounding.
        whole = length.astype(np.float64) ** self.beta + weight
        rate = np.divide(sums + weight, whole, out=np.zeros(sums.shape), where=has_match)
        root: NDArray[np.float64] = np.minimum(rate, 1.0) ** (1 / self.beta)
        return root

    def _score(self, parts: NDArray[np.float64]) -> NDArray[np.float64]:
        _, _, precision, recall = parts
        has_match = recall > 0
        gamma = np.divide(precision, recall, out=np.ones(recall.shape), where=has_match)
        # Equation 8 with the paper's gamma = P / R, for which F is not monotone in R.
        square = gamma**2 if self.gamma == "ratio" else np.ones(recall.shape)
        below = recall + square * precision
        f_measure = np.zeros(below.shape)
        np.divide((1 + square) * recall * precision, below, out=f_measure, where=has_match)
        return f_measure

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Link each chunk of the output to that of the reference that counted, and say which pass took it."""
        encoded = self._encode(corpus)
        parts = self._parts(corpus)
        scores = self._score(parts)
        r = int(choose_reference([-scores], encoded.is_present)[0, 0])
        ids = encoded.hypotheses[0], encoded.references[r]
        words = corpus.vocabulary.words()
        hypothesis, reference = (tuple(words[i] for i in text.tolist()) for text in ids)
        chunks = _native.find_chunks(*ids, self.beta, self.collapse, self.choice == "leftmost")
        links = [Link((i, i + k), (j, j + k), "exact", number) for number, (_, i, j, k) in enumerate(chunks)]
        notes = []
        for number, group in groupby(chunks, key=lambda chunk: chunk[0]):
            runs = [" ".join(hypothesis[i : i + length]) for _, i, _, length in group]
            quoted = ", ".join(f'"{run}"' for run in runs)
            notes.append(f"pass {number + 1}, times {self.alpha**number:.6g}: {quoted}")
        return SegmentExplanation(
            score=float(scores[r, 0, 0]),
            hypothesis=hypothesis,
            reference=reference,
            reference_number=r + 1,
            links=tuple(sorted(links, key=lambda link: link.hypothesis)),
            parts=dict(zip(_PARTS, parts[:, r, 0, 0].tolist(), strict=True)),
            notes=tuple(notes),
        )
