"""What people's ratings of some segments and a metric's scores of all say together."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row, verdict_text
from steelyard.results.method import Provenance, WithRecipe
from steelyard.results.numbers import p_text

__all__ = ["PoweredMethod", "PoweredPair", "PoweredRatings", "PoweredScore"]


@row
class PoweredScore:
    """The mean rating of one system."""

    scale: str = column("what people were asked")
    metric: str = column("metric that helped")
    system: str = column(terms.SYSTEM)
    estimate: float = column(
        "mean with the metric, in the unit of the ratings",
        ">with the metric",
        "score",
        "the metric's scores of all segments, put right by the ratings",
    )
    standard_error: float = column("its standard error")
    interval: tuple[float, float] = column("its confidence interval", "interval", "score")
    classical: float = column(
        "mean from ratings alone",
        ">people alone",
        "score",
        "the mean of the ratings, each weighted by how rarely its segment is drawn",
    )
    classical_standard_error: float = column("its standard error")
    classical_interval: tuple[float, float] = column("its confidence interval", "interval", "score", spare=2)
    weight: float = column("points of the rating for a point of the metric")
    gain: float | None = column(
        "times as many ratings would make the classical interval as narrow; None without any error",
        ">worth",
        ".2f",
        "times as many ratings alone would give as narrow an interval; below 1 the metric did harm",
    )


@row
class PoweredPair:
    """The difference between two systems' mean ratings."""

    scale: str = column("what people were asked")
    metric: str = column("metric that helped")
    system: str = column("name of the system", "system")
    against: str = column("name of the system that it is compared with", "against")
    difference: float = column("system minus against, with the metric; larger is better", ">with the metric", "+score")
    standard_error: float = column("its standard error")
    interval: tuple[float, float] = column("its confidence interval, for this pair alone", "interval", "+score")
    classical: float = column("the same, from ratings alone", ">people alone", "+score", spare=2)
    classical_standard_error: float = column("its standard error")
    classical_interval: tuple[float, float] = column("its confidence interval", "interval", "+score", spare=2)
    weight: float = column("points of the rating for a point of the metric")
    gain: float | None = column("as of a system", ">worth", ".2f", spare=1)
    p_value: float = column("two-sided, by Student's t", ">p", p_text, spare=3)
    adjusted_p_value: float = column(
        "the same by Holm within all pairs of this scale and metric", ">adjusted p", p_text
    )
    verdict: Literal["better", "worse", "cannot tell"] = column(
        "on the system, from the adjusted p",
        "verdict",
        verdict_text,
        "the verdict, from the adjusted p with the metric",
    )


@documented
class PoweredMethod(Provenance, WithRecipe):
    """How means were estimated."""

    sampling: Annotated[str | None, "how lines came to be rated"]
    target: Annotated[str, "what the mean is of"]
    confidence_level: Annotated[float, "of intervals, one by one"]
    alpha: Annotated[float, "of the verdicts on all pairs together"]
    correction: Annotated[str, '``"holm"``']
    unit: Annotated[str, "what was drawn"]
    degrees_of_freedom: Annotated[int, "of Student's t"]
    n_rated: Annotated[int, "segments with ratings"]
    n_rated_documents: Annotated[int, "documents with ratings"]
    n_left_out: Annotated[int, "segments that were rated for some systems only"]
    left_out: Annotated[list[dict[str, str]], "systems that take no part, and the reason"]
    has_documents: Annotated[bool, "whether documents are known"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class PoweredRatings(Result):
    """Mean ratings of systems, and their differences, with the help of a metric.

    Examples
    --------
    >>> from steelyard.results import PoweredRatings
    >>> PoweredRatings((), (), {"n_segments": 0}).to_dict()["schema"]
    'steelyard.powered-ratings/1'
    """

    schema: ClassVar[str] = "steelyard.powered-ratings/1"
    tables: ClassVar[tuple[str, ...]] = ("systems", "pairs")

    systems: Annotated[tuple[PoweredScore, ...], "scale by scale and metric by metric, best first"]
    pairs: Annotated[tuple[PoweredPair, ...], "in the same order; the better one by the estimate first"]
    method: Annotated[
        PoweredMethod,
        "sampling, target, level, numbers of segments and documents, versions and the SHA-256 of every input",
    ]
