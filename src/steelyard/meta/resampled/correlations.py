"""How sure a correlation with ratings is: resampled systems, resampled segments, or both."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError
from steelyard.fixed_order import ExactProduct
from steelyard.inference import Draws, percentile_interval
from steelyard.inference.draws.checks import Rng
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.resampled.moments import by_group, correlations_of_moments
from steelyard.meta.resampled.outputs import Resampled, output_draws, paired_blocks
from steelyard.meta.score_matrices import Level, correlate_groups, correlate_level, score_matrices
from steelyard.meta.shared_docs import SCORES
from steelyard.reprs import short_repr

__all__ = ["BootstrapCorrelations", "bootstrap_correlations"]

Array = NDArray[np.float64]
Resampler = Callable[[Array, Array], Array]

_BLOCK_CELLS = 2**20
_MOST_UNDEFINED = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapCorrelations:
    """Correlations of metrics with ratings, as observed and under every resample.

    Attributes
    ----------
    observed : array, shape (M,)
        Of each metric.
    values : array, shape (M, B)
        The same resamples for all metrics; NaN where one has no correlation.
    n_undefined : array of int, shape (M,)
        Resamples without a correlation, left out of intervals.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import BootstrapCorrelations
    >>> found = BootstrapCorrelations(np.array([0.5]), np.arange(1, 1001)[None] / 1000, np.array([0]))
    >>> found.interval(0)
    (0.026, 0.975)
    """

    observed: Array
    values: Array
    n_undefined: NDArray[np.int64]

    __repr__ = short_repr

    def interval(self, metric: int, confidence_level: float = 0.95) -> tuple[float, float]:
        """Return the percentile interval of one metric's correlation."""
        values = self.values[metric]
        return percentile_interval(values[~np.isnan(values)], confidence_level)

    def difference_interval(self, a: int, b: int, confidence_level: float = 0.95) -> tuple[float, float]:
        """Return the percentile interval of the correlation of metric A less that of metric B."""
        return percentile_interval(self._differences(a, b), confidence_level)

    def difference_p_value(self, a: int, b: int) -> float:
        """Return the p-value of the percentile test: twice the share of resamples on the other side of no difference.

        The observed sample counts as one of them, ``(b + 1) / (B + 1)``, so that no p-value is 0.
        """
        differences = self._differences(a, b)
        # Ties count on both sides, so that equal metrics get p = 1.
        fewer = min((differences <= TOLERANCE).sum(), (differences >= -TOLERANCE).sum())
        return float(min(1.0, 2 * (fewer + 1) / (len(differences) + 1)))

    def _differences(self, a: int, b: int) -> Array:
        differences = self.values[a] - self.values[b]
        defined: Array = differences[~np.isnan(differences)]
        return defined


@SCORES
def bootstrap_correlations(
    scores: ArrayLike,
    ratings: ArrayLike,
    *,
    resample: Resampled,
    level: Level,
    statistic: str = "pearson",
    n_resamples: int,
    rng: Rng,
    draws: tuple[Draws, Draws] | None = None,
) -> BootstrapCorrelations:
    """Take the correlation again on resampled systems, segments, or both.

    Parameters
    ----------
    resample : {"systems", "inputs", "both"}
        What is drawn with replacement: BOOT-SYSTEMS, BOOT-INPUTS, or both, independently (BOOT-BOTH).
    draws : (Draws, Draws), optional
        Use these resamples of the systems and of the items instead; what is not resampled has weights of one.

    Returns
    -------
    BootstrapCorrelations
        All metrics and the ratings share the draws, so that differences of metrics have intervals, too.

    Raises
    ------
    DataError
        More than 5 % of the resamples have no correlation.
    SpecError
        Something is asked for that does not exist, or the draws do not fit.

    Notes
    -----
    The interval says how the correlation would vary over what is resampled, with the rest as it is: ``both`` is for
    claims about other systems and other segments. With a dozen systems a nominal 95 % covers less. Resampling repeats
    systems, whose copies tie: statistics that reward or punish ties (``acc_eq``, ``tau_10``) move for this alone.
    Time: for Pearson and for every statistic of system means one product with the scores; others rank all outputs again
    for each draw.

    References
    ----------
    Deutsch, Dror and Roth 2021, "A statistical analysis of summarization evaluation metrics using resampling methods",
    doi:10.1162/tacl_a_00417.

    Examples
    --------
    >>> from steelyard.meta import bootstrap_correlations
    >>> scores = [[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]]
    >>> ratings = [[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]]
    >>> found = bootstrap_correlations(scores, ratings, resample="inputs", level="system", n_resamples=1000, rng=12345)
    >>> found.observed.round(4).tolist(), [round(end, 4) for end in found.interval(0)]
    ([0.998], [0.8701, 0.998])
    """
    observed = correlate_level(scores, ratings, level=level, statistic=statistic).values
    x, y = score_matrices(scores, ratings)
    has_ratings = np.isfinite(y)  # what nobody rated is not drawn
    kept = np.ix_(has_ratings.any(axis=1), has_ratings.any(axis=0))
    x, y = np.stack([metric[kept] for metric in x]), y[kept]
    x = np.where(np.isfinite(y), x, np.nan)
    rows, columns = (
        output_draws(*y.shape, resample=resample, n_resamples=n_resamples, rng=rng) if draws is None else draws
    )
    step = max(1, min(1024, _BLOCK_CELLS // y.size))
    values = np.empty((len(x), rows.n_resamples))
    for metric, out in zip(x, values, strict=True):  # the same draws again: what is kept of one metric is large
        resampled = _resampler(metric, np.where(np.isfinite(metric), y, np.nan), level, statistic)
        for first, of_systems, of_items in paired_blocks(rows, columns, y.shape, step):
            out[first : first + len(of_systems)] = resampled(of_systems, of_items)
    n_undefined = np.isnan(values).sum(axis=1)
    if (n_undefined > _MOST_UNDEFINED * rows.n_resamples).any():
        raise DataError(
            f"{n_undefined.max():,} of {rows.n_resamples:,} resamples have no correlation: there are too few systems "
            "or items, or too many equal scores or ratings, for the bootstrap."
        )
    return BootstrapCorrelations(observed, values, n_undefined)


def _resampler(scores: Array, ratings: Array, level: Level, statistic: str) -> Resampler:
    """Return the function from weights of systems, shape (b, S), and of items, (b, N), to correlations, (b,)."""
    if level == "system":
        return _of_system_means(scores, ratings, statistic)
    if level == "global":
        if statistic == "pearson":
            return _of_all_outputs(scores, ratings)

        def of_places(of_systems: Array, of_items: Array) -> Array:
            rows, columns = _places(of_systems)[:, :, None], _places(of_items)[:, None, :]
            x, y = (by_group(v[rows, columns], "global")[:, 0] for v in (scores, ratings))
            return correlate_groups(x, y, statistic)

        return of_places
    if level == "within-system":  # items within a system, as systems within an item
        turned = _of_groups(scores.T, ratings.T, statistic)
        return lambda of_systems, of_items: turned(of_items, of_systems)
    return _of_groups(scores, ratings, statistic)


def _places(weights: Array) -> NDArray[np.int64]:
    """Turn rows of weights, which all have the same sum, into the places drawn."""
    n_draws, n_units = weights.shape
    places = np.repeat(np.tile(np.arange(n_units), n_draws), weights.ravel().astype(np.int64))
    return places.reshape(n_draws, -1)


def _of_system_means(scores: Array, ratings: Array, statistic: str) -> Resampler:
    is_present = np.isfinite(scores).astype(np.float64)
    products = [ExactProduct(np.nan_to_num(v).T) for v in (scores, ratings)]

    def resampled(of_systems: Array, of_items: Array) -> Array:
        n = of_items @ is_present.T
        means = (np.divide(one(of_items), n, out=np.full(n.shape, np.nan), where=n > 0) for one in products)
        rows = _places(of_systems)
        x, y = (np.take_along_axis(v, rows, axis=1) for v in means)
        return correlate_groups(x, y, statistic)

    return resampled


def _of_groups(scores: Array, ratings: Array, statistic: str) -> Resampler:
    """Resample the members within groups, the columns of (S, G), and take a weighted mean over the groups."""
    product = None
    if statistic == "pearson":
        product = ExactProduct(_features(scores, ratings, axis=0).transpose(1, 0, 2).reshape(len(scores), -1))

    def resampled(of_members: Array, of_groups: Array) -> Array:
        if product is not None:
            found = _pearson(product(of_members).reshape(len(of_members), 6, -1).transpose(1, 0, 2))
        else:
            rows = _places(of_members)
            found = correlate_groups(scores[rows].swapaxes(1, 2), ratings[rows].swapaxes(1, 2), statistic)
        weights = np.where(np.isnan(found), 0.0, of_groups)
        n = weights.sum(axis=1)
        total = (weights * np.nan_to_num(found)).sum(axis=1)
        mean: Array = np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0)
        return mean

    return resampled


def _of_all_outputs(scores: Array, ratings: Array) -> Resampler:
    product = ExactProduct(_features(scores, ratings, axis=None).transpose(0, 2, 1))

    def resampled(of_systems: Array, of_items: Array) -> Array:
        by_system = product(of_items)  # (6, b, S)
        sums: Array = np.einsum("kbs,bs->kb", by_system, of_systems)
        return _pearson(sums)

    return resampled


def _features(scores: Array, ratings: Array, axis: int | None) -> Array:
    """Return 1, x, z, x^2, z^2 and x z of every output, 0 where there is none, shape (6, S, N); x and z are near 0."""
    is_present = np.isfinite(scores)
    n = np.maximum(is_present.sum(axis=axis, keepdims=True), 1)
    x, z = (np.where(is_present, v, 0.0) for v in (scores, ratings))
    # Centred on the observed mean: sums of squares under any weights then lose no digits when the weighted mean is
    # taken off.
    x, z = (np.where(is_present, v - v.sum(axis=axis, keepdims=True) / n, 0.0) for v in (x, z))
    x, z = (_without_rounding(v, w) for v, w in ((x, scores), (z, ratings)))
    return np.stack([is_present.astype(np.float64), x, z, x * x, z * z, x * z])


def _without_rounding(centred: Array, values: Array) -> Array:
    """Put 0 where what is left of a value is rounding."""
    return np.where(np.abs(centred) > TOLERANCE * np.abs(np.nan_to_num(values)), centred, 0.0)


def _pearson(sums: Array) -> Array:
    """Correlate from sums of 1, x, z, x^2, z^2 and x z, shape (6, ...)."""
    n = np.maximum(sums[0], 1.0)
    size_z = sums[4] - np.square(sums[2]) / n
    size_z = np.where(size_z > TOLERANCE * sums[4], size_z, 0.0)
    return correlations_of_moments(np.stack([sums[1], sums[3], sums[5] - sums[1] * sums[2] / n]), n, size_z)
