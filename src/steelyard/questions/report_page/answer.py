"""Everything a report's page shows: a stored result, and what one wants to see behind its numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from steelyard.questions.compare.answer import Comparison
from steelyard.questions.diff.answer import Difference
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.results.base import Result
from steelyard.results.null_row import NullRow
from steelyard.results.pair_rows import Verdict
from steelyard.results.score_rows import SegmentScores
from steelyard.short_repr import short_repr

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


@dataclass(frozen=True, slots=True)
class AgreementOfMetrics:
    """How far two metrics say the same, both turned so that higher is better.

    Attributes
    ----------
    metric_a, metric_b : str
        Spellings.
    system_pearson, system_kendall : float or None
        Of the systems' scores: Pearson's r and Kendall's tau-b; None below three systems or without variation.
    segment_pearson, segment_kendall : float or None
        The same of all scores of single segments, pooled over the systems.
    n_same, n_one_sided, n_contrary : int
        Pairs of systems with the same verdict under both; with a difference under one alone; with opposite ones.

    Examples
    --------
    >>> from steelyard.results import AgreementOfMetrics
    >>> AgreementOfMetrics("bleu", "ter", 0.98, 0.9, 0.7, 0.5, 9, 1, 0).n_contrary
    0
    """

    metric_a: str
    metric_b: str
    system_pearson: float | None
    system_kendall: float | None
    segment_pearson: float | None
    segment_kendall: float | None
    n_same: int
    n_one_sided: int
    n_contrary: int


@dataclass(frozen=True, slots=True)
class BucketScores:
    """One kind of segment under one metric.

    Attributes
    ----------
    metric : str
        Spelling.
    dimension, bucket : str
        What segments were sorted by, and into which part.
    n_segments, n_units : int
        How many segments it has, and in how many documents, segments or blocks they stand.
    scores : tuple of float or None
        One per system, in the order of the result; None where the metric has none.

    Examples
    --------
    >>> from steelyard.results import BucketScores
    >>> BucketScores("bleu", "length", "1 to 12 words", 30, 9, (31.2, 30.1)).scores[0]
    31.2
    """

    metric: str
    dimension: str
    bucket: str
    n_segments: int
    n_units: int
    scores: tuple[float | None, ...]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class BucketTest:
    """Two systems on one kind of segment under one metric.

    Attributes
    ----------
    metric, dimension, bucket, system_a, system_b : str
        As in `BucketScores` and `PairRow`.
    delta : float
        Score of A minus score of B on these segments, in the metric's own sign and unit.
    p_value, p_adjusted : float
        Of this difference alone, and after correction for all buckets, pairs and metrics together.
    verdict : {"better", "worse", "equivalent", "cannot tell"}
        About A, from `p_adjusted`.

    Examples
    --------
    >>> from steelyard.results import BucketTest
    >>> BucketTest("bleu", "length", "1 to 12 words", "b", "a", -1.1, 0.02, 0.3, "cannot tell").verdict
    'cannot tell'
    """

    metric: str
    dimension: str
    bucket: str
    system_a: str
    system_b: str
    delta: float
    p_value: float
    p_adjusted: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class MarkedError:
    """An error that somebody, or a metric, marked in an output.

    Attributes
    ----------
    system : str
        Whose output.
    segment : int
        From 1.
    severity, category, rater : str
        As in the ratings; empty where they do not say.
    start, end : int or None
        Characters of the text, counted from 0, the end not included; None where the mark has no place in it.
    metric : str
        That marked it; empty where people did.
    confidence : float or None
        The metric's own.
    in_source : bool
        Whether the place is one of the source, not of the output.

    Examples
    --------
    >>> from steelyard.results import MarkedError
    >>> MarkedError("x", 7, "major", "accuracy", "ann", 0, 4).severity
    'major'
    """

    system: str
    segment: int
    severity: str
    category: str
    rater: str
    start: int | None = None
    end: int | None = None
    metric: str = ""
    confidence: float | None = None
    in_source: bool = False


@dataclass(frozen=True, slots=True)
class ReadWords:
    """Where the words stand that a metric reads in the shown texts, as far as a page's script cannot say it.

    Attributes
    ----------
    metric : str
        Spelling.
    references, outputs : tuple of tuple of str
        ``[reference][segment]`` and ``[system][segment]``: places as digits, as a page reads them; empty for a text
        whose words cannot be found in it.
    mark : str
        What a metric of SentencePiece's pieces puts before one that begins a word.
    keys : mapping of str to str
        What is compared in place of a word, such as its stem.
    links : tuple of tuple of str
        ``[system][segment]``: which words the metric itself aligned, and why, as digits.
    against : tuple of tuple of int
        ``[system][segment]``: the reference that it aligned them with, from 0; empty where there is but one.

    Examples
    --------
    >>> from steelyard.results import ReadWords
    >>> ReadWords("bleu(tokenize=ja-mecab)", (("44",),), (("4",),)).outputs[0][0]
    '4'
    """

    metric: str
    references: tuple[tuple[str, ...], ...]
    outputs: tuple[tuple[str, ...], ...]
    mark: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    links: tuple[tuple[str, ...], ...] = ()
    against: tuple[tuple[int, ...], ...] = ()

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ShownSegments:
    """Texts of segments, with the score of every output; or the scores alone.

    Attributes
    ----------
    numbers : tuple of int
        Which segments, from 1.
    systems : tuple of str
        Names.
    references : tuple of tuple of str or None
        ``[reference][segment]``; empty without texts.
    outputs : tuple of tuple of str or None
        ``[system][segment]``; empty without texts, None for a text that is not known.
    scores : tuple of SegmentScores
        Metric by metric, of the shown segments alone.
    sources, documents : tuple of str
        Where there are.
    lower_is_better : tuple of str
        Metrics in `scores` for which lower is better.
    errors : tuple of MarkedError
        What people, or metrics, marked in the outputs.
    items : tuple of str
        What segments without texts are called, where they have names.
    words : tuple of ReadWords
        Of the metrics whose words a page's script cannot find.

    Examples
    --------
    >>> from steelyard.results import ShownSegments
    >>> ShownSegments((7,), ("x",), (("a b",),), (("a c",),), ()).outputs[0][0]
    'a c'
    """

    numbers: tuple[int, ...]
    systems: tuple[str, ...]
    references: tuple[tuple[str | None, ...], ...]
    outputs: tuple[tuple[str | None, ...], ...]
    scores: tuple[SegmentScores, ...]
    sources: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    errors: tuple[MarkedError, ...] = ()
    items: tuple[str, ...] = ()
    words: tuple[ReadWords, ...] = ()

    __repr__ = short_repr


@dataclass(frozen=True)
class ReportPage(Result):
    """What `steelyard.report.html` makes a page of.

    Attributes
    ----------
    method : mapping
        How the parts below came about: segments in all and shown, draws and level of the buckets' tests.
    comparison : Comparison or None
        The result that the page is about; or `ratings` or `difference` is.
    ratings : RatingsAnalysis or None
        What people said.
    nulls : tuple of NullRow
        Metric by metric, for tests that draw.
    agreement : tuple of AgreementOfMetrics
        Each two metrics.
    buckets : tuple of BucketScores
        Metric by metric.
    bucket_pairs : tuple of BucketTest
        Likewise; none for buckets of too few units for any verdict.
    segments : ShownSegments or None
        Their texts and scores; None where no metric scores single segments. Of a difference those whose outputs differ.
    difference : Difference or None
        Where two systems differ.

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

    method: Mapping[str, Any]
    comparison: Comparison | None = None
    ratings: RatingsAnalysis | None = None
    nulls: tuple[NullRow, ...] = ()
    agreement: tuple[AgreementOfMetrics, ...] = ()
    buckets: tuple[BucketScores, ...] = ()
    bucket_pairs: tuple[BucketTest, ...] = ()
    segments: ShownSegments | None = field(default=None, repr=False)
    difference: Difference | None = None

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
