"""A learned metric, what it is worth where it is new, and what flatters it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from steelyard.errors import AlignmentError
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow, MetricPairRow
from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr
from steelyard.types import LearnedModel, OutputScores

__all__ = ["BEST", "LEARNED", "LearningPoint", "TrainedFeature", "Training", "TrainingFold", "TrainingMethod"]

LEARNED, BEST = "learned", "best feature"


@dataclass(frozen=True, slots=True)
class TrainedFeature:
    """What a metric learned from.

    Attributes
    ----------
    feature : str
        A metric's spelling, or the name of outside scores.
    alone : float or None
        Its own agreement with all ratings; None where it is not defined.
    importance : float
        Agreement that is lost, held out, where the feature is shuffled; about 0 where others stand in for it.
    weight : float or None
        Of the feature divided by its standard deviation, where what was learned is a weighted sum.

    Examples
    --------
    >>> from steelyard.results import TrainedFeature
    >>> TrainedFeature("chrf", 0.4, 0.05, 1.2).importance
    0.05
    """

    feature: str
    alone: float | None
    importance: float
    weight: float | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class TrainingFold:
    """One part that was held out.

    Attributes
    ----------
    fold : int
        From 1.
    n_learned, n_judged : int
        Rated outputs learned from, and judged.
    options : str
        Of the learner, chosen on every sixth document of what was learned from.
    agreement : float or None
        Of what was learned, on this part; None where it is not defined.
    best : str
        The single feature that agrees best with the other parts.
    alone : float or None
        Its agreement on this part.

    Examples
    --------
    >>> from steelyard.results import TrainingFold
    >>> TrainingFold(1, 400, 100, "alpha=1", 0.42, "chrf", 0.40).n_judged
    100
    """

    fold: int
    n_learned: int
    n_judged: int
    options: str
    agreement: float | None
    best: str
    alone: float | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class LearningPoint:
    """What is reached with fewer ratings.

    Attributes
    ----------
    n_outputs : int
        Rated outputs learned from, the mean over the parts.
    agreement : float or None
        On all held-out parts together; None where it is not defined.

    Examples
    --------
    >>> from steelyard.results import LearningPoint
    >>> LearningPoint(200, 0.38).n_outputs
    200
    """

    n_outputs: int
    agreement: float | None

    __repr__ = short_repr


class TrainingMethod(Provenance, Told):
    """How a metric was learned.

    Attributes
    ----------
    people : str
        The scale of the ratings.
    by : str
        The agreement that chose options and judges.
    learner, options : str
        What was fitted to all ratings.
    best : str
        The single feature that agrees best with all ratings.
    seen : float or None
        Agreement with the ratings that were learned from: it flatters.
    mixed : float or None
        Agreement where outputs are held out at random, so that others of the same segment are learned from: it
        flatters, too.
    n_folds, seed : int
        Of the split.
    holds_systems : bool
        Held-out outputs are of systems that were not learned from.
    groups : str
        What stays whole: documents, segments or groups.
    n_rated_segments, n_outputs : int
        That were rated, and that every feature scored.
    warnings : list of str
        What to know before it is used.
    sentence : str
        For the paper.
    """

    people: str
    by: str
    learner: str
    options: str
    best: str
    seen: float | None
    mixed: float | None
    n_folds: int
    seed: int
    holds_systems: bool
    groups: str
    n_rated_segments: int
    n_outputs: int
    warnings: list[str]
    sentence: str


@dataclass(frozen=True)
class Training(Result):
    """A metric that was learned from people's ratings, and what it is worth where it is new.

    Attributes
    ----------
    features : tuple of TrainedFeature
        In order.
    folds : tuple of TrainingFold
        In order.
    curve : tuple of LearningPoint
        From few ratings to all.
    held_out : MetaEvaluation
        What was learned, by parts that have not seen the document that they score, and the best single feature,
        compared as two metrics are.
    model : mapping
        The model as JSON holds it; `learned_model` reads it.
    method : mapping
        Learner, split, seed, versions and the SHA-256 of every input.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(4, 60)), tuple("abcd")
    >>> noisy = [OutputScores(f"m{n}", systems, quality + rng.normal(size=(4, 60))) for n in (1, 2)]
    >>> found = sy.lab.train_metric(OutputScores("people", systems, quality), noisy, n_resamples=200)
    >>> found.gain.metric_a, found.gain.verdict, len(found.folds)
    ('learned', 'better', 5)
    """

    schema: ClassVar[str] = "steelyard.training/1"
    tables: ClassVar[tuple[str, ...]] = ("features", "folds", "curve")

    features: tuple[TrainedFeature, ...]
    folds: tuple[TrainingFold, ...]
    curve: tuple[LearningPoint, ...]
    held_out: MetaEvaluation
    model: Mapping[str, Any]
    method: TrainingMethod

    @property
    def agreement(self) -> dict[str, MetricAgreementRow]:
        """Agreement of what was learned, held out, and of the best feature, by name."""
        return {row.metric: row for row in self.held_out.agreement}

    @property
    def gain(self) -> MetricPairRow:
        """The comparison of what was learned with the best feature; A is whichever agrees better."""
        return self.held_out.pairs[0]

    @property
    def learned_model(self) -> LearnedModel:
        """The model, to be applied."""
        return LearnedModel.from_dict(self.model)

    def score(self, metrics: Sequence[OutputScores], name: str = "learned") -> OutputScores:
        """Score other outputs by the scores of the features, which are found by their names.

        Parameters
        ----------
        metrics : sequence of OutputScores
            All features, of the same systems and segments; others are left alone.
        name : str, default "learned"
            Of what comes out.

        Returns
        -------
        OutputScores
            NaN where any feature is.

        Raises
        ------
        AlignmentError
            A feature is missing, or they are of other systems or numbers of segments.
        """
        return apply_model(self.learned_model, metrics, name)


def apply_model(model: LearnedModel, metrics: Sequence[OutputScores], name: str = "learned") -> OutputScores:
    """Score outputs by the scores of a model's features."""
    known = {metric.name: metric for metric in metrics}
    missing = [feature for feature in model.features if feature not in known]
    if missing:
        raise AlignmentError(
            f"There are no scores by {missing[0]!r}, which the model learned from: it needs "
            f"{', '.join(model.features)}."
        )
    chosen = [known[feature] for feature in model.features]
    first = chosen[0]
    if any(metric.values.shape != first.values.shape for metric in chosen):
        raise AlignmentError("The features did not score the same numbers of systems and segments.")
    values = np.stack([metric.select(first.systems).values for metric in chosen], axis=-1)
    return OutputScores(name, first.systems, model.predict(values), documents=first.documents)
