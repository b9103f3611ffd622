"""Everything a report's page shows: a stored result, and what one wants to see behind its numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from steelyard.questions.compare.answer import Comparison
from steelyard.questions.diff.answer import Difference
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.null_row import NullRow
from steelyard.results.pair_rows import Verdict
from steelyard.results.score_rows import SegmentScores

__all__ = [
    "AgreementOfMetrics",
    "BucketTest",
    "BucketScores",
    "MarkedError",
    "NullRow",
    "ReadWords",
    "ReportPage",
    "ShownSegments",
]


@row
class AgreementOfMetrics:
    """How far two metrics say the same, both turned so that higher is better."""

    metric: str = column("the one metric's spelling")
    against: str = column("the other's")
    system_pearson: float | None = column(
        "Pearson's r of the systems' scores; None below three systems or without variation"
    )
    system_kendall: float | None = column("Kendall's tau-b of them")
    segment_pearson: float | None = column("Pearson's r of all scores of single segments, pooled over the systems")
    segment_kendall: float | None = column("Kendall's tau-b of them")
    n_same: int = column("pairs of systems with the same verdict under both")
    n_one_sided: int = column("pairs with a difference under one alone")
    n_contrary: int = column("pairs with opposite verdicts")


@row
class BucketScores:
    """One kind of segment under one metric."""

    metric: str = column("the metric's spelling")
    dimension: str = column("what segments were sorted by")
    bucket: str = column("the part that they were sorted into")
    n_segments: int = column("segments in it")
    n_units: int = column("documents, segments or blocks that they are in")
    scores: tuple[float | None, ...] = column(
        "one per system, in the order of the result; None where the metric has none"
    )


@row
class BucketTest:
    """Two systems on one kind of segment under one metric."""

    metric: str = column("the metric's spelling")
    dimension: str = column("what segments were sorted by")
    bucket: str = column("the part that they were sorted into")
    system: str = column("as in `PairRow`")
    against: str = column("as in `PairRow`")
    difference: float = column("score minus that of the other on these segments, in the metric's own sign and unit")
    p_value: float = column("p-value of this difference alone")
    p_adjusted: float = column("p-value after correction for all buckets, pairs and metrics together")
    verdict: Verdict = column("on the system, from `p_adjusted`")


@row
class MarkedError:
    """An error that somebody, or a metric, marked in an output."""

    system: str = column("system whose output it is")
    segment: int = column("its number, from 1")
    severity: str = column("as in the ratings; empty where they do not say")
    category: str = column("likewise")
    rater: str = column("likewise")
    start: int | None = column(
        "first character of the text, counted from 0; None where the mark has no place in it", default=None
    )
    end: int | None = column("the first character after it", default=None)
    metric: str = column("metric that marked it; empty where people did", default="")
    confidence: float | None = column("the metric's own", default=None)
    in_source: bool = column("whether the place is one of the source, not of the output", default=False)


@row
class ReadWords:
    """Where the words stand that a metric reads in the shown texts, as far as a page's script cannot say it."""

    metric: str = column("the metric's spelling")
    references: tuple[tuple[str, ...], ...] = column(
        "``[reference][segment]``: places as digits, as a page reads them; empty for a text whose words cannot be "
        "found in it"
    )
    outputs: tuple[tuple[str, ...], ...] = column("``[system][segment]``: the same")
    mark: str = column("what a metric of SentencePiece's pieces puts before one that begins a word", default="")
    keys: Mapping[str, str] = column("what is compared in place of a word, such as its stem", default_factory=dict)
    links: tuple[tuple[str, ...], ...] = column(
        "``[system][segment]``: which words the metric itself aligned, and why, as digits", default=()
    )
    against: tuple[tuple[int, ...], ...] = column(
        "``[system][segment]``: the reference that it aligned them with, from 0; empty where there is but one",
        default=(),
    )


@row
class ShownSegments:
    """Texts of segments, with the score of every output; or the scores alone."""

    numbers: tuple[int, ...] = column("which segments, from 1")
    systems: tuple[str, ...] = column("names")
    references: tuple[tuple[str | None, ...], ...] = column("``[reference][segment]``; empty without texts")
    outputs: tuple[tuple[str | None, ...], ...] = column(
        "``[system][segment]``; empty without texts, None for a text that is not known"
    )
    scores: tuple[SegmentScores, ...] = column("metric by metric, of the shown segments alone")
    sources: tuple[str, ...] = column("where there are", default=())
    documents: tuple[str, ...] = column("where there are", default=())
    lower_is_better: tuple[str, ...] = column("metrics in `scores` for which lower is better", default=())
    errors: tuple[MarkedError, ...] = column("what people, or metrics, marked in the outputs", default=())
    items: tuple[str, ...] = column("what segments without texts are called, where they have names", default=())
    words: tuple[ReadWords, ...] = column("of the metrics whose words a page's script cannot find", default=())


@documented
@dataclass(frozen=True)
class ReportPage(Result):
    """What `steelyard.report.html` makes a page of.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> evaluation = sy.evaluate(data)
    >>> page = evaluation.report_page(evaluation.compare())
    >>> print(page)
    ReportPage: 1 difference, 2 segments shown
    """

    schema: ClassVar[str] = "steelyard.report-page/1"
    tables: ClassVar[tuple[str, ...]] = ("nulls", "agreement", "buckets", "bucket_pairs")

    method: Annotated[
        Mapping[str, Any],
        "how the parts below came about: segments in all and shown, draws and level of the buckets' tests",
    ]
    comparison: Annotated[Comparison | None, "the result that the page is about; or `ratings` or `difference` is"] = (
        None
    )
    ratings: Annotated[RatingsAnalysis | None, "what people said"] = None
    nulls: Annotated[tuple[NullRow, ...], "metric by metric, for tests that draw"] = ()
    agreement: Annotated[tuple[AgreementOfMetrics, ...], "each two metrics"] = ()
    buckets: Annotated[tuple[BucketScores, ...], "metric by metric"] = ()
    bucket_pairs: Annotated[tuple[BucketTest, ...], "likewise; none for buckets of too few units for any verdict"] = ()
    segments: Annotated[
        ShownSegments | None,
        "their texts and scores; None where no metric scores single segments. Of a difference those whose outputs "
        "differ",
    ] = field(default=None, repr=False)
    difference: Annotated[Difference | None, "where two systems differ"] = None

    @property
    def result(self) -> Comparison | RatingsAnalysis | Difference:
        """The result that the page is about."""
        result = self.comparison or self.ratings or self.difference
        if result is None:
            raise ValueError("A page is about a Comparison, a RatingsAnalysis or a Difference.")
        return result

    def _repr_html_(self) -> str:
        """Return the page in a frame, for notebooks."""
        from steelyard.page.notebook import framed_page

        return framed_page(self)

    def __str__(self) -> str:
        """Return what the page holds."""
        n_shown = len(self.segments.numbers) if self.segments is not None else 0
        result = self.result
        n_pairs = 1 if isinstance(result, Difference) else len(result.pairs)
        pairs = f"{n_pairs} difference{'s' if n_pairs != 1 else ''}"
        return f"ReportPage: {pairs}, {n_shown} segment{'s' if n_shown != 1 else ''} shown"
