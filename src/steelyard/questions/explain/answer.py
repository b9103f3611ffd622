"""What made one segment's score: the words that were compared, and what was matched with what."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["ExplainedSegment", "Explanation", "ExplanationMethod"]


@dataclass(frozen=True, slots=True)
class ExplainedSegment:
    """One segment of one system under one metric.

    Attributes
    ----------
    metric, label, signature : str
        How the segment was scored.
    scale : int or None
        100 for percentages, 1 for what is printed as a fraction.
    system : str
        Name of the system.
    segment : int
        Its number, from 1.
    explanation : SegmentExplanation
        Texts, matches and parts of the score.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c"]], systems={"x": ["a c b"]})
    >>> [made] = sy.explain(data, "exact-match", segments=[1]).segments
    >>> made.system, made.segment, made.explanation.score
    ('x', 1, 0.0)
    """

    metric: str
    label: str
    signature: str
    scale: int | None
    system: str
    segment: int
    explanation: SegmentExplanation

    __repr__ = short_repr


class ExplanationMethod(Provenance, Told):
    """What the segments belong to."""


@dataclass(frozen=True)
class Explanation(Result):
    """What made the scores of some segments; it holds their texts.

    Attributes
    ----------
    segments : tuple of ExplainedSegment
        System by system.
    method : mapping
        Sizes, versions and the SHA-256 of the inputs.

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

    segments: tuple[ExplainedSegment, ...]
    method: ExplanationMethod
