"""Kappa as the WMT workshops report it: chance is fixed by the number of labels, or by how often raters tie."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.human.agreement.coefficient import Agreement, from_sums
from steelyard.human.checks import code_column, row_keys
from steelyard.human.shared_docs import COLUMNS

__all__ = ["fixed_chance_kappa", "kappa_of_shares"]

_KINDS = ("inter", "intra")
_OUTCOMES = 3  # worse, equal, better


def kappa_of_shares(observed: float, expected: float) -> float:
    """Turn a share of agreement into kappa.

    Parameters
    ----------
    observed, expected : float
        P(A) and P(E), from 0 to 1; the second below 1.

    Returns
    -------
    float
        ``(P(A) - P(E)) / (1 - P(E))``.

    Raises
    ------
    SpecError
        A share is none.

    Examples
    --------
    >>> from steelyard.human import kappa_of_shares
    >>> round(kappa_of_shares(0.4, 0.2), 3)
    0.25
    """
    if not (0 <= observed <= 1 and 0 <= expected < 1):
        raise SpecError(f"Shares must lie between 0 and 1, that of chance below 1, not {observed} and {expected}.")
    return (observed - expected) / (1 - expected)


@COLUMNS
def fixed_chance_kappa(
    labels: ArrayLike,
    items: ArrayLike,
    raters: ArrayLike,
    *,
    n_labels: int,
    tie_label: int | None = None,
    kind: str = "inter",
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> Agreement:
    """Measure agreement between raters, or of raters with themselves, with chance fixed at one of so many labels.

    Parameters
    ----------
    labels : array of int, shape (n,)
        Label of each judgement, as codes from 0: of a scale of five points, or worse, equal, better.
    items, raters : array of int, shape (n,)
        What was judged and by whom, as codes from 0. Of rankings an item is a pair of systems on a segment
        (`pairs_of_rankings`).
    n_labels : int
        Labels to choose from: 5 for scales of five points, 3 for pairs. Chance agrees with one in so many.
    tie_label : int, optional
        Of three labels the one that is a tie: chance is then taken from how often all judgements are ties, the others
        being as likely as one another, as WMT13 to 16 did: ``P(E) = t**2 + (1 - t)**2 / 2``.
    kind : {"inter", "intra"}, default "inter"
        Pairs of judgements of one item by two raters, or by the same one.
    groups : array of int, shape (n,), optional
        Group of each judgement's item, left out together by the jackknife: for rankings the segment, whose pairs come
        from the same look. By default each item alone.

    Returns
    -------
    Agreement
        Over all pairs of judgements together, not a mean over raters; NaN where no item was judged twice.

    Raises
    ------
    DataError
        A column does not hold codes, or an item stands in two groups.
    SpecError
        There are fewer than two labels, a label is not among them, or there is no such kind; or ties are named where
        there are not three labels.

    Notes
    -----
    Neither Cohen's kappa nor Fleiss's: labels that are rare in fact count as likely by chance, so it is higher than
    those where one label is common. Items of identical outputs raise it; leave them out beforehand.

    References
    ----------
    Callison-Burch, Fordyce, Koehn, Monz and Schroeder 2007, "(Meta-) evaluation of machine translation", W07-0718.
    Bojar et al. 2013, "Findings of the 2013 workshop on statistical machine translation", W13-2201, of ties.

    Examples
    --------
    >>> from steelyard.human import fixed_chance_kappa
    >>> found = fixed_chance_kappa([0, 0, 1, 2, 2], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], n_labels=3)
    >>> round(found.observed, 4), round(found.value, 4)
    (0.3333, 0.0)
    """
    if kind not in _KINDS:
        raise unknown_name("kind of agreement", kind, _KINDS)
    given = code_column("labels", labels)
    by_item, by_rater = code_column("items", items, len(given)), code_column("raters", raters, len(given))
    of_group = by_item if groups is None else code_column("groups", groups, len(given))
    if n_labels < 2 or given.max(initial=0) >= n_labels:
        raise SpecError(
            f"n_labels must be two at least and above every label ({given.max(initial=0)}), not {n_labels}."
        )
    if tie_label is not None and (n_labels != _OUTCOMES or not 0 <= tie_label < _OUTCOMES):
        raise SpecError(
            f"Chance is taken from ties of three labels, worse, equal, better: not {tie_label} of {n_labels}."
        )
    n_items = int(by_item.max(initial=-1)) + 1
    # Pairs by two raters are all pairs less those by one; they agree where the label is the same, too.
    n_pairs, n_agreeing = (
        own if kind == "intra" else _pairs(n_items, by_item, *same) - own
        for same in ((), (given,))
        for own in [_pairs(n_items, by_item, by_rater, *same)]
    )
    group_of_item = np.zeros(n_items, dtype=np.int64)
    group_of_item[by_item] = of_group
    if (group_of_item[by_item] != of_group).any():
        at = int(np.flatnonzero(group_of_item[by_item] != of_group)[0])
        raise DataError(f"groups, row {at + 1}: item {by_item[at]} stands in two groups.")
    has_pairs = n_pairs > 0
    n_judged = np.bincount(by_item, minlength=n_items)
    n_ties = np.bincount(by_item[given == tie_label], minlength=n_items)

    def shares(sums: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        found = sums[..., 1] / np.where(sums[..., 0] > 0, sums[..., 0], np.nan)
        if tie_label is None:
            return found, np.full_like(found, 1 / n_labels)
        tied = sums[..., 3] / np.where(sums[..., 2] > 0, sums[..., 2], np.nan)
        return found, tied**2 + (1 - tied) ** 2 / 2

    kept = has_pairs if tie_label is None else n_judged > 0  # ties are counted where one rater was alone, too
    _, group = np.unique(group_of_item[kept], return_inverse=True)
    sums = [np.bincount(group, column[kept]) for column in (n_pairs, n_agreeing, n_judged, n_ties)]  # of counts: exact
    found = from_sums(np.column_stack(sums), np.arange(len(sums[0])), shares, confidence_level)
    return replace(found, n_items=int(has_pairs.sum()))


def _pairs(n_items: int, by_item: NDArray[np.int64], *others: NDArray[np.int64]) -> NDArray[np.float64]:
    """Count pairs of rows with the same item and all else the same, per item."""
    key, (_, *sizes) = row_keys(by_item, *others)
    key.sort()  # in its place: of a million votes each further array takes 8 MB
    starts = np.flatnonzero(np.concatenate([[len(key) > 0], key[1:] != key[:-1]]))
    counts = np.diff(starts, append=len(key)).astype(np.float64)
    item_of = key[starts] // math.prod(max(size, 1) for size in sizes)
    return np.bincount(item_of, counts * (counts - 1) / 2, n_items).astype(np.float64)
