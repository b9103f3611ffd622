"""How many ratings it takes to find a difference, and which to collect next."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told

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


class PlanMethod(Provenance, Told):
    """How ratings were planned.

    Attributes
    ----------
    difference : float
        To be found, in the unit of the ratings.
    power, alpha : float
        How often, and at which level.
    scale : str
        Of the pilot.
    n_pairs : int
        Pairs of systems of the pilot.
    n_rated, n_rated_documents : int
        Segments, or documents, of the pilot.
    n_raters : int
        Of the pilot.
    is_paired : bool
        Whether differences are of one rater's scores of both systems.
    most_documents : int
        Beyond which nothing is planned.
    off_by : (float, float)
        What is needed can be from so many to so many times as much.
    left_out : list of dict
        Systems that take no part, and the reason.
    n_left_out : int
        Lines that were rated for some systems only, and are not drawn from.
    for_all_raters : bool
        Whether some designs speak of all raters.
    has_documents : bool
        Whether documents are known.
    n_next : int
        Lines that were drawn to be rated next.
    by_document : bool
        Whether whole documents were drawn.
    sampling : str or None
        How the pilot was chosen.
    seed : int
        Of the draw.
    sentence : str
        The same for the paper.
    """

    difference: float
    power: float
    alpha: float
    scale: str
    n_pairs: int
    n_rated: int
    n_rated_documents: int
    n_raters: int
    is_paired: bool
    most_documents: int
    off_by: tuple[float, float]
    left_out: list[dict[str, str]]
    n_left_out: int
    for_all_raters: bool
    has_documents: bool
    n_next: int
    by_document: bool
    sampling: str | None
    seed: int
    sentence: str


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
    method : PlanMethod
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
    method: PlanMethod

    def cheapest(self, metric: str = "") -> PlanRow | None:
        """Return the design with the fewest judgements, or None if none is enough."""
        rows = [row for row in self.rows if row.metric == metric and row.n_judgements is not None]
        return min(rows, key=lambda row: row.n_judgements or 0, default=None)
