"""How many ratings it takes to find a difference, and which to collect next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.results.base import Result

__all__ = ["NextRow", "PlanRow", "RatingPlan", "VarianceRow"]


@dataclass(frozen=True, slots=True)
class VarianceRow:
    """Where the difference between two systems varies, as a standard deviation; from all pairs together.

    Attributes
    ----------
    metric : str
        Whose scores were taken into account; "" for ratings alone.
    document : float
        Between documents; between segments where no documents are known.
    residual : float or None
        Between single ratings; None where no document was rated twice.
    segment, rater : float or None
        Between segments of a document, and between raters; None where the pilot cannot tell.

    Examples
    --------
    >>> from steelyard.results import VarianceRow
    >>> VarianceRow("", 2.0, 9.0, None, None).document
    2.0
    """

    metric: str
    document: float
    residual: float | None
    segment: float | None
    rater: float | None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One way to rate two systems, and what it needs to find the difference.

    Attributes
    ----------
    metric : str
        Whose scores of all segments help; "" for ratings alone.
    segments_per_document, ratings_per_segment : int
        Of each system.
    n_raters : int or None
        Who stand for all raters there could be; None for those of the pilot, who stand for themselves.
    n_documents, n_segments, n_judgements : int or None
        The fewest that are enough; judgements of both systems. None where ``method["most_documents"]``, or with a
        metric those of the test set, are not.
    power : float or None
        With that many.

    Examples
    --------
    >>> from steelyard.results import PlanRow
    >>> PlanRow("", 5, 1, None, 40, 200, 400, 0.81).n_judgements
    400
    """

    metric: str
    segments_per_document: int
    ratings_per_segment: int
    n_raters: int | None
    n_documents: int | None
    n_segments: int | None
    n_judgements: int | None
    power: float | None


@dataclass(frozen=True, slots=True)
class NextRow:
    """One segment of the test set, and its chance to be rated.

    Attributes
    ----------
    line : int
        Counted from 1.
    document : str
        "" where none is known.
    status : str
        ``"rated"``, ``"next"`` or ``"open"``.
    probability : float
        Of being rated, by now or next.

    Examples
    --------
    >>> from steelyard.results import NextRow
    >>> NextRow(7, "talk", "next", 0.2).line
    7
    """

    line: int
    document: str
    status: str
    probability: float


@dataclass(frozen=True)
class RatingPlan(Result):
    """What a pilot says about ratings to come.

    Attributes
    ----------
    rows : tuple of PlanRow
        Without a metric first.
    variances : tuple of VarianceRow
        What they rest on.
    lines : tuple of NextRow
        Every segment of the test set, where it was asked which to rate next.
    method : mapping
        Difference, power, level, sizes of the pilot, seed, versions and the SHA-256 of every input.

    Examples
    --------
    >>> from steelyard.results import RatingPlan
    >>> RatingPlan((), (), (), {"n_segments": 0}).cheapest() is None
    True
    """

    schema: ClassVar[str] = "steelyard.rating-plan/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "variances", "lines")

    rows: tuple[PlanRow, ...]
    variances: tuple[VarianceRow, ...]
    lines: tuple[NextRow, ...]
    method: Mapping[str, Any]

    def cheapest(self, metric: str = "") -> PlanRow | None:
        """Return the design with the fewest judgements, or None if none is enough."""
        rows = [row for row in self.rows if row.metric == metric and row.n_judgements is not None]
        return min(rows, key=lambda row: row.n_judgements or 0, default=None)
