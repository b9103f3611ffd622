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
        "simultaneous interval for the whole family; None for a single unit, and if no finite number of "
        "standard errors is enough",
        show="+score",
    )
    p_value: float = column(terms.P_VALUE)
    p_adjusted: float = column(terms.P_ADJUSTED)
    monte_carlo_error: float = column("standard error of `p_value` from the random draws; 0 if p is exact")
    verdict: Verdict = column(
        "for the system, in the metric's direction. Equivalent: the statistics of both are equal in every unit. "
        "Within margin: not significant, and significantly smaller than the margin of equivalence"
    )
    reason: str = column(
        "why there is no verdict: the test set is too small, or the test favours the system with the worse score; "
        "of ratings used in turn, the scale of the verdict; else empty"
    )
    minimum_detectable: float | None = column(
        "minimum detectable difference at 80 % power; None for a single unit, and if no difference is detectable",
        ">detectable",
        "score",
        spare=2,
    )
    p_equivalence: float | None = column(
        "against a difference of the margin or more, after Holm's correction; None without a margin", default=None
    )
    effect_size: float | None = column(
        "effect size: the difference divided by the standard deviation of the contributions of units (Cohen's d for "
        "pairs, if the metric is a mean); None if that is 0 or unknown. Larger over documents than over segments, and "
        "not comparable between metrics",
        ">effect",
        "+.2f",
        default=None,
    )
    shares: tuple[float, float, float] | None = column(
        "shares of the units in which the system scores better, the same and worse than the other, units scored one by "
        "one; None if some unit has no score. Of little use if most segments score 0, as with BLEU",
        default=None,
    )
    n_draws: int | None = column("draws after which a sequential test stopped; None for others", default=None)
    interval_p_adjusted: tuple[float, float] | None = column(
        "of a sequential test: bounds of the adjusted p with unlimited draws, simultaneous for all rows and looks",
        default=None,
    )
    interval_by_range: tuple[float, float] | None = column(
        "simultaneous interval of the difference for any scores in the declared range; None without a declared range, "
        "or if units are not single items",
        "by range",
        "+score",
        default=None,
    )
