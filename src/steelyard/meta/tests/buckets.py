"""Tests of whether metrics agree with people differently in different buckets."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError
from steelyard.fixed_order import ExactProduct
from steelyard.inference import NullDistribution, check_resamples, seed_of
from steelyard.inference.draws.checks import Rng
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.buckets import bucket_parts
from steelyard.meta.resampled.moments import by_group
from steelyard.meta.score_matrices import Level, correlate_groups, correlate_level
from steelyard.meta.shared_docs import SCORES

__all__ = ["bucket_null"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]

_BLOCK_CELLS = 2**22
_BLOCK_ROWS = 128  # permutations made at once: fixed, so that no result depends on the size of the data
_DECIMALS = 12  # of standardised means, so that equal ones have equal ranks


@SCORES
def bucket_null(
    scores: ArrayLike,
    ratings: ArrayLike,
    buckets: ArrayLike,
    *,
    level: Level,
    statistic: str = "pearson",
    documents: ArrayLike | None = None,
    n_resamples: int,
    rng: Rng,
) -> NullDistribution:
    """Test whether metrics agree with people differently in different buckets, by permuting what is in which.

    Parameters
    ----------
    scores, ratings, buckets, level, statistic
        As for `correlate_buckets`.
    documents : array of int, shape (N,), optional
        Document of each segment, as codes. Where every document lies in one bucket, as with domains, whole documents
        are permuted; else segments within their documents, as with lengths.

    Returns
    -------
    NullDistribution
        Of the correlation in one bucket less that in another: for each metric in turn all pairs of buckets, the earlier
        first. One permutation serves all, so that `max_t` corrects for metrics and pairs together.

    Raises
    ------
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
    x, y, codes, groups = bucket_parts(scores, ratings, buckets, documents)
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
        step = max(1, _BLOCK_CELLS // y.size)
        for first in range(0, n_resamples, _BLOCK_ROWS):
            labels = permuted(generator)[: n_resamples - first]
            for start in range(0, len(labels), step):
                yield differences(labels[start : start + step])

    observed = differences(codes[None])[:, 0]
    tolerance = TOLERANCE * np.maximum(1.0, np.abs(observed))
    return NullDistribution(observed, np.ones(len(observed)), tolerance, make_blocks, n_resamples, False, n_units)


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
        # Whole-number strata plus fractions below 1: the order is random within each stratum and keeps them apart.
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
        return _means_of(by_item)
    if level == "system":
        means = [_means_of(v.reshape(-1, v.shape[-1])) for v in (x, people)]

        def of_systems(masks: NDArray[np.bool_]) -> Array:
            found = (mean(masks).reshape(*x.shape[:2], -1) for mean in means)
            scores, ratings = (mean.round(_DECIMALS).swapaxes(1, 2) for mean in found)  # (M, b, S)
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


def _means_of(values: Array) -> Callable[[NDArray[np.bool_]], Array]:
    """Return the function from masks, shape (b, N), to means of rows of values, (R, N), NaN left out: shape (R, b)."""
    is_known = ~np.isnan(values)
    product, known = ExactProduct(np.where(is_known, values, 0.0).T), is_known.astype(np.float64)

    def means(masks: NDArray[np.bool_]) -> Array:
        n = known @ masks.T.astype(np.float64)
        found: Array = np.divide(product(masks).T, n, out=np.full(n.shape, np.nan), where=n > 0)
        return found

    return means
