"""What is said of metrics over several language pairs."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["MetricAverageRow", "MetricsTask", "MetricsTaskMethod", "MetricsTaskPairRow"]


@row
class MetricAverageRow:
    """A metric over all tasks."""

    metric: str = column("its name", "metric")
    mark: str = column("what the organisers call it; empty where nobody said", "mark")
    average: float = column("weighted mean of its values", ">average", "score")
    values: tuple[float, ...] = column("its value on each task, in the order of the method's tasks")
    rank_from: int = column("best rank it may have, by tests corrected for all pairs of metrics")
    rank_to: int = column("worst rank it may have")
    cluster: int = column(
        "every metric of a cluster is significantly better than every one of the next, corrected",
        ">cluster",
        legend="every metric of it is significantly worse than every metric of the clusters before, corrected",
    )
    published_cluster: int = column(
        "cluster as WMT counts: from the best down, a new one begins where a metric of the last is significantly "
        "better, not corrected",
        ">WMT",
        legend="cluster as the metrics task counts: one-sided, not corrected; behind a number, on that task alone",
    )
    task_clusters: tuple[int, ...] = column("the same on each task alone")


@row
class MetricsTaskPairRow:
    """Two metrics over all tasks."""

    metric: str = column("the metric that is compared", "metric")
    against: str = column("the metric that it is compared with, which is the earlier", "against")
    difference: float = column("average of the metric minus that of the other", ">difference", "+score")
    p_value: float = column(terms.P_VALUE)
    p_adjusted: float = column(terms.P_ADJUSTED)
    p_better: float = column("one-sided p-value of this row alone, that the metric is better; the others are two-sided")
    verdict: str = column(terms.VERDICT)


@documented
class MetricsTaskMethod(Provenance, WithRecipe):
    """How metrics were ranked; sizes are of all language pairs together."""

    tasks: Annotated[list[dict[str, Any]], "language pair, statistic, weight, systems, rated segments"]
    notes: Annotated[list[str], "what must not be overlooked"]
    alpha: Annotated[float, "family-wise level"]
    n_resamples: Annotated[int, "draws of each test"]
    seed: Annotated[int, "of the draws"]
    is_published: Annotated[bool, "as WMT24 did"]
    sentence: Annotated[str, "for the paper"]


@documented
@dataclass(frozen=True)
class MetricsTask(Result):
    """Metrics over several language pairs.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng, systems, tasks = np.random.default_rng(1), tuple("abcde"), {}
    >>> for languages in ("en-de", "en-ja"):
    ...     quality = rng.normal(size=(5, 1)) + rng.normal(size=(5, 30))
    ...     metrics = [OutputScores(f"noise {n}", systems, quality + n * rng.normal(size=(5, 30))) for n in (9, 1)]
    ...     tasks[languages] = OutputScores("people", systems, quality), metrics
    >>> found = sy.metrics_task(tasks, n_draws=200)
    >>> [(row.metric, row.cluster) for row in found.averages]
    [('noise 1', 1), ('noise 9', 2)]
    """

    schema: ClassVar[str] = "steelyard.metrics-task/1"
    tables: ClassVar[tuple[str, ...]] = ("averages", "pairs")

    averages: Annotated[tuple[MetricAverageRow, ...], "the best first"]
    pairs: Annotated[tuple[MetricsTaskPairRow, ...], "of all metrics"]
    method: Annotated[MetricsTaskMethod, "how it was done"]

    def __str__(self) -> str:
        """Return how many metrics and tasks there are, and which leads."""
        best = self.averages[0]
        return (
            f"Metrics task: {len(self.averages)} metrics on {len(self.method['tasks'])} tasks\n"
            f"{best.metric} has the highest average, {best.average:.3f}"
        )
