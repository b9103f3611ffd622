"""What a resampling test counts: the differences of one pair under every draw, and their histogram."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.comparisons.randomization import randomization
from steelyard.inference.comparisons.shifted_bootstrap import shifted_bootstrap
from steelyard.inference.differences import bootstrap_differences
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Draws, bootstrap_draws
from steelyard.inference.shared_docs import SHARED
from steelyard.types import Measurement

__all__ = ["pseudo_statistics", "shared_bins"]


@SHARED
def pseudo_statistics(
    test: str,
    measurement: Measurement,
    pair: tuple[int, int],
    *,
    n_resamples: int,
    rng: Rng,
    n_threads: int = 1,
    draws: Draws | None = None,
) -> NDArray[np.float64]:
    """Return the differences that a test holds against the observed one, or against zero, for one pair.

    Parameters
    ----------
    test : {"paired-bootstrap", "shifted-bootstrap", "randomization"}
        Differences of resamples; the same less their mean; differences after random exchanges.
    measurement : Measurement
        A metric of all systems.
    pair : (int, int)
        Systems A and B, as positions.
    rng : int or numpy.random.Generator
        The seed of the test gives the draws of the test, for whatever pairs and metrics it is run.
    draws : Draws, optional
        Use these instead.

    Returns
    -------
    array of float, shape (B,)
        Score A minus score B in the metric's own sign, in the order of the draws.

    Raises
    ------
    SpecError
        The test is none of these.

    Notes
    -----
    `shifted-bootstrap` and `randomization` draw as if the systems were equal, and count what lies as far from zero as
    the observed difference. `paired-bootstrap` draws about the observed difference and counts what lies beyond zero.

    References
    ----------
    Graham, Mathur and Baldwin 2014, "Randomized significance tests in machine translation", W14-3333, figures 5 and 6.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import pseudo_statistics
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 1], [5, 1]], [[1, 1], [4, 1]]]))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> pseudo_statistics("randomization", mean, (0, 1), n_resamples=100, rng=12345).tolist()
    [-1.5, 0.5, -0.5, 1.5]
    """
    if test == "paired-bootstrap":
        if draws is None:
            draws = bootstrap_draws(measurement.statistics.n_units, n_resamples, rng=rng, n_threads=n_threads)
        blocks = bootstrap_differences([measurement], [pair], draws)
    elif test in ("shifted-bootstrap", "randomization"):
        run = shifted_bootstrap if test == "shifted-bootstrap" else randomization
        null = run([measurement], [pair], n_resamples=n_resamples, rng=rng, n_threads=n_threads, draws=draws)
        blocks = null.blocks()
    else:
        raise SpecError(
            f"There are pseudo-statistics of paired-bootstrap, shifted-bootstrap and randomization, not of {test!r}."
        )
    return np.concatenate([block[0] for block in blocks])


def shared_bins(
    values: Sequence[NDArray[np.float64]], n_bins: int
) -> tuple[NDArray[np.float64], list[NDArray[np.int64]]]:
    """Count several sets of values in the same bins of one width, from the smallest value of all to the largest.

    Parameters
    ----------
    values : sequence of array, each of shape (B,)
        At least one value in all.
    n_bins : int
        From 1.

    Returns
    -------
    middles : array, shape (n_bins,)
        Of the bins.
    counts : list of array of int, shape (n_bins,)
        One per set; each sums to the size of its set. Where all values are equal, or nearer to each other than float64
        could tell the bins apart, they stand in the middle of a bin.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import shared_bins
    >>> middles, counts = shared_bins([np.array([0.0, 1.0, 4.0]), np.array([4.0])], 2)
    >>> middles.tolist(), [count.tolist() for count in counts]
    ([1.0, 3.0], [[2, 1], [0, 1]])
    """
    low, high = min(float(part.min()) for part in values), max(float(part.max()) for part in values)
    narrowest = max(4 * np.spacing(max(abs(low), abs(high))), np.finfo(np.float64).tiny)  # whose edges still differ
    if high - low < n_bins * narrowest:
        width = max(abs(low), 1.0) * 2.0**-10
        low, high = low - (n_bins // 2 + 0.5) * width, low + (n_bins - n_bins // 2 - 0.5) * width
    edges = np.linspace(low, high, n_bins + 1)
    return (edges[:-1] + edges[1:]) / 2, [np.histogram(part, edges)[0].astype(np.int64) for part in values]
