"""Holm and max-T sharpened by logic: only what can be true together counts (Shaffer 1986; Westfall 1997)."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference.corrections.adjusted import Adjusted
from steelyard.inference.corrections.max_t import max_t, scaled_tolerance, with_spread
from steelyard.inference.corrections.pair_logic import PairLogic, Pairs
from steelyard.inference.corrections.stepwise import check_p_values
from steelyard.inference.null_distributions import (
    Alternative,
    NullDistribution,
    as_extreme,
    check_alternative,
    p_from_count,
)
from steelyard.inference.shared_docs import SHARED

__all__ = ["max_t_shaffer", "shaffer"]


@SHARED
def shaffer(p_values: ArrayLike, pairs: Pairs, groups: Sequence[Hashable] | None = None) -> NDArray[np.float64]:
    """Holm's step-down with Shaffer's logic: each p-value times the most hypotheses that can still be true with it.

    Parameters
    ----------
    p_values : array, shape (P,)
        Raw two-sided p-values.
    groups : sequence, optional
        Metric of each; by default one for all. Equality under one metric says nothing about another.

    Returns
    -------
    array
        Adjusted p-values, never above Holm's.

    Raises
    ------
    AlignmentError
        There are not as many pairs or groups as p-values.

    Notes
    -----
    Shaffer's second procedure, and at each step only sets that hold the hypothesis in question count. With more than 8
    systems per metric a bound takes the place of the exact number (`PairLogic`); it is never below it. The logic is
    that of equal expected scores: if A equals B and B equals C, then A equals C. Exchangeability of each pair, under
    which a randomization test is exact, does not follow in this way; so what is claimed is asymptotic. For one-sided
    questions the logic is another one, and this one does not hold.

    References
    ----------
    Shaffer 1986, "Modified sequentially rejective multiple test procedures", doi:10.1080/01621459.1986.10478341.
    Westfall and Tobias 2007, "Multiple testing of general contrasts", doi:10.1198/016214506000001338.

    Examples
    --------
    >>> from steelyard.inference import holm, shaffer
    >>> shaffer([0.01, 0.02, 0.04], [(1, 0), (2, 0), (2, 1)]).tolist(), holm([0.01, 0.02, 0.04]).tolist()
    ([0.03, 0.03, 0.04], [0.03, 0.04, 0.04])
    """
    p = check_p_values(p_values)
    logic = _logic(pairs, groups, len(p))
    is_below = p[:, None] < p  # p-values that are equal are looked at together: their order is chance
    # Smaller p-values count as rejected: stepping down reaches a hypothesis only when all of them were.
    steps = np.array([p[i] * logic.most_true(is_below[:, i], i) for i in range(len(p))])
    return np.minimum(1.0, _largest_up_to(steps, ~is_below))


@SHARED
def max_t_shaffer(
    null: NullDistribution,
    pairs: Pairs,
    groups: Sequence[Hashable] | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Adjusted:
    """Step-down max-T with Shaffer's logic: the maximum is over what can still be true together, not over all left.

    Parameters
    ----------
    null : NullDistribution
        Joint null of the family.
    groups : sequence, optional
        Metric of each; by default one for all. Equality under one metric says nothing about another.
    alternative : {"two-sided"}, default "two-sided"
        The logic is that of equality.
    alpha : float, default 0.05
        Family-wise level, for `critical_value` only.

    Returns
    -------
    Adjusted
        p-values, never above those of `max_t`. The critical value is that of `max_t`: the first difference must pass
        the same, as before any rejection all can be equal.

    Raises
    ------
    SpecError
        The alternative is one-sided.
    AlignmentError
        There are not as many pairs or groups as differences.

    Notes
    -----
    The level is asymptotic, as that of `max_t`. The adjusted p-value of a difference is the largest, over all sets of
    hypotheses that can be true together, hold this one and none with a larger scaled difference, of the share of draws
    whose maximum over the set is at least as large; made monotone. With more than 8 systems per metric one set that
    holds all these takes their place (`PairLogic`): p-values then lie between the exact ones and those of `max_t`. The
    same is done to the other metrics of a family. Time: with P differences P times that of `max_t`, and more for 6 to 8
    systems.

    References
    ----------
    Westfall 1997, "Multiple testing of general contrasts using logical constraints and correlations",
    doi:10.1080/01621459.1997.10473627.
    Shaffer 1986, "Modified sequentially rejective multiple test procedures", doi:10.1080/01621459.1986.10478341.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, max_t, max_t_shaffer
    >>> draws = np.random.default_rng(1).normal(size=(3, 99))
    >>> observed = np.array([4.0, 2.1, 1.9])
    >>> null = NullDistribution(observed, np.ones(3), np.zeros(3), lambda: iter([draws]), 99, False, 50)
    >>> max_t_shaffer(null, [(1, 0), (2, 0), (2, 1)]).p_values.tolist(), max_t(null).p_values.tolist()
    ([0.01, 0.06, 0.06], [0.01, 0.1, 0.1])
    """
    check_alternative(alternative)
    if alternative != "two-sided":
        raise SpecError("Shaffer's logic is that of equality: a one-sided question needs another correction.")
    logic = _logic(pairs, groups, len(null.observed))
    plain = max_t(null, alternative, alpha)
    scales = null.scales()
    active = with_spread(null, scales)
    if not active.size:
        return plain
    observed = np.zeros(len(scales))
    observed[active] = np.abs(null.held[active]) / scales[active]
    scale = scales[active][:, None]
    tolerance = scaled_tolerance(null.tolerance[active], scale[:, 0], observed[active])
    # Differences that are equal but for rounding are looked at together: their order is chance.
    is_larger = ~as_extreme(observed[active], observed[active][:, None], tolerance[:, None])
    sets = []
    for i, member in enumerate(active):
        is_false = np.zeros(len(scales), dtype=np.bool_)
        is_false[active] = is_larger[:, i]
        sets.append(logic.largest_sets(is_false, int(member))[:, active])
    counts = [np.zeros(len(of_member), dtype=np.int64) for of_member in sets]
    for block in null.blocks():
        scaled = np.abs(block[active]) / scale
        for i, of_member in enumerate(sets):
            counts[i] += _draws_beyond(scaled, of_member, observed[active[i]], tolerance[i])
    # Closed testing: a hypothesis falls where every set that holds it and can be true falls, so that the set with the
    # most draws beyond decides.
    most = np.array([count.max(initial=0) for count in counts])
    p_values = p_from_count(most, null.n_draws, is_exact=null.is_exact)
    adjusted = np.ones(len(scales))
    adjusted[active] = _largest_up_to(p_values, ~is_larger)
    return Adjusted(adjusted, plain.critical_value)


def _draws_beyond(
    scaled: NDArray[np.float64], sets: NDArray[np.bool_], observed: np.float64, tolerance: np.float64
) -> NDArray[np.int64]:
    """Count for each set, shape (sets, P), the draws, shape (P, b), of which some member is as extreme as observed."""
    if len(sets) == 1:
        largest = scaled[sets[0]].max(axis=0)
        return np.asarray(as_extreme(largest, np.asarray(observed), np.asarray(tolerance)).sum(keepdims=True))
    is_extreme = as_extreme(scaled, np.asarray(observed), np.asarray(tolerance)).astype(np.float32)
    # The product counts members, at most P: float32 holds such numbers exactly.
    return np.asarray((sets.astype(np.float32) @ is_extreme > 0).sum(axis=1))


def _logic(pairs: Pairs, groups: Sequence[Hashable] | None, n_hypotheses: int) -> PairLogic:
    if len(pairs) != n_hypotheses:
        raise AlignmentError(f"{n_hypotheses} hypotheses need as many pairs, not {len(pairs)}.")
    return PairLogic(pairs, groups)


def _largest_up_to(steps: NDArray[np.float64], is_not_after: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return for each hypothesis the largest value of those up to its own step; entry (i, j): j is not after i."""
    largest: NDArray[np.float64] = np.where(is_not_after, steps, 0.0).max(axis=1, initial=0.0)
    return largest
