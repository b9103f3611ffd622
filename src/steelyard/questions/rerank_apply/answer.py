"""What a model chose from lists."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.questions.compare.answer import Comparison
from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told

__all__ = ["RerankedRow", "RerankApplyMethod", "Reranking"]


@dataclass(frozen=True, slots=True)
class RerankedRow:
    """What was chosen for a segment.

    Attributes
    ----------
    line : int
        Of the segment, from 1.
    place : int
        Of the candidate in its list, from 1; 1 is the decoder's first.
    n_candidates : int
        Of the list.
    output : str
        Its text.

    Examples
    --------
    >>> from steelyard.results import RerankedRow
    >>> RerankedRow(1, 3, 100, "the cat sat").place
    3
    """

    line: int
    place: int
    n_candidates: int
    output: str


class RerankApplyMethod(Provenance, Told):
    """How candidates were chosen.

    Attributes
    ----------
    n_weights : int
        Features of the model.
    n_met : int
        Of these, how many vary in these lists.
    n_candidates : int
        Of all lists.
    """

    n_weights: int
    n_met: int
    n_candidates: int


@dataclass(frozen=True)
class Reranking(Result):
    """What a model chose from lists, and how that compares with the decoder's first.

    Attributes
    ----------
    chosen : tuple of RerankedRow
        By segment.
    method : mapping
        Sizes, versions, and the SHA-256 of every input, the model with them.
    comparison : Comparison or None
        Of what was chosen with what the decoder put first, where there are references.

    Examples
    --------
    >>> from steelyard.results import RerankedRow, Reranking
    >>> Reranking((RerankedRow(1, 3, 100, "the cat sat"),), {"n_segments": 1}).outputs
    ('the cat sat',)
    """

    schema: ClassVar[str] = "steelyard.reranking/1"
    tables: ClassVar[tuple[str, ...]] = ("chosen",)

    chosen: tuple[RerankedRow, ...]
    method: RerankApplyMethod
    comparison: Comparison | None = None

    @property
    def outputs(self) -> tuple[str, ...]:
        """The texts that were chosen, a line per segment."""
        return tuple(row.output for row in self.chosen)
