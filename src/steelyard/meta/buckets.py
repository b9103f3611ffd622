"""Metrics by bucket: whether one agrees with people as well on long segments as on short ones, or in every domain."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import Draws, NullDistribution, bootstrap_draws, check_resamples, seed_of
from steelyard.inference.null import TOLERANCE
from steelyard.meta.bootstrap_correlations import bootstrap_correlations
from steelyard.meta.moments import by_group
from steelyard.meta.score_matrices import Level, correlate_groups, correlate_level, score_matrices

if TYPE_CHECKING:
    from steelyard.inference.resample import Rng

__all__ = ["BucketCorrelations", "bucket_null", "correlate_buckets", "quantile_buckets"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]

_BLOCK_CELLS = 2**22
_BLOCK_ROWS = 128  # permutations made at once: fixed, so that no result depends on the size of the data
_DECIMALS = 12  # of standardised means, so that equal ones have equal ranks


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


def quantile_buckets(values: ArrayLike, n_buckets: int = 2) -> tuple[Codes, tuple[float, ...]]:
    """Cut segments into buckets of about one size by a number, such as the words of their source.

    Parameters
    ----------
    values : array, shape (N,)
        One number a segment; NaN puts it into no bucket.
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
    rng: "Rng",
) -> BucketCorrelations:
    """Correlate scores with ratings in each bucket of segments.

    Parameters
    ----------
    scores : array, shape (S, N) or (M, S, N)
        Of S systems on N segments under M metrics, larger is better; NaN where there is none.
    ratings : array, shape (S, N)
        By people, larger is better; NaN where there is none.
    buckets : array of int, shape (N,)
        Bucket of each segment, as codes from 0; -1 for none.
    level : {"system", "item", "within-system", "global"}
        As for `correlate_level`.
    statistic : str, default "pearson"
        Of `CORRELATIONS` or `PAIR_STATISTICS`.
    documents : array of int, shape (N,), optional
        Document of each segment, as codes: whole documents are resampled. Ranks over all outputs or within systems
        cannot be taken of documents of different sizes.
    confidence_level : float, default 0.95
        Of the intervals.
    n_resamples : int
        B.
    rng : int or numpy.random.Generator
        The same seed repeats the result.

    Returns
    -------
    BucketCorrelations
        Values with percentile intervals.

    Raises
    ------
    AlignmentError
        The shapes do not fit.
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
    x, y, codes, groups = _parts(scores, ratings, buckets, documents)
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
        is_rated = np.isfinite(y[:, mine]).any(axis=1)
        ones = Draws(n_resamples, int(is_rated.sum()), lambda _, out: out.fill(1), largest_weight=1)
        found = bootstrap_correlations(
            x[:, is_rated][..., mine],
            y[is_rated][:, mine],
            resample="inputs",
            level=level,
            statistic=statistic,
            n_resamples=n_resamples,
            rng=seed,
            draws=(ones, draws),
        )
        values[:, bucket] = found.observed
        intervals[:, bucket] = [found.interval(metric, confidence_level) for metric in range(len(x))]
    return BucketCorrelations(values, intervals, np.bincount(codes, minlength=n_buckets))


def bucket_null(
    scores: ArrayLike,
    ratings: ArrayLike,
    buckets: ArrayLike,
    *,
    level: Level,
    statistic: str = "pearson",
    documents: ArrayLike | None = None,
    n_resamples: int,
    rng: "Rng",
) -> NullDistribution:
    """Test whether metrics agree with people differently in different buckets, by permuting what is in which.

    Parameters
    ----------
    scores, ratings, buckets, level, statistic
        As for `correlate_buckets`.
    documents : array of int, shape (N,), optional
        Document of each segment, as codes. Where every document lies in one bucket, as with domains, whole documents
        are permuted; else segments within their documents, as with lengths.
    n_resamples : int
        B.
    rng : int or numpy.random.Generator
        The same seed repeats the result.

    Returns
    -------
    NullDistribution
        Of the correlation in one bucket less that in another: for each metric in turn all pairs of buckets, the earlier
        first. One permutation serves all, so that `max_t` corrects for metrics and pairs together.

    Raises
    ------
    AlignmentError
        The shapes do not fit.
    DataError
        A bucket has no rated segment, or a correlation is not defined, as observed or permuted.
    SpecError
        There are fewer than two buckets, or something is asked for that does not exist.

    Notes
    -----
    The null is that it does not matter which segments are in which bucket; buckets keep their sizes. It is also false
    where the outputs of a bucket are more alike to people: a finding says that the metric agrees less there, not whose
    fault it is. That other metrics find the bucket easier says more: look at them side by side.

    References
    ----------
    Westfall and Young 1993, "Resampling-based multiple testing", algorithm 2.8, for `max_t`.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import max_t
    >>> from steelyard.meta import bucket_null
    >>> rng = np.random.default_rng(1)
    >>> ratings = rng.normal(size=(6, 40))
    >>> buckets = np.arange(40) % 2
    >>> noise = rng.normal(size=(2, 6, 40))
    >>> scores = ratings + np.stack([np.where(buckets, 3.0, 0.3) * noise[0], noise[1]])
    >>> null = bucket_null(scores, ratings, buckets, level="item", n_resamples=999, rng=1)
    >>> null.observed.round(2).tolist(), max_t(null).p_values.tolist()
    ([0.56, 0.09], [0.001, 0.602])
    """
    x, y, codes, groups = _parts(scores, ratings, buckets, documents)
    check_resamples(n_resamples)
    seed = seed_of(rng)
    n_buckets = int(codes.max()) + 1
    if n_buckets < 2:
        raise SpecError("Buckets are compared with each other, and there is one.")
    permuted, n_units = _permutations(codes, groups)
    one, other = np.triu_indices(n_buckets, 1)
    in_buckets = _in_buckets(x, y, level, statistic)

    def differences(labels: Codes) -> Array:
        found = np.stack([in_buckets(labels == bucket) for bucket in range(n_buckets)])  # (K, M, b)
        if np.isnan(found).any():
            raise DataError(
                "A correlation is not defined in some bucket, as observed or permuted: there are too few segments in "
                "it, or scores or ratings do not differ."
            )
        return (found[one] - found[other]).swapaxes(0, 1).reshape(len(x) * len(one), -1)

    def make_blocks() -> Iterator[Array]:
        generator = np.random.Generator(np.random.Philox(seed))
        step = max(1, min(_BLOCK_ROWS, _BLOCK_CELLS // y.size))
        for first in range(0, n_resamples, _BLOCK_ROWS):
            labels = permuted(generator)[: n_resamples - first]
            for start in range(0, len(labels), step):
                yield differences(labels[start : start + step])

    observed = differences(codes[None])[:, 0]
    tolerance = TOLERANCE * np.maximum(1.0, np.abs(observed))
    return NullDistribution(observed, np.ones(len(observed)), tolerance, make_blocks, n_resamples, False, n_units)


def _parts(
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


def _permutations(codes: Codes, groups: Codes) -> tuple[Callable[[np.random.Generator], Codes], int]:
    """Return what makes a block of permuted labels, and the number of units that are permuted."""
    names, document = np.unique(groups, return_inverse=True)
    of_document = np.full(len(names), -1)
    of_document[document] = codes
    if (of_document[document] == codes).all():  # documents, or single segments, as wholes
        units, strata, spread = of_document, np.zeros(len(names)), document
    else:
        units, strata, spread = codes, document.astype(np.float64), np.arange(len(codes))
    ordered = units[np.argsort(strata, kind="stable")]

    def permuted(generator: np.random.Generator) -> Codes:
        order = np.argsort(strata + generator.random((_BLOCK_ROWS, len(units))), axis=1)
        labels = np.empty_like(order)
        np.put_along_axis(labels, order, np.broadcast_to(ordered, order.shape), axis=1)
        return labels[:, spread]

    return permuted, len(units)


def _in_buckets(x: Array, y: Array, level: Level, statistic: str) -> Callable[[NDArray[np.bool_]], Array]:
    """Return the function from segments that are in a bucket, shape (b, N), to correlations there, shape (M, b)."""
    correlate_level(x, y, level=level, statistic=statistic)  # refuses what does not exist
    people = np.where(np.isfinite(x), y, np.nan)
    x = np.where(np.isfinite(people), x, np.nan)
    x, people = _standardised(x), _standardised(people)
    if level == "item":
        by_item = correlate_groups(x.swapaxes(1, 2), people.swapaxes(1, 2), statistic)
        return lambda masks: _means(by_item, masks)
    if level == "system":

        def of_systems(masks: NDArray[np.bool_]) -> Array:
            means = [_means(v.reshape(-1, v.shape[-1]), masks).reshape(*v.shape[:2], -1) for v in (x, people)]
            scores, ratings = (mean.round(_DECIMALS).swapaxes(1, 2) for mean in means)  # (M, b, S)
            return correlate_groups(scores, ratings, statistic)

        return of_systems

    def of_outputs(masks: NDArray[np.bool_]) -> Array:
        found = np.empty((len(x), len(masks)))
        for metric, ratings, out in zip(x, people, found, strict=True):
            cells = [by_group(np.where(masks[:, None], v, np.nan), level) for v in (metric, ratings)]
            values = correlate_groups(cells[0], cells[1], statistic)
            n = (~np.isnan(values)).sum(axis=1)
            out[:] = np.divide(np.nansum(values, axis=1), n, out=np.full(len(n), np.nan), where=n > 0)
        return found

    return of_outputs


def _standardised(values: Array) -> Array:
    """Give each metric mean 0 and spread 1, which no statistic minds, and rounding does."""
    centred = values - np.nanmean(values, axis=(1, 2), keepdims=True)
    spread = np.nanstd(values, axis=(1, 2), keepdims=True)
    standardised: Array = centred / np.where(spread > 0, spread, 1.0)
    return standardised


def _means(values: Array, masks: NDArray[np.bool_]) -> Array:
    """Average rows of values, shape (R, N), over the segments of each mask, NaN left out: shape (R, b)."""
    is_known = ~np.isnan(values)
    weights = masks.T.astype(np.float64)
    n = is_known.astype(np.float64) @ weights
    sums = np.where(is_known, values, 0.0) @ weights
    means: Array = np.divide(sums, n, out=np.full(n.shape, np.nan), where=n > 0)
    return means
