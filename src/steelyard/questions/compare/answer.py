"""Which systems differ."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NotRequired, TypedDict

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import DesignEffects, MethodOfIntervals, MethodOfUnits, Provenance, WithRecipe
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow, describe_size

__all__ = ["CompareMethod", "Comparison", "MethodOfRuns", "RunRow"]


@row
class RunRow(MetricRow):
    """Two systems of several runs under one metric: what new data and what new runs would change."""

    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    difference: float = column(
        "mean score of the runs of the system minus that of the other; the pair's own difference is of all runs' "
        "outputs as one text",
        ">mean difference",
        "+score",
    )
    interval_new_data: tuple[float, float] | None = column(
        "for the difference of these runs on new data of this kind; None for a single unit",
        "new data",
        "+score",
        "interval of the mean difference of these runs on new texts of this kind",
    )
    interval_new_runs: tuple[float, float] | None = column(
        "for the difference of new runs of these systems on this data",
        "new runs",
        "+score",
        "interval of the mean difference if every system were trained or tuned again; both: on new texts, too",
    )
    interval_both: tuple[float, float] | None = column(
        "for new runs on new data: slightly too wide. All three intervals are for this pair alone", show="+score"
    )
    run_sd: float = column(
        "standard deviation of the scores of the system's runs",
        ">sd of runs",
        "score",
        "standard deviation of the scores of a system's runs",
    )
    run_sd_against: float = column("standard deviation of the scores of the runs of the other system", show="score")
    run_share: float | None = column(
        "share of the runs in the variance of runs and test set; None if there is no variance"
    )
    interval_new_references: tuple[float, float] | None = column(
        "for the difference under other single references of this kind; None with fewer than two complete references, "
        "for scores of other tools, and with parses or alignments",
        "references",
        "+score",
        "interval of the mean difference under other single references of this kind",
        default=None,
    )
    reference_sd: float | None = column(
        "standard error of the difference from the choice of reference; None as before", default=None
    )


@documented
class MethodOfRuns(TypedDict):
    """What was done with several runs of each system."""

    run_swap: NotRequired[
        Annotated[str, 'what the test exchanged: ``"segment"``, a unit in all runs at once, or ``"independent"``']
    ]
    run_score: NotRequired[Annotated[str, 'of a system: ``"concatenation"`` or ``"mean"`` of its runs']]
    runs: NotRequired[Annotated[list[dict[str, Any]], "by system, the names of its runs"]]
    generalise_to: NotRequired[
        Annotated[str, 'what verdicts are about: ``"both"``, new runs and new text, or ``"text"``']
    ]


@documented
class CompareMethod(Provenance, MethodOfUnits, MethodOfIntervals, DesignEffects, MethodOfRuns, WithRecipe):
    """How systems were compared."""

    test: Annotated[str, "its name"]
    validity: Annotated[
        str, 'what its p-values claim: ``"exact"``, ``"asymptotic"``, ``"assumed"`` or ``"reproduction"``'
    ]
    validity_adjusted: Annotated[str, "what they claim after correction"]
    detectable_range: Annotated[
        list[float] | None, "95 % range of the minimum detectable difference, as multiples of the estimate"
    ]
    warning: Annotated[str, "warning about these p-values; empty if there is none"]
    is_exact: Annotated[bool, "whether p-values were computed without drawing"]
    alternative: Annotated[str, '``"two-sided"``, ``"better"`` or ``"worse"``']
    correction: Annotated[str, "for asking about many pairs and metrics"]
    family: Annotated[str, "what is corrected together"]
    family_size: Annotated[int, "differences in the first family"]
    n_draws: Annotated[int, "of the test"]
    alpha: Annotated[float, "family-wise error rate"]
    interval_of_differences: Annotated[str, "kind of interval; `interval` is that of scores"]
    n_compared: NotRequired[Annotated[int, "systems that a test of all pairs at once took together"]]
    experimentwise_error: NotRequired[
        Annotated[
            dict[str, Any],
            "of tests that nothing corrects: how many, at which level each, and how often any calls a pair different "
            "where none differs",
        ]
    ]
    contradictions: NotRequired[Annotated[list[dict[str, Any]], "pairs on which metrics say opposite things"]]
    sequential: NotRequired[Annotated[dict[str, Any], "how draws stopped early"]]
    equivalence_margin: NotRequired[Annotated[Any, "as it was asked for"]]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class Comparison(Result):
    """Scores of all systems, and which of them differ.

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

    pairs: Annotated[tuple[PairRow, ...], "metric by metric"]
    scores: Annotated[tuple[ScoreRow, ...], "metric by metric, systems in the given order"]
    method: Annotated[
        CompareMethod,
        "how it was done: test, correction, family size, unit, resamples, seed, alpha, versions, SHA-256 of inputs",
    ]
    runs: Annotated[tuple[RunRow, ...], "like `pairs`, where systems have several runs"] = ()

    def __str__(self) -> str:
        """Return what was compared and how many differences are significant."""
        n_decided = sum(pair.verdict in ("better", "worse") for pair in self.pairs)
        size = describe_size(self.scores, self.method)
        significant = f"{n_decided} of {len(self.pairs)} differences are significant at {self.method['alpha']:g}"
        return f"Comparison: {size}\n{significant}"
