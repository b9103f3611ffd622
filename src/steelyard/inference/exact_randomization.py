"""The exact null distribution of an exchange test, by dynamic programming over whole-number differences."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.discordance import discordance_p_values
from steelyard.inference.draws.exchanges import swap_draws
from steelyard.inference.null_distributions import TOLERANCE, Alternative, check_alternative
from steelyard.inference.outcome import SMALLEST_P, SettledPValues
from steelyard.inference.shared_docs import SHARED
from steelyard.reprs import short_repr
from steelyard.types import Measurement

__all__ = [
    "MOST_CELLS",
    "ExactNull",
    "exact_null",
    "exact_randomization",
    "exchange_p_values",
    "subset_sum_probabilities",
]

MOST_CELLS = 2**26
_N_EXCHANGES = 1024
_BLOCK = 2**16  # points on the line that are scored at once


@dataclass(frozen=True, slots=True, eq=False)
class ExactNull:
    """The distribution of a difference over all exchanges of two systems' outputs, each unit with probability one half.

    Attributes
    ----------
    observed : float
        Score A minus score B.
    direction : {-1, 0, 1}
        1 where a positive `difference` speaks for A, -1 where it speaks for B.
    difference : int
        The observed difference in whole steps of the score; the null differences are ``2 k - M``.
    probabilities : array, shape (M + 1,)
        Entry k is the probability of the difference ``2 k - M``; they sum to 1.
    n_units : int
        Segments or documents.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import ExactNull
    >>> null = ExactNull(-2.0, -1, -2, np.array([0.25, 0.5, 0.25]), 2)
    >>> null.p_value("two-sided"), null.p_value("better"), null.p_value("worse")
    (0.5, 0.25, 1.0)
    """

    observed: float
    direction: int
    difference: int
    probabilities: NDArray[np.float64]
    n_units: int

    __repr__ = short_repr

    def p_value(self, alternative: Alternative) -> float:
        """Return P(a null difference is at least as extreme); equal ones count, and are equal as whole numbers."""
        check_alternative(alternative)
        if alternative == "two-sided":
            return min(1.0, 2 * self._tail(abs(self.difference)))
        return self._tail(self.direction * self.difference * (1 if alternative == "better" else -1))

    def _tail(self, least: int) -> float:
        """Return P(difference >= least): the distribution is symmetric, so either side will do."""
        n_steps = len(self.probabilities) - 1
        # 2 k - M >= least; exchanges change a difference by even numbers only, so that least has the parity of M.
        first = (n_steps + least) // 2
        if first <= 0:
            return 1.0
        # From the far end: the smallest chances first, so that the sum loses least.
        return min(1.0, max(float(self.probabilities[first:][::-1].sum()), SMALLEST_P))


def subset_sum_probabilities(sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Give the distribution of the sum of a random subset, each member taken with probability one half.

    Parameters
    ----------
    sizes : array of int, shape (n,)
        Whole numbers from 1.

    Returns
    -------
    array, shape (M + 1,)
        M is the sum of all; entry k is the probability of the sum k, with a relative error of at most about
        ``n * 2**-53``, as only positive numbers are halved and added. 0 below 1e-308.

    Notes
    -----
    Time and memory: at most n (M + 1) additions of float64, and 2 (M + 1) numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import subset_sum_probabilities
    >>> subset_sum_probabilities(np.array([1, 1, 2])).tolist()
    [0.125, 0.25, 0.25, 0.25, 0.125]
    """
    ordered = np.sort(sizes)  # small ones first: the sums reached so far stay few
    probabilities = np.zeros(int(ordered.sum()) + 1)
    probabilities[0] = 1.0
    n_reached = 1
    # Invariant: the first n_reached entries are the distribution over the subsets of the sizes so far.
    for size in ordered.tolist():
        half = probabilities[:n_reached] / 2
        probabilities[:n_reached] = half
        probabilities[size : size + n_reached] += half
        n_reached += size
    return probabilities


def exchange_p_values(steps: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Test, for many questions at once, whether units speak for A as much as for B.

    Each unit's step, what A has more than B in it, gets either sign with probability one half, as where the two
    exchange what they made of the unit.

    Parameters
    ----------
    steps : array of int, shape (P, U)
        Of P questions and U units; 0 where A and B are level, or the unit is of no concern.

    Returns
    -------
    p_values : array, shape (P,)
        Exact two-sided p-values of the sums of steps; 1 where all steps are 0.
    least : array, shape (P,)
        The smallest p-value that steps of these sizes can have: all of them on one side.

    Raises
    ------
    SpecError
        A question would take more than 2**26 cells: units that differ, times sums.

    Notes
    -----
    Where all steps of a question are of one size this is the sign test, or McNemar's in its exact form.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import exchange_p_values
    >>> p_values, least = exchange_p_values(np.array([[1, 1, 1, 1, 1, 1], [1, 0, -1, 2, 0, 0]]))
    >>> p_values.tolist(), least.tolist()
    ([0.03125, 0.75], [0.03125, 0.25])
    """
    sizes = np.abs(steps)
    counts = (sizes > 0).sum(axis=1)
    p_values = discordance_p_values((steps > 0).sum(axis=1), (steps < 0).sum(axis=1))
    least = np.minimum(1.0, 2.0 ** (1.0 - counts))
    largest = sizes.max(axis=1, initial=0)
    known: dict[bytes, NDArray[np.float64]] = {}
    for place in np.flatnonzero(((sizes > 0) & (sizes < largest[:, None])).any(axis=1)).tolist():
        own = sizes[place][sizes[place] > 0]
        common = int(np.gcd.reduce(own))
        if len(own) * (int(own.sum()) // common + 1) > MOST_CELLS:
            raise SpecError(f"{len(own):,} units with {int(own.sum()):,} sums are more than {MOST_CELLS:,} cells.")
        steps_of = own // common
        many, few = int((steps_of == 1).sum()), np.sort(steps_of[steps_of > 1])
        kind = few.tobytes()
        if kind not in known:  # of many questions, sizes return
            known[kind] = subset_sum_probabilities(few)
        chances = np.convolve(_heads(many), known[kind])
        null = ExactNull(0.0, 1, int(steps[place].sum()) // common, chances, len(own))
        p_values[place] = null.p_value("two-sided")
    return p_values, least


@lru_cache(maxsize=4096)
def _heads(n: int) -> NDArray[np.float64]:
    """Give the distribution of heads of n coins, outwards from the middle, which is exact."""
    centre = n // 2
    thrown = np.arange(centre, n)
    falling = np.concatenate([[1.0], np.cumprod((n - thrown) / (thrown + 1))])
    upper = falling * (math.comb(n, centre) / 2**n)  # from the centre to n
    found: NDArray[np.float64] = np.concatenate([upper[: n % 2 : -1], upper])
    return found


@SHARED
def exact_null(measurement: Measurement, a: int, b: int) -> ExactNull:
    """Give the exact null distribution of the difference of two systems under exchange of their outputs.

    There is one where, for these two systems, the score is a linear function, with whole numbers as relative weights,
    of the statistics that differ between them: then the difference is a sum of whole numbers, one per unit, each with a
    random sign. So it is for TER, and for WER and CER with one reference; not for BLEU.

    Parameters
    ----------
    measurement : Measurement
        Any metric: whether it has an exact null is found out on the data.

    Returns
    -------
    ExactNull
        Of score A minus score B.

    Raises
    ------
    SpecError
        The statistics that differ are not whole numbers, the score is not linear in them, or the distribution would
        take more than 2**26 cells (units that differ, times sums).

    Notes
    -----
    Linear means: within the rounding that all comparisons of inference allow for, at every whole step on the line
    between the lowest and the highest score that exchanges can reach, which for a single differing statistic are all of
    its totals; and at 1,024 exchanges, or all where there are fewer. The test is approximate randomization's, without
    its draws: exact under exchangeability, and with no Monte-Carlo error.

    References
    ----------
    Pagano and Tritchler 1983, "On obtaining permutation distributions in polynomial time",
    doi:10.1080/01621459.1983.10477990.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import exact_null
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 9], [0, 5], [2, 6]], [[1, 9], [1, 5], [0, 6]]]))
    >>> ter = Measurement("ter", "TER", "", statistics, lambda s: 100 * s[..., 0] / s[..., 1], False)
    >>> null = exact_null(ter, 0, 1)
    >>> null.observed, null.p_value("two-sided"), null.p_value("worse")
    (15.0, 0.5, 0.25)
    """
    rows_a, rows_b = measurement.statistics.values[a], measurement.statistics.values[b]
    totals = measurement.statistics.totals()
    observed = float(measurement.differences(totals[a], totals[b]))
    units = (rows_a != rows_b).any(axis=1)
    if not units.any():
        return ExactNull(observed, 0, 0, np.ones(1), len(rows_a))
    try:
        weights = _whole_weights(measurement, rows_a, rows_b)
        steps = (rows_a - rows_b) @ weights
        sizes = np.abs(steps[steps != 0])
        # All sums are multiples of the common divisor: the table needs its multiples only.
        common = max(1, int(np.gcd.reduce(sizes)))
        n_sums = int(sizes.sum()) // common + 1
        if len(sizes) * n_sums > MOST_CELLS:
            raise SpecError(
                f"{len(sizes):,} units that differ times {n_sums:,} sums are more than {MOST_CELLS:,} cells"
            )
        slope = _check_linear(measurement, rows_a, rows_b, weights)
    except SpecError as error:
        names = measurement.systems or [f"system {i}" for i in range(measurement.statistics.n_systems)]
        raise SpecError(
            f"There is no exact null distribution of {measurement.metric} for {names[a]} and {names[b]}: {error}. "
            "Leave out exact (--exact) to draw exchanges at random."
        ) from None
    orientation = 1 if measurement.higher_is_better else -1
    return ExactNull(
        observed,
        orientation * int(np.sign(slope)),
        int(steps.sum()) // common,
        subset_sum_probabilities(sizes // common),
        len(rows_a),
    )


@SHARED
def exact_randomization(measurements: Sequence[Measurement], pairs: Sequence[tuple[int, int]]) -> SettledPValues:
    """Test whether systems differ by exchanging their outputs, with exact p-values in place of draws.

    Returns
    -------
    SettledPValues
        Of P = metrics * pairs differences, metric by metric. Each is exact, but there is no joint null distribution of
        them, so max-T cannot correct them.

    Raises
    ------
    SpecError
        Some metric and pair, which is named, has no exact null; see `exact_null`.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import exact_randomization
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 9], [0, 5], [2, 6]], [[1, 9], [1, 5], [0, 6]]]))
    >>> ter = Measurement("ter", "TER", "", statistics, lambda s: 100 * s[..., 0] / s[..., 1], False)
    >>> exact_randomization([ter], [(1, 0)]).p_values("better").tolist()
    [0.25]
    """
    nulls = [exact_null(measurement, a, b) for measurement in measurements for a, b in pairs]
    return SettledPValues(
        np.array([null.observed for null in nulls]),
        {side: np.array([null.p_value(side) for null in nulls]) for side in get_args(Alternative)},
        measurements[0].statistics.n_units,
    )


def _whole_weights(measurement: Measurement, rows_a: NDArray[np.int64], rows_b: NDArray[np.int64]) -> NDArray[np.int64]:
    """Guess, from how far each differing statistic moves the score, their relative weights as whole numbers, (K,).

    A guess, as it is from a single place; `_check_linear` says whether it holds.
    """
    differs = (rows_a != rows_b).any(axis=0)
    if measurement.statistics.bits[differs].any():
        raise SpecError("its statistics are not whole numbers")
    low = np.minimum(rows_a, rows_b).sum(axis=0).astype(np.float64)
    room = np.maximum(rows_a, rows_b).sum(axis=0) - low
    base = np.broadcast_to(rows_a.sum(axis=0).astype(np.float64), (len(room), len(room)))
    is_own = np.eye(len(room), dtype=np.bool_)
    at_high, at_low = (measurement.scores(np.where(is_own, low + extra, base)) for extra in (room, 0.0))
    change = np.where(differs, at_high - at_low, 0.0)
    matters = np.abs(change) > TOLERANCE * np.maximum(1.0, np.abs(at_high))
    slopes = np.where(matters, change / np.where(differs, room, 1.0), 0.0)
    if not matters.any():
        return np.zeros(len(room), dtype=np.int64)
    multiples = np.rint(slopes / np.abs(slopes[matters]).min())
    # A score that is not linear can suggest huge weights: refused before sums could leave int64.
    if np.abs(multiples).max() * room.sum() >= MOST_CELLS * len(rows_a):
        raise SpecError("its score is not linear in the statistics that differ, with whole numbers as weights")
    weights: NDArray[np.int64] = multiples.astype(np.int64)
    return weights


def _check_linear(
    measurement: Measurement, rows_a: NDArray[np.int64], rows_b: NDArray[np.int64], weights: NDArray[np.int64]
) -> float:
    """Return by how much the score rises with the weighted sum; refuse a score that is not linear in it."""
    a_is_higher = (rows_a @ weights >= rows_b @ weights)[:, None]
    lowest = np.where(a_is_higher, rows_b, rows_a).sum(axis=0).astype(np.float64)
    highest = np.where(a_is_higher, rows_a, rows_b).sum(axis=0).astype(np.float64)
    n_steps = int((highest - lowest) @ weights)
    at_lowest, at_highest = measurement.scores(np.stack([lowest, highest]))
    slope = float(at_highest - at_lowest) / max(1, n_steps)
    for first in range(0, n_steps + 1, _BLOCK):
        on_line = np.arange(first, min(n_steps + 1, first + _BLOCK))[:, None]
        points = lowest + on_line * (highest - lowest) / max(1, n_steps)
        _hold(measurement, points, at_lowest + slope * on_line[:, 0])
    # With a seed of its own, so that whether a metric has an exact null hangs on the data alone.
    for _, masks in swap_draws(len(rows_a), _N_EXCHANGES, rng=0).blocks():
        sums = rows_b.sum(axis=0) + masks.astype(np.float64) @ (rows_a - rows_b).astype(np.float64)
        _hold(measurement, sums, at_lowest + slope * ((sums - lowest) @ weights))
    return slope


def _hold(measurement: Measurement, sums: NDArray[np.float64], expected: NDArray[np.float64]) -> None:
    scores = measurement.scores(sums)
    if (np.abs(scores - expected) > TOLERANCE * np.maximum(1.0, np.abs(expected))).any():
        raise SpecError("its score is not linear in the statistics that differ, with whole numbers as weights")
