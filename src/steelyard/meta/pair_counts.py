"""Pairs that scores and ratings order alike, otherwise, or not at all: what the whole Kendall family is made of."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.choices import PAIR_STATISTICS
from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.meta.shared_docs import SCORES
from steelyard.reprs import short_repr

__all__ = ["PAIR_STATISTICS", "PairCounts", "count_pairs", "kendall_like"]

Counts = NDArray[np.int64]
Numbers = NDArray[np.int64] | NDArray[np.floating]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """How scores and ratings order the pairs of each group.

    Attributes
    ----------
    concordant : array of int, shape (...)
        Pairs that both order the same way (C).
    discordant : array of int, shape (...)
        Pairs that they order in opposite ways (D).
    rating_ties : array of int, shape (...)
        Pairs tied in the ratings only (Th).
    score_ties : array of int, shape (...)
        Pairs tied in the scores only (Tm).
    both_ties : array of int, shape (...)
        Pairs tied in both (Thm).
    n_items : array of int, shape (...)
        Items that have both a score and a rating.
    n_distinct : array of int, shape (...)
        The smaller of the numbers of distinct scores and distinct ratings.

    Examples
    --------
    >>> from steelyard.meta import count_pairs
    >>> counts = count_pairs([0.1, 0.5, 0.4, 0.4, 0.9, 0.3], [1, 2, 2, 3, 4, 4])
    >>> int(counts.concordant), int(counts.n_pairs), round(float(counts.statistic("tau_a")), 6)
    (8, 15, 0.266667)
    """

    concordant: Counts
    discordant: Counts
    rating_ties: Counts
    score_ties: Counts
    both_ties: Counts
    n_items: Counts
    n_distinct: Counts

    __repr__ = short_repr

    @property
    def n_pairs(self) -> Counts:
        """All pairs of each group."""
        return self.concordant + self.discordant + self.rating_ties + self.score_ties + self.both_ties

    def statistic(self, name: str) -> Array:
        """Return a member of `PAIR_STATISTICS` for each group; NaN where there is nothing to divide by."""
        if name not in PAIR_STATISTICS:
            raise unknown_name("statistic", name, PAIR_STATISTICS)
        above, below = _FORMULAS[name](self)
        above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
        quotient: Array = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
        return quotient

    def pooled(self) -> "PairCounts":
        """Add the pairs of all groups up, as WMT did over segments and judges. tau_c has no meaning for them."""
        return PairCounts(*(np.asarray(getattr(self, field.name).sum(), dtype=np.int64) for field in fields(self)))


_FORMULAS: dict[str, Callable[[PairCounts], tuple[Numbers, Numbers]]] = {
    "tau_a": lambda c: (c.concordant - c.discordant, c.n_pairs),
    "tau_b": lambda c: (
        c.concordant - c.discordant,
        np.sqrt(
            (c.concordant + c.discordant + c.rating_ties).astype(np.float64)
            * (c.concordant + c.discordant + c.score_ties)
        ),
    ),
    "tau_c": lambda c: (
        2.0 * (c.concordant - c.discordant) * c.n_distinct,
        np.square(c.n_items.astype(np.float64)) * (c.n_distinct - 1),
    ),
    "tau_10": lambda c: (c.concordant - c.discordant - c.score_ties, c.concordant + c.discordant + c.score_ties),
    "tau_13": lambda c: (c.concordant - c.discordant, c.concordant + c.discordant),
    "tau_14": lambda c: (c.concordant - c.discordant, c.concordant + c.discordant + c.score_ties),
    "tau_eq": lambda c: (c.concordant + c.both_ties - c.discordant - c.rating_ties - c.score_ties, c.n_pairs),
    "acc_eq": lambda c: (c.concordant + c.both_ties, c.n_pairs),
}


@SCORES
def count_pairs(scores: ArrayLike, ratings: ArrayLike) -> PairCounts:
    """Count how scores and ratings order the pairs of items, within each group.

    Parameters
    ----------
    scores, ratings : array, shape (..., n)
        Items along the last axis, groups along the others; broadcast against each other, so that many metrics meet the
        same ratings. NaN where there is none: the item is left out. Larger is better in both.

    Returns
    -------
    PairCounts
        Of shape (...); numbers are tied when they are equal.

    Notes
    -----
    Time grows with n log n, not with the pairs: items are put in the order of the scores, and inversions of the ratings
    are counted bit by bit of their ranks, for all groups at once. Values that should be equal and differ in the last
    places count as different: round them first.

    References
    ----------
    Knight 1966, "A computer method for calculating Kendall's tau with ungrouped data",
    doi:10.1080/01621459.1966.10480879.
    Deutsch, Foster and Freitag 2023, "Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie
    calibration", 2023.emnlp-main.798.

    Examples
    --------
    >>> from steelyard.meta import count_pairs
    >>> counts = count_pairs([[1, 2, 3], [3, 1, 1]], [1, 2, 2])
    >>> counts.concordant.tolist(), counts.discordant.tolist(), counts.both_ties.tolist()
    ([2, 0], [0, 2], [0, 1])
    """
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if x.ndim < 1 or y.ndim < 1 or x.shape[-1] != y.shape[-1]:
        raise AlignmentError(f"scores and ratings must have the same items, not shapes {x.shape} and {y.shape}.")
    try:
        x, y = np.broadcast_arrays(x, y)
    except ValueError:
        raise AlignmentError(f"The groups of scores, {x.shape}, and of ratings, {y.shape}, do not fit.") from None
    shape = x.shape[:-1]
    x, y = (v.reshape(prod(shape), v.shape[-1]) for v in (x, y))
    is_rated = np.isfinite(x) & np.isfinite(y)
    group = np.nonzero(is_rated)[0]
    n_items = is_rated.sum(axis=1)
    score_rank, n_scores = _dense_ranks(x[is_rated], group, len(x))
    rating_rank, n_ratings = _dense_ranks(y[is_rated], group, len(x))

    # Knight's algorithm: in the order of the scores, discordant pairs are inversions of the ratings. Ratings rise
    # within equal scores, so that pairs tied in the scores are none.
    order = np.lexsort((rating_rank, score_rank, group))
    discordant = _inversions(rating_rank[order], group[order], len(x))
    tied_scores = _pairs_of_equals(group, score_rank, len(x))
    tied_ratings = _pairs_of_equals(group, rating_rank, len(x))
    both = _pairs_of_equals(group, score_rank * (rating_rank.max(initial=0) + 1) + rating_rank, len(x))
    n_pairs = n_items * (n_items - 1) // 2
    # Inclusion and exclusion: pairs tied in both were taken off twice.
    counts = (
        n_pairs - tied_scores - tied_ratings + both - discordant,
        discordant,
        tied_ratings - both,
        tied_scores - both,
        both,
        n_items,
        np.minimum(n_scores, n_ratings),
    )
    return PairCounts(*(np.asarray(count, dtype=np.int64).reshape(shape) for count in counts))


@SCORES
def kendall_like(scores: ArrayLike, ratings: ArrayLike, *, min_difference: float = 25.0) -> tuple[float, int]:
    """Correlate as WMT17 to 21 did: over the pairs that people told clearly apart (daRR).

    Parameters
    ----------
    scores, ratings : array, shape (..., n)
        Groups of items, as for `count_pairs`; ratings on the raw scale of 0 to 100.
    min_difference : float, default 25
        Pairs whose ratings differ by less are left out. With 0 pairs of equal ratings stay, as errors.

    Returns
    -------
    (float, int)
        (C - D) / (C + D), pooled over groups, where a tie of the metric counts as discordant; and C + D. NaN where no
        pair is left.

    Raises
    ------
    SpecError
        The smallest difference is negative.

    Notes
    -----
    Compares all pairs of a group: memory grows with n^2. Misleads where it is set beside tau of other years: which
    pairs are left depends on the raters' use of the scale.

    References
    ----------
    Bojar, Graham and Kamran 2017, "Results of the WMT17 metrics shared task", W17-4755.

    Examples
    --------
    >>> from steelyard.meta import kendall_like
    >>> kendall_like([0.8, 0.6, 0.6, 0.7], [80, 50, 60, 10])
    (0.0, 4)
    """
    if not min_difference >= 0:
        raise SpecError(f"min_difference must not be negative; it is {min_difference}.")
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(ratings, dtype=np.float64)
    if x.ndim < 1 or x.shape != y.shape:
        raise AlignmentError(f"scores and ratings must have the same shape, not {x.shape} and {y.shape}.")
    first, second = np.triu_indices(x.shape[-1], 1)
    by_score, by_rating = (v[..., first] - v[..., second] for v in (x, y))
    is_clear = (np.abs(by_rating) >= min_difference) & np.isfinite(by_score)  # a missing rating is never clear
    n_clear = int(is_clear.sum())
    concordant = int((is_clear & (by_score * np.sign(by_rating) > 0)).sum())
    # C - D = 2 C - n, as everything clear that is not concordant counts as discordant.
    return ((2 * concordant - n_clear) / n_clear if n_clear else float("nan")), n_clear


def _dense_ranks(values: Array, group: Counts, n_groups: int) -> tuple[Counts, Counts]:
    """Rank from 0 within groups, equal values alike; and how many distinct values each group has."""
    order = np.lexsort((values, group))
    sorted_values, sorted_group = values[order], group[order]
    is_first = np.diff(sorted_group, prepend=-1) > 0
    is_new = is_first.copy()
    is_new[1:] |= np.diff(sorted_values) > 0
    n_distinct = np.bincount(sorted_group[is_new], minlength=n_groups)
    before = np.cumsum(n_distinct) - n_distinct
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[order] = np.cumsum(is_new) - 1 - before[sorted_group]
    return ranks, n_distinct


def _pairs_of_equals(group: Counts, code: Counts, n_groups: int) -> Counts:
    """Count the pairs of equal codes in each group."""
    width = int(code.max(initial=0)) + 1
    _, first, size = np.unique(group * width + code, return_index=True, return_counts=True)
    counts = np.zeros(n_groups, dtype=np.int64)
    np.add.at(counts, group[first], size * (size - 1) // 2)
    return counts


def _inversions(ranks: Counts, group: Counts, n_groups: int) -> Counts:
    """Count the pairs of each group, in the order given, whose first rank is larger than the second.

    Two ranks are first told apart at one bit: the pairs are counted there, among the ranks that share the bits above.
    """
    counts = np.zeros(n_groups, dtype=np.int64)
    prefix, order = group, np.arange(len(ranks))
    for place in range(int(ranks.max(initial=0)).bit_length() - 1, -1, -1):
        bit = (ranks[order] >> place) & 1
        ones = np.cumsum(bit)
        is_start = np.diff(prefix, prepend=-1) != 0
        before = (ones - bit)[is_start][np.cumsum(is_start) - 1]
        # For every 0, the 1s ahead of it under the same prefix.
        np.add.at(counts, group[order], (1 - bit) * (ones - before))
        key = 2 * prefix + bit
        # Stable, so that ranks with one prefix stay in the order given: the invariant of the loop.
        resorted = np.argsort(key, kind="stable")
        prefix, order = key[resorted], order[resorted]
    return counts
