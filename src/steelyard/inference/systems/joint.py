"""All differences of many systems at once: which are real, which system may lead, from one set of normal draws."""

from dataclasses import dataclass
from math import erfc, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import normal_product, product
from steelyard.inference.distributions import t_quantile
from steelyard.inference.draws.resample import Progress, seed_of
from steelyard.inference.intervals.jackknife import degrees_of_freedom
from steelyard.inference.intervals.simultaneous import bonferroni_critical_value
from steelyard.inference.intervals.student import normal_equivalent
from steelyard.inference.systems.share_best import share_best
from steelyard.short_repr import short_repr

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["JointDifferences", "joint_differences"]

Array = NDArray[np.float64]
_BLOCK, _LARGE_BLOCK = 1 << 19, 1 << 23  # numbers of a block of draws: 4 MB, or up to 64 where those are few draws
_FEW_DRAWS = 64
_FEW = 40  # units in effect: below, Bonferroni's t is taken where it is larger
_ROUNDING = 1e-13  # of a variance, relative to those of both systems: below it a difference does not vary


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

    __repr__ = short_repr


def joint_differences(
    scores: Array,
    left_out: Array,
    *,
    n_units: float,
    best: tuple[Array, Array] | None = None,
    higher_is_better: bool = True,
    against: int | None = None,
    alpha: float = 0.05,
    n_draws: int = 10_000,
    rng: "Rng" = 12345,
    progress: Progress | None = None,
) -> JointDifferences:
    """Test all differences of systems together, and which system may be the best.

    Parameters
    ----------
    scores : array, shape (S,)
        Of every system.
    left_out : array, shape (S, N)
        Of every system without each unit in turn (`jackknife_scores`).
    n_units : float
        N, or the `effective_number` of the units.
    best : (array of shape (S,), array of shape (S, N)), optional
        The same with missing scores at their best, where `scores` has them at their worst: then i is better than j
        only where it is so at its worst over j at its best.
    higher_is_better : bool, default True
        The metric's direction.
    against : int, optional
        The only system that the others are compared with: fewer differences, so that more of them are found.
    alpha : float, default 0.05
        Share of test sets for which some difference may fall outside its interval.
    n_draws : int, default 10,000
        B.
    rng : int or numpy.random.Generator
        The same seed repeats the result bit for bit.
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
    _check(low, high, against)
    lead = low.scores[:, None] - high.scores
    errors = _errors(low.spread, high.spread)
    np.fill_diagonal(errors, 0.0)
    np.fill_diagonal(lead, 0.0)
    if against is not None:
        is_compared = np.zeros(lead.shape, dtype=np.bool_)
        is_compared[against] = is_compared[:, against] = True
        lead, errors = np.where(is_compared, lead, np.nan), np.where(is_compared, errors, np.nan)
    if left_out.shape[1] < 2:
        nothing, one = np.empty(0), np.ones(lead.shape)
        return JointDifferences(lead, errors * np.nan, one, one, float("inf"), float("inf"), nothing, nothing)
    weights = np.divide(1.0, errors, out=np.zeros_like(errors), where=errors > 0)
    held = normal_equivalent(np.nan_to_num(lead * weights), degrees_of_freedom(n_units))
    largest, n_reached, shares = _draw(low, high, weights, held, against, n_draws, seed_of(rng), progress)
    p_adjusted = _shares_reached(np.sort(largest), held)
    p_best: Array = np.minimum(1.0, 2 * (n_reached.astype(np.float64) + 1) / (n_draws + 1))
    critical = _critical(largest, alpha, n_units)
    n_systems = len(lead)
    n_pairs = n_systems - 1 if against is not None else n_systems * (n_systems - 1) // 2
    alone = np.where(held > 0, _two_sided(held), 1.0)
    if n_units < _FEW and n_pairs > 1:  # the draws know too little of how differences vary together
        p_adjusted = np.maximum(p_adjusted, np.minimum(1.0, n_pairs * alone))
        p_best = np.maximum(p_best, np.minimum(1.0, (n_systems - 1) * alone.min(axis=0)))
        critical = max(critical, bonferroni_critical_value(n_pairs, n_units, alpha))
    constant = (errors == 0) & (lead > 0)  # the same in every unit: nothing was drawn for it
    if constant.any():
        chance = 0.5 ** (left_out.shape[1] - 1)
        alone[constant] = chance
        p_adjusted[constant] = min(1.0, chance * n_pairs)
        if against is None:
            by_chance = min(1.0, chance * (n_systems - 1))
            p_best = np.where(constant.any(axis=0), np.minimum(p_best, by_chance), p_best)
    return JointDifferences(
        lead,
        errors,
        alone,
        p_adjusted,
        critical,
        t_quantile(1 - alpha / 2, degrees_of_freedom(n_units)),
        p_best if against is None else np.empty(0),
        shares,
    )


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


def _check(low: _Ends, high: _Ends, against: int | None) -> None:
    n = len(low.scores)
    if n < 2 or low.spread.shape[0] != n or high.spread.shape != low.spread.shape or len(high.scores) != n:
        raise SpecError(
            f"Differences need two systems or more, with a score and a row of units each, not {n} and "
            f"{low.spread.shape}."
        )
    if against is not None and not 0 <= against < n:
        raise SpecError(f"Systems are numbered 0 to {n - 1}: there is no {against} to compare with.")


def _errors(low: Array, high: Array) -> Array:
    """Return the standard error of every difference: the length of the difference of two rows."""
    of_low, of_high = np.square(low).sum(axis=1), np.square(high).sum(axis=1)
    squares = of_low[:, None] + of_high
    variances = squares - 2 * product(low, high.T)
    errors: Array = np.sqrt(np.where(variances > _ROUNDING * squares, variances, 0.0))
    return errors


def _draw(
    low: _Ends,
    high: _Ends,
    weights: Array,
    held: Array,
    against: int | None,
    n_draws: int,
    seed: int,
    progress: Progress | None,
) -> tuple[Array, NDArray[np.int64], Array]:
    """Draw block by block.

    Return the largest difference of each draw in standard errors, shape (B,); in how many draws the largest lead over
    each system reaches the observed one, shape (S,); and shares of draws in which each is first.
    """
    n_systems, n_units = low.spread.shape
    generator = np.random.default_rng(seed)
    largest = np.empty(n_draws)
    best_held = held.max(axis=0)
    n_reached = np.zeros(n_systems, dtype=np.int64)
    shares = np.zeros(n_systems)
    widest = max(n_units, n_systems)
    size = max(1, _BLOCK // widest, min(_FEW_DRAWS, _LARGE_BLOCK // widest))
    of_low = normal_product(low.spread.T)
    of_high = of_low if high is low else normal_product(high.spread.T)
    for start in range(0, n_draws, size):
        normal = generator.standard_normal((min(size, n_draws - start), n_units))
        drawn = of_low(normal)
        opposite = drawn if high is low else of_high(normal)
        here = slice(start, start + len(drawn))
        if against is None:
            leads = _largest_leads(drawn, opposite, weights)
            largest[here] = leads.max(axis=1)
            n_reached += (leads >= best_held).sum(axis=0)
            if high is low:
                shares += share_best((low.scores + drawn).T) * len(drawn)
        else:
            above = np.abs((drawn[:, [against]] - opposite) * weights[against]).max(axis=1)
            below = np.abs((drawn - opposite[:, [against]]) * weights[:, against]).max(axis=1)
            largest[here] = np.maximum(above, below)
        if progress is not None:
            progress(start + len(drawn), n_draws)
    is_known = against is None and high is low
    return largest, n_reached, shares / n_draws if is_known else np.empty(0)


def _largest_leads(drawn: Array, opposite: Array, weights: Array) -> Array:
    """Return by how many standard errors each system is behind the one that is furthest ahead, shape (b, S)."""
    buffer = np.empty_like(weights)
    leads = np.empty(drawn.shape)
    for one, other, lead in zip(drawn, opposite, leads, strict=True):
        np.subtract(one[:, None], other, out=buffer)
        np.multiply(buffer, weights, out=buffer)
        buffer.max(axis=0, out=lead)
    return leads


def _shares_reached(ordered: Array, held: Array) -> Array:
    """Return in which share of the draws the largest difference reaches each that is held against them."""
    n_reached = len(ordered) - np.searchsorted(ordered, held, side="left")
    shares: Array = np.where(held > 0, (1.0 + n_reached) / (1.0 + len(ordered)), 1.0)
    return shares


def _two_sided(normal: Array) -> Array:
    """Return the two-sided p-value of each number of the normal scale."""
    return np.array([erfc(one / sqrt(2)) for one in normal.ravel().tolist()]).reshape(normal.shape)


def _critical(largest: Array, alpha: float, n_units: float) -> float:
    """Return Student's t of the largest difference that is not yet significant; infinite where the draws are few."""
    n_beyond = int(np.floor(alpha * (len(largest) + 1) - 1 + 1e-9))  # 1e-9 undoes the rounding of the product
    if n_beyond < 0:
        return float("inf")
    rank = len(largest) - 1 - n_beyond
    normal = float(np.partition(largest, rank)[rank])
    from statistics import NormalDist  # imported where needed: 4 ms

    share = NormalDist().cdf(normal)
    return float("inf") if share == 1 else t_quantile(share, degrees_of_freedom(n_units))
