"""All differences of many systems at once: which are real, which system may lead, from one set of normal draws."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.fixed_order import normal_product
from steelyard.inference.corrections.joint_null import adjusted_jointly, alone_p_values, joint_critical_value
from steelyard.inference.corrections.one_sided_steps import FEW
from steelyard.inference.distributions import t_quantile
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.executors import worked_by_threads
from steelyard.inference.draws.resample import Progress, seed_of
from steelyard.inference.intervals.jackknife import degrees_of_freedom, difference_errors
from steelyard.inference.intervals.student import normal_equivalent
from steelyard.inference.shared_docs import SHARED
from steelyard.inference.systems.share_best import share_best
from steelyard.reprs import short_repr

__all__ = ["JointDifferences", "joint_differences"]

Array = NDArray[np.float64]
_BLOCK, _LARGE_BLOCK = 1 << 19, 1 << 23  # numbers of a block of draws: 4 MB, or up to 64 where those are few draws
_FEW_DRAWS = 64


@dataclass(frozen=True, slots=True, eq=False)
class JointDifferences:
    """What the draws say of every ordered pair and of every system.

    Attributes
    ----------
    lead : array, shape (S, S)
        Entry (i, j): by how much i is better than j, in the unit of the score; of i at its worst over j at its best
        where these are two.
    errors : array, shape (S, S)
        Standard error of each; NaN for a single unit.
    p_values : array, shape (S, S)
        Of the difference of i and j alone, two-sided, where i is ahead; else 1.
    p_adjusted : array, shape (S, S)
        Of "i is no better than j", one-sided, for all ordered pairs together.
    critical, critical_alone : float
        Standard errors that cover the differences of all pairs at once, and each alone; infinite for a single unit, NaN
        where the test counts no standard errors.
    p_best : array, shape (S,)
        Of "no system is better than this one", each alone: systems where it is above alpha hold the best one with
        probability 1 - alpha at least. Twice the one-sided share, so that with two systems it is the p-value of their
        difference. Empty where one system alone was compared with.
    share_best : array, shape (S,)
        Share of the draws in which the system is first; empty as `p_best` is, and where systems have two ends.
    held : array, shape (S, S)
        Student's t of each, moved to the normal scale; infinite where a difference does not vary and is not 0.
    largest : array, shape (B,)
        Of each draw, the largest difference in standard errors.
    drawn : Drawn
        The draws themselves, for `largest_of`.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import joint_differences
    >>> x = np.array([[1.0, 1, 0, 1, 1, 1], [0.0, 1, 0, 0, 1, 0]])
    >>> found = joint_differences(x.mean(axis=1), (x.sum(axis=1, keepdims=True) - x) / 5, n_units=6)
    >>> found.lead[0].round(3).tolist(), found.errors[0].round(3).tolist()
    ([0.0, 0.5], [0.0, 0.224])
    """

    lead: Array
    errors: Array
    p_values: Array
    p_adjusted: Array
    critical: float
    critical_alone: float
    p_best: Array
    share_best: Array
    held: Array
    largest: Array
    drawn: "Drawn"

    __repr__ = short_repr

    def largest_of(self, is_left: NDArray[np.bool_], places: NDArray[np.int64]) -> Array:
        """Return the largest difference among some ordered pairs, or 0, in each of some draws."""
        return self.drawn.largest_of(is_left, places)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Draws that are kept, block by block, as two arrays of shape (b, S): systems, and those they are ahead of."""

    weights: Array  # shape (S, S): one over the standard error of each difference; 0 where it is not drawn
    blocks: list[tuple[Array, Array]]

    def largest_of(self, is_left: NDArray[np.bool_], places: NDArray[np.int64]) -> Array:
        """Return the largest difference among some ordered pairs, or 0, in each of some draws, by their places."""
        weights = np.where(is_left, self.weights, 0.0)
        starts = np.cumsum([0, *(len(drawn) for drawn, _ in self.blocks)])
        ends = np.searchsorted(places, starts)
        rows = [places[low:high] - start for low, high, start in zip(ends, ends[1:], starts, strict=False)]

        def look(part: tuple[tuple[Array, Array], NDArray[np.int64]]) -> Array:
            (drawn, opposite), own = part
            return np.asarray(_leads(drawn[own], opposite[own], weights).max(axis=1, initial=0.0))

        return np.concatenate(list(worked_by_threads(zip(self.blocks, rows, strict=True), look)))


def _leads(drawn: Array, opposite: Array, weights: Array) -> Array:
    """Return the largest lead over each system, shape (b, S), in standard errors; what was not compared leads by 0."""
    leads = np.empty(drawn.shape)
    _native.largest_leads(drawn, opposite, weights, leads)
    return leads


@SHARED
def joint_differences(
    scores: Array,
    left_out: Array,
    *,
    n_units: float,
    best: tuple[Array, Array] | None = None,
    higher_is_better: bool = True,
    pairs: Sequence[tuple[int, int]] | None = None,
    alpha: float = 0.05,
    n_draws: int = 10_000,
    rng: Rng = 12345,
    progress: Progress | None = None,
) -> JointDifferences:
    """Test all differences of systems together, and which system may be the best.

    Parameters
    ----------
    scores : array, shape (S,)
        Of every system.
    left_out : array, shape (S, N)
        Of every system without each unit in turn (`jackknife_scores`).
    best : (array of shape (S,), array of shape (S, N)), optional
        The same with missing scores at their best, where `scores` has them at their worst: then i is better than j
        only where it is so at its worst over j at its best.
    pairs : sequence of (int, int), optional
        The only differences that are looked at, such as those from a baseline: of fewer, more are found.
    alpha : float, default 0.05
        Share of test sets for which some difference may fall outside its interval.
    n_draws : int, default 10,000
        B.
    progress : callable, optional
        Called with (draws made, draws in all).

    Returns
    -------
    JointDifferences
        Entries of pairs that were not compared are NaN, and 1 in `p_adjusted`.

    Raises
    ------
    SpecError
        There are fewer than two systems, or the arrays do not fit each other.

    Notes
    -----
    A draw gives every unit a normal weight with mean 0 and variance 1, the same for all systems, so that the drawn
    differences have the variances and correlations that the jackknife estimates (Gaussian multiplier bootstrap). What
    is held against the largest drawn difference in standard errors is Student's t of the observed one, moved to the
    normal scale by its degrees of freedom, ``n_units - 1``. Work and time grow with ``B S**2``, memory with ``S**2``.

    `p_best` needs no correction for the number of systems: it is the best one that must not be left out, and it is
    tested once. Being doubled it errs on the side of a larger set.

    Below 40 units in effect the draws know too little of how differences vary together, and the larger of each p-value
    and Bonferroni's by Student's t is taken, and the larger of the critical values: of 60 equal systems on 6 items some
    difference was found in .73 of boards by the draws alone, in .03 so (30 on 8: .28 and .06; 10 on 20: .06 and .04).

    Misleads where few units carry the differences: normal theory knows their number, not how unlike they are. A
    difference that is the same in every unit has no spread: it is significant where ``2**(1 - N)``, the chance of so
    many equal signs, is so after Bonferroni's correction. Rates that were measured stand in docs/howto/rank-a-board.md.

    References
    ----------
    Chernozhukov, Chetverikov and Kato 2013, "Gaussian approximations and multiplier bootstrap for maxima of sums of
    high-dimensional random vectors", doi:10.1214/13-AOS1161.
    Mogstad, Romano, Shaikh and Wilhelm 2024, "Inference for ranks", doi:10.1093/restud/rdad006 (all ranks, and who may
    be the best).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import joint_differences
    >>> x = np.random.default_rng(1).normal(size=(4, 200)) + np.array([[0.0], [0.0], [0.5], [1.0]])
    >>> found = joint_differences(x.mean(axis=1), (x.sum(axis=1, keepdims=True) - x) / 199, n_units=200)
    >>> (found.p_best > 0.05).tolist(), round(found.critical, 1)
    ([False, False, False, True], 2.6)
    """
    sign = 1.0 if higher_is_better else -1.0
    low = _Ends(sign * scores, sign * _spread(left_out))
    high = low if best is None else _Ends(sign * best[0], sign * _spread(best[1]))
    _check(low, high, pairs)
    n_systems, n_all = low.spread.shape
    is_compared = _compared(n_systems, pairs)
    lead = np.where(is_compared, low.scores[:, None] - high.scores, np.nan)
    errors = np.full(lead.shape, np.nan)
    np.fill_diagonal(lead, 0.0)
    np.fill_diagonal(errors, 0.0)
    first, second = np.nonzero(is_compared if best is not None else np.triu(is_compared))
    errors[first, second] = difference_errors(left_out, first, second, None if best is None else best[1])
    if best is None:
        errors[second, first] = errors[first, second]
    is_of_all = bool(is_compared.sum() == n_systems * (n_systems - 1))
    if n_all < 2:
        nothing, one = np.empty(0), np.ones(lead.shape)
        infinite, drawn = float("inf"), Drawn(0 * one, [])
        return JointDifferences(
            lead, errors * np.nan, one, one, infinite, infinite, nothing, nothing, 0 * one, nothing, drawn
        )
    weights = np.divide(1.0, errors, out=np.zeros_like(errors), where=errors > 0)
    held = normal_equivalent(np.nan_to_num(lead * weights), degrees_of_freedom(n_units))
    is_constant = (errors == 0) & (lead != 0)  # the same in every unit: nothing is drawn for it
    best_held = held.max(axis=0)
    held[is_constant] = np.copysign(np.inf, lead[is_constant])
    drawn, largest, n_reached, shares = _draw(
        low, high, weights, best_held, n_draws, seed_of(rng), progress, is_of_all=is_of_all
    )
    n_pairs = int(np.count_nonzero(np.triu(is_compared)))
    alone = np.ones(held.shape)
    alone[held > 0] = alone_p_values(held[held > 0], n_all)
    p_best = np.empty(0)
    if is_of_all:
        p_best = np.minimum(1.0, 2 * (n_reached.astype(np.float64) + 1) / (n_draws + 1))
        by_bonferroni = np.minimum(1.0, (n_systems - 1) * alone.min(axis=0))
        if n_pairs == 1:
            p_best = by_bonferroni
        elif n_units < FEW:
            p_best = np.maximum(p_best, by_bonferroni)
        p_best = np.where(np.isposinf(held).any(axis=0), np.minimum(p_best, by_bonferroni), p_best)
    return JointDifferences(
        lead,
        errors,
        alone,
        np.where(held > 0, adjusted_jointly(held, alone, largest, n_pairs, n_units), 1.0),
        joint_critical_value(largest, alpha, n_pairs, n_units),
        t_quantile(1 - alpha / 2, degrees_of_freedom(n_units)),
        p_best,
        shares,
        held,
        largest,
        drawn,
    )


def _compared(n_systems: int, pairs: Sequence[tuple[int, int]] | None) -> NDArray[np.bool_]:
    """Mark the ordered pairs that are looked at."""
    is_compared = np.full((n_systems, n_systems), pairs is None)
    if pairs is not None:
        a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        is_compared[a, b] = is_compared[b, a] = True
    np.fill_diagonal(is_compared, False)
    return is_compared


@dataclass(frozen=True, slots=True, eq=False)
class _Ends:
    """Scores, and what each unit contributes to their spread; higher is better."""

    scores: Array  # (S,)
    spread: Array  # (S, N)


def _spread(left_out: Array) -> Array:
    """Return what each unit contributes, so that the sum of squares is the squared standard error."""
    n = left_out.shape[1]
    spread: Array = (left_out.mean(axis=1, keepdims=True) - left_out) * np.sqrt((n - 1) / n)
    return spread


def _check(low: _Ends, high: _Ends, pairs: Sequence[tuple[int, int]] | None) -> None:
    n = len(low.scores)
    if n < 2 or low.spread.shape[0] != n or high.spread.shape != low.spread.shape or len(high.scores) != n:
        raise SpecError(
            f"Differences need two systems or more, with a score and a row of units each, not {n} and "
            f"{low.spread.shape}."
        )
    for a, b in pairs or ():
        if not (0 <= a < n and 0 <= b < n):
            raise SpecError(f"Systems are numbered 0 to {n - 1}: ({a}, {b}) is no pair of them.")


def _draw(
    low: _Ends,
    high: _Ends,
    weights: Array,
    best_held: Array,
    n_draws: int,
    seed: int,
    progress: Progress | None,
    *,
    is_of_all: bool,
) -> tuple[Drawn, Array, NDArray[np.int64], Array]:
    """Draw block by block.

    Return the draws; the largest difference of each draw in standard errors, shape (B,); in how many draws the largest
    lead over each system reaches the observed one, shape (S,); and shares of draws in which each is first.
    """
    n_systems, n_units = low.spread.shape
    generator = np.random.default_rng(seed)
    largest = np.empty(n_draws)
    n_reached = np.zeros(n_systems, dtype=np.int64)
    shares = np.zeros(n_systems)
    widest = max(n_units, n_systems)
    size = max(1, _BLOCK // widest, min(_FEW_DRAWS, _LARGE_BLOCK // widest))
    first, second = np.nonzero(weights)
    is_dense = is_of_all or len(first) > 4 * n_systems
    of_low = normal_product(low.spread.T)
    of_high = of_low if high is low else normal_product(high.spread.T)

    def look(normal: Array) -> tuple[tuple[Array, Array], Array, NDArray[np.int64] | int, Array | float]:
        drawn = np.ascontiguousarray(of_low(normal))
        opposite = drawn if high is low else np.ascontiguousarray(of_high(normal))
        if not is_dense:
            scaled = (drawn[:, first] - opposite[:, second]) * weights[first, second]
            return (drawn, opposite), scaled.max(axis=1, initial=0.0), 0, 0.0
        leads = _leads(drawn, opposite, weights)
        if not is_of_all:
            return (drawn, opposite), leads.max(axis=1), 0, 0.0
        own = share_best((low.scores + drawn).T) * len(drawn) if high is low else 0.0
        return (drawn, opposite), leads.max(axis=1), (leads >= best_held).sum(axis=0), own

    # Drawn one block after the other, as the generator goes; threads do the rest.
    blocks = (generator.standard_normal((min(size, n_draws - start), n_units)) for start in range(0, n_draws, size))
    start, kept = 0, []
    for drawn, of_block, n_here, own in worked_by_threads(blocks, look):
        kept.append(drawn)
        largest[start : start + len(of_block)] = of_block
        n_reached += n_here
        shares += own
        start += len(of_block)
        if progress is not None:
            progress(start, n_draws)
    return Drawn(weights, kept), largest, n_reached, shares / n_draws if is_of_all and high is low else np.empty(0)
