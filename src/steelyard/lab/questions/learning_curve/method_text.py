"""How learning curves were fitted: the method, and the sentence for a paper."""

import platform
from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.inference import CurveDraws
from steelyard.lab.questions.learning_curve.answer import CurvesMethod
from steelyard.lab.questions.learning_curve.question import LearningCurveQuestion
from steelyard.metrics import package_version
from steelyard.results.factors import Factors
from steelyard.results.plurals import counted
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
    method["sentence"] = _curves_sentence(method, draws)
    if method["is_resampled"]:
        method = {**method, **Factors(("runs",), ("segments", "systems")).told(method["sentence"])}
    return method


def _curves_sentence(method: CurvesMethod, draws: Mapping[str, CurveDraws]) -> str:
    """Say how the curves were made, as a paper would."""
    sign = "+" if method["lower_is_better"] else "-"
    percent = f"{round(100 * method['confidence_level'], 6):g}%"
    weights = "weighted by 1/SE^2, with at least half the pooled SE" if method["is_weighted"] else "unweighted"
    sentence = (
        f"We fitted learning curves with Steelyard {package_version()} to {counted(method['n_runs'], 'run')} of "
        f"{counted(method['n_systems'], 'system')}: the mean {method['metric']} at each size, by least squares "
        f"({weights}). Log is y = a + b log2 x; power is y = c {sign} A x^-B with A, B > 0. They are compared by AICc "
        "(Hurvich and Tsai 1989). "
    )
    if not method["is_resampled"]:
        return f"{sentence}Predictions have no intervals, because some sizes have a single replicate."
    ways = {drawn.is_whole for drawn in draws.values() if drawn.drawn_means is not None}
    how = " or ".join(
        name for is_whole, name in ((True, "as whole curves"), (False, "size by size")) if is_whole in ways
    )
    return (
        f"{sentence}Intervals ({percent}, each by itself) of means and differences are Student's t over replicates. "
        f"Those of predictions are Student's t with the spread over {method['n_resamples']:,} resamples of the "
        f"replicates, drawn {how} (seed {method['seed']}). They include new training data and seeds, but not the "
        "choice of the test set or of the model."
    )
