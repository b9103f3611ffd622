"""Which systems differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.score_table import ScoreRow, describe_size

__all__ = ["Comparison", "PairRow", "RunRow", "Verdict"]

Verdict = Literal["better", "worse", "equivalent", "within margin", "cannot tell"]


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


@dataclass(frozen=True, slots=True)
class RunRow:
    """Two systems of several runs under one metric: what new data and what new runs would change.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system_a, system_b : str
        As in the row of the pair.
    delta : float
        Mean score of the runs of A minus that of B; the pair's own delta is of all runs' outputs as one text.
    interval_new_data : (float, float) or None
        For the difference of these runs on other data of this kind; None for a single unit.
    interval_new_runs : (float, float) or None
        For the difference of other runs of these systems on this data.
    interval_both : (float, float) or None
        For other runs on other data: a little too wide. All three hold for this pair alone.
    run_sd_a, run_sd_b : float
        Standard deviation of the runs' scores.
    run_share : float or None
        Share of the runs in the variance of runs and test set; None where there is none.
    interval_new_references : (float, float) or None
        For the difference under other single references of this kind; None with fewer than two references without
        gaps, for scores of other tools, and where parses or alignments are given.
    reference_sd : float or None
        Standard error of the difference that the references bring; likewise.

    Examples
    --------
    >>> from steelyard.results import RunRow
    >>> RunRow("bleu", "BLEU", "b", "a", 1.0, (0.4, 1.6), (0.1, 1.9), (-0.1, 2.1), 0.2, 0.3, 0.7).run_share
    0.7
    """

    metric: str
    label: str
    system_a: str
    system_b: str
    delta: float
    interval_new_data: tuple[float, float] | None
    interval_new_runs: tuple[float, float] | None
    interval_both: tuple[float, float] | None
    run_sd_a: float
    run_sd_b: float
    run_share: float | None
    interval_new_references: tuple[float, float] | None = None
    reference_sd: float | None = None


@dataclass(frozen=True)
class Comparison(Result):
    """Scores of all systems, and which of them differ.

    Attributes
    ----------
    pairs : tuple of PairRow
        Metric by metric.
    scores : tuple of ScoreRow
        Metric by metric, systems in the given order.
    method : mapping
        How it was done: test, correction, family size, unit, resamples, seed, alpha, versions, SHA-256 of every input.
    runs : tuple of RunRow
        Like `pairs`, where systems have several runs.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> print(sy.evaluate(data, metrics=["bleu"]).compare())
    Comparison: 2 systems, 1 metric, 2 segments
    0 of 1 differences are significant at 0.05
    """

    schema: ClassVar[str] = "steelyard.comparison/1"
    tables: ClassVar[tuple[str, ...]] = ("pairs", "scores")

    pairs: tuple[PairRow, ...]
    scores: tuple[ScoreRow, ...]
    method: Mapping[str, Any]
    runs: tuple[RunRow, ...] = ()

    def __str__(self) -> str:
        """Return what was compared and how many differences are significant."""
        n_decided = sum(pair.verdict in ("better", "worse") for pair in self.pairs)
        size = describe_size(self.scores, self.method)
        significant = f"{n_decided} of {len(self.pairs)} differences are significant at {self.method['alpha']:g}"
        return f"Comparison: {size}\n{significant}"
