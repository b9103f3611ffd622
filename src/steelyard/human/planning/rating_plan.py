"""How many documents, segments and raters a difference between two systems needs to be found."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.errors import SpecError
from steelyard.human.checks import check_level
from steelyard.human.planning.rating_variance import RatingVariance
from steelyard.inference import chi_squared_quantile, noncentral_t_below, t_quantile

__all__ = ["RatingDesign", "design_error", "design_power", "rating_designs"]

MOST_DOCUMENTS = 100_000  # that are tried


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
        The fewest that give the wanted power; None where the most that can be had do not.
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
        Who share the ratings evenly, drawn from all raters there could be; no more than there are ratings count. By
        default the raters are those of the pilot, of whom alone something is to be said.

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
        squared += (variance.rater or 0.0) / min(n_raters, n_segments * ratings_per_segment)
    return math.sqrt(squared)


def design_power(difference: float, standard_error: float, n_documents: float, *, alpha: float = 0.05) -> float:
    """Return how often a t test finds a true difference, in either direction.

    Parameters
    ----------
    difference : float
        The true one.
    standard_error : float
        Of its estimate, as from `design_error`.
    n_documents : float
        Degrees of freedom and one: documents for a test over documents.
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
    # Beyond the critical value on either side: a finding in the wrong direction counts, as in the test's level.
    return 1 - noncentral_t_below(critical, freedom, away) + noncentral_t_below(-critical, freedom, away)


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
        As in `design_error`, at least two; tried in all combinations.
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
        The difference is 0, or a level or number is impossible; or several ratings per segment are asked about and the
        pilot does not tell segments from ratings; or raters, and it does not tell how they lean.

    Notes
    -----
    For the pilot's raters the test takes documents for its units: `steelyard.inference.randomization` of documents, or
    t over their means. For a number of raters it is the t test whose error is `design_error` with the components of the
    new ratings (`rating_variance`) and those raters; its degrees of freedom are Satterthwaite's, from documents less
    one for the part of documents, segments and ratings, and raters less one for that of raters. A test over documents
    is not valid there: raters are shared by documents, and it finds differences that other raters would not confirm.

    Power comes from the noncentral t distribution, for documents of equal size whose differences are normal; ratings of
    MQM are skewed, and then power is somewhat lower. The components are taken for known, which those of a small pilot
    are not.

    References
    ----------
    Satterthwaite 1946, "An approximate distribution of estimates of variance components", doi:10.2307/3002019.

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
        raise SpecError("A design has at least one segment a document, one rating per segment, and one rater.")
    if variance.segment is None and max(ratings_per_segment) > 1:
        raise SpecError(
            "No segment of the pilot was rated twice, so it does not say what a second rating of a segment is worth: "
            "plan with one rating per segment, or let some segments of the pilot be rated by several people."
        )
    asked = [n for n in n_raters if n is not None]
    if asked and variance.rater is None:
        raise SpecError(
            "The pilot does not say how far raters lean to one system or the other, so nothing can be planned for all "
            "raters: let several raters share the documents of the pilot."
        )
    if asked and min(asked) < 2:
        raise SpecError("One rater does not show how raters differ: to stand for all raters, at least two are needed.")
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
        error = math.hypot(design_error(variance, n_documents, m, r), further**0.5)
        freedom = float(n_documents - 1)
        if n_raters is not None:
            error, freedom = _with_raters(error, freedom, variance.rater or 0.0, min(n_raters, n_documents * m * r))
        return design_power(difference, error, freedom + 1, alpha=alpha)

    most = MOST_DOCUMENTS if limit is None else limit
    below, enough = 1, 2
    while enough < most and reached(enough) < power:
        below, enough = enough, 2 * enough
    enough = min(enough, most)
    if most < 2 or reached(enough) < power:
        return RatingDesign(m, r, n_raters, None, None, None, None)
    while enough - below > 1:  # power grows with documents
        middle = (below + enough) // 2
        below, enough = (below, middle) if reached(middle) >= power else (middle, enough)
    return RatingDesign(m, r, n_raters, enough, enough * m, 2 * enough * m * r, reached(enough))


def _with_raters(error: float, freedom: float, rater: float, n_raters: int) -> tuple[float, float]:
    """Add the raters' part to the error of documents; Satterthwaite's degrees of freedom of both."""
    ours, theirs = error**2, rater / n_raters
    if ours + theirs == 0:
        return 0.0, freedom
    return (ours + theirs) ** 0.5, (ours + theirs) ** 2 / (ours**2 / freedom + theirs**2 / (n_raters - 1))


def range_of_needs(freedom: int) -> tuple[float, float]:
    """Return between which multiples of what a pilot says the needs lie, in 95 of 100 pilots.

    A variance estimated from normal values with so many degrees of freedom follows chi-square, and needs are
    proportional to the variance.
    """
    # A pilot's variance is the true one times chi-squared over its degrees of freedom, and needs grow as the variance.
    return freedom / chi_squared_quantile(0.025, freedom), freedom / chi_squared_quantile(0.975, freedom)
