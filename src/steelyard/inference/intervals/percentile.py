"""The percentile bootstrap, by order statistics."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import SpecError
from steelyard.inference.draws.executors import worked_on
from steelyard.inference.draws.resample import Draws, Weights
from steelyard.inference.draws.sums import WeightedSums
from steelyard.inference.shared_docs import INTERVALS, SHARED
from steelyard.types import Measurement

__all__ = ["bootstrap_scores", "percentile_interval"]

_MOST_BYTES = 4 * 2**30


@SHARED
def bootstrap_scores(measurements: Sequence[Measurement], draws: Draws) -> list[NDArray[np.float64]]:
    """Score every system under every resample; all systems and metrics share the draws.

    Parameters
    ----------
    draws : Draws
        B rows of weights, from `bootstrap_draws`.

    Returns
    -------
    list of array
        One per metric, shape (S, B).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import bootstrap_scores, given_draws
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[0, 1], [1, 1], [5, 1]]]))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> bootstrap_scores([mean], given_draws([[3, 0, 0], [0, 2, 1]]))[0].round(4).tolist()
    [[0.0, 2.3333]]
    """
    needed = 8 * draws.n_resamples * sum(m.statistics.n_systems for m in measurements)
    if needed > _MOST_BYTES:
        raise SpecError(
            f"{draws.n_resamples:,} resamples of every system and metric take {needed / 2**30:.0f} GiB to hold; the "
            f"limit is {_MOST_BYTES // 2**30}. Use fewer resamples (n_resamples, -n)."
        )
    scoring = tuple(measurement.without_units() for measurement in measurements)
    scores = [np.empty((m.statistics.n_systems, draws.n_resamples)) for m in measurements]
    first = 0
    for found in worked_on(draws, _Scored(WeightedSums(measurements), scoring)):
        for block, out in zip(found, scores, strict=True):
            out[:, first : first + block.shape[1]] = block
        first += found[0].shape[1]
    return scores


@dataclass(frozen=True, slots=True, eq=False)
class _Scored:
    """Scores every system under a block of resamples."""

    sums: WeightedSums
    measurements: tuple[Measurement, ...]  # of no units: how sums are scored

    def __call__(self, weights: Weights) -> list[NDArray[np.float64]]:
        return [
            measurement.scores(np.moveaxis(block, 1, -1))
            for measurement, block in zip(self.measurements, self.sums(weights), strict=True)
        ]


@INTERVALS
def percentile_interval(values: ArrayLike, confidence_level: float = 0.95) -> tuple[float, float]:
    """Cut off the same number of resampled values at both ends.

    Parameters
    ----------
    values : array, shape (B,)
        A score, or a difference of scores, under each resample.

    Returns
    -------
    (float, float)
        Koehn's order statistics: of 1,000 values the 26th lowest and the 26th highest. NaN where a value is none.

    Notes
    -----
    Never centred on the observed score. Misleads with few units: at 12 documents a nominal 95 % covers about 90 %.
    With fewer than ``2 / (1 - confidence_level)`` values it returns the extremes.

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250, section 5.

    Examples
    --------
    >>> from steelyard.inference import percentile_interval
    >>> percentile_interval(range(1, 1001))
    (26.0, 975.0)
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    array = np.asarray(values, dtype=np.float64)
    if np.isnan(array).any():
        return float("nan"), float("nan")
    cut = int(np.floor(len(array) * (1 - confidence_level) / 2 + 1e-9))  # 1000 * 0.05 is 49.99… in floating point
    low, high = cut, len(array) - 1 - cut
    ordered = np.partition(array, (low, high))
    return float(ordered[low]), float(ordered[high])
