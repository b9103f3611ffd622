"""Learn a metric from ratings with nested splits, and hold it against its best feature where it is new."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.lab.learned import (
    Examples,
    Learner,
    NestedFit,
    Split,
    fit_nested,
    learner_named,
    learning_curve,
    mixed_estimate,
    permutation_importance,
    split_outputs,
    system_wins,
    tie_interval,
    with_options,
)
from steelyard.lab.learned.nested import Agreement
from steelyard.lab.questions.train.answer import (
    BEST,
    LEARNED,
    LearningPoint,
    SystemAgreement,
    SystemStanding,
    TrainedFeature,
    TrainedLearner,
    Training,
    TrainingFold,
    TrainingMethod,
)
from steelyard.lab.questions.train.examples import Marks, marks_of, shared_examples, with_marks
from steelyard.lab.questions.train.method_text import training_sentence, training_warnings
from steelyard.lab.questions.train.question import TrainQuestion
from steelyard.meta import correlate
from steelyard.questions.meta.agreement import agreement_of_outputs
from steelyard.questions.meta.held_out import compare_contenders, known
from steelyard.questions.meta.statistics import Statistic
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.rated import RatingsWithScores
from steelyard.scored.repetitions import counting
from steelyard.scored.threads import working_threads
from steelyard.types import LearnedModel, LinearPredictor, OutputScores

__all__ = ["compute", "train_metric"]

Array = NDArray[np.float64]
_PEOPLE = "people"
_SHARES = (0.125, 0.25, 0.5)  # of the documents, on the learning curve


@asks("lab train")
def train_metric(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    *,
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    **options: Any,
) -> Training:
    """Learn a metric from people's ratings, and say whether it is better than its best single feature.

    Parameters
    ----------
    people : OutputScores
        Ratings of outputs, such as from `steelyard.ratings.read_people`.
    metrics : sequence of OutputScores
        Features: scores of the same outputs, each with a name of its own.
    documents : sequence of str or TextFile, optional
        Document, year or other group of each segment, which stays whole in all splits. By default those of `people`, or
        of the first metric that has them; without any, each segment is one.
    n_jobs : int, default 1
        Threads.
    inputs : sequence of dict, default ()
        Role, name and SHA-256 of further files the numbers rest on.
    {options}

    Returns
    -------
    Training
        The model; what it is worth held out, beside what flatters it; features, folds and the learning curve.

    Raises
    ------
    AlignmentError
        People and metrics share no systems, or have other numbers of segments or other documents.
    DataError
        There are too few ratings, a feature is the same everywhere, or the statistic is not defined.
    MissingExtraError
        scikit-learn is not installed: the extra ``learned``.
    SpecError
        There is no such learner, or there are more folds than documents.

    Notes
    -----
    All outputs of a document are on one side of every split, in the choice of options, too. The best feature is the
    best on these ratings, which flatters it: the test and the interval of the gain allow for all that could have come
    out best (`steelyard.inference.interval_from_best`). The test takes held-out scores as they are; that what is
    learned from other texts would differ is in the folds, not in the test's null distribution. For another language,
    kind of systems or way of rating expect less.

    References
    ----------
    Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT evaluation", P07-1111.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> rng = np.random.default_rng(1)
    >>> quality, systems = rng.normal(size=(4, 60)), tuple("abcd")
    >>> noisy = [OutputScores(f"m{n}", systems, quality + rng.normal(size=(4, 60))) for n in (1, 2)]
    >>> found = sy.lab.train_metric(OutputScores("people", systems, quality), noisy, n_resamples=200)
    >>> rows = found.agreement
    >>> round(rows["learned"].value, 1), round(rows["best feature"].value, 1), found.gain.verdict
    (0.8, 0.7, 'better')
    """
    rated = RatingsWithScores(
        scales=(people,), metrics=tuple(metrics), documents=documents, inputs=tuple(inputs), n_threads=n_jobs
    )
    return compute(rated, question_from(TrainQuestion, options))


def compute(rated: RatingsWithScores, question: TrainQuestion) -> Training:
    """Learn in nested folds and from all, and compare what was learned with the best feature where it is new."""
    learners = _learners(question)
    statistic = Statistic.parse(question.by[0])
    if statistic.level != "segment":
        raise SpecError("lab train needs a statistic of segments: choose one with --decide-by.")
    shared, examples = shared_examples(rated)
    marks = marks_of(rated, shared, question.intra_set)
    examples = with_marks(examples, marks)
    sampling = rated.sampling(question.n_resamples, question.rng)

    def agree(scores: Array, ratings: Array) -> float:
        return agreement_of_outputs(statistic, scores, ratings, sampling)

    split = split_outputs(
        examples.documents,
        len(shared.system_names),
        question.n_folds,
        holds_systems=question.hold_systems,
        noun=_groups(shared),
    )
    n_parts = sum(1 for _ in split.parts())
    step = counting(rated.progress, (n_parts + 1) * len(learners) + len(examples.features))
    with working_threads(rated.n_threads):
        fits = [fit_nested(learner, examples, split, agree, advance=step) for learner in learners]
        mixed = [
            mixed_estimate(learner, examples, fit.fitted.options, question.n_folds, sampling.seed)
            for learner, fit in zip(learners, fits, strict=True)
        ]
        learner, found = learners[0], fits[0]
        draws = np.random.default_rng(sampling.seed)
        lost = permutation_importance(examples, found, agree, rng=draws, advance=step)
        curve = learning_curve(learner, examples, split, found, agree, _SHARES)
    alone = [agree(metric.values, shared.ratings) for metric in shared.metrics]
    if np.isnan(alone).all():
        raise DataError(f"{statistic} is not defined on these ratings: choose another statistic with --decide-by.")
    best = int(np.nanargmax(alone))
    named = dict(zip(question.learners if len(learners) > 1 else (LEARNED,), fits, strict=True))
    contenders = *((name, fit.held_out) for name, fit in named.items()), (BEST, shared.metrics[best].values)
    held_out = compare_contenders(
        rated, shared, contenders, statistic, question, sampling.seed, alone, n_choices=len(learners)
    )
    rows = _learner_rows(examples, learners, fits, mixed, agree)
    names = [metric.name for metric in shared.metrics]
    of_marks = [f"best of segment: {names[place]}" for place, _ in marks]
    method = _method(rated, shared, examples, question, found, sampling.seed)
    method |= {"by": str(statistic), "best": names[best], "seen": rows[0].seen, "mixed": rows[0].mixed}
    answer = Training(
        _features([*names, *of_marks], [*alone, *(np.nan for _ in marks)], lost, found),
        _folds(examples, shared, split, found, agree),
        tuple(LearningPoint(n, known(value)) for n, value in curve),
        held_out,
        _model(rated, names, learner.name, found, marks, question.language).to_dict(),
        method,
        rows if len(rows) > 1 else (),
        *_systems(shared, examples, split, named, shared.metrics[best].values),
    )
    method["warnings"] = training_warnings(answer)
    method["sentence"] = training_sentence(answer)
    return answer


def _learners(question: TrainQuestion) -> list[Learner]:
    """Give every learner the options that it has; what none has, the first refuses."""
    found = [learner_named(name) for name in question.learners]
    options = {text: text.partition("=")[0] for text in question.learner_options}
    every = {name for one in found for name in one.grid}
    return [
        with_options(
            one,
            [text for text, name in options.items() if name in one.grid or name not in every],
            standardises=not question.unscaled,
        )
        for one in found
    ]


def _learner_rows(
    examples: Examples, learners: Sequence[Learner], fits: Sequence[NestedFit], mixed: Sequence[Array], agree: Agreement
) -> tuple[TrainedLearner, ...]:
    def agreement(scores: Array) -> float | None:
        return known(agree(np.where(examples.is_rated, scores, 0.0), examples.ratings))

    return tuple(
        TrainedLearner(
            one.name,
            _spelled(fit.fitted.options),
            *(agreement(scores) for scores in (fit.held_out, at_random, fit.fitted.score(examples.features))),
        )
        for one, fit, at_random in zip(learners, fits, mixed, strict=True)
    )


def _method(
    rated: RatingsWithScores, shared: Aligned, examples: Examples, question: TrainQuestion, found: NestedFit, seed: int
) -> TrainingMethod:
    """Say how it was learned; how it was judged is added."""
    return {
        **rated.provenance(shared),
        "people": rated.scales[0].name,
        "by": "",
        "learner": question.learners[0],
        "options": _spelled(found.fitted.options),
        "best": "",
        "seen": None,
        "mixed": None,
        "n_folds": question.n_folds,
        "seed": seed,
        "holds_systems": question.hold_systems,
        "groups": _groups(shared),
        "n_rated_segments": shared.n_segments,
        "n_outputs": int(examples.is_rated.sum()),
        "warnings": [],
        "sentence": "",
        **rated.recipe(replace(question, rng=seed)),
    }


def _groups(shared: Aligned) -> str:
    return "documents" if shared.documents is not None else "segments"


def _features(
    names: Sequence[str], alone: Sequence[float], lost: Array, found: NestedFit
) -> tuple[TrainedFeature, ...]:
    predictor = found.fitted.predictor
    weights = predictor.weights.tolist() if isinstance(predictor, LinearPredictor) else [None] * len(names)
    return tuple(
        TrainedFeature(name, known(value), float(loss), weight)
        for name, value, loss, weight in zip(names, alone, lost, weights, strict=True)
    )


def _folds(
    examples: Examples, shared: Aligned, split: Split, found: NestedFit, agree: Agreement
) -> tuple[TrainingFold, ...]:
    rows = []
    for i, (held, learned) in enumerate(split.parts()):
        seen, judged = learned & examples.is_rated, held & examples.is_rated
        others, own = (np.where(part, examples.ratings, np.nan) for part in (seen, judged))
        alone = [agree(metric.values, others) for metric in shared.metrics]
        best = 0 if np.isnan(alone).all() else int(np.nanargmax(alone))
        rows.append(
            TrainingFold(
                i + 1,
                int(seen.sum()),
                int(judged.sum()),
                _spelled(found.parts[i].options),
                known(agree(np.where(judged, found.held_out, 0.0), own)),
                shared.metrics[best].name,
                known(agree(shared.metrics[best].values, own)),
            )
        )
    return tuple(rows)


def _systems(
    shared: Aligned, examples: Examples, split: Split, fits: Mapping[str, NestedFit], feature: Array
) -> tuple[tuple[SystemStanding, ...], tuple[SystemAgreement, ...]]:
    """Rank systems by held-out scores; what ties, each part says by what it learned from."""
    ratings, ties = examples.ratings, {name: np.zeros(examples.ratings.shape) for name in (*fits, BEST)}
    for i, (held, learned) in enumerate(split.parts()):
        known_ratings = np.where(learned, ratings, np.nan)
        ties[BEST][held] = tie_interval(feature, known_ratings)
        for name, fit in fits.items():
            ties[name][held] = tie_interval(fit.parts[i].standard_score(examples.features), known_ratings)
    scored = {_PEOPLE: ratings} | {name: fit.held_out for name, fit in fits.items()} | {BEST: feature}
    rows, ranking, people = [], [], np.array([])
    for name, scores in scored.items():
        rated = np.where(examples.is_rated, scores, np.nan)
        with np.errstate(invalid="ignore"):
            mean = np.nansum(rated, axis=1) / examples.is_rated.sum(axis=1)
        figures = [mean, *system_wins(rated, ties.get(name, 0.0))]
        rows += [
            SystemStanding(name, system, *map(known, row))
            for system, row in zip(shared.system_names, np.transpose(figures).tolist(), strict=True)
        ]
        if name == _PEOPLE:
            people = mean
        else:
            agreement = [known(correlate(one, people, coefficient="spearman")) for one in figures]
            ranking.append(SystemAgreement(name, *agreement))
    return tuple(rows), tuple(ranking)


def _spelled(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value:g}" for name, value in options.items())


def _model(
    rated: RatingsWithScores,
    names: Sequence[str],
    learner: str,
    found: NestedFit,
    marks: Marks,
    language: tuple[str, ...],
) -> LearnedModel:
    """Call features as they are spelled, so that they can be scored again."""
    spelled = {metric.name: (metric.reading or {}).get("metric") for metric in rated.metrics}
    is_text = tuple(isinstance(spelled[name], str) for name in names)
    features = tuple(str(spelled[name]) if known else name for name, known in zip(names, is_text, strict=True))
    fitted = found.fitted
    return LearnedModel(learner, features, is_text, fitted.mean, fitted.scale, fitted.predictor, marks, language)
