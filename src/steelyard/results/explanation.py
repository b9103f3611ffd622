"""What made one segment's score: the words that were compared, and what was matched with what."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from steelyard.results.base import Result

__all__ = ["ExplainedSegment", "Explanation", "Link", "SegmentExplanation"]


@dataclass(frozen=True, slots=True)
class Link:
    """Words of the output that count as words of the reference.

    Attributes
    ----------
    hypothesis, reference : (int, int)
        First word and the one past the last, from 0.
    kind : str
        Why they match, such as ``"exact"``, ``"stem"`` or ``"substitution"``.
    chunk : int, optional
        Number of the run that the link belongs to, from 0; None where the metric knows no runs.

    Examples
    --------
    >>> Link((0, 1), (2, 3), "exact")
    Link(hypothesis=(0, 1), reference=(2, 3), kind='exact', chunk=None)
    """

    hypothesis: tuple[int, int]
    reference: tuple[int, int]
    kind: str
    chunk: int | None = None


@dataclass(frozen=True, slots=True)
class SegmentExplanation:
    """One segment under one metric.

    Attributes
    ----------
    score : float
        As the metric scores the segment.
    hypothesis, reference : tuple of str
        The words that were compared, as the metric reads them.
    reference_number : int
        Which reference counted, from 1; 0 where all count together.
    links : tuple of Link
        What was matched, in order of the output.
    parts : mapping of str to float or tuple of float
        The numbers that the score is made of.
    notes : tuple of str
        What links cannot say, a line each, such as the shifts of TER.

    Examples
    --------
    >>> made = SegmentExplanation(1.0, ("a",), ("a",), 1, (Link((0, 1), (0, 1), "exact", 0),))
    >>> made.links[0].kind, made.notes
    ('exact', ())
    """

    score: float
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    reference_number: int
    links: tuple[Link, ...] = ()
    parts: Mapping[str, float | tuple[float, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


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


@dataclass(frozen=True, eq=True)
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
    method: Mapping[str, Any]
