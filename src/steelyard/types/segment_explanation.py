"""What made the score of a segment, as metrics give it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from steelyard.reprs import short_repr

__all__ = ["Link", "SegmentExplanation"]


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

    __repr__ = short_repr
