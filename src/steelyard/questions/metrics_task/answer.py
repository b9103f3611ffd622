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
    mark: str = column("mark of the organisers, such as primary; empty without one", "mark")
    average: float = column("weighted mean of its values over the tasks", ">average", "score")
    values: tuple[float, ...] = column("value on each task, in the order of the method's tasks")
    rank_from: int = column("best possible rank, by tests corrected for all pairs of metrics")
    rank_to: int = column("worst possible rank")
    cluster: int = column(
        "cluster: its metrics are significantly better than all metrics of the next one, corrected",
        ">cluster",
        legend="its metrics are significantly worse than all metrics of the clusters before, corrected",
    )
    published_cluster: int = column(
        "cluster by WMT's rule, from the best down: a new one begins if a metric of the last one is significantly "
        "better, not corrected",
        ">WMT",
        legend="cluster by WMT's rule: one-sided tests, not corrected; after a value, the cluster on that task alone",
    )
    task_clusters: tuple[int, ...] = column("WMT cluster on each task alone")


@row
class MetricsTaskPairRow:
    """Two metrics over all tasks."""

    metric: str = column("metric that is compared", "metric")
    against: str = column("metric that it is compared with, given earlier", "against")
    difference: float = column("average of the metric minus average of the other", ">difference", "+score")
    p_value: float = column(terms.P_VALUE)
    p_adjusted: float = column(terms.P_ADJUSTED)
    p_better: float = column(
        "one-sided p-value that the metric is better, not corrected; the other p-values are two-sided"
    )
    verdict: str = column(terms.VERDICT)


@documented
class MetricsTaskMethod(Provenance, WithRecipe):
    """How metrics were ranked; sizes are of all language pairs together."""

    tasks: Annotated[list[dict[str, Any]], "language pair, statistic, weight, systems, rated segments"]
    notes: Annotated[list[str], "cautions"]
    alpha: Annotated[float, "family-wise error rate"]
    n_resamples: Annotated[int, "number of draws of each test"]
    seed: Annotated[int, "seed of the draws"]
    is_published: Annotated[bool, "whether the rules of WMT24 were used"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


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
    method: Annotated[MetricsTaskMethod, "method, versions and the SHA-256 of every input"]

    def __str__(self) -> str:
        """Return how many metrics and tasks there are, and which leads."""
        best = self.averages[0]
        return (
            f"Metrics task: {len(self.averages)} metrics on {len(self.method['tasks'])} tasks\n"
            f"{best.metric} has the highest average, {best.average:.3f}"
        )
