"""How scores grow with the size of the training data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import WithRecipe

__all__ = [
    "CurveDifferenceRow",
    "CurveFitRow",
    "CurvePointRow",
    "CurvePredictionRow",
    "CurveSizeRow",
    "CurvesMethod",
    "LearningCurves",
]


@row
class CurvePointRow:
    """Scores of a system at one size."""

    system: str = column(terms.SYSTEM)
    size: float = column("size of the training data, in the unit of the input; or a level of noise")
    n_replicates: int = column("scores at this size", ">replicates", ",")
    mean: float = column("mean of these scores", ">mean", "score")
    sd: float | None = column("their standard deviation; None for a single replicate", ">SD", "score", spare=1)
    standard_error: float | None = column(
        "standard error of their mean; None for a single replicate", ">SE", "score", spare=1
    )
    interval: tuple[float, float] | None = column(
        "confidence interval of the mean of all such replicates on the same test set, by Student's t",
        "interval",
        "score",
    )
    gain: float | None = column(
        "what a doubling added since the last size; None at the smallest",
        ">per doubling",
        "+score",
        "what each doubling added since the last size",
    )


@row
class CurveDifferenceRow:
    """Two systems at one size, paired on the replicate."""

    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    size: float = column("size that both have")
    n_replicates: int = column("replicates that both have at this size", ">replicates", ",")
    difference: float = column(terms.DIFFERENCE._replace(about="mean of the system's scores minus that of the other's"))
    sd: float | None = column("standard deviation of the differences", ">SD", "score", spare=1)
    standard_error: float | None = column("standard error of their mean", ">SE", "score", spare=1)
    interval: tuple[float, float] | None = column(
        "confidence interval of the difference, by Student's t", "interval", "+score"
    )


@row
class CurveFitRow:
    """A model laid through the means of a system, or why there is none."""

    system: str = column(terms.SYSTEM)
    model: str = column(
        '"log" is ``a + b log2 x``; "power" is ``c - A x^-B``, or ``c + A x^-B`` where lower is better', "model"
    )
    n_sizes: int = column("points")
    parameters: Mapping[str, float] = column("by name; empty without a fit")
    rss: float | None = column(
        "weighted sum of squared residuals", ">RSS", ".3g", "sum of squared residuals, weighted as the fit is", 2
    )
    aicc: float | None = column(
        "AICc of the model; smaller is better",
        ">AICc",
        ".1f",
        "how well a curve fits, less what its parameters cost: smaller is better, * is the best",
    )
    misfit: float | None = column(
        "residuals in standard errors of the means: about 1 where the model is right. None where replicates do not say",
        ">misfit",
        ".1f",
        "residuals in standard errors: about 1 where the curve has the right shape, above 3 it has not",
        1,
    )
    is_best: bool = column("whether no other model of this system has a smaller AICc")
    gain: float | None = column(
        "what doubling the largest size would add",
        ">next doubling",
        "+score",
        "what the curve promises for twice the largest size",
    )
    interval_gain: tuple[float, float] | None = column(
        "its confidence interval, over resamples of replicates", "interval", "+score"
    )
    reason: str = column("why there is no fit; empty where there is one")

    @property
    def misses_points(self) -> bool:
        """Whether residuals are above three standard errors.

        Of a right model they are in one case of 20 where there are two replicates, with more in one of 60.
        """
        return self.misfit is not None and self.misfit > 3


@row
class CurvePredictionRow:
    """The score that a model promises at a size."""

    system: str = column(terms.SYSTEM)
    model: str = column("as in `CurveFitRow`", "model")
    size: float = column("size that was asked for")
    score: float = column("score of the curve", ">score", "score")
    interval: tuple[float, float] | None = column(
        "its confidence interval, over resamples of replicates; the model is assumed to be true", "interval", "score"
    )
    times_largest: float = column("the size as a multiple of the system's largest", ">times the largest", ".3g")


@row
class CurveSizeRow:
    """The size at which a model of a system meets a score."""

    system: str = column(terms.SYSTEM)
    model: str = column("as in `CurveFitRow`", "model")
    other: str = column('the system whose score at its largest size is to be met; "" where a target was given')
    score: float = column("score to be met", ">score", "score")
    size: float | None = column("size at which the curve has that score; None where it never has")
    interval: tuple[float | None, float | None] | None = column(
        "sizes at which the curve may meet it; an end is None where it lies below the smallest size, or beyond 1,024 "
        "times the largest. None without several replicates, or where no size in between may"
    )


@documented
class CurvesMethod(WithRecipe):
    """How the curves came about."""

    n_segments: Annotated[None, "scores of any test set: what it holds is not known"]
    n_systems: Annotated[int, "systems"]
    n_runs: Annotated[int, "trained models of all systems"]
    metric: Annotated[str, "what the scores are called"]
    lower_is_better: Annotated[bool, "its direction"]
    target: Annotated[float | None, "the score to be met"]
    at: Annotated[list[float], "sizes of the predictions"]
    confidence_level: Annotated[float, "of every interval, by itself"]
    n_resamples: Annotated[int, "resamples of the replicates"]
    seed: Annotated[int, "their seed"]
    is_weighted: Annotated[bool, "whether means have weights"]
    is_resampled: Annotated[bool, "whether predictions have intervals"]
    versions: Annotated[dict[str, str], "of Steelyard, NumPy and Python"]
    inputs: Annotated[list[dict[str, str]], "role, name and SHA-256 of the table"]
    warnings: Annotated[list[str], "what to know before believing a number"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class LearningCurves(Result):
    """Scores over sizes, curves through them, and what these promise.

    Examples
    --------
    >>> import steelyard as sy
    >>> runs = {"system": ["base"] * 6, "size": [1, 2, 4, 8, 16, 32], "score": [20.1, 22.0, 23.6, 24.9, 26.1, 27.0]}
    >>> curves = sy.lab.learning_curves(runs)
    >>> curves.best("base").model, round(curves.score_at(curves.best("base"), 64), 2)
    ('power', 27.81)
    """

    schema: ClassVar[str] = "steelyard.learning-curves/1"
    tables: ClassVar[tuple[str, ...]] = ("points", "differences", "fits", "predictions", "sizes")

    points: Annotated[tuple[CurvePointRow, ...], "system by system, sizes from small to large"]
    differences: Annotated[
        tuple[CurveDifferenceRow, ...], "every pair of systems, at sizes and replicates that both have"
    ]
    fits: Annotated[tuple[CurveFitRow, ...], "every model of every system"]
    predictions: Annotated[tuple[CurvePredictionRow, ...], "of every fitted model, at the sizes asked for"]
    sizes: Annotated[
        tuple[CurveSizeRow, ...],
        "for the target, if there is one, and for every other system's score at its largest size",
    ]
    method: Annotated[
        CurvesMethod, "metric, direction, confidence level, seed, warnings, versions and the SHA-256 of the input"
    ]

    def best(self, system: str) -> CurveFitRow | None:
        """Return the model of a system with the smallest AICc, or None where none could be fitted."""
        return next((row for row in self.fits if row.system == system and row.is_best), None)

    def score_at(self, fit: CurveFitRow, size: float) -> float:
        """Return the score of a fitted curve at a size."""
        from math import log2

        values = fit.parameters
        if fit.model == "log":
            return values["a"] + values["b"] * log2(size)
        gained: float = values["A"] * size ** -values["B"]
        return values["c"] + gained if self.method["lower_is_better"] else values["c"] - gained
