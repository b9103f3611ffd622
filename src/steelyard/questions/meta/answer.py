"""How far metrics agree with people, and which of them can be told apart."""

from dataclasses import dataclass
from typing import ClassVar, NotRequired, TypedDict

from steelyard.results.base import Result
from steelyard.results.method import MethodOfGold, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = [
    "BucketAgreementRow",
    "BucketPairRow",
    "ComparedMetrics",
    "MetaEvaluation",
    "MetaMethod",
    "MethodOfBuckets",
    "MetricAgreementRow",
    "MetricPairRow",
]


@dataclass(frozen=True, slots=True)
class MetricAgreementRow:
    """The agreement of one metric with people by one statistic.

    Attributes
    ----------
    level : {"system", "segment", "document"}
        Whether systems, outputs of segments, or outputs of documents are compared.
    statistic : str
        As in ``--statistics``, such as ``"pearson"``.
    average : {"", "item", "system", "none"}
        Within what outputs are compared, before the mean is taken: the outputs of one segment (or document), those of
        one system, or all outputs at once; empty at the system level.
    metric : str
        Its name.
    value : float or None
        The agreement, larger is better; None where it is not defined.
    interval : (float, float) or None
        Confidence interval.
    rank : int
        From 1, by value; equal values share the best rank.
    threshold : float or None
        Of ``calibrated-accuracy``: scores that differ by at most this are ties, in the metric's unit.
    guess : float or None
        What a metric that knows nothing gets: 0.5 for accuracies of systems, 0 for correlations, for
        ``calibrated-accuracy`` the share of pairs that people tie. None where it depends on the metric's ties.
    rank_low, rank_high : int or None
        Places the metric may have, by the comparison of all metrics; of the deciding statistic alone.
    cluster : int or None
        From 1; every metric of a cluster agrees significantly better than every one of the next.
    share_first : float or None
        Share of the resamples in which no metric agrees better; resamples with several such metrics are shared out.
        Not the probability that it is the best.

    Examples
    --------
    >>> from steelyard.results import MetricAgreementRow
    >>> MetricAgreementRow("system", "pearson", "", "COMET", 0.95, (0.8, 0.99), 1).is_deciding
    False
    """

    level: str
    statistic: str
    average: str
    metric: str
    value: float | None
    interval: tuple[float, float] | None
    rank: int
    threshold: float | None = None
    guess: float | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    cluster: int | None = None
    share_first: float | None = None

    __repr__ = short_repr

    @property
    def is_deciding(self) -> bool:
        """Whether metrics of this level were compared by this statistic."""
        return self.cluster is not None


@dataclass(frozen=True, slots=True)
class MetricPairRow:
    """Two metrics by the statistic that decides at a level.

    Attributes
    ----------
    level, statistic, average : str
        As in `MetricAgreementRow`.
    metric_a, metric_b : str
        Names; A has the larger agreement, or stands earlier.
    difference : float
        Agreement of A minus that of B.
    interval : (float, float) or None
        Of the difference of this pair alone, from the bootstrap.
    p_value, p_adjusted : float
        Two-sided: of this pair alone, and for all pairs of the level together.
    verdict : {"better", "cannot tell"}
        Of A against B, by the adjusted p-value.
    least_significant : float or None
        The difference that had to be reached, about, to be significant among all pairs; of true differences as large
        about half are found. None where the test has no draws.

    Examples
    --------
    >>> from steelyard.results import MetricPairRow
    >>> MetricPairRow("system", "pearson", "", "COMET", "BLEU", 0.1, (-0.1, 0.3), 0.2, 0.4, "cannot tell").verdict
    'cannot tell'
    """

    level: str
    statistic: str
    average: str
    metric_a: str
    metric_b: str
    difference: float
    interval: tuple[float, float] | None
    p_value: float
    p_adjusted: float
    verdict: str
    least_significant: float | None = None


@dataclass(frozen=True, slots=True)
class BucketAgreementRow:
    """The agreement of one metric with people in one part of the test set.

    Attributes
    ----------
    bucket : str
        Its label.
    n_segments : int
        Rated segments in it.
    statistic, average : str
        As in `MetricAgreementRow`, of segments.
    metric : str
        Name.
    value : float
        The agreement.
    interval : (float, float)
        By the bootstrap of the bucket's segments or documents.

    Examples
    --------
    >>> from steelyard.results import BucketAgreementRow
    >>> BucketAgreementRow("longer", 60, "kendall", "item", "BLEU", 0.5, (0.4, 0.6)).n_segments
    60
    """

    bucket: str
    n_segments: int
    statistic: str
    average: str
    metric: str
    value: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class BucketPairRow:
    """One metric in two buckets.

    Attributes
    ----------
    metric : str
        Name.
    bucket_a, bucket_b : str
        B is the earlier.
    difference : float
        Agreement in A less that in B.
    p_value, p_adjusted : float
        Two-sided, from permuted buckets: alone, and for all metrics and pairs of buckets together.
    is_different : bool
        By the adjusted p-value.

    Examples
    --------
    >>> from steelyard.results import BucketPairRow
    >>> BucketPairRow("BLEU", "longer", "up to 91 characters", 0.1, 0.2, 0.4, False).is_different
    False
    """

    metric: str
    bucket_a: str
    bucket_b: str
    difference: float
    p_value: float
    p_adjusted: float
    is_different: bool


class ComparedMetrics(TypedDict):
    """How the metrics of a level were compared.

    Attributes
    ----------
    statistic : str
        By which.
    test : {"exchange", "bootstrap", "williams"}
        With which test.
    sentence : str
        How, as part of a sentence.
    scope : str
        What it holds for.
    n_draws : int
        Of the test; 0 where nothing is drawn.
    is_exact : bool
        Whether all outcomes were enumerated.
    """

    statistic: str
    test: str
    sentence: str
    scope: str
    n_draws: int
    is_exact: bool


class MethodOfBuckets(TypedDict):
    """How buckets of segments were compared, where there are some.

    Attributes
    ----------
    buckets_by : str
        The statistic that is told of each.
    """

    buckets_by: NotRequired[str]


class MetaMethod(Provenance, Told, MethodOfBuckets, MethodOfGold):
    """What was read, left out, drawn and tested.

    Attributes
    ----------
    people : str
        The scale.
    n_metrics : int
        Metrics that take part.
    without_segments : list of str
        Metrics that take no part, as they have no scores of segments.
    n_rated_segments, n_outputs : int
        Segments, and outputs of them, that take part.
    n_unscored : int
        Rated outputs that take no part, as some metric has no score of them.
    systems : list of str
        That take part.
    left_out : list of dict
        Systems that take no part, and the reason.
    notes : list of str
        What could not be computed.
    levels : list of str
        As in the rows.
    by : dict of str to str
        By level, the statistic that decides.
    compared : dict of str to ComparedMetrics
        By level; none for a single metric.
    resample : {"systems", "inputs", "both"}
        What intervals resample.
    metric_lines : {"all", "rated"}
        Lines that metrics' scores of systems are of.
    interval : {"student", "percentile", "fisher"}
        Their kind.
    confidence_level : float
        Of the intervals.
    alpha : float
        Of the comparison of all metrics of a level.
    n_resamples, seed : int
        Of all draws.
    sentence : str
        The same for the paper.
    """

    people: str
    n_metrics: int
    without_segments: list[str]
    n_rated_segments: int
    n_outputs: int
    n_unscored: int
    systems: list[str]
    left_out: list[dict[str, str]]
    notes: list[str]
    levels: list[str]
    by: dict[str, str]
    compared: dict[str, ComparedMetrics]
    resample: str
    metric_lines: str
    interval: str
    confidence_level: float
    alpha: float
    n_resamples: int
    seed: int
    sentence: str


@dataclass(frozen=True)
class MetaEvaluation(Result):
    """The agreement of metrics with people, level by level, and the comparison of the metrics.

    Attributes
    ----------
    agreement : tuple of MetricAgreementRow
        Level by level, statistic by statistic, best metric first; the statistic that decides comes first in its level.
    pairs : tuple of MetricPairRow
        Of every level, all pairs of metrics, by the deciding statistic.
    buckets : tuple of BucketAgreementRow
        Where parts of the test set were asked for.
    bucket_pairs : tuple of BucketPairRow
        The same.
    method : MetaMethod
        What was read, left out, drawn and tested; seeds, versions and the SHA-256 of every file.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(8, 1)) + rng.normal(size=(8, 40)), tuple("abcdefgh")
    >>> people = OutputScores("people", systems, quality)
    >>> metrics = [OutputScores(f"noise {n}", systems, quality + n * rng.normal(size=(8, 40))) for n in (1, 9)]
    >>> found = sy.meta_evaluate(people, metrics, n_resamples=200)
    >>> found.trusted("segment")
    ('noise 1',)
    """

    schema: ClassVar[str] = "steelyard.meta-evaluation/1"
    tables: ClassVar[tuple[str, ...]] = ("agreement", "pairs", "buckets", "bucket_pairs")

    agreement: tuple[MetricAgreementRow, ...]
    pairs: tuple[MetricPairRow, ...]
    method: MetaMethod
    buckets: tuple[BucketAgreementRow, ...] = ()
    bucket_pairs: tuple[BucketPairRow, ...] = ()

    def deciding(self, level: str) -> tuple[MetricAgreementRow, ...]:
        """Return the rows of the statistic by which metrics were compared at a level, best first."""
        return tuple(row for row in self.agreement if row.level == level and row.is_deciding)

    def trusted(self, level: str) -> tuple[str, ...]:
        """Name the metric that agrees best at a level, and all that cannot be told from it, best first."""
        ranked = self.deciding(level)
        if not ranked:
            return ()
        best = ranked[0].metric
        worse = {
            row.metric_b
            for row in self.pairs
            if row.level == level and row.metric_a == best and row.verdict == "better"
        }
        return tuple(row.metric for row in ranked if row.metric not in worse)
