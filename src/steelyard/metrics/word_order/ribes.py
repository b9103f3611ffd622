"""RIBES: whether the words of the output stand in the order of the reference."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.registry import register
from steelyard.text import Corpus, EncodedCorpus
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["Ribes"]

_LARGEST_WEIGHT = 100.0


@register
@dataclass(frozen=True)
class Ribes(MeanMetric):
    """RIBES: the rank correlation of word order, times word precision and a brevity penalty.

    What it measures
        Whether words have the same order as in the reference; made for languages of distant order, such as Japanese and
        English. For every word of the output its place in the reference is searched: its own where it is there once in
        both texts, else that of the shortest run of words that it ends or begins and that both texts have exactly once.
        The score is nkt * precision^alpha * bp^beta: nkt is the share of pairs of places that rise, precision the share
        of words that have a place, bp is exp(1 - ref_len / hyp_len), at most 1.

    When it misleads
        Where a few words match: two in order have the best nkt, and `alpha` forgives most of the missing ones. Words
        that repeat in the same surroundings have no place and count as wrong; two words of the output can have the same
        place. Among outputs that all keep the order, it hardly measures which has the better words.

    Range and direction
        0 to 1, higher is better. A copy of the reference scores less than 1 where a word has no place: as does the
        second in "a a a".

    Statistics
        score, segments (1). Of several references the one with the highest score counts, then the first.

        Fewer than two words with a place score 0, except one with a reference of one word, which scores
        (1 / hyp_len)^alpha. Two empty texts score 1, one empty text 0; RIBES.py stops at an empty reference, or with -z
        passes over it. Time for n words is mostly n, with long repeated runs n log(n)^2 at most; memory n.

    Parameters
    ----------
    variant : {"1.03.1", "paper"}, default "1.03.1"
        Which run counts of two that are equally short. RIBES.py 1.03.1, the authors' program, takes the one that ends
        with the word; the paper's first example needs the one that begins with it, and NLTK 3.10 takes that.
    alpha : float, default 0.25
        Exponent of precision.
    beta : float, default 0.1
        Exponent of the brevity penalty.
    lowercase : bool, default True
        Apply Python's `str.lower` first, as RIBES.py does without -c.
    tokenize : str, default "none"
        Tokenizer; by default words are what white space separates.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.

    References
    ----------
    Isozaki, Hirao, Duh, Sudoh and Tsukada 2010, "Automatic evaluation of translation quality for distant language
    pairs", D10-1092.

    Examples
    --------
    >>> import steelyard as sy
    >>> ribes = sy.metrics.Ribes()
    >>> ribes.sentence_score("Bob hit John yesterday", ["John hit Bob yesterday"]).score
    0.5
    >>> ribes.sentence_score("yesterday John hit Bob", ["John hit Bob yesterday"]).score
    0.5
    """

    name: ClassVar[str] = "ribes"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("isozaki2010automatic",)

    variant: Literal["1.03.1", "paper"] = "1.03.1"
    alpha: float = 0.25
    beta: float = 0.1
    lowercase: bool = True
    tokenize: str = "none"

    def __post_init__(self) -> None:
        """Refuse options that do not exist or are out of range."""
        super().__post_init__()
        for option in ("alpha", "beta"):
            if not 0 <= getattr(self, option) <= _LARGEST_WEIGHT:
                raise SpecError(
                    f"{option} must be a number from 0 to {_LARGEST_WEIGHT:g}, not {getattr(self, option)}."
                )

    @property
    def label(self) -> str:
        """``RIBES``."""
        return "RIBES"

    @property
    def _is_right_first(self) -> bool:
        return self.variant == "paper"

    def signature_fields(self) -> dict[str, str]:
        """Return casing, tokenizer, exponents and variant."""
        return {
            **self.reading_fields(),
            "alpha": f"{self.alpha:.15g}",
            "beta": f"{self.beta:.15g}",
            "variant": self.variant,
        }

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Rank and score: shape (S, N)."""
        encoded = self._encode(corpus)
        scores = self._score(self._parts(encoded, corpus.n_threads))
        return take_reference(scores, choose_reference([-scores], encoded.is_present))

    def _encode(self, corpus: Corpus) -> EncodedCorpus:
        return corpus.encode(self.text_reading)

    def _parts(self, encoded: EncodedCorpus, n_threads: int) -> NDArray[np.float64]:
        """Return nkt, precision and bp for each reference: shape (3, R, S, N)."""
        hyp_len, ref_len = np.broadcast_arrays(encoded.hypothesis_lengths, encoded.reference_lengths[:, None])
        counts = np.empty((*hyp_len.shape, 2), dtype=np.int64)
        _native.rank_counts(encoded.arrays, self._is_right_first, counts, n_threads)
        ranked, rising = counts[..., 0], counts[..., 1]
        alone = np.where((ranked == 1) & (ref_len == 1), 1.0, 0.0)
        # The share of rising pairs is Kendall's tau brought to 0 to 1: (tau + 1) / 2.
        nkt = ratio(rising, ranked * (ranked - 1) / 2, otherwise=alone)
        precision = ratio(ranked, hyp_len)
        bp = np.exp(np.minimum(0.0, 1 - ratio(ref_len, hyp_len)))
        is_empty = (hyp_len == 0) & (ref_len == 0)
        return np.stack([np.where(is_empty, 1.0, part) for part in (nkt, precision, bp)])

    def _score(self, parts: NDArray[np.float64]) -> NDArray[np.float64]:
        nkt, precision, bp = parts
        scores: NDArray[np.float64] = nkt * precision**self.alpha * bp**self.beta
        return scores

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Link each word to its place in the reference that counted, and say which run of words showed it."""
        encoded = self._encode(corpus)
        parts = self._parts(encoded, corpus.n_threads)
        scores = self._score(parts)
        r = int(choose_reference([-scores], encoded.is_present)[0, 0])
        ids = encoded.hypotheses[0], encoded.references[r]
        words = corpus.vocabulary.words()
        hypothesis, reference = (tuple(words[i] for i in text.tolist()) for text in ids)
        links, notes = [], []
        for i, j, length, is_right in _native.rank_words(*ids, self._is_right_first):
            links.append(Link((i, i + 1), (j, j + 1), "exact" if length == 1 else "context"))
            if length > 1:
                run = " ".join(hypothesis[i : i + length] if is_right else hypothesis[i - length + 1 : i + 1])
                notes.append(f'word {i + 1}, "{hypothesis[i]}": placed by "{run}"')
        return SegmentExplanation(
            score=float(scores[r, 0, 0]),
            hypothesis=hypothesis,
            reference=reference,
            reference_number=r + 1,
            links=tuple(links),
            parts=dict(zip(("nkt", "precision", "bp"), parts[:, r, 0, 0].tolist(), strict=True)),
            notes=tuple(notes),
        )
