"""How scores grow with the size of the training data, and what they promise of more."""

import math
import os
import platform
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.data.formats import read_learning_runs
from steelyard.errors import DataError, SpecError, unknown_name
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
from steelyard.metrics import package_version
from steelyard.questions.learning_curve.answer import (
    CurveDifferenceRow,
    CurveFitRow,
    CurvePointRow,
    CurvePredictionRow,
    CurveSizeRow,
    LearningCurves,
)
from steelyard.questions.learning_curve.method import curves_sentence, curves_warnings
from steelyard.types import LearningRuns

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["learning_curves"]

_COLUMNS = ("system", "size", "score", "replicate")
_STREAM = 2**32  # between the seeds of systems that are drawn apart: more than there are sizes


def learning_curves(
    runs: str | os.PathLike[str] | LearningRuns | Mapping[str, Sequence[Any]],
    *,
    metric: str = "",
    lower_is_better: bool = False,
    target: float | None = None,
    at: Sequence[float] = (),
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    rng: "Rng" = 12345,
) -> LearningCurves:
    """Describe scores over sizes, lay curves through them, and say what these promise.

    Parameters
    ----------
    runs : path-like, LearningRuns or mapping
        A table of runs as `steelyard.data.formats.read_learning_runs` reads it; or its columns ``system``, ``size``,
        ``score`` and, if need be, ``replicate``, as sequences.
    metric : str, optional
        Which metric of the file; elsewhere what the scores are called.
    lower_is_better : bool, default False
        The power model falls to a floor.
    target : float, optional
        A score: at which size does each system reach it?
    at : sequence of float, optional
        Sizes: which score does each system have there?
    confidence_level : float, default 0.95
        Of every interval, by itself.
    n_resamples : int, default 1000
        Resamples of replicates, for the intervals of what models say.
    rng : int or numpy.random.Generator, default 12345
        Seed of the resamples.

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
    >>> curves = sy.learning_curves("examples/learning-curve.tsv", at=[128000])
    >>> for row in curves.predictions:
    ...     print(f"{row.system:8} {row.model:5} {row.score:.1f}")
    subwords log   30.8
    subwords power 28.3
    words    log   29.7
    words    power 26.9
    """
    data = _runs(runs, metric)
    seed = seed_of(rng)
    check_resamples(n_resamples)
    if target is not None and not math.isfinite(target):
        raise SpecError(f"The target (--target) must be a finite score, not {target}.")
    wrong = [size for size in at if not (math.isfinite(size) and size > 0)]
    if wrong:
        raise SpecError(f"Sizes to predict at (--at) must be above 0 and finite, not {wrong[0]:g}.")
    places = {system: data.rows_of(system) for system in data.names}
    draws = _draws(data, places, n_resamples, seed)
    points = [row for system in data.names for row in _points(data, system, places[system], confidence_level)]
    fits, curves = [], {}
    for system, drawn in draws.items():
        rows, fitted = _fits(system, drawn, lower_is_better, confidence_level)
        fits += rows
        curves[system] = fitted
    predictions = [
        CurvePredictionRow(
            system, model, float(size), *curve.prediction(size, confidence_level), size / _largest(curve)
        )
        for system, fitted in curves.items()
        for model, curve in fitted.items()
        for size in sorted(set(at))
    ]
    sizes = [row for system in data.names for row in _sizes(system, curves[system], draws, target, confidence_level)]
    method: dict[str, Any] = {
        "n_segments": None,
        "n_systems": len(data.names),
        "n_runs": len(data.systems),
        "metric": data.metric,
        "lower_is_better": lower_is_better,
        "target": target,
        "at": sorted(set(map(float, at))),
        "confidence_level": confidence_level,
        "n_resamples": n_resamples,
        "seed": seed,
        "is_weighted": any(np.ptp(drawn.weights) > 0 for drawn in draws.values()),
        "is_resampled": any(drawn.drawn_means is not None for drawn in draws.values()),
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": [{"role": "runs", "name": path, "sha256": sha} for path, sha in data.files],
    }
    arguments = {
        "runs": "file" if data.files else "list", "metric": data.metric, "lower_is_better": lower_is_better,
        "target": target, "at": method["at"], "confidence_level": confidence_level, "n_resamples": n_resamples,
        "rng": seed,
    }  # fmt: skip
    method["recipe"] = {"command": "learning-curve", "reading": {}, "arguments": arguments}
    method["warnings"] = curves_warnings(draws, fits, predictions, sizes)
    method["sentence"] = curves_sentence(method, draws)
    differences = _differences(data, places, confidence_level)
    return LearningCurves(tuple(points), tuple(differences), tuple(fits), tuple(predictions), tuple(sizes), method)


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


def _fits(
    system: str, draws: CurveDraws, lower_is_better: bool, confidence_level: float
) -> tuple[list[CurveFitRow], dict[str, FittedCurve]]:
    fitted: dict[str, FittedCurve] = {}
    reasons: dict[str, str] = {}
    for model in CURVE_MODELS:
        try:
            fitted[model] = fitted_curve(model, draws, lower_is_better=lower_is_better)
        except DataError as error:
            reasons[model] = str(error)
    best = min(fitted, key=lambda model: fitted[model].fit.aicc, default=None)
    rows = []
    for model in CURVE_MODELS:
        if model in reasons:
            rows.append(
                CurveFitRow(system, model, len(draws.sizes), {}, None, None, None, False, None, None, reasons[model])
            )
            continue
        fit, gain = fitted[model].fit, fitted[model].gain(float(draws.sizes[-1]), confidence_level)
        rows.append(
            CurveFitRow(
                system,
                model,
                fit.n_sizes,
                fit.parameters,
                fit.rss,
                fit.aicc,
                fitted[model].misfit,
                model == best,
                *gain,
                "",
            )
        )
    return rows, fitted


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
