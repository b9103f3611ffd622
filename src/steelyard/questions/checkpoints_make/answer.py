"""Check-points that were made, by category."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Provenance
from steelyard.short_repr import short_repr
from steelyard.types import CheckPoint

__all__ = ["MadeCheckPoints", "MadeMethod", "MadeRow"]


@dataclass(frozen=True, slots=True)
class MadeRow:
    """Check-points of a category that were made.

    Attributes
    ----------
    category, group : str
        Names.
    n_points, n_segments : int
        How many were made, and in how many segments.
    n_unlinked : int
        Units that were left out, as a word that makes them what they are has no link to any reference.
    n_disputed : int
        Units that were left out, as not every parser found them.
    n_open : int
        Points without a reference: no translation of the list is in any.
    n_gaps : int
        Points with a reference that has a gap.
    mean_weight : float
        How far references are trusted, on average.
    source, reference : str
        Of one of them, to look at.

    Examples
    --------
    >>> from steelyard.results import MadeRow
    >>> MadeRow("noun", "word", 120, 80, 9, 0, 0, 2, 1.0, "Haus", "house").n_unlinked
    9
    """

    category: str
    group: str
    n_points: int
    n_segments: int
    n_unlinked: int
    n_disputed: int
    n_open: int
    n_gaps: int
    mean_weight: float
    source: str
    reference: str

    __repr__ = short_repr


class MadeMethod(Provenance):
    """How check-points were made.

    Attributes
    ----------
    n_references : int
        Texts that translations were taken from.
    n_parsers : int
        Parses of the source that had to agree on phrases.
    notes : list of str
        What must not be overlooked.
    sentence : str
        For the paper.
    """

    n_references: int
    n_parsers: int
    notes: list[str]
    sentence: str


@dataclass(frozen=True)
class MadeCheckPoints(Result):
    """Check-points that were made, by category.

    Attributes
    ----------
    rows : tuple of MadeRow
        Group by group, the most frequent category first.
    points : tuple of CheckPoint
        In the order of the text.
    method : mapping
        How it was done.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> parse = Parse((Word("Hunde", upos="NOUN"), Word("bellen", upos="VERB")))
    >>> made = sy.lab.make_checkpoints([["dogs bark"]], source_parses=[[parse]], alignments=[[[(0, 0), (1, 1)]]])
    >>> [(point.category, point.source, point.references) for point in made.points]
    [('noun', 'Hunde', ('dogs',)), ('verb', 'bellen', ('bark',))]
    """

    schema: ClassVar[str] = "steelyard.madecheckpoints/1"
    tables: ClassVar[tuple[str, ...]] = ("rows",)

    rows: tuple[MadeRow, ...]
    points: tuple[CheckPoint, ...]
    method: MadeMethod
