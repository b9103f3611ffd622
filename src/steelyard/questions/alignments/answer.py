"""How good word alignments are, and which of them differ."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.questions.compare.answer import CompareMethod
from steelyard.results.base import Result
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.short_repr import short_repr

__all__ = ["AlignmentRow", "Alignments", "AlignmentsMethod", "PhraseRow"]


@dataclass(frozen=True, slots=True)
class AlignmentRow:
    """What an alignment links.

    Attributes
    ----------
    system : str
        Its name; ``"gold"`` is the one that people made.
    n_links, n_sure : int
        Links, and those of them that gold has as sure.
    n_possible : int
        Those that gold has only as possible.
    n_wrong : int
        Those that gold does not have.
    n_missing : int
        Sure links of gold that it does not have.
    unlinked_source, unlinked_target : float
        Shares of the words that have no link.
    format : str
        ``"links"``, ``"naacl"``, ``"giza"``; ``"made"`` of two directions.
    first_number : int
        Of the first word in the file.

    Examples
    --------
    >>> from steelyard.results import AlignmentRow
    >>> AlignmentRow("giza", 100, 80, 15, 5, 9, 0.1, 0.2, "links", 0).n_wrong
    5
    """

    system: str
    n_links: int
    n_sure: int
    n_possible: int
    n_wrong: int
    n_missing: int
    unlinked_source: float
    unlinked_target: float
    format: str
    first_number: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class PhraseRow:
    """Phrase pairs of an alignment, by the words of their source side.

    Attributes
    ----------
    system : str
        Name of the alignment.
    longest : int
        Words of a phrase on either side, at most.
    n_words : int or None
        Of the source side; None for all phrases together.
    n_phrases, n_gold, n_shared : int
        Of the alignment, of gold, and of both.
    coverage : float
        Share of the source words that lie in such a phrase of the alignment.

    Examples
    --------
    >>> from steelyard.results import PhraseRow
    >>> PhraseRow("giza", 7, 1, 5000, 5500, 4200, 0.6).coverage
    0.6
    """

    system: str
    longest: int
    n_words: int | None
    n_phrases: int
    n_gold: int
    n_shared: int
    coverage: float

    __repr__ = short_repr


class AlignmentsMethod(CompareMethod):
    """How alignments were scored and compared; the rest is as in a comparison, without tests where there is one.

    Attributes
    ----------
    notes : list of str
        What must not be overlooked.
    """

    notes: list[str]


@dataclass(frozen=True)
class Alignments(Result):
    """Word alignments against gold links, and which of them differ.

    Attributes
    ----------
    scores : tuple of ScoreRow
        Measure by measure, alignments in the given order.
    pairs : tuple of PairRow
        Every two of them, measure by measure.
    alignments : tuple of AlignmentRow
        What each links; gold first.
    phrases : tuple of PhraseRow
        By alignment and length; none where phrase error rate was not asked for.
    method : mapping
        How it was done.

    Examples
    --------
    >>> import steelyard as sy
    >>> found = sy.lab.score_alignments([[(0, 0), (1, 1)]], {"mine": [[(0, 0)]]}, metrics=["aer"])
    >>> round(found.scores[0].score, 1), found.alignments[1].n_missing
    (33.3, 1)
    """

    schema: ClassVar[str] = "steelyard.alignments/1"
    tables: ClassVar[tuple[str, ...]] = ("scores", "pairs", "alignments", "phrases")

    scores: tuple[ScoreRow, ...]
    pairs: tuple[PairRow, ...]
    alignments: tuple[AlignmentRow, ...]
    phrases: tuple[PhraseRow, ...]
    method: AlignmentsMethod

    def __str__(self) -> str:
        """Return how many alignments there are, and how many differences are significant."""
        size = f"Alignments: {len(self.alignments) - 1} of {self.method['n_segments']:,} sentence pairs"
        if not self.pairs:
            return size
        n = sum(pair.verdict in ("better", "worse") for pair in self.pairs)
        return f"{size}\n{n} of {len(self.pairs)} differences are significant at {self.method['alpha']:g}"
