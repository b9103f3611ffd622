"""How many documents, segments and raters a difference between two systems needs to be found."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.errors import SpecError
from steelyard.human.columns import check_level
from steelyard.human.rating_variance import RatingVariance
from steelyard.inference import t_quantile

__all__ = ["RatingDesign", "design_error", "design_power", "rating_designs"]

_MOST_DOCUMENTS = 100_000


@dataclass(frozen=True, slots=True)
class RatingDesign:
    """One way to rate, and what it needs.

    Attributes
    ----------
    segments_per_document, ratings_per_segment : int
        Of each system.
    n_raters : int or None
        Who share the ratings, and stand for all; None for those of the pilot, who stand for themselves.
    n_documents : int or None
        The fewest that give the wanted power; None where no number does.
    n_segments, n_judgements : int or None
        Documents times segments, and ratings of both systems together.
    power : float or None
        With that many documents.

    Examples
    --------
    >>> from steelyard.human import RatingDesign
    >>> RatingDesign(5, 1, None, 40, 200, 400, 0.81).n_judgements
    400
    """

    segments_per_document: int
    ratings_per_segment: int
    n_raters: int | None
    n_documents: int | None
    n_segments: int | None
    n_judgements: int | None
    power: float | None


def design_error(
    variance: RatingVariance,
    n_documents: int,
    segments_per_document: int = 1,
    ratings_per_segment: int = 1,
    n_raters: int | None = None,
) -> float:
    """Return the standard error of the mean difference in a design.

    Parameters
    ----------
    variance : RatingVariance
        From a pilot.
    n_documents, segments_per_document, ratings_per_segment : int
        The design; documents of equal size.
    n_raters : int, optional
        Who share the ratings evenly, drawn from all raters there could be. By default the raters are those of the
        pilot, of whom alone something is to be said.

    Returns
    -------
    float
        In the unit of the ratings.

    Examples
    --------
    >>> from steelyard.human import RatingVariance, design_error
    >>> pilot = RatingVariance(1.0, 2.0, None, 4.0, 0.5, 20, 5, 10, 1)
    >>> round(design_error(pilot, 10, 2, 2) ** 2, 3)  # (1 + 2/2 + 4/4) / 10
    0.3
    """
    n_segments = n_documents * segments_per_document
    squared = (
        variance.document / n_documents
        + (variance.segment or 0.0) / n_segments
        + variance.residual / (n_segments * ratings_per_segment)
    )
    if n_raters is not None:
        squared += (variance.rater or 0.0) / n_raters
    return math.sqrt(squared)


def design_power(difference: float, standard_error: float, n_documents: int, *, alpha: float = 0.05) -> float:
    """Return how often a t test over documents finds a true difference, in either direction.

    Parameters
    ----------
    difference : float
        The true one.
    standard_error : float
        Of its estimate, as from `design_error`.
    n_documents : int
        Degrees of freedom and one.
    alpha : float, default 0.05
        Two-sided level.

    Returns
    -------
    float
        From the noncentral t distribution.

    References
    ----------
    Johnson and Welch 1940, "Applications of the non-central t-distribution", doi:10.1093/biomet/31.3-4.362.

    Examples
    --------
    >>> from steelyard.human import design_power
    >>> round(design_power(0.5, 0.2, 30), 3), round(design_power(0.0, 0.2, 30), 3)
    (0.676, 0.05)
    """
    if standard_error == 0:
        return float(difference != 0)
    freedom = n_documents - 1
    critical, away = t_quantile(1 - alpha / 2, freedom), abs(difference) / standard_error
    return 1 - _noncentral_t(critical, freedom, away) + _noncentral_t(-critical, freedom, away)


def _noncentral_t(value: float, freedom: int, away: float) -> float:
    """Return the share below a value; SciPy's, or far out, where it has none, the normal one of Johnson and Welch."""
    from scipy.special import nctdtr, ndtr  # imported where needed: 0.3 s

    found = float(nctdtr(freedom, away, value))
    if math.isnan(found):
        found = ndtr((value * (1 - 0.25 / freedom) - away) / math.sqrt(1 + value**2 / (2 * freedom)))
    return float(found)


def rating_designs(
    variance: RatingVariance,
    difference: float,
    *,
    segments_per_document: Sequence[int] = (1,),
    ratings_per_segment: Sequence[int] = (1,),
    n_raters: Sequence[int | None] = (None,),
    power: float = 0.8,
    alpha: float = 0.05,
    further_variance: float = 0.0,
    most_documents: int | None = None,
) -> list[RatingDesign]:
    """Say for each design how many documents it takes to find a difference.

    Parameters
    ----------
    variance : RatingVariance
        From a pilot; of what a metric leaves, where one helps.
    difference : float
        Between the two systems, in the unit of the ratings; its sign does not matter.
    segments_per_document, ratings_per_segment : sequence of int
        Tried in all combinations.
    n_raters : sequence of int or None
        As in `design_error`; tried in all combinations.
    power : float, default 0.8
        How often the difference should be found.
    alpha : float, default 0.05
        Two-sided level of the test.
    further_variance : float, default 0
        Of the mean difference, that no rating takes away: with a metric and the population as target, the variance of
        its mean over all its segments.
    most_documents : int, optional
        That can be had; by default 100,000.

    Returns
    -------
    list of RatingDesign
        In the order given, ratings varying last.

    Raises
    ------
    SpecError
        The difference is 0, or a level or number is impossible; or more ratings a segment are asked about and the pilot
        does not tell segments from ratings.

    Notes
    -----
    The test takes documents for its units: `steelyard.inference.randomization` of documents, or t over their means.
    Its power comes from the noncentral t distribution, for documents of equal size whose differences are normal;
    ratings of MQM are skewed, and then power is somewhat lower. The components are taken for known: from a pilot of
    ten documents the number needed can well be off by a factor of two.

    Examples
    --------
    >>> from steelyard.human import RatingVariance, rating_designs
    >>> pilot = RatingVariance(1.0, 2.0, None, 4.0, 0.5, 20, 5, 10, 1)
    >>> for design in rating_designs(pilot, 1.0, segments_per_document=[1, 5]):
    ...     print(design.segments_per_document, design.n_documents, design.n_judgements)
    1 57 114
    5 20 200
    """
    if difference == 0 or not math.isfinite(difference):
        raise SpecError(f"The wanted difference must be a finite number other than 0, not {difference}.")
    check_level("power", power)
    check_level("alpha", alpha)
    numbers = [*segments_per_document, *ratings_per_segment, *(n for n in n_raters if n is not None)]
    if not numbers or min(numbers) < 1:
        raise SpecError("A design has at least one segment a document, one rating a segment, and one rater.")
    if variance.segment is None and max(ratings_per_segment) > 1:
        raise SpecError(
            "No segment of the pilot was rated twice, so it does not say what a second rating of a segment is worth: "
            "plan with one rating a segment, or let some segments of the pilot be rated by several people."
        )
    return [
        _design(variance, abs(difference), m, r, raters, power, alpha, further_variance, most_documents)
        for raters in n_raters
        for m in segments_per_document
        for r in ratings_per_segment
    ]


def _design(
    variance: RatingVariance,
    difference: float,
    m: int,
    r: int,
    n_raters: int | None,
    power: float,
    alpha: float,
    further: float,
    limit: int | None,
) -> RatingDesign:
    def reached(n_documents: int) -> float:
        error = design_error(variance, n_documents, m, r, n_raters)
        return design_power(difference, math.hypot(error, further**0.5), n_documents, alpha=alpha)

    most = _MOST_DOCUMENTS if limit is None else limit
    if most < 2 or reached(most) < power:
        return RatingDesign(m, r, n_raters, None, None, None, None)
    least = 2
    while least < most:  # power grows with documents
        middle = (least + most) // 2
        least, most = (least, middle) if reached(middle) >= power else (middle + 1, most)
    return RatingDesign(m, r, n_raters, most, most * m, 2 * most * m * r, reached(most))
