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
        "mean from ratings and metric, in the unit of the ratings",
        ">with the metric",
        "score",
        "estimate from the metric's scores of all segments, corrected by the ratings",
    )
    standard_error: float = column("its standard error")
    interval: tuple[float, float] = column("its confidence interval", "interval", "score")
    classical: float = column(
        "mean from the ratings alone",
        ">people alone",
        "score",
        "mean of the ratings, weighted by the inverse sampling probability",
    )
    classical_standard_error: float = column("its standard error")
    classical_interval: tuple[float, float] = column("its confidence interval", "interval", "score", spare=2)
    weight: float = column("points of the rating for a point of the metric")
    gain: float | None = column(
        "how many times the number of ratings gives an equal interval without the metric; None without error",
        ">worth",
        ".2f",
        "how many times the number of ratings gives an equal interval without the metric; below 1 the metric widens "
        "intervals",
    )


@row
class PoweredPair:
    """The difference between two systems' mean ratings."""

    scale: str = column("what people were asked")
    metric: str = column("metric that helped")
    system: str = column("name of the system", "system")
    against: str = column("name of the system that it is compared with", "against")
    difference: float = column(
        "score of the system minus the other, from ratings and metric; larger is better", ">with the metric", "+score"
    )
    standard_error: float = column("its standard error")
    interval: tuple[float, float] = column("its confidence interval, for this pair alone", "interval", "+score")
    classical: float = column("difference from the ratings alone", ">people alone", "+score", spare=2)
    classical_standard_error: float = column("its standard error")
    classical_interval: tuple[float, float] = column("its confidence interval", "interval", "+score", spare=2)
    weight: float = column("points of the rating for a point of the metric")
    gain: float | None = column("as of a system", ">worth", ".2f", spare=1)
    p_value: float = column("two-sided, by Student's t", ">p", p_text, spare=3)
    adjusted_p_value: float = column(
        "p-value corrected by Holm's method over all pairs of this scale and metric", ">adjusted p", p_text
    )
    verdict: Literal["better", "worse", "cannot tell"] = column(
        "of the system against the other, from the adjusted p",
        "verdict",
        verdict_text,
        "from the adjusted p, with the metric",
    )


@documented
class PoweredMethod(Provenance, WithRecipe):
    """How means were estimated."""

    sampling: Annotated[str | None, "how rated lines were sampled"]
    target: Annotated[str, "population or set of the mean"]
    confidence_level: Annotated[float, "of intervals, one by one"]
    alpha: Annotated[float, "family-wise error rate of the verdicts"]
    correction: Annotated[str, '``"holm"``']
    unit: Annotated[str, "unit of sampling"]
    degrees_of_freedom: Annotated[int, "degrees of freedom of Student's t"]
    n_rated: Annotated[int, "number of segments with ratings"]
    n_rated_documents: Annotated[int, "number of documents with ratings"]
    n_left_out: Annotated[int, "number of segments that were rated for some systems only"]
    left_out: Annotated[list[dict[str, str]], "systems that are left out, and the reason"]
    has_documents: Annotated[bool, "whether documents are known"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


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
    pairs: Annotated[tuple[PoweredPair, ...], "in the same order; the better system first"]
    method: Annotated[
        PoweredMethod,
        "sampling, target, level, numbers of segments and documents, versions and the SHA-256 of every input",
    ]
