"""Which units a difference hangs on: leave-one-out, parts of the text, and how few units turn a verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError, unknown_name
from steelyard.inference.intervals.jackknife import jackknife_scores, standard_error, t_quantile
from steelyard.inference.intervals.percentile import bootstrap_scores
from steelyard.inference.null import TOLERANCE
from steelyard.inference.resample import given_draws
from steelyard.types import Measurement

__all__ = [
    "Removal",
    "bucket_scores",
    "difference_influence",
    "differs_by_jackknife",
    "influence",
    "subset_scores",
    "units_to_turn",
]

Goal = Literal["sign", "significance"]


def influence(measurement: Measurement) -> NDArray[np.float64]:
    """Return by how much each system's score changes when a unit is left out.

    Parameters
    ----------
    measurement : Measurement
        N segments or documents.

    Returns
    -------
    array, shape (S, N)
        Score without the unit minus score; row A minus row B is the same of the difference A - B. NaN for a single
        unit, without which nothing is left.

    Notes
    -----
    It tells segments apart that all score 0 by themselves, but grows with length: compare units of like length. It is
    the effect of one unit; two together can do more, or less, than the sum.

    References
    ----------
    Efron and Tibshirani 1993, "An introduction to the bootstrap", section 11.5.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import influence
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 5], [2, 4], [4, 6], [1, 5]]]))
    >>> influence(Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)).round(4).tolist()
    [[-0.0333, 0.0, -0.0714, 0.1]]
    """
    observed = measurement.scores(measurement.statistics.totals())
    return jackknife_scores(measurement) - observed[:, None]


def difference_influence(measurement: Measurement, a: int, b: int) -> NDArray[np.float64]:
    """Return by how much the difference of two systems changes when a unit is left out.

    Parameters
    ----------
    measurement : Measurement
        N segments or documents.
    a, b : int
        Positions of the systems.

    Returns
    -------
    array, shape (N,)
        Score A minus score B without the unit, minus the same with it; what rounding may have left is 0. NaN for a
        single unit, and where the rest has no score.

    Notes
    -----
    As for `influence`. For means the differences are taken between exact numerators.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import difference_influence
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 5), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> difference_influence(mean, 0, 1).round(3).tolist()
    [-0.2, 0.3, -0.45, 1.05, -0.7]
    """
    rows = measurement.statistics.values[[a, b]].astype(np.float64)
    totals = rows.sum(axis=1)
    if rows.shape[1] == 1:
        return np.full(1, np.nan)
    observed = float(measurement.differences(totals[0], totals[1]))
    change = _without_each(measurement, totals, rows) - observed
    change[np.abs(change) <= TOLERANCE * max(1.0, abs(observed))] = 0.0
    return change


def subset_scores(measurements: Sequence[Measurement], members: ArrayLike) -> list[NDArray[np.float64]]:
    """Score every system on subsets of the units.

    Parameters
    ----------
    measurements : sequence of Measurement
        Metrics of the same systems and units.
    members : array of bool, shape (B, N)
        Which units belong to each subset; at least one does.

    Returns
    -------
    list of array
        One a metric, shape (S, B).

    Raises
    ------
    SpecError
        A subset is empty, or the array has another shape.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import subset_scores
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 5], [2, 4], [4, 6], [1, 5]]]))
    >>> ratio = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> subset_scores([ratio], [[True, True, False, False], [False, False, False, True]])[0].round(4).tolist()
    [[0.5556, 0.2]]
    """
    rows = np.asarray(members, dtype=np.bool_)
    if rows.ndim != 2 or not rows.any(axis=-1).all():
        raise SpecError("members must have shape (subsets, units), and every subset at least one unit.")
    return bootstrap_scores(measurements, given_draws(rows))


def bucket_scores(measurements: Sequence[Measurement], buckets: NDArray[np.int64]) -> list[NDArray[np.float64]]:
    """Score every system on each bucket of the units: by length, by genre, by anything that a unit has.

    Parameters
    ----------
    measurements : sequence of Measurement
        Metrics of the same systems and units.
    buckets : array of int, shape (N,)
        Bucket of each unit, as codes 0 .. G - 1, each of them used.

    Returns
    -------
    list of array
        One a metric, shape (S, G).

    Raises
    ------
    AlignmentError
        There is not one code a unit.
    SpecError
        A code is negative or not used.

    Notes
    -----
    Scores of buckets do not average to the score of the whole, unless the metric is a mean. A difference that shows in
    one of many buckets needs a correction like any other of many questions.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import bucket_scores
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 5], [2, 4], [4, 6], [1, 5]]]))
    >>> ratio = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> bucket_scores([ratio], np.array([0, 1, 0, 1]))[0].round(4).tolist()
    [[0.6364, 0.3333]]
    """
    n_units = measurements[0].statistics.n_units
    codes = np.asarray(buckets)
    if codes.shape != (n_units,):
        raise AlignmentError(f"There are {len(codes)} buckets for {n_units} units: give one code a unit.")
    if codes.min() < 0:
        raise SpecError("Buckets are codes from 0; a negative one is none.")
    return subset_scores(measurements, codes == np.arange(codes.max() + 1)[:, None])


def differs_by_jackknife(measurement: Measurement, a: int, b: int, *, alpha: float = 0.05) -> bool:
    """Say whether a difference is beyond what a jackknife t test lets pass: the verdict that `units_to_turn` undoes.

    Parameters
    ----------
    measurement : Measurement
        Segments or documents.
    a, b : int
        Positions of the systems.
    alpha : float, default 0.05
        Two-sided level.

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
    totals = rows.sum(axis=1)
    observed = float(measurement.differences(totals[0], totals[1]))
    left_out = _without_each(measurement, totals, rows)
    has_scores = bool(np.isfinite(left_out).all())
    return has_scores and not _is_turned(observed, observed, left_out, "significance", alpha)


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


def units_to_turn(
    measurement: Measurement,
    a: int,
    b: int,
    *,
    goal: Goal = "sign",
    alpha: float = 0.05,
    most: int | None = None,
) -> Removal | None:
    """Find few units whose removal takes a verdict back: an upper bound on how many it hangs on.

    Greedy: at every step the unit is left out whose removal brings the verdict closest to its end, given what is out
    already.

    Parameters
    ----------
    measurement : Measurement
        Segments or documents.
    a, b : int
        Positions of the systems.
    goal : {"sign", "significance"}, default "sign"
        Until the difference is gone or on the other side; or until the difference over its jackknife standard error
        is no longer beyond Student's t.
    alpha : float, default 0.05
        Two-sided level, for significance.
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
    of N sums a step.

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
    totals, kept = rows.sum(axis=1), np.arange(rows.shape[1])
    observed = float(measurement.differences(totals[0], totals[1]))
    fewest = 1 if goal == "sign" else 2
    removed: list[int] = []
    difference = observed
    while True:
        left_out = _without_each(measurement, totals, rows[:, kept]) if len(kept) > 1 else np.empty(0)
        if _is_turned(observed, difference, left_out, goal, alpha):
            return Removal(tuple(removed), observed, difference) if removed else None
        if len(kept) <= fewest or len(removed) == most:
            return None
        place = int(np.argmin(_what_is_left(observed, difference, left_out, goal)))
        removed.append(int(kept[place]))
        totals = totals - rows[:, kept[place]]
        difference = float(left_out[place])
        kept = np.delete(kept, place)


def _without_each(
    measurement: Measurement, totals: NDArray[np.float64], rows: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Take the difference without each unit in turn: totals (2, K) of rows (2, n, K)."""
    return measurement.differences(totals[0] - rows[0], totals[1] - rows[1])


def _is_turned(observed: float, difference: float, left_out: NDArray[np.float64], goal: Goal, alpha: float) -> bool:
    if goal == "sign" or not len(left_out):
        return bool(np.sign(observed) * difference <= TOLERANCE * max(1.0, abs(observed)))
    needed = t_quantile(1 - alpha / 2, len(left_out) - 1) * standard_error(left_out)
    return bool(np.sign(observed) * difference <= needed)


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
    spread = np.sqrt(np.maximum(squares.sum() - squares - shift, 0.0))
    oriented = sign * mean
    t: NDArray[np.float64] = np.divide(oriented, spread, out=np.copysign(np.inf, oriented), where=spread > 0)
    return t
