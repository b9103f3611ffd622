"""Metrics by bucket: whether one agrees with people as well on long segments as on short ones, or in every domain."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.fixed_order import ExactProduct
from steelyard.inference import Draws, bootstrap_draws, check_resamples, seed_of
from steelyard.inference.draws.checks import Rng
from steelyard.meta.resampled.correlations import BootstrapCorrelations, bootstrap_correlations
from steelyard.meta.score_matrices import Level, correlate_level, score_matrices
from steelyard.meta.shared_docs import SCORES
from steelyard.reprs import short_repr

__all__ = ["BucketCorrelations", "correlate_buckets", "quantile_buckets"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class BucketCorrelations:
    """How well metrics agree with people in each bucket.

    Attributes
    ----------
    values : array, shape (M, K)
        Of each metric in each bucket.
    intervals : array, shape (M, K, 2)
        By the bootstrap of the bucket's segments or documents.
    n_items : array of int, shape (K,)
        Rated segments in each bucket.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import BucketCorrelations
    >>> BucketCorrelations(np.array([[0.5]]), np.array([[[0.4, 0.6]]]), np.array([20])).n_items.tolist()
    [20]
    """

    values: Array
    intervals: Array
    n_items: NDArray[np.int64]

    __repr__ = short_repr


def quantile_buckets(values: ArrayLike, n_buckets: int = 2) -> tuple[Codes, tuple[float, ...]]:
    """Cut segments into buckets of about one size by a number, such as the words of their source.

    Parameters
    ----------
    values : array, shape (N,)
        One number per segment; NaN puts it into no bucket.
    n_buckets : int, default 2
        K.

    Returns
    -------
    codes : array of int, shape (N,)
        Bucket of each segment, 0 with the smallest numbers; -1 for none.
    cuts : tuple of float, length K - 1
        The largest number that each bucket but the last may hold.

    Raises
    ------
    SpecError
        There are fewer than two buckets.
    DataError
        A number is infinite, or so many are equal that a bucket is empty.

    Examples
    --------
    >>> from steelyard.meta import quantile_buckets
    >>> codes, cuts = quantile_buckets([3, 9, 4, 25, 4, 12], 2)
    >>> codes.tolist(), cuts
    ([0, 1, 0, 1, 0, 1], (6.5,))
    """
    if isinstance(n_buckets, bool) or not isinstance(n_buckets, int) or n_buckets < 2:
        raise SpecError(f"The number of buckets must be 2 or more, not {n_buckets!r}.")
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 1 or np.isinf(numbers).any():
        raise DataError("What segments are cut by must be one finite number a segment, or NaN.")
    known = numbers[~np.isnan(numbers)]
    if not len(known):
        raise DataError("No segment has a number to be cut by.")
    cuts = np.quantile(known, np.arange(1, n_buckets) / n_buckets)
    codes = np.where(np.isnan(numbers), -1, np.searchsorted(cuts, numbers, side="left"))
    sizes = np.bincount(codes[codes >= 0], minlength=n_buckets)
    if (sizes == 0).any():
        raise DataError(
            f"Too many numbers are equal for {n_buckets} buckets: bucket {int(np.argmin(sizes)) + 1} is empty. "
            "Take fewer."
        )
    return codes, tuple(cuts.tolist())


@SCORES
def correlate_buckets(
    scores: ArrayLike,
    ratings: ArrayLike,
    buckets: ArrayLike,
    *,
    level: Level,
    statistic: str = "pearson",
    documents: ArrayLike | None = None,
    confidence_level: float = 0.95,
    n_resamples: int,
    rng: Rng,
) -> BucketCorrelations:
    """Correlate scores with ratings in each bucket of segments.

    Parameters
    ----------
    buckets : array of int, shape (N,)
        Bucket of each segment, as codes from 0; -1 for none.
    documents : array of int, shape (N,), optional
        Document of each segment, as codes: whole documents are resampled. Ranks over all outputs or within systems
        cannot be taken of documents of different sizes.

    Returns
    -------
    BucketCorrelations
        Values with percentile intervals.

    Raises
    ------
    DataError
        A bucket has no rated segment, or its resamples have no correlation.
    SpecError
        Something is asked for that does not exist.

    Notes
    -----
    A correlation depends on how far the ratings spread: a bucket in which outputs are alike has a low one under the
    best of metrics. At the level ``system`` a bucket with few segments has noisier means, and a lower correlation for
    that alone. Compare metrics within a bucket first; `bucket_null` tests differences between buckets. The intervals
    vary segments, with these systems.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import correlate_buckets
    >>> rng = np.random.default_rng(1)
    >>> ratings = rng.normal(size=(6, 40))
    >>> buckets = np.arange(40) % 2
    >>> scores = ratings + np.where(buckets, 3.0, 0.3) * rng.normal(size=(6, 40))
    >>> found = correlate_buckets(scores, ratings, buckets, level="item", n_resamples=1000, rng=1)
    >>> found.values.round(2).tolist(), found.n_items.tolist()
    ([[0.94, 0.38]], [20, 20])
    """
    x, y, codes, groups = bucket_parts(scores, ratings, buckets, documents)
    check_resamples(n_resamples)
    seed = seed_of(rng)
    n_buckets = int(codes.max()) + 1
    values, intervals = np.empty((len(x), n_buckets)), np.empty((len(x), n_buckets, 2))
    for bucket in range(n_buckets):
        mine = codes == bucket
        draws = _of_documents(np.unique(groups[mine], return_inverse=True)[1], n_resamples, (seed + bucket) % 2**64)
        if level in ("global", "within-system") and statistic != "pearson" and documents is not None:
            raise SpecError(
                f"{statistic!r} at the level {level!r} cannot be resampled by document: take Pearson, another "
                "level, or single segments."
            )
        found = _bootstrap(x[..., mine], y[:, mine], draws, level, statistic)
        values[:, bucket] = found.observed
        intervals[:, bucket] = [found.interval(metric, confidence_level) for metric in range(len(x))]
    return BucketCorrelations(values, intervals, np.bincount(codes, minlength=n_buckets))


def bucket_parts(
    scores: ArrayLike, ratings: ArrayLike, buckets: ArrayLike, documents: ArrayLike | None
) -> tuple[Array, Array, Codes, Codes]:
    """Return scores, ratings, bucket and document of the segments that have a bucket and a rating."""
    x, y = score_matrices(scores, ratings)
    n_items = y.shape[1]
    codes = np.asarray(buckets)
    groups = np.arange(n_items) if documents is None else np.asarray(documents)
    for name, column in (("buckets", codes), ("documents", groups)):
        if column.shape != (n_items,):
            raise AlignmentError(f"There are {n_items} segments, but {name} of shape {column.shape}.")
        if not np.issubdtype(column.dtype, np.integer):
            raise DataError(f"{name} must be codes, whole numbers, not {column.dtype}.")
    is_used = (codes >= 0) & np.isfinite(y).any(axis=0) & np.isfinite(x).any(axis=(0, 1))
    n_buckets = int(codes.max(initial=-1)) + 1
    sizes = np.bincount(codes[is_used], minlength=n_buckets)
    if not n_buckets or (sizes == 0).any():
        empty = int(np.argmin(sizes)) if n_buckets else 0
        raise DataError(f"Bucket {empty} has no segment with a rating and a score.")
    return x[..., is_used], y[:, is_used], codes[is_used].astype(np.int64), groups[is_used].astype(np.int64)


def _of_documents(documents: Codes, n_resamples: int, seed: int) -> Draws:
    """Resample documents, and give their weights to their segments."""
    units = bootstrap_draws(int(documents.max()) + 1, n_resamples, rng=seed)
    if units.n_units == len(documents):
        return units

    def fill(first: int, out: NDArray[np.int8]) -> None:
        weights = np.empty((len(out), units.n_units), dtype=np.int8)
        units.fill(first, weights)
        out[:] = weights[:, documents]

    return Draws(n_resamples, len(documents), fill, largest_weight=units.largest_weight)


def _bootstrap(x: Array, y: Array, of_items: Draws, level: Level, statistic: str) -> BootstrapCorrelations:
    """Resample the segments of a bucket, with its systems as they are."""
    if level == "item":  # what a segment gives does not depend on the draw
        found = correlate_level(x, y, level=level, statistic=statistic)
        is_known = ~np.isnan(found.by_group)
        weights = np.concatenate([block.astype(np.float64) for _, block in of_items.blocks()])
        n = is_known @ weights.T
        sums = ExactProduct(np.nan_to_num(found.by_group).T)(weights).T
        values = np.divide(sums, n, out=np.full(n.shape, np.nan), where=n > 0)
        if np.isnan(found.values).any():
            raise DataError(
                "In some bucket a metric has no correlation on any segment: scores or ratings do not differ."
            )
        return BootstrapCorrelations(found.values, values, np.isnan(values).sum(axis=1))
    is_rated = np.isfinite(y).any(axis=1)
    n_systems = int(is_rated.sum())
    ones = Draws(of_items.n_resamples, n_systems, lambda _, out: out.fill(1), largest_weight=1)
    return bootstrap_correlations(
        x[:, is_rated],
        y[is_rated],
        resample="inputs",
        level=level,
        statistic=statistic,
        n_resamples=of_items.n_resamples,
        rng=0,
        draws=(ones, of_items),
    )
