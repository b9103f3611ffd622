"""How well a metric, with any numbers for its parameters, agrees with ratings."""

import weakref
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.questions.tune.question import Level
from steelyard.meta import Coefficient, correlate, correlate_rows
from steelyard.metrics import Metric
from steelyard.text import Corpus
from steelyard.types import Statistics

__all__ = ["Judge", "Point"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Point = tuple[float, ...]

_POINTS_A_BRANCH = 256  # that share what they count
_KEPT_BYTES = 2**28  # of scores that other folds may ask for again


class Judge:
    """Says how well a metric at some point of its parameters agrees with a part of the ratings.

    What is computed for the start is kept, such as alignments; what is computed for other points, which their
    neighbours may share, is dropped after some time.
    """

    def __init__(
        self,
        corpus: Corpus,
        variant: Callable[[Point], Metric],
        start: Point,
        ratings: Array,
        objective: Coefficient,
        level: Level,
    ) -> None:
        self.corpus = corpus
        self.variant = variant
        self._start = start
        self._branch = corpus
        self._n_asked = 0
        self.ratings = ratings
        self.is_rated: Mask = ~np.isnan(ratings)
        self._objective = objective
        self._level = level
        n_kept = max(8, _KEPT_BYTES // (8 * max(ratings.size, 1)))
        own = weakref.proxy(self)  # else it would keep itself, with the corpus, until Python looks for cycles
        self._scores = lru_cache(maxsize=n_kept)(lambda point: own._score(point))  # noqa: PLW0108, SLF001
        self._sums = lru_cache(maxsize=8)(lambda point: own._count(point))  # noqa: PLW0108, SLF001

    def agreement(self, point: Point, part: Mask) -> float:
        """Correlate; NaN where the metric refuses the point, or the ratings of the part do not differ."""
        try:
            if self._level == "system":
                return self._between_systems(point, part)
            scores = self._scores(point)
        except SpecError:
            if point == self._start:
                raise
            return float("nan")
        if self._level == "segment":
            return correlate(scores[part], self.ratings[part], coefficient=self._objective)
        rated = np.where(part, self.ratings, np.nan)
        rows = correlate_rows(scores.T, rated.T, coefficient=self._objective)
        known = rows[~np.isnan(rows)]
        return float(known.mean()) if known.size else float("nan")

    def scores(self, point: Point) -> Array:
        """Score every output by itself; larger is better."""
        scores: Array = self._scores(point)
        return scores

    def _between_systems(self, point: Point, part: Mask) -> float:
        metric, statistics = self._sums(point)
        has_part = part.any(axis=1)
        sums = np.stack([row[chosen].sum(axis=0) for row, chosen in zip(statistics.values, part, strict=True)])
        scores = metric.score(statistics.scaled(sums.astype(np.float64)))[has_part]
        means = [row[chosen].mean() for row, chosen in zip(self.ratings, part, strict=True) if chosen.any()]
        return correlate(_oriented(metric, scores), np.array(means), coefficient=self._objective)

    def _corpus_for(self, point: Point) -> Corpus:
        if point == self._start:
            return self.corpus
        if self._n_asked % _POINTS_A_BRANCH == 0:
            self._branch = self.corpus.branch()
        self._n_asked += 1
        return self._branch

    def _score(self, point: Point) -> Array:
        metric = self.variant(point).segment_metric()
        statistics = metric.statistics(self._corpus_for(point))
        return _oriented(metric, metric.score(statistics.scaled(statistics.values.astype(np.float64))))

    def _count(self, point: Point) -> tuple[Metric, Statistics]:
        metric = self.variant(point)
        return metric, metric.statistics(self._corpus_for(point))


def _oriented(metric: Metric, scores: Array) -> Array:
    return scores if metric.higher_is_better else -scores
