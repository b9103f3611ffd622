"""What differences on many tasks say together."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from steelyard.results import terms
from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row, verdict_text
from steelyard.results.method import Provenance, WithRecipe
from steelyard.results.numbers import p_text
from steelyard.results.pair_rows import Verdict

__all__ = ["Campaign", "CampaignMethod", "CampaignPairRow", "CampaignScoreRow", "CellRow"]

_PUBLISHED = "by the method of WMT24's general task, if asked for"


@row
class CampaignScoreRow(MetricRow):
    """A system's scores on all tasks."""

    system: str = column("name of the system", "system")
    average: float | None = column(
        "weighted mean of its scores over all tasks; None if it is not on all", ">average", "score"
    )
    scores: tuple[float | None, ...] = column(
        "score on each task, in the order of the method's tasks; None if the system is not there"
    )
    n_tasks: int = column("number of tasks that have the system", ">tasks")
    scale: int | None = column("100 for percentages, 1 for fractions; None if unknown", default=None)
    rank_from: int | None = column(
        "best possible rank by its average, from tests corrected for all pairs and metrics; None unless all systems "
        "are on all tasks and all pairs are compared",
        default=None,
    )
    rank_to: int | None = column("worst possible rank; None in the same cases", default=None)
    published_from: int | None = column(f"best rank {_PUBLISHED}", default=None)
    published_to: int | None = column(f"worst rank {_PUBLISHED}", default=None)
    published_cluster: int | None = column(f"cluster {_PUBLISHED}", default=None)


@row
class CampaignPairRow(MetricRow):
    """Two systems over all tasks that have both."""

    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    n_tasks: int = column("number of tasks that have both systems", ">tasks")
    difference: float = column(
        terms.DIFFERENCE._replace(about="weighted mean of score of the system minus score of the other system")
    )
    relative: float | None = column(
        "mean change in percent of the other system's score, positive if the system is better; None if a score is 0",
        ">relative",
        lambda change: f"{change:+.1f}%",
        "mean change in percent of the other system's score; above 0 is better",
        spare=1,
    )
    p_value: float = column("p-value of the mean difference on these tasks, not corrected")
    p_adjusted: float = column(
        "p-value of the mean difference on these tasks, corrected for all pairs and metrics", ">p", p_text
    )
    verdict: Verdict = column(
        "of the system against the other, on average over these tasks",
        "verdict",
        verdict_text,
        "on the average of these tasks; p is corrected for all pairs and metrics",
    )
    n_better: int = column(
        "number of tasks on which the system is significantly better, corrected for all tasks, pairs and metrics"
    )
    n_worse: int = column("number of tasks on which it is significantly worse, corrected in the same way")
    at_least: int = column(
        "lower bound of the number of tasks on which it is better (partial conjunction of Benjamini and Heller)"
    )
    at_least_worse: int = column("lower bound of the number of tasks on which it is worse")
    wins: int = column("number of tasks on which the system has the better score")
    ties: int = column("number of tasks on which both scores are equal")
    losses: int = column("number of tasks on which the other system has the better score")
    p_sign: float = column(
        "two-sided p-value of the sign test over tasks, tasks of a cluster exchanged together; not corrected",
        ">p sign",
        p_text,
        "",
        3,
    )
    p_wilcoxon: float = column(
        "two-sided p-value of Wilcoxon's test over tasks, tasks of a cluster exchanged together; not corrected",
        ">p Wilcoxon",
        p_text,
        spare=3,
    )
    p_stouffer: float = column(
        "two-sided p-value of all tasks combined by Stouffer's method, as over domains in the general task of WMT24; "
        "not corrected"
    )
    like_these: float | None = column(
        "mean difference expected on new tasks (random effects); None for a single task",
        ">mean",
        "+score",
        "mean difference expected on new tasks of this kind; p is corrected by Holm's method",
        default=None,
    )
    like_these_interval: tuple[float, float] | None = column(
        "confidence interval of this mean (Hartung-Knapp-Sidik-Jonkman)", "interval", "+score", default=None
    )
    like_these_p: float | None = column(
        "p-value of this mean, corrected by Holm's method over pairs and metrics", ">p", p_text, default=None
    )
    predicted_interval: tuple[float, float] | None = column(
        "prediction interval for the true difference on one new task", "new task", "+score", True, default=None
    )
    between: float | None = column(
        "standard deviation of true differences between tasks", ">between", "score", default=None
    )
    share_between: float | None = column(
        "share of the variance of differences between tasks that sampling error does not explain",
        ">I2",
        ".0%",
        legend=True,
        default=None,
    )
    p_published: float | None = column(
        "p-value by the method of WMT24's general task, if asked for: two-sided Wilcoxon p-values of the tasks, "
        "combined without their direction; not corrected",
        ">p WMT",
        p_text,
        "two-sided Wilcoxon p-values of the tasks, combined by Stouffer's method without their direction",
        spare=3,
        default=None,
    )


@row
class CellRow:
    """Two systems on one task."""

    task: str = column("its name")
    metric: str = column("the metric's spelling")
    label: str = column("the metric's short name for tables")
    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    difference: float = column(terms.DIFFERENCE)
    standard_error: float = column("jackknife standard error of the difference")
    p_value: float = column("p-value of this difference alone")
    p_adjusted: float = column("p-value corrected for all tasks, pairs and metrics")
    verdict: Verdict = column(terms.VERDICT)


@documented
class CampaignMethod(Provenance, WithRecipe):
    """How tasks were put together; sizes are of all tasks together."""

    tasks: Annotated[
        list[dict[str, Any]],
        "name, weight, cluster, task with the same segments, numbers of segments and units, and the unit",
    ]
    notes: Annotated[list[str], "cautions"]
    signatures: Annotated[
        dict[str, dict[str, list[str]]], "by metric, the signatures that it has, and the tasks of each"
    ]
    higher_is_better: Annotated[dict[str, bool], "by metric"]
    n_tests: Annotated[dict[str, int], "differences of the two families: ``averages`` and ``tasks``"]
    alpha: Annotated[float, "family-wise error rate of each family"]
    n_resamples: Annotated[int, "number of draws of a test"]
    seed: Annotated[int, "seed of the draws"]
    auto_rank: Annotated[str | None, "how metrics were scaled for `auto_ranks`"]
    is_published: Annotated[bool, "whether ranks by the method of WMT24's general task were asked for"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Campaign(Result):
    """What differences on many tasks say together.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0, 1, 1, 1, 1], "theirs": [0, 0, 1, 0, 0, 0, 1, 0]}
    >>> tasks = {name: sy.evaluate_scores({"solved": solved}) for name in ("en-de", "en-cs")}
    >>> row = sy.campaign(tasks, pairs=["ours:theirs"]).pairs[0]
    >>> row.system, row.difference, row.wins
    ('theirs', -0.625, 0)
    """

    schema: ClassVar[str] = "steelyard.campaign/1"
    tables: ClassVar[tuple[str, ...]] = ("pairs", "scores", "cells")

    pairs: Annotated[tuple[CampaignPairRow, ...], "metric by metric"]
    scores: Annotated[tuple[CampaignScoreRow, ...], "metric by metric, systems in the order in which tasks name them"]
    cells: Annotated[tuple[CellRow, ...], "task by task"]
    method: Annotated[CampaignMethod, "method, versions and the SHA-256 of every input"]
    auto_ranks: Annotated[tuple[AutoRankRow, ...], "ranks of systems from all metrics together, if asked for"] = ()

    def __str__(self) -> str:
        """Return how many tasks and pairs there are, and how many differ."""
        n = sum(row.verdict != "cannot tell" for row in self.pairs)
        return (
            f"Campaign: {len(self.method['tasks'])} tasks\n{n} of {len(self.pairs)} differences are significant on "
            f"average at {self.method['alpha']:g}"
        )
