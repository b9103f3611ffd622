"""How many ratings it takes to find a difference, and which to collect next."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["NextRow", "PlanRow", "RatingPlan", "VarianceRow"]


@row
class VarianceRow:
    """Where the difference between two systems varies, as a standard deviation; from all pairs together."""

    metric: str = column('metric whose scores were taken into account; "" for ratings alone')
    document: float = column("between documents; between segments without documents")
    residual: float | None = column("between single ratings; None if no document was rated twice")
    segment: float | None = column("between segments of a document; None if the pilot cannot estimate it")
    rater: float | None = column("between raters; None if the pilot cannot estimate it")


@row
class PlanRow:
    """One way to rate two systems, and what it needs to find the difference."""

    metric: str = column('metric whose scores of all segments help; "" for ratings alone')
    segments_per_document: int = column("of each system", ">segments per document", ",")
    ratings_per_segment: int = column("of each system", ">ratings per segment", ",")
    n_raters: int | None = column("raters, as a sample of all possible raters; None for those of the pilot alone")
    n_documents: int | None = column(
        'fewest documents that are enough; None if ``method["most_documents"]``, or with a metric those of the '
        "test set, are not"
    )
    n_segments: int | None = column("the same of segments", ">segments", ",")
    n_judgements: int | None = column(
        "the same of judgements, of both systems",
        ">judgements",
        ",",
        "of both systems together; add half of them for every further system",
    )
    power: float | None = column("power with that many", ">power", ".3f")


@row
class NextRow:
    """One segment of the test set, and its chance to be rated."""

    line: int = column("counted from 1")
    document: str = column('its document; "" where none is known')
    status: str = column('"rated", "next" or "open"')
    probability: float = column("of being rated, by now or next")


@documented
class PlanMethod(Provenance, WithRecipe):
    """How ratings were planned."""

    difference: Annotated[float, "to be detected, in the unit of the ratings"]
    power: Annotated[float, "wanted power"]
    alpha: Annotated[float, "level of the test"]
    scale: Annotated[str, "what people were asked in the pilot"]
    n_pairs: Annotated[int, "pairs of systems of the pilot"]
    n_rated: Annotated[int, "segments of the pilot"]
    n_rated_documents: Annotated[int, "documents of the pilot"]
    n_raters: Annotated[int, "raters of the pilot"]
    is_paired: Annotated[bool, "whether differences are of one rater's scores of both systems"]
    most_documents: Annotated[int, "largest number of documents that is planned"]
    off_by: Annotated[tuple[float, float], "95 % range of the numbers needed, as multiples"]
    left_out: Annotated[list[dict[str, str]], "systems that were left out, and the reason"]
    n_left_out: Annotated[int, "lines that were rated for some systems only, and are not drawn from"]
    for_all_raters: Annotated[bool, "whether some designs are for all raters"]
    has_documents: Annotated[bool, "whether documents are known"]
    n_next: Annotated[int, "lines that were drawn to be rated next"]
    by_document: Annotated[bool, "whether whole documents were drawn"]
    sampling: Annotated[str | None, "how the pilot was chosen"]
    seed: Annotated[int, "of the draw"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class RatingPlan(Result):
    """What a pilot says about ratings to come.

    Examples
    --------
    >>> from steelyard.results import RatingPlan
    >>> RatingPlan((), (), (), {"n_segments": 0}).cheapest() is None
    True
    """

    schema: ClassVar[str] = "steelyard.rating-plan/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "variances", "lines")

    rows: Annotated[tuple[PlanRow, ...], "without a metric first"]
    variances: Annotated[tuple[VarianceRow, ...], "standard deviations behind them"]
    lines: Annotated[tuple[NextRow, ...], "every segment of the test set, if lines to rate next were requested"]
    method: Annotated[
        PlanMethod, "difference, power, level, sizes of the pilot, seed, versions and the SHA-256 of every input"
    ]

    def cheapest(self, metric: str = "") -> PlanRow | None:
        """Return the design with the fewest judgements, or None if none is enough."""
        rows = [row for row in self.rows if row.metric == metric and row.n_judgements is not None]
        return min(rows, key=lambda row: row.n_judgements or 0, default=None)
