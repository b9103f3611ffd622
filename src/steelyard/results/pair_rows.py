"""Pairs of systems: rows that several answers have."""

from dataclasses import dataclass
from typing import Literal, Protocol

from steelyard.short_repr import short_repr

__all__ = ["Decided", "PairRow", "Verdict"]

Verdict = Literal["better", "worse", "equivalent", "within margin", "cannot tell"]


class Decided(Protocol):
    """Two systems that a test may have told apart: a `PairRow`, or a row of another kind.

    Examples
    --------
    >>> from steelyard.results import Decided, WinRow
    >>> row: Decided = WinRow("b", "a", 12, 8, 5, verdict="cannot tell")
    >>> row.system_a, row.verdict
    ('b', 'cannot tell')
    """

    @property
    def system_a(self) -> str:
        """The later system."""

    @property
    def system_b(self) -> str:
        """The earlier one."""

    @property
    def verdict(self) -> Verdict | None:
        """About A; None where nothing was tested."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two systems under one metric.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system_a, system_b : str
        B is the earlier in the given order, so the baseline.
    delta : float
        Score of A minus score of B, in the metric's own sign and unit.
    interval : (float, float) or None
        Confidence interval of delta alone.
    interval_simultaneous : (float, float) or None
        Covers the deltas of the whole family at once; None for a single unit, and where no finite number of standard
        errors is enough.
    p_value : float
        Of this pair alone.
    p_adjusted : float
        After correction for the whole family; the verdict rests on it.
    monte_carlo_error : float
        Standard error of `p_value` from the draws being random; 0 where p is exact.
    verdict : {"better", "worse", "equivalent", "within margin", "cannot tell"}
        About A, in the metric's direction. Equivalent: the statistics of both are equal in every unit. Within margin:
        no difference was found, and one as large as the margin of equivalence is ruled out.
    reason : str
        Why nothing can be told, where the test set is too small for any verdict, or a significant test speaks for the
        system with the worse score; of ratings taken in turn, the scale that decided; else empty.
    minimum_detectable : float or None
        The true difference that would be found four times out of five; None for a single unit, and where none could be
        found.
    p_equivalence : float or None
        Against a difference of the margin or more, after Holm's correction; None where no margin was given.
    effect_size : float or None
        Delta over the standard deviation of what single units contribute to it (Cohen's d for pairs, where the metric
        is a mean); None where that is 0 or unknown. Larger over documents than over segments, and not comparable
        between metrics.
    shares : (float, float, float) or None
        Shares of the units in which A scores better, the same and worse than B, units scored one by one; None where
        some unit has no score. Of little use where the metric gives most segments 0, as BLEU can.
    n_draws : int or None
        Draws after which a sequential test stopped; None for others.
    interval_by_range : (float, float) or None
        Covers the deltas of the whole family at once for any scores between the declared ends of the scale; None where
        none were declared, or units are no single items.
    interval_p_adjusted : (float, float) or None
        Of a sequential test: where the adjusted p of endless draws lies, for all rows and moments at once.

    Examples
    --------
    >>> from steelyard.results import PairRow
    >>> row = PairRow("bleu", "BLEU", "b", "a", 1.0, (0.4, 1.6), (0.1, 1.9), 0.001, 0.004, 0.0003, "better", "", 0.9)
    >>> row.verdict
    'better'
    """

    metric: str
    label: str
    system_a: str
    system_b: str
    delta: float
    interval: tuple[float, float] | None
    interval_simultaneous: tuple[float, float] | None
    p_value: float
    p_adjusted: float
    monte_carlo_error: float
    verdict: Verdict
    reason: str
    minimum_detectable: float | None
    p_equivalence: float | None = None
    effect_size: float | None = None
    shares: tuple[float, float, float] | None = None
    n_draws: int | None = None
    interval_p_adjusted: tuple[float, float] | None = None
    interval_by_range: tuple[float, float] | None = None

    __repr__ = short_repr
