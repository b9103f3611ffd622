"""What metrics are worth by criteria beside correlation."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr

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


@dataclass(frozen=True, slots=True)
class LikenessRow:
    """How well a metric, or a set of them, tells people's translations from machines'.

    Attributes
    ----------
    metric : str
        Its label; ``"all"``, or ``"set"``, the one that was searched for, where metrics are combined by QUEEN.
    king : float or None
        Share of trials in which a reference that is held out is at least as close to the others as every output.
    interval : (float, float) or None
        Of it, by the jackknife over segments.
    strict : float or None
        The same with trials in which reference and outputs all have QUEEN 0 counted as failures.
    all_zero : float or None
        The share of such trials.
    jack : float or None
        Share of references around which the outputs lie on more than one side.

    Examples
    --------
    >>> from steelyard.results import LikenessRow
    >>> LikenessRow("BLEU", 0.75, (0.7, 0.8), 0.6, 0.15, 0.4).king
    0.75
    """

    metric: str
    king: float | None
    interval: tuple[float, float] | None
    strict: float | None
    all_zero: float | None
    jack: float | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class QueenRow:
    """How close the outputs of a system are to the references, compared with these to each other.

    Attributes
    ----------
    metric : str
        As in `LikenessRow`.
    system : str
        Its name.
    queen : float
        Mean over segments.

    Examples
    --------
    >>> from steelyard.results import QueenRow
    >>> QueenRow("all", "online-a", 0.25).queen
    0.25
    """

    metric: str
    system: str
    queen: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class MetricSetRow:
    """A set of metrics that was searched for step by step.

    Attributes
    ----------
    criterion : {"king", "ulc"}
        What was to be high: KING of the metrics combined by QUEEN, or the correlation of their mean with ratings.
    members : tuple of str
        The set, in the order in which metrics were taken.
    value : float
        On the segments it was searched on.
    held_out : float or None
        Mean over folds of what a set is worth that was searched on the others; None where segments are too few.
    best_alone : str
        The metric with the highest value.
    best_value : float
        Its value.
    shares : tuple of float
        In which share of the folds each metric of `MetricCriteriaMethod.metrics` was taken.

    Examples
    --------
    >>> from steelyard.results import MetricSetRow
    >>> MetricSetRow("king", ("BLEU",), 0.75, 0.7, "BLEU", 0.75, (1.0, 0.0)).members
    ('BLEU',)
    """

    criterion: str
    members: tuple[str, ...]
    value: float
    held_out: float | None
    best_alone: str
    best_value: float
    shares: tuple[float, ...]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class AcceptabilityRow:
    """What people's ratings say of a metric, or of a plain mean of metrics.

    Attributes
    ----------
    metric : str
        Its label; ``"ULC"`` of all, ``"ULC of the set"`` of those that were searched for.
    correlation : float or None
        Pearson's, of scores and ratings of all outputs at once.
    precision, recall : float or None
        Of the ordered pairs of systems that the metric tells apart, those that people do, and the other way round.
    low_errors, high_errors : float or None
        Shares of very low and of very high scores that people contradict.
    decrease : float or None
        How much worse than the aided system an output may be that scores no lower; mean over segments, in ratings.
    choice : float or None
        Mean rating of the output with the highest score in each segment.

    Examples
    --------
    >>> from steelyard.results import AcceptabilityRow
    >>> AcceptabilityRow("BLEU", 0.3, None, None, None, None, None, 71.5).choice
    71.5
    """

    metric: str
    correlation: float | None
    precision: float | None
    recall: float | None
    low_errors: float | None
    high_errors: float | None
    decrease: float | None
    choice: float | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class WeightRow:
    """The weight of a metric in the sum that has the highest correlation with ratings (maximum correlation training).

    Attributes
    ----------
    metric : str
        Its label.
    weight : float
        Of scores as they are, turned round where lower is better.
    share : float
        Of scores divided by their standard deviation; absolute values add up to 1.

    Examples
    --------
    >>> from steelyard.results import WeightRow
    >>> WeightRow("BLEU", 0.02, 0.7).share
    0.7
    """

    metric: str
    weight: float
    share: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ReachedRow:
    """What a choice of outputs reaches that needs no metric.

    Attributes
    ----------
    choice : {"best", "chance", "worst"}
        The output that people rate highest in each segment, any, or the lowest.
    rating : float
        Mean.

    Examples
    --------
    >>> from steelyard.results import ReachedRow
    >>> ReachedRow("best", 80.0).rating
    80.0
    """

    choice: str
    rating: float

    __repr__ = short_repr


class MetricCriteriaMethod(Provenance, Told):
    """How metrics were judged.

    Attributes
    ----------
    criteria : list of str
        As asked.
    metrics : list of str
        Labels, in order.
    n_references, n_compared : int
        References, and segments that have all of them, for criteria of texts; 0 without these.
    people : str or None
        The scale of ratings.
    n_outputs : int
        Rated outputs.
    n_whole : int
        Segments of which every system was rated.
    correlation, left_out : float or None
        Of the weighted sum with the ratings that its weights have seen; and the mean of those within each system, by
        weights of all others.
    extremes : list of float
        Ratings that are low, not low, high, and not high.
    options : dict
        All options.
    notes : list of str
        What could not be computed.
    sentence : str
        For the paper.
    """

    criteria: list[str]
    metrics: list[str]
    n_references: int
    n_compared: int
    people: str | None
    n_outputs: int
    n_whole: int
    correlation: float | None
    left_out: float | None
    extremes: list[float]
    options: dict[str, object]
    notes: list[str]
    sentence: str


@dataclass(frozen=True)
class MetricCriteria(Result):
    """What metrics and sets of metrics are worth by criteria beside correlation.

    Attributes
    ----------
    likeness : tuple of LikenessRow
        Of each metric, of all together, and of the set that was searched for.
    queens : tuple of QueenRow
        The same, by system.
    sets : tuple of MetricSetRow
        One for each criterion that sets were searched by.
    acceptability : tuple of AcceptabilityRow
        Of each metric, and of means.
    reached : tuple of ReachedRow
        What choices without a metric reach.
    weights : tuple of WeightRow
        Of the sum that correlates best with ratings.
    method : mapping
        Criteria, sizes, versions and the SHA-256 of every input.

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

    likeness: tuple[LikenessRow, ...]
    queens: tuple[QueenRow, ...]
    sets: tuple[MetricSetRow, ...]
    acceptability: tuple[AcceptabilityRow, ...]
    reached: tuple[ReachedRow, ...]
    weights: tuple[WeightRow, ...]
    method: MetricCriteriaMethod
