"""GLEU: the lesser of precision and recall over all n-grams of a segment."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ngram_counts import count_matches_each
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import Statistics

__all__ = ["Gleu"]

_LONGEST_NGRAM = 100


@register
@dataclass(frozen=True)
class Gleu(Metric):
    """GLEU (Google's): the lesser of precision and recall over the n-grams of all orders at once.

    What it measures
        How many of the 1- to 4-grams that output and reference have are the same, over the larger of the two numbers
        of n-grams; per segment against the reference for which that is highest, then summed over segments. Equal to
        NLTK's `corpus_gleu` and `sentence_gleu`. Made for single sentences, as a reward in training: it needs no
        smoothing and no brevity penalty.

    When it misleads
        N-grams of all orders are one bag, in which unigrams match most easily: word order counts for less than under
        BLEU. It is not the GLEU of grammatical error correction (Napoles et al. 2015).

    Range and direction
        0 to 1, higher is better. Without any n-gram it is 0, as in NLTK.

    Statistics
        match (n-grams), all: the n-grams of the output or of the chosen reference, whichever has more.

    Parameters
    ----------
    min_len : int, default 1
        Shortest n-gram.
    max_len : int, default 4
        Longest n-gram.
    tokenize : str, default "13a"
        Tokenizer; NLTK has none and takes words: ``"none"`` splits at white space only.

    Raises
    ------
    SpecError
        An option does not exist, or `max_len` is below `min_len`.

    References
    ----------
    Wu et al. 2016, "Google's neural machine translation system", arXiv:1609.08144, section 5.2.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Gleu().corpus_score(["the cat sat here"], [["the cat sat down"]])
    >>> score.score, score.match, score.all
    (0.6, 6.0, 10.0)
    """

    name: ClassVar[str] = "gleu"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("wu2016google",)

    min_len: int = 1
    max_len: int = 4
    lowercase: bool = False
    tokenize: str = "13a"

    def __post_init__(self) -> None:
        """Refuse options that do not exist."""
        super().__post_init__()
        if not 1 <= self.min_len <= self.max_len <= _LONGEST_NGRAM:
            raise SpecError(
                f"min_len and max_len must rise within 1 to {_LONGEST_NGRAM}, not {self.min_len} and {self.max_len}."
            )

    @property
    def label(self) -> str:
        """``GLEU``."""
        return "GLEU"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 statistics."""
        return ("match", "all")

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer, and the orders unless they are 1 to 4."""
        pairs = self.reading_fields()
        if (self.min_len, self.max_len) != (1, 4):
            pairs["order"] = f"{self.min_len}-{self.max_len}"
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count against the best reference: shape (S, N, 2)."""
        reading = self.text_reading
        matches = count_matches_each(corpus, reading, self.max_len)[..., self.min_len - 1 :].sum(axis=-1)
        encoded = corpus.encode(reading)
        orders = range(self.min_len, self.max_len + 1)
        in_hypotheses = np.sum([encoded.hypothesis_ngrams(n) for n in orders], axis=0)
        in_references = np.sum([encoded.reference_ngrams(n) for n in orders], axis=0)
        most = np.maximum(in_hypotheses, in_references[:, None])
        # NLTK passes over a reference that has no n-gram, like the output: any other is better
        shares = ratio(matches, most, otherwise=-1.0)
        best = choose_reference([-shares], encoded.is_present)
        columns = np.stack([take_reference(matches, best), take_reference(most, best)], axis=-1)
        return Statistics.from_values(columns, corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 2) -> (...)."""
        match, most = stats[..., 0], stats[..., 1]
        return ratio(match, most)
