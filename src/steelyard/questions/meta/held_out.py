"""Hold what was fitted against what was given, on outputs that it has not seen: as metrics are compared."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import interval_from_best, interval_of_family
from steelyard.questions.meta.answer import MetaEvaluation, MetricPairRow
from steelyard.questions.meta.compute import compute
from steelyard.questions.meta.question import MetaQuestion
from steelyard.questions.meta.statistics import Statistic
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.rated import RatingsWithScores
from steelyard.types import OutputScores

__all__ = ["compare_contenders", "known"]

_RIVAL = "feature "  # before the name of a metric that the best one is better than on these ratings


class _Levels(Protocol):
    """What the questions of fitted metrics have in common."""

    @property
    def confidence_level(self) -> float: ...
    @property
    def alpha(self) -> float: ...
    @property
    def n_resamples(self) -> int: ...


def compare_contenders(
    rated: RatingsWithScores,
    shared: Aligned,
    contenders: Sequence[tuple[str, NDArray[np.float64]]],
    statistic: Statistic,
    question: _Levels,
    seed: int,
    alone: Sequence[float] | None = None,
    test: str | None = None,
    n_choices: int = 1,
) -> MetaEvaluation:
    """Compare scores, by name, of the outputs that people rated, by one statistic and its test, or the one given.

    The last contender may be the best of the metrics on these ratings, by what each agrees with them alone: then all
    others take part in the tests, so that p is corrected for them, and intervals of differences from it hold for
    whichever is best. One whose agreement is not defined could not have been. Where one of so many
    contenders, `n_choices`, may be picked, the intervals of all of them hold together.
    """
    worth = np.array([] if alone is None else alone, dtype=np.float64)
    rivals = [shared.metrics[i] for i in np.flatnonzero(np.isfinite(worth)).tolist() if i != np.nanargmax(worth)]
    metrics = tuple(
        OutputScores(name, shared.system_names, values, documents=shared.documents)
        for name, values in (*contenders, *((_RIVAL + one.name, one.values) for one in rivals))
    )
    found = compute(
        RatingsWithScores(scales=shared.scales, metrics=metrics, documents=shared.documents, n_threads=rated.n_threads),
        MetaQuestion(
            levels=(statistic.level,), statistics=(str(statistic),), by=(str(statistic),), test=test, rng=seed,
            confidence_level=question.confidence_level, alpha=question.alpha, n_resamples=question.n_resamples,
        ),
    )  # fmt: skip
    return found if alone is None else _without_rivals(found, contenders[-1][0], n_choices)


def _without_rivals(found: MetaEvaluation, best: str, n_choices: int) -> MetaEvaluation:
    """Keep what is said of contenders; of the best one, what holds whichever of the rivals is the best."""
    pairs, level = [], float(found.method["confidence_level"])
    degrees = float(found.method["n_systems"] - 1)  # at least so many: those of the smaller factor
    for row in found.pairs:
        names = {row.metric, row.against}
        if any(name.startswith(_RIVAL) for name in names):
            continue
        if best in names:
            [fitted] = names - {best}
            others = [
                other
                for other in found.pairs
                if fitted in (other.metric, other.against)
                and any(name == best or name.startswith(_RIVAL) for name in (other.metric, other.against))
            ]
            n = len(others) * n_choices
            whole = interval_from_best([_over(other, fitted, n, level, degrees) for other in others])
            if whole is not None and row.metric == best:
                whole = -whole[1], -whole[0]
            row = replace(row, interval=whole, p_value=row.p_adjusted)
        pairs.append(row)
    kept = tuple(row for row in found.agreement if not row.metric.startswith(_RIVAL))
    return replace(found, agreement=kept, pairs=tuple(pairs))


def _over(row: MetricPairRow, fitted: str, n: int, level: float, degrees: float) -> tuple[float, float] | None:
    """Bound what the fitted one has over another, together with what it has over n - 1 others."""
    if row.interval is None:
        return None
    low, high = interval_of_family(row.interval, row.difference, n, level, degrees_of_freedom=max(degrees, 1.0))
    return (low, high) if row.metric == fitted else (-high, -low)


def known(value: float) -> float | None:
    """Return a number, or None where it is not defined."""
    return float(value) if np.isfinite(value) else None
