"""Kappas with chance from the raters' own labels: Cohen's for two raters, Fleiss's for several."""

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, unknown_name
from steelyard.fixed_order import product
from steelyard.human.agreement.coefficient import Agreement, from_sums, group_codes
from steelyard.human.checks import number_column
from steelyard.human.shared_docs import COLUMNS, ITEMS

__all__ = ["cohen_kappa", "fleiss_kappa"]

Distance = Literal["nominal", "linear", "quadratic"]


@COLUMNS
def cohen_kappa(
    labels_a: ArrayLike,
    labels_b: ArrayLike,
    *,
    distance: Distance = "nominal",
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> Agreement:
    """Measure how far two raters agree beyond what their own use of labels gives by chance.

    Parameters
    ----------
    labels_a, labels_b : array, shape (N,)
        Label of each item by rater A and by B: numbers, such as codes. NaN where there is none: the item is left out.
    distance : {"nominal", "linear", "quadratic"}, default "nominal"
        What a disagreement costs: the same always, the difference of the labels, or its square.
    groups : array of int, shape (N,), optional
        Items left out together by the jackknife, such as those of a document; by default each alone.

    Returns
    -------
    Agreement
        Kappa with its interval.

    Raises
    ------
    SpecError
        There is no such distance.

    Notes
    -----
    Where one label is common, kappa is low however well raters agree, as chance agrees then too. It forgives raters who
    use labels unequally often; `krippendorff_alpha` does not.

    References
    ----------
    Cohen 1960, "A coefficient of agreement for nominal scales", doi:10.1177/001316446002000104; 1968, "Weighted kappa",
    doi:10.1037/h0026256.

    Examples
    --------
    >>> from steelyard.human import cohen_kappa
    >>> round(cohen_kappa([0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 2, 2]).value, 6)
    0.75
    """
    if distance not in get_args(Distance):
        raise unknown_name("distance", distance, get_args(Distance))
    a = number_column("labels_a", labels_a, may_miss=True)
    b = number_column("labels_b", labels_b, len(a), may_miss=True)
    is_rated = ~(np.isnan(a) | np.isnan(b))
    of_group = group_codes(groups, len(a))[is_rated]
    labels, codes = np.unique(np.concatenate([a[is_rated], b[is_rated]]), return_inverse=True)
    first, second = codes.reshape(2, -1)
    apart = np.abs(labels[:, None] - labels)
    costs = {"nominal": apart > 0, "linear": apart, "quadratic": apart**2}[distance].astype(np.float64)
    # The largest distance is 1, so that observed and expected agreement are shares; kappa itself does not change.
    costs /= max(float(costs.max(initial=0)), np.finfo(np.float64).tiny)
    eye, n = np.eye(len(labels)), len(first)
    # Sums over items are all that kappa needs: n, the cost of disagreement, and how often each rater used each label.
    statistics = np.column_stack([np.ones(n), costs[first, second], eye[first], eye[second]])

    def shares(sums: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        n_items = np.where(sums[..., 0] > 0, sums[..., 0], np.nan)
        of_a, of_b = sums[..., 2 : 2 + len(labels)], sums[..., 2 + len(labels) :]
        return 1 - sums[..., 1] / n_items, 1 - (product(of_a, costs) * of_b).sum(axis=-1) / n_items**2

    return from_sums(statistics, of_group, shares, confidence_level)


@ITEMS
def fleiss_kappa(ratings: ArrayLike, *, groups: ArrayLike | None = None, confidence_level: float = 0.95) -> Agreement:
    """Measure how far several raters agree beyond what the labels' shares in all ratings give by chance.

    Parameters
    ----------
    ratings : array, shape (A, N)
        Label that each rater gave each item: numbers, such as codes; NaN where there is none. Raters may differ from
        item to item, but every item needs the same number of them.

    Returns
    -------
    Agreement
        Kappa with its interval.

    Raises
    ------
    DataError
        Items have different numbers of ratings, or fewer than two.

    Notes
    -----
    With two raters this is Scott's pi, not Cohen's kappa. Where one label is common, it is low however well raters
    agree.

    References
    ----------
    Fleiss 1971, "Measuring nominal scale agreement among many raters", doi:10.1037/h0031619.

    Examples
    --------
    >>> from steelyard.human import fleiss_kappa
    >>> round(fleiss_kappa([[0, 0, 1, 1], [0, 1, 1, 1], [0, 0, 1, 0]]).value, 6)
    0.333333
    """
    counts = label_counts(ratings)
    n_ratings = counts.sum(axis=1)
    if len(n_ratings) and (n_ratings.min() != n_ratings.max() or n_ratings.min() < 2):
        raise DataError(
            f"Fleiss's kappa needs the same number of ratings of every item, two at least, not from "
            f"{n_ratings.min():g} to {n_ratings.max():g}. Krippendorff's alpha takes any number."
        )
    m = n_ratings[0] if len(n_ratings) else 2
    # Of the m (m - 1) ordered pairs of ratings of an item, those with the same label (P_i of Fleiss 1971).
    agreeing = (counts * (counts - 1)).sum(axis=1) / (m * (m - 1))
    statistics = np.column_stack([np.ones(len(counts)), agreeing, counts])

    def shares(sums: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        n_items = np.where(sums[..., 0] > 0, sums[..., 0], np.nan)
        of_label = sums[..., 2:] / (m * n_items[..., None])
        return sums[..., 1] / n_items, np.square(of_label).sum(axis=-1)

    return from_sums(statistics, group_codes(groups, len(counts)), shares, confidence_level)


def label_counts(ratings: ArrayLike) -> NDArray[np.float64]:
    """Count how often each item has each of the labels that occur, shape (N, C)."""
    array = np.asarray(ratings, dtype=np.float64)
    if array.ndim != 2:
        raise AlignmentError(f"ratings must have shape (raters, items), not {array.shape}.")
    if np.isinf(array).any():
        raise DataError("ratings must be finite, or NaN where there is none.")
    is_rated = ~np.isnan(array)
    labels, codes = np.unique(array[is_rated], return_inverse=True)
    cells = np.nonzero(is_rated)[1] * len(labels) + codes
    counts = np.bincount(cells, minlength=array.shape[1] * len(labels)).reshape(array.shape[1], len(labels))
    return counts.astype(np.float64)
