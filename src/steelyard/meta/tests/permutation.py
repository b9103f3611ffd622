"""Which of two metrics goes better with people's ratings: tests that exchange the metrics' scores."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.fixed_order import ExactProduct
from steelyard.inference import Draws, NullDistribution, swap_draws
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Progress
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.resampled.moments import by_group, correlations_of_moments, to_cells
from steelyard.meta.score_matrices import LEVELS, Level, correlate_groups, score_matrices
from steelyard.meta.shared_docs import SCORES

__all__ = ["permutation_null", "standardised"]

Swap = Literal["systems", "inputs", "both"]
Array = NDArray[np.float64]
Deltas = Callable[[Array], Array]

_BLOCK_CELLS = 2**22
_DECIMALS = 12  # of standardised means, so that equal ones have equal ranks
_ROUNDING = 1e-12  # of the squares of two metrics: less is what taking sums off each other leaves


@SCORES
def permutation_null(
    scores: ArrayLike,
    ratings: ArrayLike,
    pairs: Sequence[tuple[int, int]] | None = None,
    *,
    swap: Swap,
    level: Level,
    statistic: str = "pearson",
    n_resamples: int,
    rng: Rng,
    draws: Draws | None = None,
    progress: "Progress | None" = None,
) -> NullDistribution:
    """Test whether metrics correlate differently with ratings by exchanging their scores.

    If two metrics were equally good, it would not matter which of them gave which score. Each draw exchanges the
    standardised scores of both metrics with probability one half, and takes the difference of their correlations with
    the ratings again.

    Parameters
    ----------
    scores : array, shape (M, S, N)
        Of S systems on N items (segments) under at least two metrics, larger is better.
    swap : {"systems", "inputs", "both"}
        What is exchanged as a whole: all scores of a system (PERM-SYSTEMS), all of an item (PERM-INPUTS), or each score
        on its own (PERM-BOTH).
    n_resamples : int
        B; where all exchanges are at most B they are enumerated and p is exact.
    draws : Draws, optional
        Exchange these instead: rows of zeros (exchange) and ones (keep) over systems, over items that are rated, or
        over both, system by system.

    Returns
    -------
    NullDistribution
        Of the differences of the pairs, correlation of A minus that of B; one draw serves all pairs, so that `max_t`
        can correct for all of them. ``"better"`` asks whether A correlates more.

    Raises
    ------
    DataError
        The metrics lack scores of different outputs, or a correlation is not defined.
    SpecError
        There are fewer than two metrics, or something is asked for that does not exist.

    Notes
    -----
    ``both`` lets a claim reach beyond these systems and these segments, and is what mt-metrics-eval uses. Standardising
    (over all outputs) makes scores of different scales exchangeable at best in mean and spread: with very different
    shapes the level is approximate. With few systems ``systems`` has few outcomes: with 4 no two-sided p is below 1/8.
    For tie-calibrated accuracy, whose thresholds would have to be fitted again, use `decision_null`. Time: for Pearson
    and for every statistic of system means one product with the scores and a few operations per pair and draw; others
    rank all outputs again for every pair and draw. Groups that have no correlation are left out of a mean.

    References
    ----------
    Deutsch, Dror and Roth 2021, "A statistical analysis of summarization evaluation metrics using resampling methods",
    doi:10.1162/tacl_a_00417.

    Examples
    --------
    >>> from steelyard.meta import permutation_null
    >>> x = [[0.9, 0.7, 0.8], [0.6, 0.9, 0.5], [0.4, 0.5, 0.6], [0.3, 0.2, 0.1]]
    >>> y = [[0.5, 0.6, 0.2], [0.9, 0.4, 0.7], [0.8, 0.3, 0.6], [0.1, 0.7, 0.4]]
    >>> z = [[5, 4, 4], [4, 4, 3], [3, 2, 3], [1, 2, 1]]
    >>> null = permutation_null([x, y], z, swap="both", level="system", n_resamples=10_000, rng=1)
    >>> null.n_draws, (null.p_values("better") * 4096).tolist(), null.observed.round(7).tolist()
    (4096, [139.0], [0.6525849])
    """
    if level not in LEVELS:
        raise unknown_name("level", level, LEVELS)
    if swap not in get_args(Swap):
        raise unknown_name("exchange", swap, get_args(Swap))
    values, y = standardised(*score_matrices(scores, ratings))
    n_metrics, n_systems, n_items = values.shape
    if n_metrics < 2:
        raise SpecError("Exchanging scores needs at least two metrics; there is one.")
    asked = list(combinations(range(n_metrics), 2)) if pairs is None else list(pairs)
    n_units = {"systems": n_systems, "inputs": n_items, "both": n_systems * n_items}[swap]
    draws = swap_draws(n_units, n_resamples, rng=rng) if draws is None else draws
    if draws.largest_weight > 1 or draws.n_units != n_units:
        raise SpecError(f"The draws must be zeros and ones over the {n_units} units that are exchanged.")
    rows = draws.block_rows or max(1, min(1024, _BLOCK_CELLS // (n_systems * n_items)))
    draws = replace(draws, block_rows=rows, progress=progress)
    deltas = _deltas(values, y, asked, level, statistic)

    def make_blocks() -> Iterator[Array]:
        for _, keeps in draws.blocks():
            cells = to_cells(keeps.astype(np.float64), swap, n_systems, n_items)
            yield _checked(deltas(cells))

    observed = _checked(deltas(np.ones((1, n_systems, n_items))))[:, 0]
    tolerance = TOLERANCE * np.maximum(1.0, np.abs(observed))
    return NullDistribution(
        observed, np.ones(len(asked)), tolerance, make_blocks, draws.n_resamples, draws.is_exact, n_units
    )


def standardised(scores: Array, ratings: Array) -> tuple[Array, Array]:
    """Give every metric mean 0 and spread 1 over the outputs that are rated; leave out what nobody rated."""
    is_rated = np.isfinite(ratings)
    is_scored = np.isfinite(scores) & is_rated
    if (is_scored != is_scored[0]).any():
        raise DataError(
            "The metrics lack scores of different outputs: scores cannot be exchanged where only one metric has one. "
            "Leave these outputs out for all of them (NaN in the ratings)."
        )
    is_present = is_scored[0]
    if not is_present.any():
        raise DataError("No output has a rating and the scores of all metrics.")
    kept = np.ix_(is_present.any(axis=1), is_present.any(axis=0))
    is_present, y = is_present[kept], np.where(is_present, ratings, np.nan)[kept]
    values = np.stack([np.where(is_present, metric[kept], np.nan) for metric in scores])
    values = values - np.nanmean(values, axis=(1, 2), keepdims=True)
    spread = np.nanstd(values, axis=(1, 2), keepdims=True)
    return values / np.where(spread > 0, spread, 1.0), y


def _checked(deltas: Array) -> Array:
    if np.isnan(deltas).any():
        raise DataError(
            "A correlation is not defined, as observed or under some exchange: scores or ratings do not differ. "
            "Leave such metrics out, or take another level."
        )
    return deltas


def _deltas(values: Array, ratings: Array, pairs: list[tuple[int, int]], level: Level, statistic: str) -> Deltas:
    """Return the function from which scores are kept, shape (b, S, N), to the differences, shape (P, b)."""
    if level == "system":
        return _SystemMeans(values, ratings, pairs, statistic)
    if statistic == "pearson":
        return _Moments(values, ratings, pairs, level)
    return _Cells(values, ratings, pairs, level, statistic)


class _SystemMeans:
    """Correlations of the systems' means: what one pseudo-metric lacks of two sums is the other's."""

    def __init__(self, values: Array, ratings: Array, pairs: list[tuple[int, int]], statistic: str) -> None:
        self._pairs, self._statistic = pairs, statistic
        self._n = np.isfinite(ratings).sum(axis=1)
        present = np.nan_to_num(values)
        self._totals = present.sum(axis=2) / self._n  # (M, S)
        self._product = ExactProduct(present.transpose(1, 2, 0))
        self._people = np.nansum(ratings, axis=1) / self._n

    def __call__(self, keeps: Array) -> Array:
        totals = self._totals
        kept = self._product(keeps.transpose(1, 0, 2)).transpose(2, 1, 0) / self._n  # (M, b, S)
        out = np.empty((len(self._pairs), len(keeps)))
        for place, (a, b) in enumerate(self._pairs):
            first = kept[a] + (totals[b] - kept[b])
            both = np.stack([first, totals[a] + totals[b] - first])
            if self._statistic != "pearson":
                both = both.round(_DECIMALS)
            found = correlate_groups(both, self._people, self._statistic)
            out[place] = found[0] - found[1]
        return out


class _Moments:
    """Pearson's r in groups from sums of x, x^2 and x z, which add up over what is kept and what is taken over."""

    def __init__(self, values: Array, ratings: Array, pairs: list[tuple[int, int]], level: Level) -> None:
        self._pairs, self._level = pairs, level
        x, z = by_group(values, level), by_group(ratings[None], level)[0]  # (M, G, c), (G, c)
        is_present = np.isfinite(z)
        self._n = is_present.sum(axis=1).astype(np.float64)
        mean = np.nan_to_num(x).sum(axis=(0, 2)) / (len(x) * self._n)  # one for both sides of every exchange
        x = np.where(is_present, x - mean[:, None], 0.0)
        z_mean = np.where(is_present, z, 0.0).sum(axis=1) / self._n
        largest = np.abs(np.where(is_present, z, 0.0)).max(axis=1, keepdims=True)
        z = np.where(is_present, z - z_mean[:, None], 0.0)
        # What is left of equal ratings is rounding: no size, so that the group has no correlation.
        z = np.where(np.abs(z).max(axis=1, keepdims=True) > TOLERANCE * largest, z, 0.0)
        self._size_z = np.square(z).sum(axis=1)
        features = np.concatenate([x, np.square(x), x * z])  # (3M, G, c)
        features = np.ascontiguousarray(features.transpose(1, 2, 0))
        self._product = ExactProduct(features)
        self._totals = features.sum(axis=1).T.reshape(3, len(x), -1, 1)

    def __call__(self, keeps: Array) -> Array:
        masks = by_group(keeps, self._level).transpose(1, 0, 2)  # (G, b, c)
        kept = self._product(masks).transpose(2, 0, 1)  # (3M, G, b)
        kept = np.ascontiguousarray(kept).reshape(3, self._totals.shape[1], len(masks), -1)
        out = np.empty((len(self._pairs), len(keeps)))
        for place, (a, b) in enumerate(self._pairs):
            first = kept[:, a] + (self._totals[:, b] - kept[:, b])
            second = self._totals[:, a] + self._totals[:, b] - first
            # Of a constant metric the rounding of the other one is left.
            least = _ROUNDING * (self._totals[1, a] + self._totals[1, b])
            found = [
                correlations_of_moments(side, self._n[:, None], self._size_z[:, None], least)
                for side in (first, second)
            ]
            out[place] = _mean(found[0]) - _mean(found[1])
        return out


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Any statistic, from the exchanged scores themselves."""

    values: Array
    ratings: Array
    pairs: list[tuple[int, int]]
    level: Level
    statistic: str

    def __call__(self, keeps: Array) -> Array:
        people = by_group(self.ratings[None], self.level)
        step = max(1, _BLOCK_CELLS // (4 * self.ratings.size))
        out = np.empty((len(self.pairs), len(keeps)))
        for start in range(0, len(keeps), step):
            is_kept = keeps[start : start + step] > 0
            for place, (a, b) in enumerate(self.pairs):
                sides = (np.where(is_kept, self.values[i], self.values[j]) for i, j in ((a, b), (b, a)))
                first, second = (
                    _mean(correlate_groups(by_group(side, self.level), people, self.statistic).T) for side in sides
                )
                out[place, start : start + step] = first - second
        return out


def _mean(by_group_and_draw: Array) -> Array:
    """Average over groups, shape (G, b), without those that have no correlation."""
    is_defined = ~np.isnan(by_group_and_draw)
    n = is_defined.sum(axis=0)
    total = np.where(is_defined, by_group_and_draw, 0.0).sum(axis=0)
    return cast(Array, np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0))
