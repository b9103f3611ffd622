"""Find the weighted sum of metrics that agrees best with people, and judge it where it was not fitted."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.meta import MetricEnsemble, fit_ensemble
from steelyard.metrics import Ensemble, package_version
from steelyard.questions.meta.agreement import agreement_of_outputs
from steelyard.questions.meta.held_out import compare_contenders, known
from steelyard.questions.meta.levels import shared_outputs
from steelyard.questions.meta.statistics import Statistic
from steelyard.questions.metric_ensemble.answer import (
    BEST,
    EQUAL,
    WEIGHTED,
    EnsembleFold,
    EnsembleWeight,
    MetricEnsembleFit,
    MetricEnsembleMethod,
)
from steelyard.questions.metric_ensemble.question import MetricEnsembleQuestion
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.rated import RatingsWithScores
from steelyard.scored import Sampling
from steelyard.scored.repetitions import counting
from steelyard.scored.threads import working_threads
from steelyard.types import OutputScores

if TYPE_CHECKING:
    pass

__all__ = ["compute", "weigh_metrics"]

Array = NDArray[np.float64]
_FOLDS = 5
_MOVES = 0.25  # of a share, between folds
_FEW = 10  # documents or segments in a fold


@asks("meta ensemble")
def weigh_metrics(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    *,
    documents: Sequence[str] | TextFile | None = None,
    n_jobs: int = 1,
    inputs: Sequence[dict[str, str]] = (),
    **options: Any,
) -> MetricEnsembleFit:
    """Find the weighted sum of metrics that agrees best with people, and say whether it agrees better than one metric.

    Parameters
    ----------
    people : OutputScores
        Ratings of outputs, such as from `steelyard.ratings.read_people`.
    metrics : sequence of OutputScores
        Two or more, each with a name of its own, on the same segments.
    documents : sequence of str or TextFile, optional
        Document of each segment: documents stay whole. By default those of `people`, or of the first metric that has
        them; without any, each segment is one.
    n_jobs : int, default 1
        Threads.
    inputs : sequence of dict, default ()
        Role, name and SHA-256 of further files the numbers rest on.
    {options}

    Returns
    -------
    MetricEnsembleFit
        Weights, and the comparison of what held-out weights score with equal weights and the best single metric.

    Raises
    ------
    AlignmentError
        People and metrics share no systems, or have other numbers of segments or other documents.
    DataError
        A metric gives all rated outputs the same score, or the statistic is not defined on these data.
    SpecError
        There are fewer than two metrics, or more folds than documents.

    Notes
    -----
    All outputs of a segment are in one fold, and a segment is scored by weights that were fitted without its document.
    The best single metric is the best on these ratings, which flatters it: the tests and the interval of the gain allow
    for all that could have come out best (`steelyard.inference.interval_from_best`). Sums take a metric's scores of
    segments; that of a system is their mean. The systems are the same in every fold: for other systems, language pairs
    or ways of rating expect less. The test takes the held-out scores as they are: that weights fitted to other texts
    would differ is in the scores of the folds, not in the test's null distribution.

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
    >>> noisy = OutputScores("noisy", systems, quality + rng.normal(size=(4, 60)))
    >>> chance = OutputScores("chance", systems, rng.normal(size=(4, 60)))
    >>> found = sy.weigh_metrics(OutputScores("people", systems, quality), [noisy, chance], n_resamples=200)
    >>> [round(row.share, 1) for row in found.weights], found.gain.metric, found.gain.verdict
    ([1.0, 0.0], 'best alone', 'better')
    """
    rated = RatingsWithScores(
        scales=(people,), metrics=tuple(metrics), documents=documents, inputs=tuple(inputs), n_threads=n_jobs
    )
    return compute(rated, question_from(MetricEnsembleQuestion, options))


def compute(rated: RatingsWithScores, question: MetricEnsembleQuestion) -> MetricEnsembleFit:
    """Fit weights in folds and to all, and compare what they say of segments that they have not seen."""
    statistic = Statistic.parse(question.by[0])
    if statistic.level == "document":
        raise SpecError("Weights can be fitted to segments or systems only: name such a statistic with --decide-by.")
    shared = shared_outputs(rated.scales[0], rated.metrics, rated.document_ids, 1)
    if len(shared.metrics) < 2:
        raise SpecError("An ensemble needs two metrics or more: name them with -m and --scores.")
    sampling = rated.sampling(question.n_resamples, question.rng)
    n_folds = question.n_folds or max(2, min(_FOLDS, int(shared.codes.max()) + 1))
    scores = np.stack([metric.values for metric in shared.metrics])
    flat = next((one.name for one in shared.metrics if not np.nanstd(one.values) > 0), None)
    if flat is not None:
        raise DataError(f"{flat} gives every rated output the same score: leave it out.")
    with working_threads(rated.n_threads):
        fitted = fit_ensemble(
            scores,
            shared.ratings,
            lambda x, y: agreement_of_outputs(statistic, x, y, sampling),
            documents=shared.document_codes(),
            n_folds=n_folds,
            at_least_0=not question.may_be_negative,
            n_restarts=question.n_restarts,
            rng=sampling.seed,
            advance=counting(rated.progress, (1 + n_folds) * (1 + question.n_restarts)),
        )
    best = int(np.nanargmax(fitted.alone))
    sums = fitted.held_out_scores(scores), (scores / fitted.spread[:, None, None]).mean(axis=0), scores[best]
    contenders = tuple(zip((WEIGHTED, EQUAL, BEST), sums, strict=True))
    held_out = compare_contenders(rated, shared, contenders, statistic, question, sampling.seed, fitted.alone.tolist())
    method = _method(rated, shared, question, statistic, fitted, sampling)
    answer = MetricEnsembleFit(_weights(rated, shared, fitted), _folds(shared, fitted), held_out, method)
    method["warnings"] = _ensemble_warnings(answer)
    method["sentence"] = _ensemble_sentence(answer)
    return answer


def _weights(rated: RatingsWithScores, shared: Aligned, fitted: MetricEnsemble) -> tuple[EnsembleWeight, ...]:
    low, high = fitted.fold_weights.min(axis=0).tolist(), fitted.fold_weights.max(axis=0).tolist()
    signs = rated.directions(shared.metrics)
    return tuple(
        EnsembleWeight(
            metric.name,
            float(fitted.weights[i]),
            low[i],
            high[i],
            float(signs[i] * fitted.weights[i] / fitted.spread[i]) if fitted.weights[i] else 0.0,
            known(fitted.alone[i]),
        )
        for i, metric in enumerate(shared.metrics)
    )


def _folds(shared: Aligned, fitted: MetricEnsemble) -> tuple[EnsembleFold, ...]:
    return tuple(
        EnsembleFold(
            fold + 1,
            int((fitted.folds == fold).sum()),
            shared.metrics[int(best)].name,
            known(fitted.held_out[fold]),
            known(fitted.held_out_even[fold]),
            known(fitted.held_out_best[fold]),
        )
        for fold, best in enumerate(fitted.fold_best)
    )


def _formula(rated: RatingsWithScores, shared: Aligned, fitted: MetricEnsemble, names: Sequence[str]) -> str:
    """Write the sum of what has a weight, for scores as they are."""
    weights = np.array(rated.directions(shared.metrics)) * fitted.weights / fitted.spread
    is_kept = np.abs(fitted.weights) > 1e-6
    terms = [(weight, name) for weight, name, kept in zip(weights, names, is_kept, strict=True) if kept]
    text = "".join(f" {'-' if weight < 0 else '+'} {abs(weight):.6g} * {name}" for weight, name in terms)
    return text.removeprefix(" + ").strip()


def _spelled(formula: str) -> str:
    """Spell the sum as a metric; empty where some metric cannot be a term of one."""
    try:
        return str(Ensemble(formula))
    except SpecError:
        return ""


def _method(
    rated: RatingsWithScores,
    shared: Aligned,
    question: MetricEnsembleQuestion,
    statistic: Statistic,
    fitted: MetricEnsemble,
    sampling: Sampling,
) -> MetricEnsembleMethod:
    names = [metric.name for metric in shared.metrics]
    spelled = [(metric.reading or {}).get("metric") for metric in rated.metrics if metric.name in names]
    formula = _formula(rated, shared, fitted, names)
    metric = ""
    if all(isinstance(name, str) for name in spelled):
        metric = _spelled(_formula(rated, shared, fitted, [str(name) for name in spelled]))
    return {
        **rated.provenance(shared),
        "people": rated.scales[0].name,
        "by": str(statistic),
        "agreement": fitted.agreement,
        "best": shared.metrics[int(np.nanargmax(fitted.alone))].name,
        "formula": formula,
        "metric": metric,
        "n_folds": len(fitted.fold_best),
        "n_restarts": question.n_restarts,
        "seed": sampling.seed,
        "n_rated_segments": shared.n_segments,
        "n_outputs": int(np.isfinite(shared.ratings).sum()),
        "warnings": [],
        "sentence": "",
        **rated.recipe(replace(question, rng=sampling.seed)),
    }


def _ensemble_sentence(fit: MetricEnsembleFit) -> str:
    """Say in words what was done."""
    method = fit.method
    unit = "segments" if method["n_documents"] is None else "documents"
    return (
        f"We weighted {len(fit.weights)} metrics with Steelyard {package_version()} for the best agreement of the sum "
        f"of their standardised scores with ratings ({method['people']}) of {method['n_outputs']:,} outputs. Agreement "
        f"is {method['by']} (Nelder-Mead, {1 + method['n_restarts']} starts, seed {method['seed']}). Each output was "
        f"scored by weights from other {unit} ({method['n_folds']}-fold cross-validation over consecutive {unit}). We "
        f"compared this sum with equal weights and with the best metric alone ({method['best']}). p and intervals of "
        f"these differences are corrected for the choice of that metric. {fit.held_out.method['sentence']}"
    )


def _ensemble_warnings(fit: MetricEnsembleFit) -> list[str]:
    """Return a sentence for each trap that this ensemble is in."""
    found = []
    gain = fit.gain
    if not (gain.metric == WEIGHTED and gain.verdict == "better"):
        found.append(
            f"There is no significant gain over {fit.method['best']} alone: use that metric, which is simpler."
        )
    shaky = [row.metric for row in fit.weights if row.high - row.low > _MOVES]
    if shaky:
        found.append(
            f"The weight {'share' if len(shaky) == 1 else 'shares'} of {', '.join(shaky)} "
            f"{'varies' if len(shaky) == 1 else 'vary'} by more than {_MOVES:g} between folds. Correlated metrics can "
            "replace each other: weights do not show importance."
        )
    if min(row.n_segments for row in fit.folds) < _FEW:
        found.append(f"A fold has fewer than {_FEW} rated segments: its agreement is unreliable.")
    return found
