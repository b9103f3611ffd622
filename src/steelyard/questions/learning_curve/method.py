"""What a reader of learning curves should know before believing a number, and how they came about."""

import platform
from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.inference import CurveDraws
from steelyard.inference.learning_curves import FAR
from steelyard.metrics import package_version
from steelyard.questions.learning_curve.answer import CurveFitRow, CurvePredictionRow, CurveSizeRow, CurvesMethod
from steelyard.questions.learning_curve.question import LearningCurveQuestion
from steelyard.questions.learning_curve.sentence import curves_sentence
from steelyard.types import LearningRuns

__all__ = ["curves_warnings", "method_of_curves"]


def method_of_curves(
    runs: LearningRuns,
    question: LearningCurveQuestion,
    seed: int,
    draws: Mapping[str, CurveDraws],
    warnings: Sequence[str],
) -> CurvesMethod:
    """Say how the curves came about."""
    sizes = sorted(set(map(float, question.at)))
    settled = {"metric": runs.metric, "at": sizes, "rng": seed}
    told = {"runs": "file" if runs.files else "list", **question.recipe(), **settled}
    method: CurvesMethod = {
        "n_segments": None,
        "n_systems": len(runs.names),
        "n_runs": len(runs.systems),
        "metric": runs.metric,
        "lower_is_better": question.lower_is_better,
        "target": question.target,
        "at": sizes,
        "confidence_level": question.confidence_level,
        "n_resamples": question.n_resamples,
        "seed": seed,
        "is_weighted": any(np.ptp(drawn.weights) > 0 for drawn in draws.values()),
        "is_resampled": any(drawn.drawn_means is not None for drawn in draws.values()),
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": [{"role": "runs", "name": path, "sha256": sha} for path, sha in runs.files],
        "recipe": {"command": "learning-curve", "reading": {}, "arguments": told},
        "warnings": list(warnings),
        "sentence": "",
    }
    return {**method, "sentence": curves_sentence(method, draws)}


def curves_warnings(
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
            found.append(f"The points of {system} hardly tell the models apart (AICc differs by less than 2).")
    return found
