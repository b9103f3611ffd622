"""Whether metrics differ in any statistic that was resampled: the bootstrap's differences, shifted to zero."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.inference import NullDistribution
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.resampled.correlations import BootstrapCorrelations

__all__ = ["shifted_null"]

_BLOCK_ROWS = 256


def shifted_null(
    resampled: BootstrapCorrelations, pairs: Sequence[tuple[int, int]] | None = None, *, n_units: int
) -> NullDistribution:
    """Test whether metrics agree differently with people from resamples of their agreement.

    Parameters
    ----------
    resampled : BootstrapCorrelations
        Of at least two metrics, on the same resamples.
    pairs : sequence of (int, int), optional
        Metrics A and B of each difference, as positions; by default all, the earlier first.
    n_units : int
        Systems, or items, that were resampled.

    Returns
    -------
    NullDistribution
        Of the agreement of A minus that of B: differences of the resamples less their own mean. One draw serves all
        pairs, so that `max_t` can correct for all of them.

    Raises
    ------
    DataError
        More than 5 % of the resamples lack the agreement of some metric.
    SpecError
        There are fewer than two metrics.

    Notes
    -----
    For statistics that no exchange of scores leaves meaningful, such as soft pairwise accuracy, whose p-values change
    where segments of two metrics are mixed. Resampling both systems and segments counts the noise of the segments
    twice, so that it rejects too rarely rather than too often; with a dozen systems it finds large differences only.

    References
    ----------
    Deutsch, Dror and Roth 2021, doi:10.1162/tacl_a_00417. Hall and Wilson 1991, "Two guidelines for bootstrap
    hypothesis testing", doi:10.2307/2532163.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import BootstrapCorrelations, shifted_null
    >>> rng = np.random.default_rng(1)
    >>> values = np.array([[0.8], [0.5]]) + 0.05 * rng.normal(size=(2, 999))
    >>> null = shifted_null(BootstrapCorrelations(np.array([0.8, 0.5]), values, np.zeros(2, dtype=int)), n_units=12)
    >>> null.p_values("two-sided").tolist()
    [0.001]
    """
    n_metrics = len(resampled.observed)
    if n_metrics < 2:
        raise SpecError("Comparing metrics needs at least two of them; there is one.")
    asked = list(combinations(range(n_metrics), 2)) if pairs is None else list(pairs)
    is_whole = np.asarray(np.isfinite(resampled.values).all(axis=0))
    if is_whole.mean() < 0.95:
        raise DataError(
            f"{int((~is_whole).sum()):,} of {len(is_whole):,} resamples lack the agreement of some metric: there are "
            "too few systems or items for the bootstrap."
        )
    values = resampled.values[:, is_whole]
    # Per metric, so that differences of pairs are shifted consistently: that of (a, c) is the sum of (a, b) and (b, c).
    centred = values - values.mean(axis=1, keepdims=True)
    a, b = (np.array([pair[side] for pair in asked], dtype=np.int64) for side in (0, 1))
    observed: NDArray[np.float64] = resampled.observed[a] - resampled.observed[b]

    def make_blocks() -> Iterator[NDArray[np.float64]]:
        for start in range(0, centred.shape[1], _BLOCK_ROWS):
            block = centred[:, start : start + _BLOCK_ROWS]
            yield block[a] - block[b]

    return NullDistribution(
        observed,
        np.ones(len(asked)),
        TOLERANCE * np.maximum(1.0, np.abs(observed)),
        make_blocks,
        centred.shape[1],
        False,
        n_units,
        is_shifted=True,
    )
