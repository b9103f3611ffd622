"""CharacTER: character edits after shifts of words."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.parts.spelling import spell_words
from steelyard.metrics.registry import register
from steelyard.text import Corpus

__all__ = ["CharacterTer"]


@register
@dataclass(frozen=True)
class CharacterTer(MeanMetric):
    """CharacTER: the share of the output's characters that must be edited, once blocks of words were shifted.

    What it measures
        How much of the output must be retyped. Blocks of words that are elsewhere in the reference are shifted first,
        greedily, as long as that lowers the edit distance over words; a shift costs the mean length of its words. What
        is left are insertions, deletions and substitutions of characters, and the sum is divided by the length of the
        *output*, so that long references do not hide what is missing from short outputs. Scores are averaged over
        segments. Equal to CharacTER.py of rwth-i6/CharacTER (2020) with one reference.

    When it misleads
        Where word order hardly matters or a small change of letters turns the meaning. Each segment counts alike,
        whatever its length, and none counts more than 1. The search for shifts is greedy: a better order of the words
        may exist. Texts without spaces are one word each, which nothing shifts; set ``tokenize``.

    Range and direction
        0 to 1, lower is better. An output without words scores 1, also where the reference is empty too, as in
        CharacTER.py.

    Statistics
        score, segments (1). Of several references the one with the lowest score counts; CharacTER.py takes one only.
        The time for a segment grows with the pairs of equal words, times the square of the words; memory is linear.
        The search for shifts ends after tables of 2 * 10**10 cells, which segments of up to some 500 words never reach.

    Parameters
    ----------
    tokenize : str, default "none"
        Tokenizer that makes the words.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Wang, Peter, Rosendahl and Ney 2016, "CharacTer: translation edit rate on character level", W16-2342.

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.CharacterTer().sentence_score("at noon we met", ["we met at noon"])
    >>> round(score.score, 4)  # one shift of two words, of 3 letters each, over 14 characters
    0.2143
    """

    name: ClassVar[str] = "character-ter"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("wang2016character",)

    lowercase: bool = False
    tokenize: str = "none"

    @property
    def label(self) -> str:
        """``CharacTER``."""
        return "CharacTER"

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer."""
        return self.reading_fields()

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment of every system: shape (S, N)."""
        encoded = corpus.encode(self.text_reading)
        scores = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments))
        _native.character_ter(encoded.arrays, scores, spell_words(corpus), corpus.n_threads)
        return take_reference(scores, choose_reference([scores], encoded.is_present))
