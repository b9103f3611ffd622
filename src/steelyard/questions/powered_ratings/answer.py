"""What people's ratings of some segments and a metric's scores of all say together."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["PoweredMethod", "PoweredPair", "PoweredRatings", "PoweredScore"]


@dataclass(frozen=True, slots=True)
class PoweredScore:
    """The mean rating of one system.

    Attributes
    ----------
    scale, metric, system : str
        What people were asked, which metric helped, and whose outputs.
    estimate, standard_error : float
        With the metric, in the unit of the ratings.
    interval : (float, float)
        Of it.
    classical, classical_standard_error : float
        From ratings alone.
    classical_interval : (float, float)
        Of it.
    weight : float
        Points of the rating for a point of the metric.
    gain : float or None
        How many times as many ratings would tighten the classical interval as much; None without any error.

    Examples
    --------
    >>> from steelyard.results import PoweredScore
    >>> PoweredScore("mqm", "COMET", "ours", 70.0, 1.0, (68.0, 72.0), 71.0, 1.4, (68.2, 73.8), 90.0, 1.96).gain
    1.96
    """

    scale: str
    metric: str
    system: str
    estimate: float
    standard_error: float
    interval: tuple[float, float]
    classical: float
    classical_standard_error: float
    classical_interval: tuple[float, float]
    weight: float
    gain: float | None


@dataclass(frozen=True, slots=True)
class PoweredPair:
    """The difference between two systems' mean ratings.

    Attributes
    ----------
    scale, metric, system_a, system_b : str
        What people were asked, which metric helped, and whose outputs.
    difference, standard_error : float
        A less B, with the metric; larger is better.
    interval : (float, float)
        Of it, for this pair alone.
    classical, classical_standard_error : float
        From ratings alone.
    classical_interval : (float, float)
        Of it.
    weight : float
        Points of the rating for a point of the metric.
    gain : float or None
        As of a system.
    p_value, adjusted_p_value : float
        Two-sided by Student's t, and by Holm within all pairs of this scale and metric.
    verdict : {"better", "worse", "cannot tell"}
        Of A, from the adjusted p.

    Examples
    --------
    >>> from steelyard.results import PoweredPair
    >>> PoweredPair(
    ...     "mqm", "COMET", "a", "b", 2.0, 0.5, (1.0, 3.0), 2.1, 0.6, (0.9, 3.3), 90.0, 1.44, 0.0002, 0.0002, "better"
    ... ).verdict
    'better'
    """

    scale: str
    metric: str
    system_a: str
    system_b: str
    difference: float
    standard_error: float
    interval: tuple[float, float]
    classical: float
    classical_standard_error: float
    classical_interval: tuple[float, float]
    weight: float
    gain: float | None
    p_value: float
    adjusted_p_value: float
    verdict: Literal["better", "worse", "cannot tell"]

    __repr__ = short_repr


class PoweredMethod(Provenance, Told):
    """How means were estimated.

    Attributes
    ----------
    sampling : str or None
        How lines came to be rated.
    target : {"population", "set"}
        What the mean is of.
    confidence_level : float
        Of intervals, one by one.
    alpha : float
        Of the verdicts on all pairs together.
    correction : str
        ``"holm"``.
    unit : {"segment", "document"}
        What was drawn.
    degrees_of_freedom : int
        Of Student's t.
    n_rated, n_rated_documents : int
        Segments, or documents, with ratings.
    n_left_out : int
        Segments that were rated for some systems only.
    left_out : list of dict
        Systems that take no part, and the reason.
    has_documents : bool
        Whether documents are known.
    sentence : str
        The same for the paper.
    """

    sampling: str | None
    target: str
    confidence_level: float
    alpha: float
    correction: str
    unit: str
    degrees_of_freedom: int
    n_rated: int
    n_rated_documents: int
    n_left_out: int
    left_out: list[dict[str, str]]
    has_documents: bool
    sentence: str


@dataclass(frozen=True)
class PoweredRatings(Result):
    """Mean ratings of systems, and their differences, with the help of a metric.

    Attributes
    ----------
    systems : tuple of PoweredScore
        Scale by scale and metric by metric, best first.
    pairs : tuple of PoweredPair
        In the same order; A is the better by the estimate.
    method : PoweredMethod
        Sampling, target, level, numbers of segments and documents, versions and the SHA-256 of every input.

    Examples
    --------
    >>> from steelyard.results import PoweredRatings
    >>> PoweredRatings((), (), {"n_segments": 0}).to_dict()["schema"]
    'steelyard.powered-ratings/1'
    """

    schema: ClassVar[str] = "steelyard.powered-ratings/1"
    tables: ClassVar[tuple[str, ...]] = ("systems", "pairs")

    systems: tuple[PoweredScore, ...]
    pairs: tuple[PoweredPair, ...]
    method: PoweredMethod
