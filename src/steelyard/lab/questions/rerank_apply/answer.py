"""What a model chose from lists."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.questions.compare.answer import Comparison
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["RerankedRow", "RerankApplyMethod", "Reranking"]


@row
class RerankedRow:
    """What was chosen for a segment."""

    line: int = column("line of the segment, from 1")
    place: int = column("place of the candidate in its list, from 1; 1 is the decoder's first")
    n_candidates: int = column("candidates of the list")
    output: str = column("its text")


@documented
class RerankApplyMethod(Provenance, WithRecipe):
    """How candidates were chosen."""

    n_weights: Annotated[int, "features of the model"]
    n_met: Annotated[int, "of these, how many vary in these lists"]
    n_candidates: Annotated[int, "of all lists"]


@documented
@dataclass(frozen=True)
class Reranking(Result):
    """What a model chose from lists, and how that compares with the decoder's first.

    Examples
    --------
    >>> from steelyard.results import RerankedRow, Reranking
    >>> Reranking((RerankedRow(1, 3, 100, "the cat sat"),), {"n_segments": 1}).outputs
    ('the cat sat',)
    """

    schema: ClassVar[str] = "steelyard.reranking/1"
    tables: ClassVar[tuple[str, ...]] = ("chosen",)

    chosen: Annotated[tuple[RerankedRow, ...], "by segment"]
    method: Annotated[RerankApplyMethod, "sizes, versions, and the SHA-256 of every input, the model with them"]
    comparison: Annotated[
        Comparison | None, "of what was chosen with what the decoder put first, where there are references"
    ] = None

    @property
    def outputs(self) -> tuple[str, ...]:
        """The texts that were chosen, a line per segment."""
        return tuple(row.output for row in self.chosen)
