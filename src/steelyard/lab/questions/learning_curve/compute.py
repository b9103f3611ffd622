"""How scores grow with the size of the training data, and what they promise of more."""

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError, unknown_name
from steelyard.inference import (
    CURVE_MODELS,
    CurveDraws,
    FittedCurve,
    check_resamples,
    curve_differences,
    curve_points,
    draw_curves,
    fitted_curve,
    seed_of,
)
from steelyard.inference.learning_curves import FAR
from steelyard.lab.questions.learning_curve.answer import (
    CurveDifferenceRow,
    CurveFitRow,
    CurvePointRow,
    CurvePredictionRow,
    CurveSizeRow,
    LearningCurves,
)
from steelyard.lab.questions.learning_curve.method_text import method_of_curves
from steelyard.lab.questions.learning_curve.question import LearningCurveQuestion
from steelyard.reading.formats import read_learning_runs
from steelyard.types import LearningRuns

if TYPE_CHECKING:
    pass

__all__ = ["compute", "learning_curves"]

_COLUMNS = ("system", "size", "score", "replicate")
_STREAM = 2**32  # between the seeds of systems that are drawn apart: more than there are sizes


@asks("lab learning-curve")
def learning_curves(
    runs: str | os.PathLike[str] | LearningRuns | Mapping[str, Sequence[Any]], **options: Any
) -> LearningCurves:
    """Describe scores over sizes, lay curves through them, and say what these promise.

    Parameters
    ----------
    runs : path-like, LearningRuns or mapping
        A table of runs as `steelyard.reading.formats.read_learning_runs` reads it; or its columns ``system``, ``size``,
        ``score`` and, if need be, ``replicate``, as sequences.
    {options}

    Returns
    -------
    LearningCurves
        Points, paired differences, fits, predictions and sizes needed.

    Raises
    ------
    DataError, SpecError, AlignmentError
        A size is not above 0, a number is not finite, a run stands twice, or an option is impossible.

    Notes
    -----
    The uncertainty is that of training: other samples of the data, other seeds. Another test set would move all curves,
    and `steelyard compare` says how far. A curve over levels of noise is the same object; 0 has no place on its axis.

    References
    ----------
    Turchi, De Bie and Cristianini 2008, "Learning performance of a machine translation system", W08-0305.

    Examples
    --------
    >>> import steelyard as sy
    >>> curves = sy.lab.learning_curves("examples/learning-curve.tsv", at=[128000])
    >>> for row in curves.predictions:
    ...     print(f"{row.system:8} {row.model:5} {row.score:.1f}")
    subwords log   30.8
    subwords power 28.3
    words    log   29.7
    words    power 26.9
    """
    question = question_from(LearningCurveQuestion, options)
    return compute(_runs(runs, question.metric), question)


def compute(runs: LearningRuns, question: LearningCurveQuestion) -> LearningCurves:
    """Lay every model through the scores of every system, and read off what they promise."""
    seed, level = seed_of(question.rng), question.confidence_level
    check_resamples(question.n_resamples)
    places = {system: runs.rows_of(system) for system in runs.names}
    draws = _draws(runs, places, question.n_resamples, seed)
    fitted = {system: _fitted(drawn, question.lower_is_better) for system, drawn in draws.items()}
    curves = {system: found for system, (found, _) in fitted.items()}
    fits = [row for system in runs.names for row in _fits(system, draws[system], *fitted[system], level)]
    predictions = _predictions(curves, question.at, level)
    sizes = [row for system in runs.names for row in _sizes(system, curves[system], draws, question.target, level)]
    return LearningCurves(
        tuple(row for system in runs.names for row in _points(runs, system, places[system], level)),
        tuple(_differences(runs, places, level)),
        tuple(fits),
        tuple(predictions),
        tuple(sizes),
        method_of_curves(runs, question, seed, draws, _curves_warnings(draws, fits, predictions, sizes)),
    )


def _runs(runs: str | os.PathLike[str] | LearningRuns | Mapping[str, Sequence[Any]], metric: str) -> LearningRuns:
    if isinstance(runs, LearningRuns):
        return runs
    if not isinstance(runs, Mapping):
        return read_learning_runs(runs, metric=metric)
    for name in runs:
        if name not in _COLUMNS:
            raise unknown_name("column of runs", str(name), _COLUMNS)
    missing = [name for name in _COLUMNS[:3] if name not in runs]
    if missing:
        raise DataError(f"Runs have no column {missing[0]!r}: system, size and score are needed.")
    try:
        sizes, scores = (np.asarray(runs[name], np.float64) for name in ("size", "score"))
    except (TypeError, ValueError) as error:
        raise DataError(f"Sizes and scores must be numbers: {error}.") from error
    systems = tuple(map(str, runs["system"]))
    replicates = tuple(map(str, runs.get("replicate", [""] * len(systems))))
    return LearningRuns(systems, sizes, scores, replicates, metric or "score")


def _draws(data: LearningRuns, places: Mapping[str, Any], n_resamples: int, seed: int) -> dict[str, CurveDraws]:
    """Resample every system; those with the same replicates are drawn alike, all others apart."""
    streams: dict[object, int] = {}
    found = {}
    for system, at in places.items():
        names = [data.replicates[i] for i in at]
        runs = sorted(zip(data.sizes[at].tolist(), names, strict=True))
        labels = sorted(set(names))
        is_whole = len(runs) == len(labels) * len(np.unique(data.sizes[at]))
        stream = streams.setdefault(tuple(labels) if is_whole else (None, system), len(streams))
        rng = (seed + stream * _STREAM) % 2**64
        found[system] = draw_curves(data.sizes[at], data.scores[at], names, n_resamples=n_resamples, rng=rng)
    return found


def _points(data: LearningRuns, system: str, at: Any, confidence_level: float) -> list[CurvePointRow]:
    points = curve_points(data.sizes[at], data.scores[at], confidence_level=confidence_level)
    gains = [(b.mean - a.mean) / math.log2(b.size / a.size) for a, b in pairwise(points)]
    return [
        CurvePointRow(system, p.size, p.n_replicates, p.mean, p.sd, p.standard_error, p.interval, gain)
        for p, gain in zip(points, [None, *gains], strict=True)
    ]


def _differences(data: LearningRuns, places: Mapping[str, Any], confidence_level: float) -> list[CurveDifferenceRow]:
    columns = {
        system: (data.sizes[at], data.scores[at], [data.replicates[i] for i in at]) for system, at in places.items()
    }
    return [
        CurveDifferenceRow(a, b, p.size, p.n_replicates, p.mean, p.sd, p.standard_error, p.interval)
        for a, b in combinations(data.names, 2)
        for p in curve_differences(columns[a], columns[b], confidence_level=confidence_level)
    ]


def _fitted(draws: CurveDraws, lower_is_better: bool) -> tuple[dict[str, FittedCurve], dict[str, str]]:
    """Fit every model; of those that cannot be fitted, say why."""
    fitted: dict[str, FittedCurve] = {}
    reasons: dict[str, str] = {}
    for model in CURVE_MODELS:
        try:
            fitted[model] = fitted_curve(model, draws, lower_is_better=lower_is_better)
        except DataError as error:
            reasons[model] = str(error)
    return fitted, reasons


def _fits(
    system: str,
    draws: CurveDraws,
    fitted: Mapping[str, FittedCurve],
    reasons: Mapping[str, str],
    confidence_level: float,
) -> Iterator[CurveFitRow]:
    best = min(fitted, key=lambda model: fitted[model].fit.aicc, default=None)
    for model in CURVE_MODELS:
        if model in reasons:
            unknown = (None, None, None, False, None, None)
            yield CurveFitRow(system, model, len(draws.sizes), {}, *unknown, reasons[model])
            continue
        fit, misfit = fitted[model].fit, fitted[model].misfit
        gain = fitted[model].gain(_largest(fitted[model]), confidence_level)
        found = (fit.n_sizes, fit.parameters, fit.rss, fit.aicc, misfit, model == best)
        yield CurveFitRow(system, model, *found, *gain, "")


def _predictions(
    curves: Mapping[str, Mapping[str, FittedCurve]], at: Sequence[float], confidence_level: float
) -> list[CurvePredictionRow]:
    return [
        CurvePredictionRow(
            system, model, float(size), *curve.prediction(size, confidence_level), size / _largest(curve)
        )
        for system, fitted in curves.items()
        for model, curve in fitted.items()
        for size in sorted(set(at))
    ]


def _sizes(
    system: str,
    fitted: Mapping[str, FittedCurve],
    draws: Mapping[str, CurveDraws],
    target: float | None,
    confidence_level: float,
) -> list[CurveSizeRow]:
    """Say where a system's curves meet the target, and what every other system scores at its largest size."""
    rows = []
    bands = {model: curve.band() for model, curve in fitted.items() if curve.drawn is not None}
    if target is not None:
        for model, curve in fitted.items():
            found = curve.size_for(target, confidence_level, band=bands.get(model))
            rows.append(CurveSizeRow(system, model, "", float(target), *found))
    for name, other in draws.items():
        if name == system:
            continue
        score = float(other.means[-1])
        for model, curve in fitted.items():
            if other.drawn_means is None:
                rows.append(CurveSizeRow(system, model, name, score, curve.fit.size_for(score), None))
                continue
            found = curve.size_for(
                score,
                confidence_level,
                drawn_scores=other.drawn_means[:, -1],
                degrees_of_freedom=other.degrees_of_freedom,
                band=bands.get(model),
            )
            rows.append(CurveSizeRow(system, model, name, score, *found))
    return rows


def _largest(curve: FittedCurve) -> float:
    return float(curve.draws.sizes[-1])


def _curves_warnings(
    draws: Mapping[str, CurveDraws],
    fits: Sequence[CurveFitRow],
    predictions: Sequence[CurvePredictionRow],
    sizes: Sequence[CurveSizeRow],
) -> list[str]:
    """Say what a reader should know before believing a number."""
    found = []
    for system, drawn in draws.items():
        if drawn.drawn_means is None:
            found.append(
                f"{system} has a size with a single replicate, which cannot show how scores vary: what its curves "
                "promise has no interval."
            )
    for row in fits:
        if row.is_best and row.misses_points:
            found.append(
                f"The {row.model} curve of {row.system} misses the points by {row.misfit:.1f} times their standard "
                "error: it is not the shape of these scores, and its intervals are too short."
            )
    largest = {system: float(drawn.sizes[-1]) for system, drawn in draws.items()}
    far = {(row.system, row.size) for row in predictions if row.times_largest > FAR}
    far |= {(row.system, row.size) for row in sizes if row.size is not None and row.size > FAR * largest[row.system]}
    if far:
        systems = [system for system in draws if any(name == system for name, _ in far)]
        found.append(
            f"Some sizes lie beyond {FAR:g} times the largest that was measured ({', '.join(systems)}): there a curve "
            "is a guess, whatever its interval."
        )
    if any(row.model == "log" and not row.reason for row in fits) and (predictions or sizes):
        found.append("The log model has no bound: it passes the best score that a bounded metric can have.")
    for system in draws:
        values = [row.aicc for row in fits if row.system == system and row.aicc is not None]
        if len(values) > 1 and max(values) - min(values) < 2:
            found.append(f"The models fit the points of {system} about equally well (AICc differs by less than 2).")
    return found
