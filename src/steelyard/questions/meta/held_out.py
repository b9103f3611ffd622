"""Hold what was fitted against what was given, on outputs that it has not seen: as metrics are compared."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.people.alignment import Aligned
from steelyard.people.rated import Rated
from steelyard.questions.meta.answer import MetaEvaluation
from steelyard.questions.meta.compute import compute
from steelyard.questions.meta.question import MetaQuestion
from steelyard.questions.meta.statistics import Statistic
from steelyard.types import OutputScores

__all__ = ["compare_contenders", "known"]


class _Levels(Protocol):
    """What the questions of fitted metrics have in common."""

    @property
    def confidence_level(self) -> float: ...
    @property
    def alpha(self) -> float: ...
    @property
    def n_resamples(self) -> int: ...


def compare_contenders(
    rated: Rated,
    shared: Aligned,
    contenders: Sequence[tuple[str, NDArray[np.float64]]],
    statistic: Statistic,
    question: _Levels,
    seed: int,
) -> MetaEvaluation:
    """Compare scores, by name, of the outputs that people rated, by one statistic."""
    metrics = tuple(
        OutputScores(name, shared.system_names, values, documents=shared.documents) for name, values in contenders
    )
    return compute(
        Rated(scales=shared.scales, metrics=metrics, documents=shared.documents, n_threads=rated.n_threads),
        MetaQuestion(
            levels=(statistic.level,), statistics=(str(statistic),), by=(str(statistic),), rng=seed,
            confidence_level=question.confidence_level, alpha=question.alpha, n_resamples=question.n_resamples,
        ),
    )  # fmt: skip


def known(value: float) -> float | None:
    """Return a number, or None where it is not defined."""
    return float(value) if np.isfinite(value) else None
