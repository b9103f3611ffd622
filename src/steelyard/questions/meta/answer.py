"""How far metrics agree with people, and which of them can be told apart."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, NotRequired, TypedDict

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import MethodOfGold, Provenance, WithRecipe

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


@row
class MetricAgreementRow:
    """The agreement of one metric with people by one statistic."""

    level: str = column("whether systems, outputs of segments, or outputs of documents are compared")
    statistic: str = column('as in ``--statistics``, such as ``"pearson"``')
    average: str = column(
        "within what outputs are compared, before the mean is taken: the outputs of one segment (or "
        "document), those of one system, or all outputs at once; empty at the system level"
    )
    metric: str = column("its name", "metric")
    value: float | None = column("the agreement, larger is better; None if it is not defined")
    interval: tuple[float, float] | None = column("confidence interval", show="score")
    rank: int = column("from 1, by value; equal values share the best rank")
    threshold: float | None = column(
        "of ``calibrated-accuracy``: scores that differ by at most this are ties, in the metric's unit",
        ">ties within",
        ".3g",
        "scores that differ by at most this count as ties (the value with the best agreement)",
        default=None,
    )
    guess: float | None = column(
        "value of guessing: 0.5 for accuracies of systems, 0 for correlations, for ``calibrated-accuracy`` the "
        "share of pairs that people tie. None if it depends on the metric's ties",
        default=None,
    )
    rank_low: int | None = column(
        "first possible rank, by the comparison of all metrics; for the deciding statistic only", default=None
    )
    rank_high: int | None = column("last possible rank, as above", default=None)
    cluster: int | None = column(
        "from 1; each metric agrees significantly better than every metric of the next cluster",
        ">cluster",
        legend="each metric agrees significantly worse than every metric of the clusters before it",
        default=None,
    )
    share_first: float | None = column(
        "share of the resamples in which no metric agrees better, ties split (this is not the probability of "
        "being the best)",
        ">first in %",
        "100*.1f",
        "of the resamples (this is not the probability of being the best)",
        default=None,
    )

    @property
    def is_deciding(self) -> bool:
        """Whether metrics of this level were compared by this statistic."""
        return self.cluster is not None


@row
class MetricPairRow:
    """Two metrics by the statistic that decides at a level."""

    level: str = column("as in `MetricAgreementRow`")
    statistic: str = column("as in `MetricAgreementRow`")
    average: str = column("as in `MetricAgreementRow`")
    metric: str = column("the metric with the larger agreement, or the earlier one")
    against: str = column("the metric that it is compared with")
    difference: float = column("agreement of the metric minus that of the other")
    interval: tuple[float, float] | None = column("of the difference of this pair alone, from the bootstrap")
    p_value: float = column("two-sided p-value of this pair alone")
    p_adjusted: float = column("the same after correction for all pairs of the level")
    verdict: str = column("for the metric, by the adjusted p-value")
    least_significant: float | None = column(
        "approximate smallest difference that would be significant among all pairs (power about 50 %). None if the "
        "test has no draws",
        default=None,
    )


@row
class BucketAgreementRow:
    """The agreement of one metric with people in one part of the test set."""

    bucket: str = column("its label")
    n_segments: int = column("rated segments in it")
    statistic: str = column("as in `MetricAgreementRow`, of segments")
    average: str = column("as in `MetricAgreementRow`, of segments")
    metric: str = column("name")
    value: float = column("the agreement")
    interval: tuple[float, float] = column("by the bootstrap of the bucket's segments or documents")


@row
class BucketPairRow:
    """One metric in two buckets."""

    metric: str = column("name")
    bucket: str = column("the later bucket")
    against: str = column("the earlier bucket")
    difference: float = column("agreement in the later minus that in the earlier")
    p_value: float = column("two-sided, from permuted buckets, alone")
    p_adjusted: float = column("the same for all metrics and pairs of buckets together")
    is_different: bool = column("by the adjusted p-value")


@documented
class ComparedMetrics(TypedDict):
    """How the metrics of a level were compared."""

    statistic: Annotated[str, "by which"]
    test: Annotated[str, "with which test"]
    sentence: Annotated[str, "how, as part of a sentence"]
    scope: Annotated[str, "what it holds for"]
    n_draws: Annotated[int, "of the test; 0 where nothing is drawn"]
    is_exact: Annotated[bool, "whether all outcomes were enumerated"]


@documented
class MethodOfBuckets(TypedDict):
    """How buckets of segments were compared, where there are some."""

    buckets_by: NotRequired[Annotated[str, "the statistic that is told of each"]]


@documented
class MetaMethod(Provenance, WithRecipe, MethodOfBuckets, MethodOfGold):
    """What was read, left out, drawn and tested."""

    people: Annotated[str, "the scale"]
    n_metrics: Annotated[int, "metrics that take part"]
    without_segments: Annotated[list[str], "metrics that take no part, as they have no scores of segments"]
    n_rated_segments: Annotated[int, "segments that take part"]
    n_outputs: Annotated[int, "outputs of them that take part"]
    n_unscored: Annotated[int, "rated outputs that take no part, as some metric has no score of them"]
    systems: Annotated[list[str], "that take part"]
    left_out: Annotated[list[dict[str, str]], "systems that take no part, and the reason"]
    notes: Annotated[list[str], "what could not be computed"]
    levels: Annotated[list[str], "as in the rows"]
    by: Annotated[dict[str, str], "by level, the statistic that decides"]
    compared: Annotated[dict[str, ComparedMetrics], "by level; none for a single metric"]
    resample: Annotated[str, "what intervals resample"]
    metric_lines: Annotated[str, "lines that metrics' scores of systems are of"]
    interval: Annotated[str, "their kind"]
    confidence_level: Annotated[float, "of the intervals"]
    alpha: Annotated[float, "of the comparison of all metrics of a level"]
    n_resamples: Annotated[int, "number of resamples"]
    seed: Annotated[int, "of all draws"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class MetaEvaluation(Result):
    """The agreement of metrics with people, level by level, and the comparison of the metrics.

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

    agreement: Annotated[
        tuple[MetricAgreementRow, ...],
        "level by level, statistic by statistic, best metric first; the deciding statistic comes first in its level",
    ]
    pairs: Annotated[tuple[MetricPairRow, ...], "of every level, all pairs of metrics, by the deciding statistic"]
    method: Annotated[
        MetaMethod, "what was read, left out, drawn and tested; seeds, versions and the SHA-256 of every file"
    ]
    buckets: Annotated[tuple[BucketAgreementRow, ...], "where parts of the test set were asked for"] = ()
    bucket_pairs: Annotated[tuple[BucketPairRow, ...], "the same"] = ()

    def deciding(self, level: str) -> tuple[MetricAgreementRow, ...]:
        """Return the rows of the statistic by which metrics were compared at a level, best first."""
        return tuple(one for one in self.agreement if one.level == level and one.is_deciding)

    def trusted(self, level: str) -> tuple[str, ...]:
        """Name the metric that agrees best at a level, and all that cannot be told from it, best first."""
        ranked = self.deciding(level)
        if not ranked:
            return ()
        best = ranked[0].metric
        worse = {
            pair.against
            for pair in self.pairs
            if pair.level == level and pair.metric == best and pair.verdict == "better"
        }
        return tuple(one.metric for one in ranked if one.metric not in worse)
