"""How learning curves came about."""

import platform
from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.inference import CurveDraws
from steelyard.lab.questions.learning_curve.answer import CurvesMethod
from steelyard.lab.questions.learning_curve.method_text import curves_sentence
from steelyard.lab.questions.learning_curve.question import LearningCurveQuestion
from steelyard.metrics import package_version
from steelyard.results.factors import Factors
from steelyard.types import LearningRuns

__all__ = ["method_of_curves"]


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
        "recipe": {"command": "lab learning-curve", "reading": {}, "arguments": told},
        "warnings": list(warnings),
        "sentence": "",
    }
    method["sentence"] = curves_sentence(method, draws)
    if method["is_resampled"]:
        method = {**method, **Factors(("runs",), ("segments", "systems")).told(method["sentence"])}
    return method
