"""ROUGE-N: shared n-grams."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.metrics.registry import register
from steelyard.metrics.rouge.rouge import Overlap, Rouge
from steelyard.text import Corpus

__all__ = ["Rouge1", "Rouge2", "Rouge3", "Rouge4"]


@dataclass(frozen=True)
class _RougeN(Rouge):
    """Base of ROUGE-1 to ROUGE-4.

    Statistics
        {family}
        Where a text is empty, or too short to have any, the score is 0.
    """

    order: ClassVar[int]

    def count(self, corpus: Corpus) -> Overlap:
        """Count n-grams in common, each as often as in the text that has it less often."""
        encoded = self.encode(corpus)
        matches = encoded.overlaps(self.order, corpus.n_threads)
        in_hypothesis, in_reference = encoded.hypothesis_ngrams(self.order), encoded.reference_ngrams(self.order)
        return Overlap(matches[..., -1], in_hypothesis, in_reference, encoded.is_present)


@register
@dataclass(frozen=True)
class Rouge1(_RougeN):
    """ROUGE-1: shared words.

    What it measures
        How many words a text and a reference have in common: precision, recall and F-measure of 1-grams, each counted
        as often as in the text that has it less often, averaged over segments. Equal to rouge-score 0.1.2.

    When it misleads
        {family}
        Where the order of words matters: it does not look at it.

    Examples
    --------
    >>> import steelyard as sy
    >>> round(sy.metrics.Rouge1().sentence_score("the cat sat", ["the cat sat down"]).score, 6)
    0.857143
    """

    name: ClassVar[str] = "rouge-1"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)
    order: ClassVar[int] = 1


@register
@dataclass(frozen=True)
class Rouge2(_RougeN):
    """ROUGE-2: shared pairs of words.

    What it measures
        How many pairs of words a text and a reference have in common: precision, recall and F-measure of 2-grams, each
        counted as often as in the text that has it less often, averaged over segments. Equal to rouge-score 0.1.2.

    When it misleads
        {family}
        Where one word in two differs: it then scores 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> round(sy.metrics.Rouge2().sentence_score("the cat sat", ["the cat sat down"]).score, 6)
    0.8
    """

    name: ClassVar[str] = "rouge-2"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)
    order: ClassVar[int] = 2


@register
@dataclass(frozen=True)
class Rouge3(_RougeN):
    """ROUGE-3: shared runs of three words.

    What it measures
        How many runs of three words a text and a reference have in common: precision, recall and F-measure of 3-grams,
        each counted as often as in the text that has it less often, averaged over segments. Equal to rouge-score 0.1.2.

    When it misleads
        {family}
        On short segments: one of fewer than 3 words scores 0, even against itself.

    Examples
    --------
    >>> import steelyard as sy
    >>> round(sy.metrics.Rouge3().sentence_score("a cat sat down", ["the cat sat down"]).score, 6)
    0.5
    """

    name: ClassVar[str] = "rouge-3"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)
    order: ClassVar[int] = 3


@register
@dataclass(frozen=True)
class Rouge4(_RougeN):
    """ROUGE-4: shared runs of four words.

    What it measures
        How many runs of four words a text and a reference have in common: precision, recall and F-measure of 4-grams,
        each counted as often as in the text that has it less often, averaged over segments. Equal to rouge-score 0.1.2.

    When it misleads
        {family}
        On short segments: one of fewer than 4 words scores 0, even against itself.

    Examples
    --------
    >>> import steelyard as sy
    >>> round(sy.metrics.Rouge4().sentence_score("so the cat sat down", ["the cat sat down"]).score, 6)
    0.666667
    """

    name: ClassVar[str] = "rouge-4"
    cites: ClassVar[tuple[str, ...]] = ("lin2004rouge",)
    order: ClassVar[int] = 4
