"""Which systems differ."""

from dataclasses import dataclass
from typing import Any, ClassVar, NotRequired, TypedDict

from steelyard.results.base import Result
from steelyard.results.method import DesignEffects, MethodOfIntervals, MethodOfUnits, Provenance, Told
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow, describe_size
from steelyard.short_repr import short_repr

__all__ = ["CompareMethod", "Comparison", "MethodOfRuns", "RunRow"]


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

    __repr__ = short_repr


class MethodOfRuns(TypedDict):
    """What was done with several runs of each system.

    Attributes
    ----------
    run_swap : str
        What the test exchanged: ``"segment"``, a unit in all runs at once, or ``"independent"``.
    run_score : str
        Of a system: ``"concatenation"`` or ``"mean"`` of its runs.
    runs : list of dict
        By system, the names of its runs.
    generalise_to : str
        What verdicts hold for: ``"both"``, new runs and new text, or ``"text"``.
    """

    run_swap: NotRequired[str]
    run_score: NotRequired[str]
    runs: NotRequired[list[dict[str, Any]]]
    generalise_to: NotRequired[str]


class CompareMethod(Provenance, MethodOfUnits, MethodOfIntervals, DesignEffects, MethodOfRuns, Told):
    """How systems were compared.

    Attributes
    ----------
    test, validity, validity_adjusted : str
        The test; what its p-values claim: ``"exact"``, ``"asymptotic"``, ``"assumed"`` or ``"reproduction"``; and what
        they claim after correction.
    detectable_range : list of float or None
        Multiples of what is given as detectable between which it lies, with 95 %: it rests on an estimate.
    warning : str
        What must not be overlooked about them; empty where there is nothing.
    is_exact : bool
        Whether p-values were computed without drawing.
    alternative : str
        ``"two-sided"``, ``"better"`` or ``"worse"``.
    correction, family : str
        For asking about many pairs and metrics, and what is corrected together.
    family_size : int
        Differences in the first family.
    n_draws : int
        Of the test.
    alpha : float
        Family-wise error rate.
    interval_of_differences : str
        Kind of interval; `interval` is that of scores.
    n_compared : int
        Systems that a test of all pairs at once took together.
    experimentwise_error : dict
        Of tests that nothing corrects: how many, at which level each, and how often any calls a pair different where
        none differs.
    contradictions : list of dict
        Pairs on which metrics say opposite things.
    sequential : dict
        How draws stopped early.
    equivalence_margin : float or dict
        As it was asked for.
    sentence : str
        The same for the paper.
    """

    test: str
    validity: str
    validity_adjusted: str
    detectable_range: list[float] | None
    warning: str
    is_exact: bool
    alternative: str
    correction: str
    family: str
    family_size: int
    n_draws: int
    alpha: float
    interval_of_differences: str
    n_compared: NotRequired[int]
    experimentwise_error: NotRequired[dict[str, Any]]
    contradictions: NotRequired[list[dict[str, Any]]]
    sequential: NotRequired[dict[str, Any]]
    equivalence_margin: NotRequired[Any]
    sentence: str


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
    method: CompareMethod
    runs: tuple[RunRow, ...] = ()

    def __str__(self) -> str:
        """Return what was compared and how many differences are significant."""
        n_decided = sum(pair.verdict in ("better", "worse") for pair in self.pairs)
        size = describe_size(self.scores, self.method)
        significant = f"{n_decided} of {len(self.pairs)} differences are significant at {self.method['alpha']:g}"
        return f"Comparison: {size}\n{significant}"
