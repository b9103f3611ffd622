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

    metric: str = column('label of the metric; "all" metrics, or the best "set", combined by QUEEN', "metric")
    king: float | None = column(
        "share of trials in which a held-out reference is at least as similar to the others as every output",
        ">KING",
        "score",
        "share of trials in which a held-out reference is at least as similar to the others as every output",
    )
    interval: tuple[float, float] | None = column(
        "confidence interval of KING, by the jackknife over segments", "interval", "score"
    )
    strict: float | None = column(
        "KING, with trials in which reference and outputs all have QUEEN 0 counted as failures",
        ">strict",
        "score",
        "KING, with trials in which reference and outputs all have QUEEN 0 counted as failures",
    )
    all_zero: float | None = column(
        "share of trials in which reference and outputs all have QUEEN 0",
        ">all zero",
        "score",
        "share of these trials; if it is high, use strict KING",
    )
    jack: float | None = column(
        "share of references around which the outputs lie on more than one side",
        ">JACK",
        "score",
        "share of references that lie between outputs; low if outputs are more similar to each other than to "
        "references",
    )


@row
class QueenRow:
    """How close the outputs of a system are to the references, compared with these to each other."""

    metric: str = column("label of the metric, as in `LikenessRow`")
    system: str = column(terms.SYSTEM)
    queen: float = column("mean over segments")


@row
class MetricSetRow:
    """A set of metrics that was searched for step by step."""

    criterion: str = column(
        "criterion of the search: KING of the metrics combined by QUEEN, or the correlation of their mean with ratings",
        "criterion",
    )
    members: tuple[str, ...] = column("metrics of the set, in the order of their selection")
    value: float = column("value on the segments of the search", ">value", "score")
    held_out: float | None = column(
        "mean value over held-out folds; None if there are too few segments",
        ">held out",
        "score",
        "mean value over held-out folds; value is that of the training data",
    )
    best_alone: str = column("the metric with the highest value", "best alone")
    best_value: float = column("its value", ">value", "score")
    shares: tuple[float, ...] = column("share of the folds whose set has each metric of `MetricCriteriaMethod.metrics`")


@row
class AcceptabilityRow:
    """What people's ratings say of a metric, or of a plain mean of metrics."""

    metric: str = column('label of the metric; "ULC" of all, "ULC of the set" of the best set', "metric")
    correlation: float | None = column(
        "Pearson's correlation of scores and ratings of all outputs",
        ">r",
        "score",
        "Pearson's correlation with ratings, of all outputs",
    )
    precision: float | None = column(
        "share of the metric's significant differences that are significant in the ratings, too, with the same sign",
        ">SIP",
        "score",
        "share of the metric's significant differences between systems that are significant in the ratings, too",
    )
    recall: float | None = column(
        "share of the significant differences in people's scores that the metric shows, too",
        ">SIR",
        "score",
        "share of the significant differences in people's scores that the metric shows, too",
    )
    low_errors: float | None = column(
        "share of very low scores with high ratings",
        ">low wrong",
        "score",
        "share of very low scores with high ratings; high wrong: the reverse",
    )
    high_errors: float | None = column("share of very high scores with low ratings", ">high wrong", "score")
    decrease: float | None = column(
        "how much lower than the aided system the worst output with an equal or higher score is rated; mean over "
        "segments",
        ">decrease",
        "score",
        "how much lower than the aided system the worst output with an equal or higher score is rated",
    )
    choice: float | None = column(
        "mean rating of the output with the highest score in each segment",
        ">choice",
        "score",
        "mean rating of the output with the highest score in each segment",
    )


@row
class WeightRow:
    """The weight of a metric in the sum with the highest correlation with ratings (maximum correlation training)."""

    metric: str = column("its label", "metric")
    weight: float = column("weight of unscaled scores, with the sign changed if lower is better", ">weight", ".4g")
    share: float = column(
        "weight of scores divided by their standard deviation; absolute values add up to 1", ">share", ".2f"
    )


@row
class ReachedRow:
    """What a choice of outputs reaches that needs no metric."""

    choice: str = column("choice in each segment: the output with the highest rating, any, or the lowest", "choice")
    rating: float = column("mean rating of these outputs", ">rating", "score")


@documented
class MetricCriteriaMethod(Provenance, WithRecipe):
    """How metrics were judged."""

    criteria: Annotated[list[str], "as asked"]
    metrics: Annotated[list[str], "labels, in order"]
    n_references: Annotated[int, "number of references, for criteria of texts; 0 without these"]
    n_compared: Annotated[int, "number of segments that have all references"]
    people: Annotated[str | None, "the scale of ratings"]
    n_outputs: Annotated[int, "number of rated outputs"]
    n_whole: Annotated[int, "number of segments with ratings of every system"]
    correlation: Annotated[float | None, "correlation of the weighted sum with ratings, on the training data"]
    left_out: Annotated[float | None, "mean correlation within each system, by weights of all others"]
    extremes: Annotated[list[float], "the four ratings for extremes"]
    options: Annotated[dict[str, object], "all options"]
    notes: Annotated[list[str], "notes on values that could not be computed"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


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

    likeness: Annotated[tuple[LikenessRow, ...], "of each metric, of all together, and of the best set"]
    queens: Annotated[tuple[QueenRow, ...], "the same, by system"]
    sets: Annotated[tuple[MetricSetRow, ...], "one row for each criterion of a search"]
    acceptability: Annotated[tuple[AcceptabilityRow, ...], "of each metric, and of means"]
    reached: Annotated[tuple[ReachedRow, ...], "mean ratings of choices without a metric"]
    weights: Annotated[tuple[WeightRow, ...], "weights of the sum with the highest correlation with ratings"]
    method: Annotated[MetricCriteriaMethod, "criteria, sizes, versions and the SHA-256 of every input"]
