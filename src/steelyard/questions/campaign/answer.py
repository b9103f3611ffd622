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

_PUBLISHED = "as the general task of WMT24 has it, where that was asked for"


@row
class CampaignScoreRow(MetricRow):
    """A system's scores on all tasks."""

    system: str = column("its name in the campaign", "system")
    average: float | None = column(
        "weighted mean of its scores over all tasks; None where it lacks one", ">average", "score"
    )
    scores: tuple[float | None, ...] = column(
        "on each task, in the order of the method's tasks; None where the system is not there"
    )
    n_tasks: int = column("tasks that it is in", ">tasks")
    scale: int | None = column("100 for percentages, 1 for fractions; None where that is unknown", default=None)
    rank_from: int | None = column(
        "best place that it may have by its average, from differences corrected for all pairs and metrics; None where "
        "not all systems are on all tasks, or not all pairs were asked for",
        default=None,
    )
    rank_to: int | None = column("worst place that it may have; None likewise", default=None)
    published_from: int | None = column(f"best place {_PUBLISHED}", default=None)
    published_to: int | None = column(f"worst place {_PUBLISHED}", default=None)
    published_cluster: int | None = column(f"cluster {_PUBLISHED}", default=None)


@row
class CampaignPairRow(MetricRow):
    """Two systems over all tasks that have both."""

    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    n_tasks: int = column("tasks that have both", ">tasks")
    difference: float = column(
        terms.DIFFERENCE._replace(about="weighted mean of score of the system minus that of the other")
    )
    relative: float | None = column(
        "mean change in percent of the other's score, positive where the system is better; None where one is 0",
        ">relative",
        lambda change: f"{change:+.1f}%",
        "mean change in percent of the other's score; above 0 is better",
        spare=1,
    )
    p_value: float = column("of the mean difference on these tasks, not corrected")
    p_adjusted: float = column(
        "of the mean difference on these tasks, corrected for all pairs and metrics", ">p", p_text
    )
    verdict: Verdict = column(
        "on the system, on these tasks",
        "verdict",
        verdict_text,
        "A on average over these tasks; p is corrected for all pairs and metrics",
    )
    n_better: int = column("tasks on which the system is better, corrected for all tasks, pairs and metrics")
    n_worse: int = column("tasks on which it is worse, corrected likewise")
    at_least: int = column("on so many tasks at least it is better, by the partial conjunction of Benjamini and Heller")
    at_least_worse: int = column("on so many tasks at least it is worse, likewise")
    wins: int = column("tasks on which the system is ahead")
    ties: int = column("tasks on which both are equal")
    losses: int = column("tasks on which the other is ahead")
    p_sign: float = column(
        "sign test over tasks, those of a cluster exchanged together; two-sided, not corrected",
        ">p sign",
        p_text,
        "",
        3,
    )
    p_wilcoxon: float = column(
        "Wilcoxon's test over tasks, those of a cluster exchanged together; two-sided, not corrected",
        ">p Wilcoxon",
        p_text,
        spare=3,
    )
    p_stouffer: float = column(
        "two-sided, of the tasks' own p-values put together by Stouffer's method, as the general task of "
        'WMT24 does over domains: against "nowhere a difference"; not corrected'
    )
    like_these: float | None = column(
        "mean difference on tasks like these (random effects); None for a single task",
        ">mean",
        "+score",
        "mean difference on tasks like these, interval, p after Holm's correction",
        default=None,
    )
    like_these_interval: tuple[float, float] | None = column(
        "its interval (Hartung-Knapp-Sidik-Jonkman)", "interval", "+score", default=None
    )
    like_these_p: float | None = column(
        "its p, corrected by Holm's method over pairs and metrics", ">p", p_text, default=None
    )
    predicted_interval: tuple[float, float] | None = column(
        "interval for the true difference on one more such task", "one more", "+score", True, default=None
    )
    between: float | None = column(
        "standard deviation of true differences between tasks", ">between", "score", default=None
    )
    share_between: float | None = column(
        "share of the variation of differences between tasks that is more than their own errors",
        ">I2",
        ".0%",
        legend=True,
        default=None,
    )
    p_published: float | None = column(
        "as the general task of WMT24 has it, where that was asked for: Wilcoxon's two-sided p-values of the tasks, "
        "put together without regard to direction; not corrected",
        ">p WMT",
        p_text,
        "Wilcoxon's two-sided p-values of the tasks by Stouffer's method, whichever system is ahead on each",
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
    standard_error: float = column("its standard error by the jackknife")
    p_value: float = column("of this difference alone")
    p_adjusted: float = column("corrected for all tasks, pairs and metrics")
    verdict: Verdict = column(terms.VERDICT)


@documented
class CampaignMethod(Provenance, WithRecipe):
    """How tasks were put together; sizes are of all tasks together."""

    tasks: Annotated[
        list[dict[str, Any]],
        "name, weight, cluster, what its segments are shared with, numbers of segments and units, and the unit",
    ]
    notes: Annotated[list[str], "what must not be overlooked"]
    signatures: Annotated[
        dict[str, dict[str, list[str]]], "by metric, the signatures that it has, and the tasks of each"
    ]
    higher_is_better: Annotated[dict[str, bool], "by metric"]
    n_tests: Annotated[dict[str, int], "differences of the two families: ``averages`` and ``tasks``"]
    alpha: Annotated[float, "family-wise error rate of each"]
    n_resamples: Annotated[int, "draws of a test"]
    seed: Annotated[int, "of the draws"]
    auto_rank: Annotated[str | None, "how metrics were scaled for `auto_ranks`"]
    is_published: Annotated[bool, "whether ranks of the general task of WMT24 were asked for"]
    sentence: Annotated[str, "for the paper"]


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
    method: Annotated[CampaignMethod, "how it was done"]
    auto_ranks: Annotated[tuple[AutoRankRow, ...], "systems by all metrics at once, where that was asked for"] = ()

    def __str__(self) -> str:
        """Return how many tasks and pairs there are, and how many differ."""
        n = sum(row.verdict != "cannot tell" for row in self.pairs)
        return (
            f"Campaign: {len(self.method['tasks'])} tasks\n{n} of {len(self.pairs)} differences are significant on "
            f"average at {self.method['alpha']:g}"
        )
