"""How scores grow with the size of the training data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Told
from steelyard.short_repr import short_repr

__all__ = [
    "CurveDifferenceRow",
    "CurveFitRow",
    "CurvePointRow",
    "CurvePredictionRow",
    "CurveSizeRow",
    "CurvesMethod",
    "LearningCurves",
]


@dataclass(frozen=True, slots=True)
class CurvePointRow:
    """Scores of a system at one size.

    Attributes
    ----------
    system : str
        Whose.
    size : float
        Of the training data, in the unit of the input; or a level of noise.
    n_replicates : int
        Scores at this size.
    mean : float
        Of them.
    sd, standard_error : float or None
        Their standard deviation and that of the mean; None for a single replicate.
    interval : (float, float) or None
        Student's t, for the mean of all such replicates on the same test set.
    gain : float or None
        What a doubling added since the last size; None at the smallest.

    Examples
    --------
    >>> from steelyard.results import CurvePointRow
    >>> CurvePointRow("base", 2000.0, 1, 22.0, None, None, None, 1.9).gain
    1.9
    """

    system: str
    size: float
    n_replicates: int
    mean: float
    sd: float | None
    standard_error: float | None
    interval: tuple[float, float] | None
    gain: float | None


@dataclass(frozen=True, slots=True)
class CurveDifferenceRow:
    """Two systems at one size, paired on the replicate.

    Attributes
    ----------
    system_a, system_b : str
        Which.
    size : float
        That both have.
    n_replicates : int
        That both have at this size.
    difference : float
        Mean of A's scores less B's.
    sd, standard_error : float or None
        Of the differences and of their mean.
    interval : (float, float) or None
        Student's t over the differences.

    Examples
    --------
    >>> from steelyard.results import CurveDifferenceRow
    >>> CurveDifferenceRow("adapted", "base", 2000.0, 1, 1.5, None, None, None).difference
    1.5
    """

    system_a: str
    system_b: str
    size: float
    n_replicates: int
    difference: float
    sd: float | None
    standard_error: float | None
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class CurveFitRow:
    """A model laid through the means of a system, or why there is none.

    Attributes
    ----------
    system, model : str
        ``"log"`` is ``a + b log2 x``; ``"power"`` is ``c - A x^-B``, or ``c + A x^-B`` where lower is better.
    n_sizes : int
        Points.
    parameters : mapping
        By name; empty without a fit.
    rss, aicc : float or None
        Weighted sum of squared residuals, and what it says of the model; smaller is better.
    misfit : float or None
        Residuals in standard errors of the means: about 1 where the model is right. None where replicates do not tell.
    is_best : bool
        No other model of this system has a smaller AICc.
    gain : float or None
        What doubling the largest size would add.
    interval_gain : (float, float) or None
        Over resamples of replicates.
    reason : str
        Why there is no fit; empty where there is one.

    Examples
    --------
    >>> from steelyard.results import CurveFitRow
    >>> CurveFitRow("base", "log", 6, {"a": 20.5, "b": 1.4}, 0.5, 3.4, None, True, 1.4, None, "").parameters["b"]
    1.4
    """

    system: str
    model: str
    n_sizes: int
    parameters: Mapping[str, float]
    rss: float | None
    aicc: float | None
    misfit: float | None
    is_best: bool
    gain: float | None
    interval_gain: tuple[float, float] | None
    reason: str

    __repr__ = short_repr

    @property
    def misses_points(self) -> bool:
        """Whether residuals are above three standard errors.

        Of a right model they are in one case of 20 where there are two replicates, with more in one of 60.
        """
        return self.misfit is not None and self.misfit > 3


@dataclass(frozen=True, slots=True)
class CurvePredictionRow:
    """The score that a model promises at a size.

    Attributes
    ----------
    system, model : str
        As in `CurveFitRow`.
    size : float
        Asked for.
    score : float
        Of the curve.
    interval : (float, float) or None
        Over resamples of replicates; the model is taken for true.
    times_largest : float
        The size as a multiple of the system's largest.

    Examples
    --------
    >>> from steelyard.results import CurvePredictionRow
    >>> CurvePredictionRow("base", "log", 64000.0, 28.76, None, 2.0).times_largest
    2.0
    """

    system: str
    model: str
    size: float
    score: float
    interval: tuple[float, float] | None
    times_largest: float


@dataclass(frozen=True, slots=True)
class CurveSizeRow:
    """The size at which a model of a system meets a score.

    Attributes
    ----------
    system, model : str
        As in `CurveFitRow`.
    other : str
        The system whose score at its largest size is to be met; "" where a target was given.
    score : float
        To be met.
    size : float or None
        None where the curve never has that score.
    interval : (float or None, float or None) or None
        Sizes at which the curve may meet it; an end is None where it lies below the smallest size, or beyond 1,024
        times the largest. None without several replicates, or where no size in between may.

    Examples
    --------
    >>> from steelyard.results import CurveSizeRow
    >>> CurveSizeRow("base", "power", "adapted", 29.0, 210000.0, (120000.0, None)).interval[1] is None
    True
    """

    system: str
    model: str
    other: str
    score: float
    size: float | None
    interval: tuple[float | None, float | None] | None


class CurvesMethod(Told):
    """How the curves came about.

    Attributes
    ----------
    n_segments : None
        Scores of any test set: what it holds is not known.
    n_systems, n_runs : int
        Systems, and trained models of all of them.
    metric : str
        What the scores are called.
    lower_is_better : bool
        Its direction.
    target : float or None
        The score to be met.
    at : list of float
        Sizes of the predictions.
    confidence_level : float
        Of every interval, by itself.
    n_resamples, seed : int
        How the replicates were resampled.
    is_weighted, is_resampled : bool
        Whether means have weights, and what curves promise has intervals.
    versions : dict
        Of Steelyard, NumPy and Python.
    inputs : list of dict
        Role, name and SHA-256 of the table.
    warnings : list of str
        What to know before believing a number.
    sentence : str
        The same for the paper.
    """

    n_segments: None
    n_systems: int
    n_runs: int
    metric: str
    lower_is_better: bool
    target: float | None
    at: list[float]
    confidence_level: float
    n_resamples: int
    seed: int
    is_weighted: bool
    is_resampled: bool
    versions: dict[str, str]
    inputs: list[dict[str, str]]
    warnings: list[str]
    sentence: str


@dataclass(frozen=True)
class LearningCurves(Result):
    """Scores over sizes, curves through them, and what these promise.

    Attributes
    ----------
    points : tuple of CurvePointRow
        System by system, sizes from small to large.
    differences : tuple of CurveDifferenceRow
        Every pair of systems, at sizes and replicates that both have.
    fits : tuple of CurveFitRow
        Every model of every system.
    predictions : tuple of CurvePredictionRow
        Of every fitted model, at the sizes asked for.
    sizes : tuple of CurveSizeRow
        For the target, if there is one, and for every other system's score at its largest size.
    method : mapping
        Metric, direction, confidence level, seed, warnings, versions and the SHA-256 of the input.

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

    points: tuple[CurvePointRow, ...]
    differences: tuple[CurveDifferenceRow, ...]
    fits: tuple[CurveFitRow, ...]
    predictions: tuple[CurvePredictionRow, ...]
    sizes: tuple[CurveSizeRow, ...]
    method: CurvesMethod

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
