"""ROUGE-L and ROUGE-Lsum: longest common subsequences."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.metrics.registry import register
from steelyard.metrics.rouge.rouge import Overlap, Rouge
from steelyard.text import Corpus
from steelyard.types import TestSet

__all__ = ["RougeL", "RougeLsum"]


@register
@dataclass(frozen=True)
class RougeL(Rouge):
    """ROUGE-L: the longest common subsequence.

    What it measures
        How many words a text and a reference have in common in the same order, with others between them or not:
        precision, recall and F-measure of the longest common subsequence, averaged over segments. Equal to rouge-score
        0.1.2. Time: the product of the lengths over 64.

    When it misleads
        {family}
        Where a phrase moved: only one of two swapped halves counts.

    Statistics
        {family}
        Where a text is empty, or too short to have any, the score is 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> hypotheses = ["police kill the gunman", "the gunman kill police"]
    >>> [sy.metrics.RougeL().sentence_score(text, ["police killed the gunman"]).score for text in hypotheses]
    [0.75, 0.5]
    """

    name: ClassVar[str] = "rouge-l"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)

    def count(self, corpus: Corpus) -> Overlap:
        """Measure longest common subsequences."""
        encoded = self.encode(corpus)
        hits = np.empty((len(encoded.is_present), encoded.n_systems, encoded.n_segments), dtype=np.int64)
        _native.lcs_lengths(encoded.arrays, hits, corpus.n_threads)
        return Overlap(hits, encoded.hypothesis_lengths, encoded.reference_lengths, encoded.is_present)


@register
@dataclass(frozen=True)
class RougeLsum(Rouge):
    r"""ROUGE-Lsum: unions of longest common subsequences, sentence by sentence.

    What it measures
        ROUGE-L for segments of several sentences: for each sentence of the reference, the words that are in one of its
        longest common subsequences with the output's sentences, so that the order of sentences does not matter.
        Sentences end at a line feed, which a text given from Python may contain; a segment that is one line scores as
        under ROUGE-L. Equal to rouge-score 0.1.2 without ``split_summaries``, which would guess sentence ends with
        NLTK.

    When it misleads
        {family}
        Where a word is often repeated: of several longest subsequences, an arbitrary one counts.

    Statistics
        {family}
        Where a text is empty, or too short to have any, the score is 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> texts = "the cat sat\nthe dog ran", "the dog ran\nthe cat sat"
    >>> sy.metrics.RougeLsum().sentence_score(texts[0], [texts[1]]).score
    1.0
    """

    name: ClassVar[str] = "rouge-lsum"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)

    @property
    def label(self) -> str:
        """``ROUGE-Lsum``, as everybody writes it."""
        return super().label.replace("LSUM", "Lsum")

    def count(self, corpus: Corpus) -> Overlap:
        """Count the words in unions of longest common subsequences."""
        sentences, groups = _sentences_of(corpus)
        encoded = self.encode(sentences)
        data = corpus.test_set
        hits = np.empty((len(data.references), encoded.n_systems, data.n_segments), dtype=np.int64)
        _native.union_lcs(encoded.arrays, groups, hits, corpus.n_threads)
        in_hypothesis, in_reference = (
            np.add.reduceat(lengths, groups[:-1], axis=1)
            for lengths in (encoded.hypothesis_lengths, encoded.reference_lengths)
        )
        is_present = np.array([[line is not None for line in text] for text in data.references])
        return Overlap(hits, in_hypothesis, in_reference, is_present)


def _sentences_of(corpus: Corpus) -> tuple[Corpus, NDArray[np.int64]]:
    """Make each sentence a segment; of a segment with fewer than another text has, the last ones are empty.

    Returns the sentences, and where those of each segment begin, with the number of all at the end.
    """
    data = corpus.test_set
    if not any("\n" in (line or "") for text in (*data.references, *data.systems.values()) for line in text):
        return corpus, np.arange(data.n_segments + 1)
    references, systems = (
        [[(line or "").split("\n") for line in text] for text in texts]
        for texts in (data.references, data.systems.values())
    )
    counts = [max(map(len, segment)) for segment in zip(*references, *systems, strict=True)]

    def flat(text: list[list[str]]) -> list[str]:
        padded = (lines + [""] * (count - len(lines)) for lines, count in zip(text, counts, strict=True))
        return [line for lines in padded for line in lines]

    sentences = TestSet(
        references=[flat(text) for text in references],
        systems={name: flat(text) for name, text in zip(data.systems, systems, strict=True)},
    )
    return Corpus(sentences, corpus.n_threads), np.cumsum([0, *counts])
