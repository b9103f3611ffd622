"""Which of two metrics with thresholds for ties agrees better with people: tests that exchange their decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.fixed_order import ExactProduct
from steelyard.inference import Draws, NullDistribution, swap_draws
from steelyard.inference.draws.checks import Rng
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.shared_docs import SCORES
from steelyard.meta.tie_calibration import pairs_judged

__all__ = ["decision_null"]

Array = NDArray[np.float64]
Unit = Literal["groups", "pairs"]

_BLOCK_CELLS = 2**22


@SCORES
def decision_null(
    scores: ArrayLike,
    ratings: ArrayLike,
    thresholds: ArrayLike,
    pairs: Sequence[tuple[int, int]] | None = None,
    *,
    unit: Unit = "groups",
    n_resamples: int,
    rng: Rng,
    draws: Draws | None = None,
) -> NullDistribution:
    """Test whether metrics differ in tie-calibrated accuracy by exchanging what they decided.

    Scores of two metrics with different thresholds cannot be exchanged without fitting the thresholds again. Their
    decisions can: each draw gives the decisions of one metric to the other with probability one half.

    Parameters
    ----------
    scores : array, shape (M, G, n)
        Groups of items whose pairs are compared, as for `calibrate_ties`, under at least two metrics.
    ratings : array, shape (G, n)
        By people; NaN where there is none.
    thresholds : array, shape (M,)
        Of each metric, such as from `calibrate_ties`.
    unit : {"groups", "pairs"}, default "groups"
        All decisions of a group are exchanged as a whole, or each on its own.
    n_resamples : int
        B; where all exchanges are at most B they are enumerated and p is exact.
    draws : Draws, optional
        Exchange these instead: rows of zeros (exchange) and ones (keep) over the groups, or pairs, that are compared.

    Returns
    -------
    NullDistribution
        Of the accuracies of A minus those of B.

    Raises
    ------
    DataError
        The metrics lack scores of different items, or there is no pair.
    SpecError
        There are fewer than two metrics, or no such unit, or the draws do not fit.

    Notes
    -----
    Pairs of one group share items, and their decisions hang together: exchanging each on its own finds differences that
    are not there, and is offered to repeat work that did. Thresholds fitted to these data favour every metric alike
    only where they have about as many different scores.

    References
    ----------
    Deutsch, Foster and Freitag 2023, "Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie
    calibration", 2023.emnlp-main.798.

    Examples
    --------
    >>> from steelyard.meta import decision_null
    >>> ratings = [[1, 2, 2], [3, 1, 2]]
    >>> null = decision_null([[[1, 2, 2], [3, 1, 2]], [[2, 1, 3], [3, 1, 2]]], ratings, [0, 0], n_resamples=100, rng=1)
    >>> null.observed.round(4).tolist(), null.p_values("better").tolist()
    ([0.3333], [0.5])
    """
    if unit not in get_args(Unit):
        raise unknown_name("unit", unit, get_args(Unit))
    shares = _shares(scores, ratings, thresholds, unit)
    n_metrics, n_units = shares.shape
    asked = list(combinations(range(n_metrics), 2)) if pairs is None else list(pairs)
    draws = swap_draws(n_units, n_resamples, rng=rng) if draws is None else draws
    if draws.largest_weight > 1 or draws.n_units != n_units:
        raise SpecError(f"The draws must be zeros and ones over the {n_units} {unit} that are exchanged.")
    draws = replace(draws, block_rows=draws.block_rows or max(1, min(1024, _BLOCK_CELLS // n_units)))
    a, b = (np.array([pair[side] for pair in asked], dtype=np.int64) for side in (0, 1))
    totals = shares.sum(axis=1)
    observed = totals[a] - totals[b]

    product = ExactProduct(shares.T)

    def make_blocks() -> Iterator[Array]:
        for _, keeps in draws.blocks():
            kept = product(keeps).T
            # Kept units count for their own metric, exchanged ones for the other: kept - (total - kept).
            yield 2 * (kept[a] - kept[b]) - observed[:, None]

    return NullDistribution(
        observed,
        np.ones(len(asked)),
        TOLERANCE * np.maximum(1.0, np.abs(observed)),
        make_blocks,
        draws.n_resamples,
        draws.is_exact,
        n_units,
    )


def _shares(scores: ArrayLike, ratings: ArrayLike, thresholds: ArrayLike, unit: Unit) -> Array:
    """Return what each unit adds to each metric's accuracy, shape (M, U)."""
    x, limits = np.asarray(scores, dtype=np.float64), np.asarray(thresholds, dtype=np.float64)
    if x.ndim != 3 or limits.shape != x.shape[:1]:
        raise AlignmentError(
            "scores must have shape (metrics, groups, items) and thresholds (metrics,), "
            f"not {x.shape} and {limits.shape}."
        )
    if len(x) < 2:
        raise SpecError("Exchanging decisions needs at least two metrics.")
    judged = [pairs_judged(metric, ratings, float(limit)) for metric, limit in zip(x, limits, strict=True)]
    is_compared = judged[0][1]
    if any((other != is_compared).any() for _, other in judged):
        raise DataError("The metrics lack scores of different items: leave these out for all of them.")
    n_pairs = is_compared.sum(axis=1)
    n_groups = int((n_pairs > 0).sum())
    if not n_groups:
        raise DataError("There is no pair to compare: every group has fewer than two items.")
    # A mean over groups of shares of pairs: every group weighs 1 / n_groups, whatever its pairs.
    weights = 1 / (np.maximum(n_pairs, 1)[:, None] * n_groups)
    by_pair = np.stack([is_right * weights for is_right, _ in judged])
    if unit == "pairs":
        return by_pair[:, is_compared]
    return np.ascontiguousarray(by_pair.sum(axis=2)[:, n_pairs > 0])
