"""How sure pairwise and soft pairwise accuracy are: resampled systems, segments, or both."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.fixed_order import ExactProduct
from steelyard.inference import Draws, normal_below
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.resampled.correlations import BootstrapCorrelations
from steelyard.meta.resampled.outputs import paired_blocks
from steelyard.meta.score_matrices import score_matrices
from steelyard.meta.shared_docs import SCORES

__all__ = ["bootstrap_pairwise_accuracy", "bootstrap_soft_accuracy"]

Array = NDArray[np.float64]

_BLOCK_CELLS = 2**20


@SCORES
def bootstrap_pairwise_accuracy(
    scores: ArrayLike, ratings: ArrayLike, draws: tuple[Draws, Draws]
) -> BootstrapCorrelations:
    """Take pairwise accuracy again on resampled systems and segments.

    Returns
    -------
    BootstrapCorrelations
        The accuracy of each metric, as observed and under every resample; NaN where a resample holds one system only.

    Raises
    ------
    SpecError
        The draws do not fit.

    Notes
    -----
    Each resample of segments gives every system new means, by the metrics and by people. A system that is drawn w times
    weighs w in each of its pairs; copies of one system are no pair, as they would tie for certain. Ties of people are
    right only where the metric ties, too, as in `pair_decisions`.

    References
    ----------
    Kocmi et al. 2021, 2021.wmt-1.57. Deutsch, Dror and Roth 2021, doi:10.1162/tacl_a_00417.

    Examples
    --------
    >>> from steelyard.meta import bootstrap_pairwise_accuracy, output_draws
    >>> scores = [[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]]
    >>> ratings = [[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]]
    >>> draws = output_draws(4, 3, resample="both", n_resamples=1000, rng=12345)
    >>> found = bootstrap_pairwise_accuracy(scores, ratings, draws)
    >>> found.observed.tolist(), [round(end, 4) for end in found.interval(0)]
    ([1.0], [0.0, 1.0])
    """
    x, y = _present(*score_matrices(scores, ratings))
    n_systems, n_items = y.shape
    first, second = np.triu_indices(n_systems, 1)

    of_people, *of_metrics = (_means_of(values) for values in (y, *x))

    def right(of_items: Array) -> Iterator[Array]:
        by_people = _order(of_people(of_items), first, second)
        for means in of_metrics:
            yield (_order(means(of_items), first, second) == by_people).astype(np.float64)

    ones = np.ones((1, n_systems)), np.ones((1, n_items))
    observed = np.array([_over_pairs(values, ones[0], first, second)[0] for values in right(ones[1])])
    resampled = np.empty((len(x), draws[0].n_resamples))
    step = max(1, min(1024, _BLOCK_CELLS // max(y.size, len(first))))
    for start, of_systems, of_items in paired_blocks(*draws, y.shape, step):
        for values, out in zip(right(of_items), resampled, strict=True):
            out[start : start + len(of_items)] = _over_pairs(values, of_systems, first, second)
    return BootstrapCorrelations(observed, resampled, np.isnan(resampled).sum(axis=1))


@SCORES
def bootstrap_soft_accuracy(
    scores: ArrayLike, ratings: ArrayLike, draws: tuple[Draws, Draws], observed: ArrayLike | None = None
) -> BootstrapCorrelations:
    """Take soft pairwise accuracy again on resampled systems and segments.

    Parameters
    ----------
    observed : array, shape (M,), optional
        The values that intervals are for, such as from `soft_pairwise_accuracy` with its exchanges: resampled values
        are moved by as much as these differ from those of normal theory. By default the latter.

    Returns
    -------
    BootstrapCorrelations
        Of each metric, as observed and under every resample; NaN where a resample holds one system only.

    Raises
    ------
    SpecError
        The draws do not fit.

    Notes
    -----
    Within a resample the p-value of a pair is that of normal theory for the exchange of segments: with d the
    differences of the two systems, one less the normal distribution of sum(d) / sqrt(sum(d^2)), as the sum of d under
    random signs has mean 0 and that variance. Both sums are products with the weights of the segments. A pair that
    never differs has p = .5. With fewer than about 30 segments normal theory is rough. Segments that lack a score take
    no part; pairs of systems are weighted as in `bootstrap_pairwise_accuracy`.

    References
    ----------
    Thompson et al. 2024, 2024.wmt-1.118. Deutsch, Dror and Roth 2021, doi:10.1162/tacl_a_00417.

    Examples
    --------
    >>> from steelyard.meta import bootstrap_soft_accuracy, output_draws
    >>> scores = [[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]]
    >>> ratings = [[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]]
    >>> draws = output_draws(4, 3, resample="both", n_resamples=1000, rng=12345)
    >>> found = bootstrap_soft_accuracy(scores, ratings, draws)
    >>> found.observed.round(4).tolist(), [round(end, 4) for end in found.interval(0)]
    ([0.9662], [0.6587, 1.0])
    """
    x, y = _present(*score_matrices(scores, ratings))
    is_complete = np.isfinite(y).all(axis=0) & np.isfinite(x).all(axis=(0, 1))
    x, y = np.where(is_complete, x, 0.0), np.where(is_complete, y, 0.0)
    n_systems, n_items = y.shape
    first, second = np.triu_indices(n_systems, 1)

    step = max(1, min(1024, 4 * _BLOCK_CELLS // y.size))
    at_once = max(1, 4 * _BLOCK_CELLS // max(n_items, step))  # pairs, which many systems have a great many of

    def soft(of_systems: Array, of_items: Array) -> Array:
        sums, weights = np.zeros((len(x), len(of_items))), np.zeros(len(of_items))
        for begin in range(0, len(first), at_once):
            pairs = first[begin : begin + at_once], second[begin : begin + at_once]
            by_people, of_pairs = _exchange_p(y, of_items, *pairs), _pair_weights(of_systems, *pairs)
            for metric, out in zip(x, sums, strict=True):
                values = 1 - np.abs(_exchange_p(metric, of_items, *pairs) - by_people)
                out += (of_pairs * values).sum(axis=1)
            weights += of_pairs.sum(axis=1)
        found: Array = np.divide(sums, weights, out=np.full(sums.shape, np.nan), where=weights > 0)
        return found

    by_theory = soft(np.ones((1, n_systems)), np.ones((1, n_items)))[:, 0]
    wanted = by_theory if observed is None else np.asarray(observed, dtype=np.float64)
    resampled = np.empty((len(x), draws[0].n_resamples))
    for start, of_systems, of_items in paired_blocks(*draws, y.shape, step):
        resampled[:, start : start + len(of_items)] = soft(of_systems, of_items)
    # Centred on the value of the exchanges, which normal theory approximates; an accuracy stays within 0 and 1.
    resampled = np.clip(resampled + (wanted - by_theory)[:, None], 0.0, 1.0)
    return BootstrapCorrelations(wanted, resampled, np.isnan(resampled).sum(axis=1))


def _present(x: Array, y: Array) -> tuple[Array, Array]:
    """Leave out, for all, the outputs that a metric or people have no number for."""
    is_present = np.isfinite(y) & np.isfinite(x).all(axis=0)
    return np.where(is_present, x, np.nan), np.where(is_present, y, np.nan)


def _means_of(values: Array) -> Callable[[Array], Array]:
    """Return the function from weights of items to weighted means of the systems, shape (b, S); NaN without items."""
    is_present, product = np.isfinite(values).astype(np.float64).T, ExactProduct(np.nan_to_num(values).T)

    def means(of_items: Array) -> Array:
        n = of_items @ is_present
        found: Array = np.divide(product(of_items), n, out=np.full(n.shape, np.nan), where=n > 0)
        return found

    return means


def _order(means: Array, first: NDArray[np.int64], second: NDArray[np.int64]) -> Array:
    """Say which system of each pair is ahead: -1, 0 or 1; means that differ by rounding are equal."""
    gap = means[:, first] - means[:, second]
    slack = TOLERANCE * np.nanmax(np.abs(means), axis=1, keepdims=True, initial=0.0)
    order: Array = np.where(np.abs(gap) <= slack, 0.0, np.sign(gap))
    return order


def _exchange_p(values: Array, of_items: Array, first: NDArray[np.int64], second: NDArray[np.int64]) -> Array:
    """Return the p-value that the first system of each pair is better, shape (b, P), by normal theory."""
    gaps = values[first] - values[second]
    largest = np.abs(values).max(initial=0.0)
    gaps = np.where(np.abs(gaps) > TOLERANCE * largest, gaps, 0.0)
    sums, squares = ExactProduct(gaps.T)(of_items), ExactProduct(np.square(gaps).T)(of_items)
    z = np.divide(sums, np.sqrt(squares), out=np.zeros_like(sums), where=squares > 0)
    return normal_below(-z)


def _over_pairs(values: Array, of_systems: Array, first: NDArray[np.int64], second: NDArray[np.int64]) -> Array:
    """Average over pairs of different systems, each weighted by both: shape (b,)."""
    weights = _pair_weights(of_systems, first, second)
    n = weights.sum(axis=1)
    mean: Array = np.divide((weights * values).sum(axis=1), n, out=np.full(len(n), np.nan), where=n > 0)
    return mean


def _pair_weights(of_systems: Array, first: NDArray[np.int64], second: NDArray[np.int64]) -> Array:
    """Say how often each pair is there: v w times if its systems were drawn v and w times. Pairs of copies are not."""
    weights: Array = of_systems[:, first] * of_systems[:, second]
    return weights
