"""How few units carry a verdict."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.inference.differences import observe
from steelyard.inference.distributions import t_quantile
from steelyard.inference.intervals.jackknife import degrees_of_freedom, effective_number, standard_error
from steelyard.inference.shared_docs import SHARED
from steelyard.reprs import short_repr
from steelyard.types import Measurement

__all__ = ["ONE_BY_ONE", "Removal", "differs_by_jackknife", "units_to_turn"]

Goal = Literal["sign", "significance"]

ONE_BY_ONE = 1000
"""Units that are left out one by one; then by hundredths, or 100,000 segments would take as many steps as must go."""


@SHARED
def differs_by_jackknife(
    measurement: Measurement, a: int, b: int, *, alpha: float = 0.05, sizes: NDArray[np.float64] | None = None
) -> bool:
    """Say whether a difference is beyond what a jackknife t test lets pass: the verdict that `units_to_turn` undoes.

    Parameters
    ----------
    alpha : float, default 0.05
        Two-sided level.
    sizes : array, shape (N,), optional
        What each unit counts for, such as words: degrees of freedom are those of as many equal units; by default N - 1.

    Returns
    -------
    bool
        False for a single unit, and where the rest has no score without some unit.

    Raises
    ------
    SpecError
        alpha is not between 0 and 1.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import differs_by_jackknife
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 5), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> differs_by_jackknife(mean, 0, 1), differs_by_jackknife(mean, 0, 1, alpha=0.2)
    (False, True)
    """
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    rows = measurement.statistics.values[[a, b]].astype(np.float64)
    if rows.shape[1] == 1:
        return False
    left_out = _without_each(measurement, rows.sum(axis=1), rows)
    if not np.isfinite(left_out).all():
        return False
    verdict = _Verdict.of(measurement, a, b, "significance", alpha, sizes)
    return not verdict.is_turned(verdict.observed, left_out, np.arange(rows.shape[1]))


@dataclass(frozen=True, slots=True)
class Removal:
    """Units without which a verdict turns.

    Attributes
    ----------
    units : tuple of int
        Positions, in the order in which they were left out: their number is an upper bound on the least possible.
    difference : float
        Score A minus score B before.
    difference_after : float
        The same without the units.

    Examples
    --------
    >>> from steelyard.inference import Removal
    >>> len(Removal((4, 2), 0.22, -0.1).units)
    2
    """

    units: tuple[int, ...]
    difference: float
    difference_after: float

    __repr__ = short_repr


@SHARED
def units_to_turn(
    measurement: Measurement,
    a: int,
    b: int,
    *,
    goal: Goal = "sign",
    alpha: float = 0.05,
    sizes: NDArray[np.float64] | None = None,
    most: int | None = None,
) -> Removal | None:
    """Find few units whose removal takes a verdict back: an upper bound on how many it hangs on.

    Greedy: at every step the unit is left out whose removal brings the verdict closest to its end, given what is out
    already. From 1,000 units on, a hundredth of their number goes at a time; as soon as this would take the verdict
    past its end, one by one again.

    Parameters
    ----------
    goal : {"sign", "significance"}, default "sign"
        Until the difference is gone or on the other side; or until the difference over its jackknife standard error
        is no longer beyond Student's t.
    alpha : float, default 0.05
        Two-sided level, for significance.
    sizes : array, shape (N,), optional
        As for `differs_by_jackknife`.
    most : int, optional
        Give up after so many; by default one unit (for significance, two) is left.

    Returns
    -------
    Removal or None
        None where there is no verdict to begin with, or where it stood to the end.

    Raises
    ------
    SpecError
        There is no such goal, or alpha is not between 0 and 1.

    Notes
    -----
    The least number is never more. For the sign under a mean over units it is exactly this number: each unit counts by
    itself, and the largest go first. Under other metrics, and for significance, fewer units may do. A small
    number does not make a verdict wrong: any difference that is barely significant hangs on few units. Time: one score
    of N sums per step.

    References
    ----------
    Broderick, Giordano and Meager 2020, "An automatic finite-sample robustness metric", arXiv:2011.14999.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import units_to_turn
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 5), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> units_to_turn(mean, 0, 1).units
    (4, 2, 0)
    """
    if goal not in ("sign", "significance"):
        raise unknown_name("goal", goal, ["sign", "significance"])
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    rows = measurement.statistics.values[[a, b]].astype(np.float64)
    rest = _without(measurement, rows, rows.sum(axis=1), np.arange(rows.shape[1]))
    verdict, fewest = _Verdict.of(measurement, a, b, goal, alpha, sizes), 1 if goal == "sign" else 2
    removed: list[int] = []
    is_close = False
    while not verdict.is_turned(rest.difference, rest.left_out, rest.kept):
        n_left = min(len(rest.kept) - fewest, rows.shape[1] if most is None else most - len(removed))
        if n_left <= 0:
            return None
        n = 1 if is_close or len(removed) < ONE_BY_ONE else min(len(removed) // 100, n_left)
        distances = _what_is_left(verdict.observed, rest.difference, rest.left_out, goal)
        places = [int(np.argmin(distances))] if n == 1 else np.argsort(distances, kind="stable")[:n].tolist()
        units = rest.kept[places]
        after = _without(measurement, rows, rest.totals - rows[:, units].sum(axis=1), np.delete(rest.kept, places))
        if n > 1 and verdict.is_turned(after.difference, after.left_out, after.kept):
            is_close = True  # the end lies within this hundredth: one by one from here
            continue
        removed += units.tolist()
        rest = after
    return Removal(tuple(removed), verdict.observed, rest.difference) if removed else None


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What was found on all units, and when it is taken back; the tolerance says what counts as no difference."""

    observed: float
    tolerance: float
    goal: Goal
    alpha: float
    sizes: NDArray[np.float64] | None

    @classmethod
    def of(
        cls, measurement: Measurement, a: int, b: int, goal: Goal, alpha: float, sizes: NDArray[np.float64] | None
    ) -> "_Verdict":
        found = observe([measurement], [(a, b)])
        return cls(float(found.differences[0]), float(found.tolerance[0]), goal, alpha, sizes)

    def is_turned(self, difference: float, left_out: NDArray[np.float64], kept: NDArray[np.int64]) -> bool:
        needed = self.tolerance
        if self.goal == "significance" and len(left_out):
            n_units = float(len(kept)) if self.sizes is None else effective_number(self.sizes[kept])
            quantile = t_quantile(1 - self.alpha / 2, degrees_of_freedom(n_units))
            needed = max(needed, quantile * standard_error(left_out))
        return bool(np.sign(self.observed) * difference <= needed)


@dataclass(frozen=True, slots=True)
class _Rest:
    """The units that are kept, their sums, the difference, and the difference without each of them."""

    kept: NDArray[np.int64]
    totals: NDArray[np.float64]
    difference: float
    left_out: NDArray[np.float64]


def _without(
    measurement: Measurement, rows: NDArray[np.float64], totals: NDArray[np.float64], kept: NDArray[np.int64]
) -> _Rest:
    difference = float(measurement.differences(totals[0], totals[1]))
    left_out = _without_each(measurement, totals, rows[:, kept]) if len(kept) > 1 else np.empty(0)
    return _Rest(kept, totals, difference, left_out)


def _without_each(
    measurement: Measurement, totals: NDArray[np.float64], rows: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Take the difference without each unit in turn: totals (2, K) of rows (2, n, K)."""
    return measurement.differences(totals[0] - rows[0], totals[1] - rows[1])


def _what_is_left(observed: float, difference: float, left_out: NDArray[np.float64], goal: Goal) -> NDArray[np.float64]:
    """Say how far from its end the verdict would be without each unit."""
    sign, n = np.sign(observed), len(left_out)
    if goal == "sign" or n <= 2:
        towards: NDArray[np.float64] = sign * left_out
        return towards
    # Student's t of what the other units contribute (jackknife pseudo-values), from sums without each of them
    contribution = n * difference - (n - 1) * left_out
    mean = (contribution.sum() - contribution) / (n - 1)
    squares = np.square(contribution - contribution.mean())
    shift = np.square(mean - contribution.mean()) * (n - 1)
    # Squares about the mean without unit i: all less its own, less (n - 1) times the squared move of the mean. What is
    # left out of t are factors of n, the same for every unit.
    spread = np.sqrt(np.maximum(squares.sum() - squares - shift, 0.0))
    oriented = sign * mean
    t: NDArray[np.float64] = np.divide(oriented, spread, out=np.copysign(np.inf, oriented), where=spread > 0)
    return t
