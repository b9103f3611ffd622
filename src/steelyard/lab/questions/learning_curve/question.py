"""What may be asked: how scores grow with the training data, and what more of it would bring."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Question, option, resamples_option, seed_option
from steelyard.errors import SpecError

__all__ = ["LearningCurveQuestion"]


def _finite(_: str, value: float) -> None:
    if not math.isfinite(value):
        raise SpecError(f"The target (--target-score) must be a finite score, not {value}.")


def _sizes(_: str, values: Sequence[float]) -> None:
    wrong = [size for size in values if not (math.isfinite(size) and size > 0)]
    if wrong:
        raise SpecError(f"Sizes to predict at (--at) must be above 0 and finite, not {wrong[0]:g}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningCurveQuestion(Question):
    """How scores grow with the training data, and what more of it would bring."""

    description: ClassVar[str] = (
        "Fit learning curves to scores of systems trained on several data sizes. Show the gain from twice the data, "
        "predicted scores, and the size needed for a target score or another system's score."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab learning-curve runs.tsv",
        "steelyard lab learning-curve runs.tsv --metric BLEU --at 128000 --target-score 30",
    )

    metric: str = option("", "use this metric of the file, or name the metric", metavar="NAME", is_first=True)
    lower_is_better: bool = option(
        False, "read smaller scores as better", flags=(), more="The power model falls to a floor.", is_first=True
    )
    target: float | None = option(
        None,
        "estimate the size at which each system reaches this score",
        flags=("--target-score",),
        kind=float,
        metavar="Y",
        check=_finite,
        is_first=True,
    )
    at: tuple[float, ...] = option(
        (), "predict the scores at these sizes", kind=float, metavar="X", check=_sizes, is_first=True
    )
    confidence_level: float = option(0.95, "set the level of the intervals", more="By itself.", is_first=True)
    n_resamples: int = resamples_option(
        1000, "make N resamples of the replicates", more="They give the intervals of what models say."
    )
    rng: Any = seed_option()
