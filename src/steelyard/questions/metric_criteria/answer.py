"""What metrics are worth by criteria beside correlation."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = [
    "AcceptabilityRow",
    "LikenessRow",
    "MetricCriteria",
    "MetricCriteriaMethod",
    "MetricSetRow",
    "QueenRow",
    "ReachedRow",
    "WeightRow",
]


@row
class LikenessRow:
    """How well a metric, or a set of them, tells people's translations from machines'."""

    metric: str = column(
        'its label; "all", or "set", the one that was searched for, where metrics are combined by QUEEN', "metric"
    )
    king: float | None = column(
        "share of trials in which a reference that is held out is at least as close to the others as every output",
        ">KING",
        "score",
        "how often a reference held out is as close to the others as every output; high: the metric tells people apart",
    )
    interval: tuple[float, float] | None = column(
        "confidence interval of KING, by the jackknife over segments", "interval", "score"
    )
    strict: float | None = column(
        "the same with trials in which reference and outputs all have QUEEN 0 counted as failures",
        ">strict",
        "score",
        "the same, with trials in which reference and outputs all have QUEEN 0 as failures",
    )
    all_zero: float | None = column(
        "share of such trials", ">all zero", "score", "the share of these trials: where it is high, KING says little"
    )
    jack: float | None = column(
        "share of references around which the outputs lie on more than one side",
        ">JACK",
        "score",
        "share of references that lie between outputs; low where outputs resemble each other more than people's",
    )


@row
class QueenRow:
    """How close the outputs of a system are to the references, compared with these to each other."""

    metric: str = column("as in `LikenessRow`")
    system: str = column(terms.SYSTEM)
    queen: float = column("mean over segments")


@row
class MetricSetRow:
    """A set of metrics that was searched for step by step."""

    criterion: str = column(
        "what was maximized: KING of the metrics combined by QUEEN, or the correlation of their mean with ratings",
        "criterion",
    )
    members: tuple[str, ...] = column("the set, in the order in which metrics were taken")
    value: float = column("value on the segments it was searched on", ">value", "score")
    held_out: float | None = column(
        "mean over folds of the value of a set that was searched on the others; None where segments are too few",
        ">held out",
        "score",
        "mean over folds of sets that were searched on the others; the value is that of training",
    )
    best_alone: str = column("the metric with the highest value", "best alone")
    best_value: float = column("its value", ">value", "score")
    shares: tuple[float, ...] = column(
        "share of the folds in which each metric of `MetricCriteriaMethod.metrics` was taken"
    )


@row
class AcceptabilityRow:
    """What people's ratings say of a metric, or of a plain mean of metrics."""

    metric: str = column('its label; "ULC" of all, "ULC of the set" of those that were searched for', "metric")
    correlation: float | None = column(
        "Pearson's, of scores and ratings of all outputs at once",
        ">r",
        "score",
        "Pearson's correlation with ratings, of all outputs",
    )
    precision: float | None = column(
        "share of the metric's significant differences that people's scores show, too, with the same sign",
        ">SIP",
        "score",
        "share of the metric's significant differences between systems that people's scores show, too",
    )
    recall: float | None = column(
        "share of the significant differences in people's scores that the metric shows, too",
        ">SIR",
        "score",
        "share of the significant differences in people's scores that the metric shows, too",
    )
    low_errors: float | None = column(
        "share of very low scores that people contradict",
        ">low wrong",
        "score",
        "share of very low scores that people rate well; high wrong: the other way round",
    )
    high_errors: float | None = column("share of very high scores that people contradict", ">high wrong", "score")
    decrease: float | None = column(
        "how much worse than the aided system an output can be that scores no lower; mean over segments, in ratings",
        ">decrease",
        "score",
        "how much lower than the aided system people rate the worst output that scores no lower",
    )
    choice: float | None = column(
        "mean rating of the output with the highest score in each segment",
        ">choice",
        "score",
        "what people rate the outputs that the metric puts first",
    )


@row
class WeightRow:
    """The weight of a metric in the sum with the highest correlation with ratings (maximum correlation training)."""

    metric: str = column("its label", "metric")
    weight: float = column(
        "weight of scores as they are, with the sign changed where lower is better", ">weight", ".4g"
    )
    share: float = column(
        "weight of scores divided by their standard deviation; absolute values add up to 1", ">share", ".2f"
    )


@row
class ReachedRow:
    """What a choice of outputs reaches that needs no metric."""

    choice: str = column("the output that people rate highest in each segment, any, or the lowest", "choice")
    rating: float = column("mean rating of these outputs", ">rating", "score")


@documented
class MetricCriteriaMethod(Provenance, WithRecipe):
    """How metrics were judged."""

    criteria: Annotated[list[str], "as asked"]
    metrics: Annotated[list[str], "labels, in order"]
    n_references: Annotated[int, "references, for criteria of texts; 0 without these"]
    n_compared: Annotated[int, "segments that have all of them"]
    people: Annotated[str | None, "the scale of ratings"]
    n_outputs: Annotated[int, "rated outputs"]
    n_whole: Annotated[int, "segments of which every system was rated"]
    correlation: Annotated[float | None, "of the weighted sum with the ratings that its weights have seen"]
    left_out: Annotated[float | None, "mean correlation within each system, by weights of all others"]
    extremes: Annotated[list[float], "ratings that are low, not low, high, and not high"]
    options: Annotated[dict[str, object], "all options"]
    notes: Annotated[list[str], "what could not be computed"]
    sentence: Annotated[str, "for the paper"]


@documented
@dataclass(frozen=True)
class MetricCriteria(Result):
    """What metrics and sets of metrics are worth by criteria beside correlation.

    Examples
    --------
    >>> import steelyard as sy
    >>> texts = [["the cat sat", "a dog ran"], ["the cat sat down", "the dog ran"], ["a cat sat", "a dog was running"]]
    >>> data = sy.TestSet(references=texts, systems={"x": ["cat the", "dog"]})
    >>> found = sy.judge_metrics(test_set=data, of_texts=["chrf"], criteria=["queen"])
    >>> found.queens[0].system
    'x'
    """

    schema: ClassVar[str] = "steelyard.metric-criteria/1"
    tables: ClassVar[tuple[str, ...]] = ("likeness", "queens", "sets", "acceptability", "reached", "weights")

    likeness: Annotated[
        tuple[LikenessRow, ...], "of each metric, of all together, and of the set that was searched for"
    ]
    queens: Annotated[tuple[QueenRow, ...], "the same, by system"]
    sets: Annotated[tuple[MetricSetRow, ...], "one for each criterion that sets were searched by"]
    acceptability: Annotated[tuple[AcceptabilityRow, ...], "of each metric, and of means"]
    reached: Annotated[tuple[ReachedRow, ...], "what choices without a metric reach"]
    weights: Annotated[tuple[WeightRow, ...], "of the sum that correlates best with ratings"]
    method: Annotated[MetricCriteriaMethod, "criteria, sizes, versions and the SHA-256 of every input"]
