"""What inference sees of a metric."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.reprs import describe, listed
from steelyard.types.statistics import Statistics

__all__ = ["Measurement"]

Score = Callable[[NDArray[np.float64]], NDArray[np.float64]]
Explain = Callable[[NDArray[np.float64]], tuple[dict[str, float | tuple[float, ...]], str]]

_UNITS = 65_536  # that are scored at once, so that numbers in floating point are few beside the statistics


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """Statistics of all systems under one metric, with the function that scores their sums.

    Attributes
    ----------
    metric : str
        The metric's spelling, such as ``"bleu(tokenize=char)"``.
    label : str
        Short name for tables, such as ``"BLEU"``.
    signature : str
        What was done to the text, in sacreBLEU's form.
    statistics : Statistics
        Shape (S, N, K).
    score : callable, (..., K) -> (...)
        Scores of summed statistics, vectorised, in the metric's own unit.
    higher_is_better : bool
        The metric's direction.
    systems : tuple of str, default ()
        Names of the S systems.
    is_mean : bool, default False
        True when K = 2, the score is the first sum over the second, and the second column is the same for every
        system: then differences are taken between exact numerators, so that equal differences are equal numbers.
    scale : int, optional
        100 for percentages, 1 for what is printed as a fraction; unknown for scores of other tools.
    bounds : (float, float), optional
        Least and greatest score, where they are known: intervals stay between them.
    trial : float, optional
        What an independent trial adds to the second sum, where K = 2 and the score is a share of trials of which a
        segment may hold several: 1 where they are words.
    explain : callable, (K,) -> (dict, str), optional
        The parts of one score, as numbers and as text.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 1], [4, 1]], [[5, 1], [1, 1]]]))
    >>> mean = Measurement("mine", "mine", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> mean.scores(mean.statistics.totals()).tolist()
    [3.5, 3.0]
    """

    metric: str
    label: str
    signature: str
    statistics: Statistics
    score: Score
    higher_is_better: bool
    systems: tuple[str, ...] = ()
    is_mean: bool = False
    scale: int | None = None
    explain: Explain | None = None
    bounds: tuple[float, float] | None = None
    trial: float | None = None

    def __repr__(self) -> str:
        return describe(self, self.metric, f"{self.statistics!r}", listed("systems", self.systems))

    def scores(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score integer sums: shape (..., K) -> (...)."""
        return self.score(self.statistics.scaled(sums))

    def unit_scores(self, sums_of: Callable[[NDArray[np.int64]], NDArray[np.float64]]) -> NDArray[np.float64]:
        """Score sums made of the statistics of some units at a time, (S, n, K) -> (S, n, K): shape (S, N)."""
        values = self.statistics.values
        scores = np.empty(values.shape[:2])
        for first in range(0, values.shape[1], _UNITS):
            part = slice(first, first + _UNITS)
            scores[:, part] = self.scores(sums_of(values[:, part]))
        return scores

    def ranks(self, scores: NDArray[np.float64]) -> list[int]:
        """Rank systems by score, shape (S,): 1 + the number of systems with a strictly better one."""
        oriented = scores if self.higher_is_better else -scores
        return [1 + int((oriented > score).sum()) for score in oriented]

    def without_units(self) -> "Measurement":
        """Return what scores sums, without the statistics of any unit: little, where it is sent to others."""
        return replace(self, statistics=Statistics(self.statistics.values[:, :0], self.statistics.bits), explain=None)

    def by_document(self, documents: NDArray[np.int64]) -> "Measurement":
        """Sum the segments of each document: codes of shape (N,), as `Statistics.by_document` takes them."""
        return replace(self, statistics=self.statistics.by_document(documents))

    def differences(self, sums_a: NDArray[np.float64], sums_b: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score A minus score B of integer sums: shapes (..., K) -> (...)."""
        if self.is_mean:
            numerator = np.ldexp(sums_a[..., 0] - sums_b[..., 0], -int(self.statistics.bits[0]))
            whole = np.ldexp(sums_a[..., 1], -int(self.statistics.bits[1]))
            return np.divide(
                numerator, whole, out=np.zeros_like(numerator), where=whole != 0
            )  # nothing to get: no difference
        return self.scores(sums_a) - self.scores(sums_b)
