"""Exact match and zero-edit rate: the share of segments that equal a reference, and that need no edit."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Reading

__all__ = ["ExactMatch", "ZeroEditRate"]


@register
@dataclass(frozen=True)
class ExactMatch(MeanMetric):
    """Exact match: the share of segments whose words equal those of a reference.

    What it measures
        How often the output is, word for word, what a reference has.

    When it misleads
        Where many outputs are right: a wrong word counts as much as a wrong sentence. It depends on length: short
        segments match more easily.

    Range and direction
        0 to 1, higher is better.

    Statistics
        score (1 or 0), segments (1).

    Parameters
    ----------
    tokenize : str, default "none"
        Tokenizer; by default texts are equal when they differ in white space only.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Rajpurkar et al. 2016, "SQuAD: 100,000+ questions for machine comprehension of text", D16-1264.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.ExactMatch().corpus_score(["a b", "c"], [["a  b", "d"]]).score
    0.5
    """

    name: ClassVar[str] = "exact-match"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("rajpurkar2016squad",)

    lowercase: bool = False
    tokenize: str = "none"

    @property
    def label(self) -> str:
        """``EM``."""
        return "EM"

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """None: whole texts are compared."""
        return ()

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer."""
        return self.reading_fields()

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Compare: shape (S, N)."""
        return _is_equal(corpus, self.text_reading).astype(np.float64)


@register
@dataclass(frozen=True)
class ZeroEditRate(MeanMetric):
    """Zero-edit rate: the percentage of segments that a post-editor left, or would leave, as they are.

    What it measures
        With post-edits of the output as references, how many segments were not touched; with other references, how many
        need no edit to become one of them. No edit is needed exactly where WER and TER are 0 on the same words: it is
        `ExactMatch` times 100.

    When it misleads
        With references that are no post-edits of this output: a perfect translation in other words counts as edited.
        Between editors, who differ in what they let pass. It depends on length: short segments need edits less often.

    Range and direction
        0 to 100, higher is better.

    Statistics
        score (100 or 0), segments (1).

    Parameters
    ----------
    lowercase : bool, default False
        Apply Python's `str.lower` first; by default a change of case is an edit, which TER's default does not count.
    tokenize : str, default "none"
        Tokenizer; by default a change of white space only is no edit.

    Raises
    ------
    SpecError
        An option does not exist.

    References
    ----------
    Snover et al. 2006, "A study of translation edit rate with targeted human annotation", 2006.amta-papers.25 (edits,
    and references made by editing the output).

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.ZeroEditRate().corpus_score(["a b", "c", "d", "e"], [["a  b", "d", "d", "e"]]).score
    75.0
    """

    name: ClassVar[str] = "zero-edit-rate"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    cites: ClassVar[tuple[str, ...]] = ("snover2006study",)
    scale: ClassVar[int] = 100

    lowercase: bool = False
    tokenize: str = "none"

    @property
    def label(self) -> str:
        """``ZER``."""
        return "ZER"

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """None: whole texts are compared."""
        return ()

    def signature_fields(self) -> dict[str, str]:
        """Return casing and tokenizer."""
        return self.reading_fields()

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Compare: shape (S, N)."""
        return np.where(_is_equal(corpus, self.text_reading), 100.0, 0.0)


def _is_equal(corpus: Corpus, reading: Reading) -> NDArray[np.bool_]:
    """Say which hypotheses have the words of one of their references: shape (S, N)."""
    encoded = corpus.encode(reading)
    distances = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments), dtype=np.int64)
    _native.edit_distances(encoded.arrays, distances, corpus.n_threads)
    is_equal: NDArray[np.bool_] = ((distances == 0) & encoded.is_present[:, None]).any(axis=0)
    return is_equal
