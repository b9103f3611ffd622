"""Which of two metrics is as sure as people of systems: soft pairwise accuracy under exchanged scores."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.inference import (
    Draws,
    NullDistribution,
    count_exchanged_order,
    count_pair_order,
    seed_of,
    sum_kept,
    swap_draws,
)
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Progress
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.score_matrices import score_matrices
from steelyard.meta.shared_docs import SCORES
from steelyard.meta.soft_pairwise_accuracy import NullTies, rounding_of_sums
from steelyard.meta.tests.permutation import standardised

__all__ = ["soft_accuracy_null"]

Array = NDArray[np.float64]

_ROWS = 64  # exchanges in a block
_INNER = 2**63  # what the seed of the inner draws is moved by


@SCORES
def soft_accuracy_null(
    scores: ArrayLike,
    ratings: ArrayLike,
    pairs: Sequence[tuple[int, int]] | None = None,
    *,
    n_resamples: int,
    rng: Rng,
    n_inner: int = 1000,
    ties: NullTies = "mid",
    draws: Draws | None = None,
    inner: Draws | None = None,
    progress: "Progress | None" = None,
) -> NullDistribution:
    """Test whether metrics differ in soft pairwise accuracy by exchanging their standardised segment scores.

    If two metrics were equally good, it would not matter which of them gave which score. Each draw exchanges every
    standardised score of both with probability one half, and takes soft pairwise accuracy of both mixed metrics again.

    Parameters
    ----------
    scores : array, shape (M, S, N)
        Of S systems on N items (segments) under at least two metrics, larger is better; NaN where there is none.
    ratings : array, shape (S, N)
        By people; NaN where there is none.
    n_resamples : int
        B, exchanges of scores.
    n_inner : int, default 1000
        R, exchanges of systems within each of these, for the p-values that soft pairwise accuracy is made of.
    ties : {"mid", ">="}, default "mid"
        As for `soft_pairwise_accuracy`.
    draws, inner : Draws, optional
        Exchange these instead: over outputs, system by system, of the segments that take part; over these segments.

    Returns
    -------
    NullDistribution
        Of the values of A minus those of B; one draw serves all pairs.

    Raises
    ------
    DataError
        There are fewer than two systems, or no segment has all scores and ratings.
    SpecError
        There are fewer than two metrics, or something is asked for that does not exist.

    Notes
    -----
    It is the test of WMT24 and 25, with one set of inner exchanges for people and all metrics, as there. It takes the
    systems as they are, and says nothing of others: where every metric favours some systems it calls metrics different
    that would change places with other systems (`shifted_null` of resampled systems does not). Time: for each draw one
    pass over the scores of every metric, and one over the inner draws for every pair. Memory: below 256 MB beyond the
    scores with up to 100 metrics.

    References
    ----------
    Thompson, Mathur, Deutsch and Khayrallah 2024, 2024.wmt-1.118. Deutsch, Dror and Roth 2021,
    doi:10.1162/tacl_a_00417.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.meta import soft_accuracy_null
    >>> rng = np.random.default_rng(1)
    >>> ratings = rng.normal(size=(4, 1)) + rng.normal(size=(4, 30))
    >>> scores = np.stack([ratings + rng.normal(size=(4, 30)), rng.normal(size=(4, 30))])
    >>> null = soft_accuracy_null(scores, ratings, n_resamples=200, rng=12345)
    >>> null.observed.round(3).tolist(), null.p_values("better").round(3).tolist()
    ([0.437], [0.005])
    """
    if ties not in get_args(NullTies):
        raise unknown_name("treatment of ties", ties, get_args(NullTies))
    x, y = score_matrices(scores, ratings)
    is_shared = np.isfinite(x).all(axis=(0, 1)) & np.isfinite(y).all(axis=0)
    n_metrics, n_systems, n_items = len(x), len(y), int(is_shared.sum())
    if n_metrics < 2:
        raise SpecError("Exchanging scores needs at least two metrics; there is one.")
    if n_systems < 2 or not n_items:
        raise DataError(
            f"There are {n_systems} systems and {n_items} segments that all of them have every score and rating for; "
            "soft pairwise accuracy needs two systems and one segment."
        )
    values, y = standardised(x[:, :, is_shared], y[:, is_shared])
    asked = np.array(list(combinations(range(n_metrics), 2)) if pairs is None else list(pairs), dtype=np.int64)
    seed = seed_of(rng)
    draws = swap_draws(n_systems * n_items, n_resamples, rng=seed) if draws is None else draws
    inner = swap_draws(n_items, n_inner, rng=(seed + _INNER) % 2**64) if inner is None else inner
    for given, n in ((draws, n_systems * n_items), (inner, n_items)):
        if given.largest_weight > 1 or given.n_units != n:
            raise SpecError(f"The draws must be zeros and ones over the {n} units that are exchanged.")
    mixed = _Mixed(values, y, asked, inner, ties)
    draws = replace(draws, block_rows=draws.block_rows or _ROWS, progress=progress)

    def make_blocks() -> Iterator[Array]:
        for _, keeps in draws.blocks():
            yield np.stack([mixed(keep.reshape(n_systems, n_items)) for keep in keeps], axis=1)

    observed = mixed(np.ones((n_systems, n_items)))
    return NullDistribution(
        observed,
        np.ones(len(asked)),
        TOLERANCE * np.maximum(1.0, np.abs(observed)),
        make_blocks,
        draws.n_resamples,
        draws.is_exact,
        n_systems * n_items,
    )


class _Mixed:
    """Differences of soft pairwise accuracy of pairs of metrics that have exchanged scores, shape (P,)."""

    def __init__(self, values: Array, ratings: Array, pairs: NDArray[np.int64], inner: Draws, ties: NullTies) -> None:
        self._values, self._pairs, self._ties = values, pairs, ties
        # What stays with a system is kept in the inner draws, too: of what it hands over, the whole less that.
        self._exchanged = np.concatenate([~keeps for _, keeps in inner.packed_blocks()])
        self._place = np.triu_indices(len(ratings), 1)
        self._tolerance = rounding_of_sums(values)
        self._whole = self._handed_over(values)
        everything = ratings[None]
        found = count_pair_order(self._handed_over(everything), rounding_of_sums(everything))
        self._people = self._p_values(found)[0]

    def __call__(self, keep: NDArray[np.int8] | Array) -> Array:
        kept = self._handed_over(self._values * keep)
        p = self._p_values(count_exchanged_order(kept, self._whole, self._pairs, self._tolerance))
        values: Array = 1 - np.abs(p - self._people).mean(axis=-1)  # (P, 2)
        return values[:, 0] - values[:, 1]

    def _handed_over(self, values: Array) -> Array:
        """Add up what each system hands over in each inner draw: (G, S, R)."""
        columns = np.ascontiguousarray(values.reshape(-1, values.shape[-1]))
        return sum_kept(columns, self._exchanged).reshape(*values.shape[:2], -1)

    def _p_values(self, counts: NDArray[np.int64]) -> Array:
        """Turn counts (..., 2, S, S) into one-sided p-values of the pairs of systems."""
        at_least, more = counts[..., 0, *self._place], counts[..., 1, *self._place]
        share = at_least if self._ties == ">=" else (at_least + more) / 2
        return np.asarray(share / len(self._exchanged), dtype=np.float64)
