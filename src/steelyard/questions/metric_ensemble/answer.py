"""A weighted sum of metrics, and how well it agrees with people where its weights were not fitted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from steelyard.errors import AlignmentError
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow, MetricPairRow
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe
from steelyard.types import OutputScores

__all__ = ["BEST", "EQUAL", "WEIGHTED", "EnsembleFold", "EnsembleWeight", "MetricEnsembleFit", "MetricEnsembleMethod"]

WEIGHTED, EQUAL, BEST = "weighted", "equal weights", "best alone"


@row
class EnsembleWeight:
    """The weight of a metric."""

    metric: str = column("its name", "metric")
    share: float = column(
        "share of the weights from all ratings, for standardised scores; absolute values add up to 1",
        ">share",
        ".2f",
        "share of the weight, for standardised scores; by fold: smallest to largest",
    )
    low: float = column("smallest share in any fold")
    high: float = column("largest share in any fold")
    weight: float = column(
        "weight of the unscaled scores; negative for a metric that counts errors",
        ">weight",
        ".4g",
        "weight of the unscaled scores",
    )
    alone: float | None = column(
        "the metric's own agreement with all ratings; None where it is not defined", ">agrees alone", "score"
    )


@row
class EnsembleFold:
    """Agreement on one part of the segments, by weights of the others."""

    fold: int = column("its number, from 1", ">fold")
    n_segments: int = column("rated segments in it", ">segments", ",")
    best: str = column("the single metric that agreed best on the other parts", "which is")
    weighted: float | None = column("agreement of the weighted sum; None where it is not defined", ">weighted", "score")
    equal: float | None = column("the same of equal weights", ">equal weights", "score")
    alone: float | None = column("the same of that metric", ">best alone", "score")


@documented
class MetricEnsembleMethod(Provenance, WithRecipe):
    """How the weights were found."""

    people: Annotated[str, "the scale"]
    by: Annotated[str, "the agreement that was made high"]
    agreement: Annotated[float, "of the weighted sum with all ratings, which its weights have seen"]
    best: Annotated[str, "the single metric that agrees best with all ratings"]
    formula: Annotated[str, "the sum, with names of metrics"]
    metric: Annotated[
        str, "its spelling, which `steelyard.metrics.parse` and ``-m`` read; empty where some scores came from files"
    ]
    n_folds: Annotated[int, "folds of the search"]
    n_restarts: Annotated[int, "restarts of the search"]
    seed: Annotated[int, "seed of the search"]
    n_rated_segments: Annotated[int, "segments that were rated and that every metric scored"]
    n_outputs: Annotated[int, "outputs that were"]
    warnings: Annotated[list[str], "what to know before the weights are used"]
    sentence: Annotated[str, "for the paper"]


@documented
@dataclass(frozen=True)
class MetricEnsembleFit(Result):
    """A weighted sum of metrics, and how well it agrees with people on documents that its weights have not seen.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(4, 60)), tuple("abcd")
    >>> noisy = [OutputScores(f"m{n}", systems, quality + rng.normal(size=(4, 60))) for n in (1, 2)]
    >>> found = sy.weigh_metrics(OutputScores("people", systems, quality), noisy, n_resamples=200)
    >>> [round(row.share, 1) for row in found.weights], found.gain.verdict
    ([0.6, 0.4], 'better')
    """

    schema: ClassVar[str] = "steelyard.metric-ensemble/1"
    tables: ClassVar[tuple[str, ...]] = ("weights", "folds")

    weights: Annotated[tuple[EnsembleWeight, ...], "in the order of the metrics"]
    folds: Annotated[tuple[EnsembleFold, ...], "in order"]
    held_out: Annotated[
        MetaEvaluation,
        "the weighted sum, by weights that have not seen the document that they score, the sum with equal weights, "
        "and the best single metric, compared as three metrics are",
    ]
    method: Annotated[MetricEnsembleMethod, "statistic, folds, seed, versions and the SHA-256 of every input"]

    @property
    def agreement(self) -> dict[str, MetricAgreementRow]:
        """Held out: ``"weighted"``, ``"equal weights"`` and ``"best alone"``."""
        return {row.metric: row for row in self.held_out.agreement}

    @property
    def gain(self) -> MetricPairRow:
        """The comparison of the weighted sum with the best single metric, the better one first."""
        return next(row for row in self.held_out.pairs if {row.metric, row.against} == {WEIGHTED, BEST})

    def combine(self, metrics: Sequence[OutputScores], name: str = "ensemble") -> OutputScores:
        """Score other outputs: the weighted sum of the same metrics' scores, found by their names.

        Parameters
        ----------
        metrics : sequence of OutputScores
            All that have a weight, of the same systems and segments; others are left alone.
        name : str, default "ensemble"
            Of what comes out.

        Returns
        -------
        OutputScores
            NaN where any of them is.

        Raises
        ------
        AlignmentError
            A metric with a weight is missing, or they are of other systems or numbers of segments.
        """
        known = {metric.name: metric for metric in metrics}
        terms = [row for row in self.weights if row.weight]
        missing = [row.metric for row in terms if row.metric not in known]
        if missing:
            raise AlignmentError(f"There are no scores by {missing[0]!r}, which has a weight.")
        first = known[terms[0].metric]
        if any(known[row.metric].values.shape != first.values.shape for row in terms):
            raise AlignmentError("The metrics did not score the same numbers of systems and segments.")
        rows = [known[row.metric].select(first.systems).values * row.weight for row in terms]
        return OutputScores(name, first.systems, np.sum(rows, axis=0), documents=first.documents)
