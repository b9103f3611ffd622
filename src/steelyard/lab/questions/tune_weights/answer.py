"""Tuned weights, and what they are worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import Provenance, WithRecipe
from steelyard.results.pair_rows import PairRow

__all__ = ["FeatureStep", "FeatureWeight", "MetricAtWeights", "WeightPoint", "WeightTuning", "WeightTuningMethod"]


@row
class FeatureWeight:
    """The weight of a feature."""

    feature: str = column("its name in the lists", "feature")
    start: float = column("weight before", ">start", ".6g")
    weight: float = column("weight after", ">weight", ".6g")
    low: float | None = column(
        "lower end of the weight without a change of the score, other weights fixed; None without an end",
        ">from",
        ".6g",
        "lower end of the weight without a change of the outputs, other weights fixed; to: upper end",
    )
    high: float | None = column("upper end of the weight without a change of the score", ">to", ".6g")
    held: str = column(
        "why it was not tuned: it never differs within a list, was asked to stay, or was not selected", "held"
    )


@row
class MetricAtWeights(MetricRow):
    """What the chosen candidates score under a metric."""

    signature: str = column("the metric's signature")
    start: float = column("score on all lists by the weights of the start")
    tuned: float = column("score on all lists, those of the tuning, with tuned weights")
    held_out: float | None = column("score on held-out lists; None without folds")
    higher_is_better: bool = column("the metric's direction")
    scale: int | None = column("100 for percentages")


@row
class FeatureStep:
    """A step of forward selection."""

    feature: str = column("feature that was added", "feature")
    score: float = column("the objective on held-out lists, with it and all before", ">score", "score")


@row
class WeightPoint:
    """A point along the weight of one feature, the others as they were found."""

    feature: str = column("feature whose weight moves")
    weight: float = column("value of the weight")
    score: float = column(
        "of what is chosen there from the lists that were tuned on, under the metric of the objective"
    )


@documented
class WeightTuningMethod(Provenance, WithRecipe):
    """How the weights were found."""

    objective: Annotated[str, "what was maximized"]
    metric: Annotated[str, "metric in it"]
    search: Annotated[str, "how it was maximized"]
    value: Annotated[float, "the objective at the weights, in its own unit"]
    values: Annotated[list[float], "where each climb ended, that from the start first: the noise of the search"]
    n_evaluations: Annotated[int, "lines searched, or points tried"]
    n_restarts: Annotated[int, "restarts of the search"]
    n_directions: Annotated[int, "random directions of the search"]
    seed: Annotated[int, "seed of the search"]
    n_candidates: Annotated[int, "candidates"]
    n_doubles: Annotated[int, "how many more were in a list twice"]
    n_folds: Annotated[int, "1 where nothing was held out"]
    share_changed: Annotated[float, "share of segments whose output changes from the start"]
    share_changed_held_out: Annotated[float | None, "the same on held-out lists"]
    length_ratios: Annotated[
        dict[str, float],
        "words chosen for each of the references', at the start, tuned, and held out; empty without texts",
    ]
    warnings: Annotated[list[str], "cautions"]
    comparison: Annotated[dict[str, Any], "method of the test on what was held out; empty without folds"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class WeightTuning(Result):
    """Tuned weights of the features of n-best lists, and what they are worth.

    Examples
    --------
    >>> from steelyard.results import FeatureWeight, WeightTuning
    >>> WeightTuning((FeatureWeight("lm", 1.0, 0.4, None, None, ""),), (), (), (), {"n_segments": 0}).by_name
    {'lm': 0.4}
    """

    schema: ClassVar[str] = "steelyard.weight-tuning/1"
    tables: ClassVar[tuple[str, ...]] = ("weights", "scores", "held_out", "selected", "curves")

    weights: Annotated[tuple[FeatureWeight, ...], "in the lists' order"]
    scores: Annotated[tuple[MetricAtWeights, ...], "the tuned metric first"]
    held_out: Annotated[
        tuple[PairRow, ...],
        'what was chosen by weights of other folds (``"tuned"``, ``"tuned on METRIC"``) against the start, by metric',
    ]
    selected: Annotated[tuple[FeatureStep, ...], "where features were chosen one by one"]
    method: Annotated[WeightTuningMethod, "objective, search, seed, warnings, versions and the SHA-256 of every input"]
    curves: Annotated[tuple[WeightPoint, ...], "the score along each weight that was tuned, feature by feature"] = ()

    @property
    def by_name(self) -> Mapping[str, float]:
        """Weights by feature."""
        return {row.feature: row.weight for row in self.weights}
