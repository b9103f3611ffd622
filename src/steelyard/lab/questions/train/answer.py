"""A learned metric, what it is worth where it is new, and what flatters it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from steelyard.errors import AlignmentError
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow, MetricPairRow
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe
from steelyard.types import LearnedModel, OutputScores

__all__ = [
    "BEST", "LEARNED", "LearningPoint", "SystemAgreement", "SystemStanding", "TrainedFeature", "TrainedLearner",
    "Training", "TrainingFold", "TrainingMethod",
]  # fmt: skip

LEARNED, BEST = "learned", "best feature"


@row
class TrainedFeature:
    """What a metric learned from."""

    feature: str = column("A metric's spelling, or the name of outside scores", "feature")
    alone: float | None = column(
        "agreement of the feature alone with all ratings; None if undefined",
        ">alone",
        "score",
        "agreement of the feature alone, on all ratings",
    )
    importance: float = column(
        "loss of held-out agreement if the feature is shuffled; about 0 if others replace it",
        ">lost",
        "+score",
        "loss of held-out agreement if the feature is shuffled; correlated features share it",
    )
    weight: float | None = column(
        "weight of the feature divided by its standard deviation, where a weighted sum was learned", ">weight", "+.3g"
    )


@row
class TrainingFold:
    """One part that was held out."""

    fold: int = column("its number, from 1", ">part")
    n_learned: int = column("rated outputs that it learned from", ">learned from", ",")
    n_judged: int = column("rated outputs that it judged", ">judged", ",")
    options: str = column("of the learner, chosen on every sixth document of what it learned from", "options")
    agreement: float | None = column("agreement on this part; None where it is not defined", ">learned", "score")
    best: str = column("the single feature that agrees best with the other parts", "which is")
    alone: float | None = column("its agreement on this part", ">best alone", "score")


@row
class LearningPoint:
    """What is reached with fewer ratings."""

    n_outputs: int = column("rated outputs learned from, the mean over the parts", ">outputs", ",")
    agreement: float | None = column(
        "agreement on all held-out parts together; None where it is not defined", ">agreement, held out", "score"
    )


@row
class TrainedLearner:
    """One of several learners on the same folds."""

    learner: str = column("its name", "learner")
    options: str = column("of the learner, for the model of all ratings", "options")
    agreement: float | None = column("agreement on all held-out parts together", ">held out", "score")
    mixed: float | None = column("agreement with random folds, which flatters", ">random folds", "score")
    seen: float | None = column(
        "agreement with the ratings that were learned from: it flatters", ">as learned", "score"
    )


@row
class SystemStanding:
    """A system by its outputs that people rated, by people or by held-out scores."""

    metric: str = column("people, what was learned, or the best feature", "by")
    system: str = column("the system", "system")
    mean: float | None = column("its mean rating or score; None, as all are, where none was rated", ">mean", "score")
    wins: float | None = column(
        "share of segments on which it is better than another system, the mean over these", ">wins", ".3f"
    )
    best: float | None = column("share of segments on which it is best", ">best", ".3f")
    tied: float | None = column(
        "share of segments on which it is best or as near to it as people's ties for first place are frequent",
        ">best or tied", ".3f",
    )  # fmt: skip


@row
class SystemAgreement:
    """Correlation of systems with mean ratings, for each way to score a system; 0 where all scores are equal."""

    metric: str = column("what was learned, or the best feature", "by")
    mean: float | None = column("of means of scores", ">mean", "score")
    wins: float | None = column("of wins over other systems on segments (W08-0331)", ">wins", "score")
    best: float | None = column("of shares of segments on which systems are best (W09-0404)", ">best", "score")
    tied: float | None = column("the same with ties (P09-1034)", ">best or tied", "score")


@documented
class TrainingMethod(Provenance, WithRecipe):
    """How a metric was learned."""

    people: Annotated[str, "the scale of the ratings"]
    by: Annotated[str, "the agreement that chose options and judges"]
    learner: Annotated[str, "learner; of several the first, whose are the model, features, folds and learning curve"]
    options: Annotated[str, "its options"]
    best: Annotated[str, "the single feature that agrees best with all ratings"]
    seen: Annotated[float | None, "agreement with the ratings that were learned from: it flatters"]
    mixed: Annotated[
        float | None,
        "agreement where outputs are held out at random, so that others of the same segment are learned from: it "
        "flatters, too",
    ]
    n_folds: Annotated[int, "folds of the split"]
    seed: Annotated[int, "seed of the split"]
    holds_systems: Annotated[bool, "held-out outputs are of systems that were not learned from"]
    groups: Annotated[str, "what stays whole: documents, segments or groups"]
    n_rated_segments: Annotated[int, "segments that were rated and that every feature scored"]
    n_outputs: Annotated[int, "outputs that were"]
    warnings: Annotated[list[str], "cautions"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Training(Result):
    """A metric that was learned from people's ratings, and what it is worth where it is new.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(4, 60)), tuple("abcd")
    >>> noisy = [OutputScores(f"m{n}", systems, quality + rng.normal(size=(4, 60))) for n in (1, 2)]
    >>> found = sy.lab.train_metric(OutputScores("people", systems, quality), noisy, n_resamples=200)
    >>> found.gain.metric, found.gain.verdict, len(found.folds)
    ('learned', 'better', 5)
    """

    schema: ClassVar[str] = "steelyard.training/1"
    tables: ClassVar[tuple[str, ...]] = ("features", "folds", "curve")

    features: Annotated[tuple[TrainedFeature, ...], "in order"]
    folds: Annotated[tuple[TrainingFold, ...], "in order"]
    curve: Annotated[tuple[LearningPoint, ...], "from few ratings to all"]
    held_out: Annotated[
        MetaEvaluation,
        "what was learned, by parts that have not seen the document that they score, and the best single feature, "
        "compared as two metrics are",
    ]
    model: Annotated[Mapping[str, Any], "the model as JSON holds it; `learned_model` reads it"]
    method: Annotated[TrainingMethod, "learner, split, seed, versions and the SHA-256 of every input"]
    learners: Annotated[tuple[TrainedLearner, ...], "in order, where there are several"] = ()
    systems: Annotated[tuple[SystemStanding, ...], "by people, by what was learned, and by the best feature"] = ()
    ranking: Annotated[tuple[SystemAgreement, ...], "rank correlation of systems' scores with mean ratings"] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the metrics that were learned are called in `held_out`: by their learners, where there are several."""
        return tuple(row.learner for row in self.learners) or (LEARNED,)

    @property
    def agreement(self) -> dict[str, MetricAgreementRow]:
        """Agreement of what was learned, held out, and of the best feature, by name."""
        return {row.metric: row for row in self.held_out.agreement}

    @property
    def gain(self) -> MetricPairRow:
        """The comparison of what was learned, of several the first, with the best feature, the better one first."""
        return self.pair(self.names[0], BEST)

    def pair(self, a: str, b: str) -> MetricPairRow:
        """Return the comparison of two of `names` and the best feature, the better one first."""
        return next(row for row in self.held_out.pairs if {row.metric, row.against} == {a, b})

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
