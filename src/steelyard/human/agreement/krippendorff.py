"""Krippendorff's alpha: any number of raters, ratings missing, labels with distances."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.choices import AGREEMENT_LEVELS, AgreementLevel
from steelyard.errors import AlignmentError, DataError, unknown_name
from steelyard.fixed_order import product
from steelyard.human.agreement.coefficient import Agreement, from_sums, group_codes, group_sums, with_interval
from steelyard.human.shared_docs import ITEMS

__all__ = ["krippendorff_alpha", "nominal_alpha"]

Scale = AgreementLevel
Array = NDArray[np.float64]
_ROUNDING = 1e-13  # of a sum of squares


@ITEMS
def krippendorff_alpha(
    ratings: ArrayLike, *, scale: Scale = "nominal", groups: ArrayLike | None = None, confidence_level: float = 0.95
) -> Agreement:
    """Measure how far raters agree beyond what exchanging all their ratings at random would give.

    Parameters
    ----------
    ratings : array, shape (A, N)
        What each rater gave each item; NaN where nothing. Items with fewer than two ratings do not count.
    scale : {"nominal", "ordinal", "interval", "ratio"}, default "nominal"
        How far apart two ratings are: the same always, by how many ratings lie between them, by their difference, or by
        their difference over their sum, for numbers with a true zero such as counts of errors or seconds.

    Returns
    -------
    Agreement
        Alpha with its interval; NaN where all ratings are the same or no item has two.

    Raises
    ------
    DataError
        A rating is infinite, or below 0 on the ratio scale.
    SpecError
        There is no such scale.

    Notes
    -----
    Raters who agree on the order but use the scale differently have a low alpha; standardise first where only the order
    matters. On raw scores from 0 to 100 the nominal scale asks for equal numbers and is near 0 for any people.
    ``observed`` and ``expected`` are one less the disagreement in units of the largest distance.

    References
    ----------
    Krippendorff 2004, "Reliability in content analysis", doi:10.1111/j.1468-2958.2004.tb00738.x.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import krippendorff_alpha
    >>> ratings = [[1, 2, np.nan, 1, 2], [1, 2, 3, np.nan, 1], [1, 1, 3, 1, 2]]
    >>> [round(krippendorff_alpha(ratings, scale=scale).value, 4) for scale in ("nominal", "interval", "ratio")]
    [0.52, 0.7391, 0.6153]
    """
    if scale not in AGREEMENT_LEVELS:
        raise unknown_name("scale", scale, AGREEMENT_LEVELS)
    array = np.asarray(ratings, dtype=np.float64)
    if array.ndim != 2:
        raise AlignmentError(f"ratings must have shape (raters, items), not {array.shape}.")
    if np.isinf(array).any():
        raise DataError("ratings must be finite, or NaN where there is none.")
    is_pairable = (~np.isnan(array)).sum(axis=0) >= 2
    of_group = group_codes(groups, array.shape[1])[is_pairable]
    array = array[:, is_pairable]
    if scale == "ordinal":
        return _ordinal(array, of_group, confidence_level)
    if scale == "interval":
        return _interval(array, of_group, confidence_level)
    if scale == "ratio" and (array < 0).any():
        raise DataError("On the ratio scale ratings have a true zero: none may be below 0.")
    labels, _, counts = _coded(array)
    return _by_labels(counts, _ratios(labels) if scale == "ratio" else _unequal(labels), of_group, confidence_level)


@ITEMS
def nominal_alpha(counts: ArrayLike, *, groups: ArrayLike | None = None, confidence_level: float = 0.95) -> Agreement:
    """Measure agreement as `krippendorff_alpha` on the nominal scale, where many raters each judged few of many items.

    Parameters
    ----------
    counts : array of int, shape (N, C)
        How many raters gave each item each label.
    groups : array of int, shape (N,), optional
        As there.

    Returns
    -------
    Agreement
        The same to the last bit; memory grows with items, not with items times raters.

    Examples
    --------
    >>> from steelyard.human import krippendorff_alpha, nominal_alpha
    >>> ratings = [[0, 1, 0], [0, 1, 1]]
    >>> nominal_alpha([[2, 0], [0, 2], [1, 1]]) == krippendorff_alpha(ratings)
    True
    """
    table = np.asarray(counts, dtype=np.float64)
    if table.ndim != 2:
        raise AlignmentError(f"counts must have shape (items, labels), not {table.shape}.")
    is_pairable = table.sum(axis=1) >= 2
    of_group = group_codes(groups, len(table))[is_pairable]
    table = table[is_pairable]
    table = table[:, table.any(axis=0)]
    return _by_labels(table, _unequal(np.arange(table.shape[1])), of_group, confidence_level)


def _unequal(labels: Array) -> Array:
    return 1.0 - np.eye(len(labels))


def _ratios(labels: Array) -> Array:
    """Return the squared difference over the squared sum; of two zeros 0."""
    sums = labels[:, None] + labels
    ratios: Array = np.square((labels[:, None] - labels) / np.where(sums > 0, sums, 1.0))
    return ratios


def _by_labels(counts: Array, distances: Array, groups: NDArray[np.int64], confidence_level: float) -> Agreement:
    """Take any distances of labels, of which the largest is 1."""
    n_ratings = counts.sum(axis=1)
    # Each item's ordered pairs over m - 1, so that an item counts as often as it has ratings (Krippendorff's
    # coincidences).
    apart = (product(counts, distances) * counts).sum(axis=1) / np.maximum(n_ratings - 1, 1)
    statistics = np.column_stack([n_ratings, apart, counts])

    def shares(sums: Array) -> tuple[Array, Array]:
        n, totals = sums[..., 0], sums[..., 2:]
        return _agreement(sums[..., 1], (product(totals, distances) * totals).sum(axis=-1), n, 1.0)

    return from_sums(statistics, groups, shares, confidence_level)


def _interval(array: Array, groups: NDArray[np.int64], confidence_level: float) -> Agreement:
    largest = float(np.nanmax(array) - np.nanmin(array)) ** 2 if array.size else 0.0
    centred = array - np.nanmean(array) if array.size else array  # so that squares do not cancel
    n_ratings = (~np.isnan(array)).sum(axis=0).astype(np.float64)
    statistics = np.column_stack(
        [n_ratings, _apart(centred), np.nansum(centred, axis=0), np.nansum(np.square(centred), axis=0)]
    )

    def shares(sums: Array) -> tuple[Array, Array]:
        n = sums[..., 0]
        # The squared differences of all ordered pairs sum to 2 (n sum(x^2) - sum(x)^2). What rounding leaves of ratings
        # that are all the same, once a group is left out, is no difference.
        squares = n * sums[..., 3]
        spread = squares - np.square(sums[..., 2])
        return _agreement(sums[..., 1], 2 * np.where(spread > _ROUNDING * squares, spread, 0.0), n, largest)

    return from_sums(statistics, groups, shares, confidence_level)


def _ordinal(array: Array, groups: NDArray[np.int64], confidence_level: float) -> Agreement:
    """Take the interval scale on mean ranks, which change with every item left out."""
    labels, codes, counts = _coded(array)
    n_ratings = counts.sum(axis=1)
    coincidences = _coincidences(codes, counts, n_ratings)
    total, by_group = counts.sum(axis=0), group_sums(counts, groups)
    numbers = np.unique(groups, return_inverse=True)[1]

    def shares(own: Array) -> tuple[Array, Array]:
        """Return observed and expected agreement without each group's counts, shape (G, C)."""
        left = total - own
        # The ordinal distance counts the ratings between two labels and half of those at both: the difference of mean
        # ranks.
        ranks = np.cumsum(left, axis=1) - left / 2
        ranks -= ranks.mean(axis=1, keepdims=True) if ranks.size else 0.0
        # Sum of c_kl (r_k - r_l)^2 over the coincidences c, whose rows sum to the labels' totals.
        apart = 2 * (np.square(ranks) @ total - ((ranks @ coincidences) * ranks).sum(axis=1))
        if len(own) == len(by_group) and own is by_group:  # less the group's own
            of_item = np.where(codes >= 0, ranks[numbers, codes], np.nan)
            apart -= np.bincount(numbers, _apart(of_item), len(by_group))
        n = left.sum(axis=1)
        spread = 2 * (n * (np.square(ranks) * left).sum(axis=1) - np.square((ranks * left).sum(axis=1)))
        used = np.where(left > 0, ranks, np.nan)
        largest = (np.fmax.reduce(used, axis=1) - np.fmin.reduce(used, axis=1)) ** 2 if used.size else n
        return _agreement(apart, spread, n, largest)

    if not len(groups):
        return from_sums(np.ones((0, 1)), groups, lambda sums: (sums[..., 0] * np.nan,) * 2, confidence_level)
    observed, expected = (float(share[0]) for share in shares(np.zeros((1, len(labels)))))
    value = (observed - expected) / (1 - expected) if expected < 1 else np.nan
    seen, chance = shares(by_group)
    without = (seen - chance) / np.where(chance < 1, 1 - chance, np.nan)
    return with_interval(value, without, (observed, expected), len(counts), confidence_level)


def _agreement(apart: Array, spread: Array, n: Array, largest: Array | float) -> tuple[Array, Array]:
    """Turn sums of squared distances, within items and over all pairs of n ratings, into shares that agree."""
    is_defined = (n > 1) & (np.asarray(largest) > 0)
    size = np.where(is_defined, n * np.asarray(largest), np.nan)
    # Disagreement observed, D_o = apart / n, and expected, D_e = spread / (n (n - 1)): alpha is 1 - D_o / D_e.
    return 1 - apart / size, 1 - spread / (size * np.where(n > 1, n - 1, np.nan))


def _apart(values: Array) -> Array:
    """Return of each item the squared distances of all ordered pairs, divided by one less than its ratings."""
    n = (~np.isnan(values)).sum(axis=0)
    centred = values - np.nansum(values, axis=0) / np.maximum(n, 1)
    # Over ordered pairs the squared differences of n values sum to 2 n times their squares about the mean.
    apart: Array = 2 * n * np.nansum(np.square(centred), axis=0) / np.maximum(n - 1, 1)
    return apart


def _coded(array: Array) -> tuple[Array, NDArray[np.int64], Array]:
    """Return the labels, the code of each rating (-1 where there is none), and how often each item has each label."""
    is_rated = ~np.isnan(array)
    labels, found = np.unique(array[is_rated], return_inverse=True)
    codes = np.full(array.shape, -1, dtype=np.int64)
    codes[is_rated] = found
    cells = np.nonzero(is_rated)[1] * len(labels) + found
    counts = np.bincount(cells, minlength=array.shape[1] * len(labels)).reshape(array.shape[1], len(labels))
    return labels, codes, counts.astype(np.float64)


def _coincidences(codes: NDArray[np.int64], counts: Array, n_ratings: Array) -> Array:
    """Return how often two labels meet on an item, each item counted as often as it has ratings, shape (C, C)."""
    shares = counts / np.maximum(n_ratings - 1, 1)[:, None]
    together: Array = shares.T @ counts
    own = np.bincount(
        codes[codes >= 0], np.broadcast_to(1 / np.maximum(n_ratings - 1, 1), codes.shape)[codes >= 0], counts.shape[1]
    )
    return together - np.diag(own)
