"""What made one segment's score: the words that were compared, and what was matched with what."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import Provenance, WithRecipe
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["ExplainedSegment", "Explanation", "ExplanationMethod"]


@row
class ExplainedSegment(MetricRow):
    """One segment of one system under one metric."""

    signature: str = column("how the segment was scored")
    scale: int | None = column("100 for percentages, 1 for what is printed as a fraction")
    system: str = column(terms.SYSTEM)
    segment: int = column("its number, from 1")
    explanation: SegmentExplanation = column("texts, matches and parts of the score")


class ExplanationMethod(Provenance, WithRecipe):
    """What the segments belong to."""


@documented
@dataclass(frozen=True)
class Explanation(Result):
    """What made the scores of some segments; it holds their texts.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c"]], systems={"x": ["a c b"]})
    >>> explanation = sy.explain(data, "wer", segments=[1])
    >>> [segment.explanation.score for segment in explanation.segments]
    [0.6666666666666666]
    """

    schema: ClassVar[str] = "steelyard.explanation/1"
    tables: ClassVar[tuple[str, ...]] = ("segments",)

    segments: Annotated[tuple[ExplainedSegment, ...], "system by system"]
    method: Annotated[ExplanationMethod, "sizes, versions and the SHA-256 of the inputs"]
