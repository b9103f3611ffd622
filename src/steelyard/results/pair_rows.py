"""Pairs of systems: rows that several answers have."""

from typing import Literal, Protocol

from steelyard.results import terms
from steelyard.results.columns import MetricRow, column, row

__all__ = ["Decided", "PairRow", "Verdict"]

Verdict = Literal["better", "worse", "equivalent", "within margin", "cannot tell"]


class Decided(Protocol):
    """Two systems that a test may have told apart: a `PairRow`, or a row of another kind.

    Examples
    --------
    >>> from steelyard.results import Decided, WinRow
    >>> row: Decided = WinRow("b", "a", 12, 8, 5, verdict="cannot tell")
    >>> row.system, row.verdict
    ('b', 'cannot tell')
    """

    @property
    def system(self) -> str:
        """The later system."""

    @property
    def against(self) -> str:
        """The earlier one, so the baseline."""

    @property
    def verdict(self) -> Verdict | None:
        """On the system; None where nothing was tested."""


@row
class PairRow(MetricRow):
    """Two systems under one metric."""

    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    difference: float = column(terms.DIFFERENCE)
    interval: tuple[float, float] | None = column("confidence interval of this difference alone", show="+score")
    interval_simultaneous: tuple[float, float] | None = column(
        "covers the differences of the whole family at once; None for a single unit, and where no finite "
        "number of standard errors is enough",
        show="+score",
    )
    p_value: float = column(terms.P_VALUE)
    p_adjusted: float = column(terms.P_ADJUSTED)
    monte_carlo_error: float = column("standard error of `p_value` from the draws being random; 0 where p is exact")
    verdict: Verdict = column(
        "on the system, in the metric's direction. Equivalent: the statistics of both are equal in every unit."
        " Within margin: no difference was found, and one as large as the margin of equivalence is ruled"
        " out"
    )
    reason: str = column(
        "why nothing can be told, where the test set is too small for any verdict, or a significant test"
        " speaks for the system with the worse score; of ratings taken in turn, the scale that decided; "
        "else empty"
    )
    minimum_detectable: float | None = column(
        "the true difference that would be found four times out of five; None for a single unit, and "
        "where none could be found",
        ">detectable",
        "score",
        spare=2,
    )
    p_equivalence: float | None = column(
        "against a difference of the margin or more, after Holm's correction; None where no margin was given",
        default=None,
    )
    effect_size: float | None = column(
        "the difference over the standard deviation of what single units contribute to it (Cohen's d for pairs, "
        "where the metric is a mean); None where that is 0 or unknown. Larger over documents than over "
        "segments, and not comparable between metrics",
        ">effect",
        "+.2f",
        default=None,
    )
    shares: tuple[float, float, float] | None = column(
        "shares of the units in which the system scores better, the same and worse than the other, units scored one by "
        "one; None where some unit has no score. Of little use where the metric gives most segments 0, "
        "as BLEU can",
        default=None,
    )
    n_draws: int | None = column("draws after which a sequential test stopped; None for others", default=None)
    interval_p_adjusted: tuple[float, float] | None = column(
        "of a sequential test: where the adjusted p of endless draws lies, for all rows and moments at once",
        default=None,
    )
    interval_by_range: tuple[float, float] | None = column(
        "covers the differences of the whole family at once for any scores between the declared ends of the "
        "scale; None where none were declared, or units are no single items",
        "by range",
        "+score",
        default=None,
    )
