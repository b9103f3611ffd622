"""What differences on many tasks say together."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.results.pair_rows import Verdict
from steelyard.short_repr import short_repr

__all__ = ["Campaign", "CampaignMethod", "CampaignPairRow", "CampaignScoreRow", "CellRow"]


@dataclass(frozen=True, slots=True)
class CampaignScoreRow:
    """A system's scores on all tasks.

    Attributes
    ----------
    metric, label : str
        The metric's name, and its short name for tables.
    system : str
        Its name in the campaign.
    average : float or None
        Weighted mean of its scores over all tasks; None where it lacks one.
    scores : tuple of float or None
        On each task, in the order of the method's tasks; None where the system is not there.
    n_tasks : int
        Tasks that it is in.
    scale : int or None
        100 for percentages, 1 for fractions; None where that is unknown.
    rank_from, rank_to : int or None
        The places that it may have by its average, from differences that are corrected for all pairs and metrics; None
        where not all systems are on all tasks, or not all pairs were asked for.
    published_from, published_to, published_cluster : int or None
        Likewise as the general task of WMT24 has them, where that was asked for.

    Examples
    --------
    >>> from steelyard.results import CampaignScoreRow
    >>> CampaignScoreRow("bleu", "BLEU", "ours", 30.0, (29.0, 31.0), 2).n_tasks
    2
    """

    metric: str
    label: str
    system: str
    average: float | None
    scores: tuple[float | None, ...]
    n_tasks: int
    scale: int | None = None
    rank_from: int | None = None
    rank_to: int | None = None
    published_from: int | None = None
    published_to: int | None = None
    published_cluster: int | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class CampaignPairRow:
    """Two systems over all tasks that have both.

    Attributes
    ----------
    metric, label : str
        The metric's name, and its short name for tables.
    system_a, system_b : str
        B is the earlier, so the baseline.
    n_tasks : int
        Tasks that have both.
    delta : float
        Weighted mean of score of A minus score of B.
    relative : float or None
        Mean change in percent of B's score, positive where A is better; None where some score of B is 0.
    p_value, p_adjusted : float
        Of the mean difference on these tasks, alone and corrected for all pairs and metrics.
    verdict : {"better", "worse", "cannot tell"}
        About A, on these tasks.
    n_better, n_worse : int
        Tasks on which A is better and worse, corrected for all tasks, pairs and metrics.
    at_least : int
        On so many tasks at least A is better, by the partial conjunction of Benjamini and Heller.
    at_least_worse : int
        Likewise worse.
    wins, ties, losses : int
        Tasks by the sign of the difference alone.
    p_sign, p_wilcoxon : float
        Two-sided, over tasks, those of a cluster exchanged together; not corrected.
    p_stouffer : float
        Two-sided, of the tasks' own p-values put together by Stouffer's method, as the general task of WMT24 does over
        domains: against "nowhere a difference"; not corrected.
    like_these : float or None
        Mean difference on tasks like these (random effects); None for a single task.
    like_these_interval : (float, float) or None
        Its interval (Hartung-Knapp-Sidik-Jonkman).
    like_these_p : float or None
        Its p, corrected by Holm's method over pairs and metrics.
    predicted_interval : (float, float) or None
        For the true difference on one more such task.
    between : float or None
        Standard deviation of true differences between tasks.
    share_between : float or None
        I squared: the share of the variation that is not of the tasks' own errors.
    p_published : float or None
        As the general task of WMT24 has it, where that was asked for: Wilcoxon's two-sided p-values of the tasks, put
        together without regard to direction; not corrected.

    Examples
    --------
    >>> from steelyard.results import CampaignPairRow
    >>> counts = (2, 0, 1, 0, 2, 0, 0)
    >>> row = CampaignPairRow("bleu", "BLEU", "b", "a", 2, 1.0, 3.0, 0.01, 0.01, "better", *counts, 0.5, 0.5, 0.5)
    >>> row.verdict, row.like_these
    ('better', None)
    """

    metric: str
    label: str
    system_a: str
    system_b: str
    n_tasks: int
    delta: float
    relative: float | None
    p_value: float
    p_adjusted: float
    verdict: Verdict
    n_better: int
    n_worse: int
    at_least: int
    at_least_worse: int
    wins: int
    ties: int
    losses: int
    p_sign: float
    p_wilcoxon: float
    p_stouffer: float
    like_these: float | None = None
    like_these_interval: tuple[float, float] | None = None
    like_these_p: float | None = None
    predicted_interval: tuple[float, float] | None = None
    between: float | None = None
    share_between: float | None = None
    p_published: float | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class CellRow:
    """Two systems on one task.

    Attributes
    ----------
    task : str
        Its name.
    metric, label : str
        The metric's name, and its short name for tables.
    system_a, system_b : str
        B is the earlier.
    delta, standard_error : float
        Score of A minus score of B, and its standard error by the jackknife.
    p_value, p_adjusted : float
        Alone, and corrected for all tasks, pairs and metrics.
    verdict : {"better", "worse", "cannot tell"}
        About A.

    Examples
    --------
    >>> from steelyard.results import CellRow
    >>> CellRow("en-de", "bleu", "BLEU", "b", "a", 1.0, 0.3, 0.01, 0.04, "better").task
    'en-de'
    """

    task: str
    metric: str
    label: str
    system_a: str
    system_b: str
    delta: float
    standard_error: float
    p_value: float
    p_adjusted: float
    verdict: Verdict

    __repr__ = short_repr


class CampaignMethod(Provenance, Told):
    """How tasks were put together; sizes are of all tasks together.

    Attributes
    ----------
    tasks : list of dict
        Name, weight, cluster, what its segments are shared with, numbers of segments and units, and the unit.
    notes : list of str
        What must not be overlooked.
    signatures : dict
        By metric, the signatures that it has, and the tasks of each.
    higher_is_better : dict
        By metric.
    n_tests : dict
        Differences of the two families: ``averages`` and ``tasks``.
    alpha : float
        Family-wise error rate of each.
    n_resamples, seed : int
        Draws, and where they begin.
    auto_rank : str or None
        How metrics were scaled for `auto_ranks`.
    is_published : bool
        Whether ranks of the general task of WMT24 were asked for.
    sentence : str
        For the paper.
    """

    tasks: list[dict[str, Any]]
    notes: list[str]
    signatures: dict[str, dict[str, list[str]]]
    higher_is_better: dict[str, bool]
    n_tests: dict[str, int]
    alpha: float
    n_resamples: int
    seed: int
    auto_rank: str | None
    is_published: bool
    sentence: str


@dataclass(frozen=True)
class Campaign(Result):
    """What differences on many tasks say together.

    Attributes
    ----------
    pairs : tuple of CampaignPairRow
        Metric by metric.
    scores : tuple of CampaignScoreRow
        Metric by metric, systems in the order in which tasks name them.
    cells : tuple of CellRow
        Task by task.
    method : mapping
        How it was done.
    auto_ranks : tuple of AutoRankRow
        Systems by all metrics at once, where that was asked for.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0, 1, 1, 1, 1], "theirs": [0, 0, 1, 0, 0, 0, 1, 0]}
    >>> tasks = {name: sy.evaluate_scores({"solved": solved}) for name in ("en-de", "en-cs")}
    >>> row = sy.campaign(tasks, pairs=["ours:theirs"]).pairs[0]
    >>> row.system_a, row.delta, row.wins
    ('theirs', -0.625, 0)
    """

    schema: ClassVar[str] = "steelyard.campaign/1"
    tables: ClassVar[tuple[str, ...]] = ("pairs", "scores", "cells")

    pairs: tuple[CampaignPairRow, ...]
    scores: tuple[CampaignScoreRow, ...]
    cells: tuple[CellRow, ...]
    method: CampaignMethod
    auto_ranks: tuple[AutoRankRow, ...] = ()

    def __str__(self) -> str:
        """Return how many tasks and pairs there are, and how many differ."""
        n = sum(row.verdict != "cannot tell" for row in self.pairs)
        return (
            f"Campaign: {len(self.method['tasks'])} tasks\n{n} of {len(self.pairs)} differences are significant on "
            f"average at {self.method['alpha']:g}"
        )
