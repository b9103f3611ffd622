"""Small test sets from all over a text, and intervals from them, held against the whole (Koehn 2004)."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Draws, bootstrap_draws, seed_of
from steelyard.inference.intervals.percentile import bootstrap_scores, percentile_interval
from steelyard.types import Measurement, Statistics

__all__ = ["broad_samples", "coverage_of_part", "set_intervals"]


def broad_samples(measurement: Measurement, size: int) -> list[Measurement]:
    """Cut segments into small test sets, each from all over the text.

    Of N segments in g = N // size sets, set b holds segments b, b + g, b + 2 g, ...

    Parameters
    ----------
    measurement : Measurement
        Over segments in the order of the text.
    size : int
        Segments of a set, at least 1; there must be at least two sets.

    Returns
    -------
    list of Measurement
        g of them. The N - g size segments at the end are in none.

    Raises
    ------
    SpecError
        There are fewer than two sets.

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250, section 3.3.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import broad_samples
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[1, 1], [2, 1], [3, 1], [4, 1], [9, 1]]]))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> [sample.statistics.values[0, :, 0].tolist() for sample in broad_samples(mean, 2)]
    [[1, 3], [2, 4]]
    """
    statistics = measurement.statistics
    n_sets = statistics.n_units // size if size >= 1 else 0
    if n_sets < 2:
        raise SpecError(
            f"Broad samples of {size} segments: {statistics.n_units} segments must make at least two, each of at least "
            "one."
        )
    kept = statistics.values[:, : n_sets * size]
    return [
        replace(measurement, statistics=Statistics(kept[:, first::n_sets], statistics.bits)) for first in range(n_sets)
    ]


def set_intervals(
    measurement: Measurement,
    size: int,
    confidence_level: float = 0.95,
    *,
    n_resamples: int,
    rng: Rng,
    n_threads: int = 1,
    draws: Draws | None = None,
) -> NDArray[np.float64]:
    """Put a percentile bootstrap interval around the score of every system in every broad sample.

    Parameters
    ----------
    measurement, size, n_resamples, rng, n_threads, draws
        As for `set_conclusions`, which resamples the same sets in the same way.
    confidence_level : float, default 0.95
        Between 0 and 1.

    Returns
    -------
    array, shape (S, g, 2)
        Lower and upper ends.

    Notes
    -----
    How often they hold the score on the whole set is not quite how often they hold that of an endless text: each of g
    sets is part of the whole, which draws the two together (`coverage_of_part`).

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250, section 5.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import set_intervals
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 1], [5, 1], [4, 1], [5, 1]]]))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> set_intervals(mean, 2, n_resamples=1000, rng=1).tolist()
    [[[3.0, 4.0], [5.0, 5.0]]]
    """
    ends = []
    for sample, given in resampled_sets(measurement, size, n_resamples, rng, n_threads, draws):
        [scores] = bootstrap_scores([sample], given)
        ends.append([percentile_interval(row, confidence_level) for row in scores])
    return np.moveaxis(np.array(ends), 0, 1)


def coverage_of_part(confidence_level: float, share: float) -> float:
    """Return how often an interval from a part of a text holds the score of the whole, if it is right on endless text.

    Parameters
    ----------
    confidence_level : float
        How often it holds the score on endless text, between 0 and 1.
    share : float
        Segments of the part over those of the whole, from 0 to below 1.

    Returns
    -------
    float
        ``2 Phi(z / sqrt(1 - share)) - 1`` with z the normal quantile at ``(1 + confidence_level) / 2``.

    Notes
    -----
    Of a part and its whole, the variance of the difference of means is that of the part's mean times ``1 - share``.
    Normal theory, for means of independent segments; near it for BLEU.

    Examples
    --------
    >>> from steelyard.inference import coverage_of_part
    >>> [round(coverage_of_part(0.95, share), 3) for share in (0, 0.01, 0.1, 0.3)]
    [0.95, 0.951, 0.961, 0.981]
    """
    from statistics import NormalDist  # imported where needed: 4 ms

    if not (0 < confidence_level < 1 and 0 <= share < 1):
        raise SpecError(f"A level lies between 0 and 1 and a part's share below 1, not {confidence_level} and {share}.")
    normal = NormalDist()
    return 1 - 2 * normal.cdf(-normal.inv_cdf((1 + confidence_level) / 2) / float(np.sqrt(1 - share)))


def resampled_sets(
    measurement: Measurement, size: int, n_resamples: int, rng: Rng, n_threads: int, draws: Draws | None
) -> Iterator[tuple[Measurement, Draws]]:
    """Yield every broad sample with its own draws, or with the given ones."""
    seed = seed_of(rng)
    for number, sample in enumerate(broad_samples(measurement, size)):
        yield sample, draws or bootstrap_draws(size, n_resamples, rng=(seed + number) % 2**64, n_threads=n_threads)
