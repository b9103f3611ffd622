"""Which units a difference hangs on: leave-one-out, and scores of parts of the text."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference.differences import centred_tolerance, observe
from steelyard.inference.draws.resample import given_draws
from steelyard.inference.intervals.jackknife import jackknife_scores
from steelyard.inference.intervals.percentile import bootstrap_scores
from steelyard.inference.shared_docs import SHARED
from steelyard.types import Measurement

__all__ = ["bucket_scores", "difference_influence", "influence", "subset_scores"]


@SHARED
def influence(measurement: Measurement) -> NDArray[np.float64]:
    """Return by how much each system's score changes when a unit is left out.

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


@SHARED
def difference_influence(measurement: Measurement, a: int, b: int) -> NDArray[np.float64]:
    """Return by how much the difference of two systems changes when a unit is left out.

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
    observed = observe([measurement], [(a, b)])
    change: NDArray[np.float64] = (
        measurement.differences(totals[0] - rows[0], totals[1] - rows[1]) - observed.differences[0]
    )
    change[np.abs(change) <= centred_tolerance(observed)[0]] = 0.0
    return change


@SHARED
def subset_scores(measurements: Sequence[Measurement], members: ArrayLike) -> list[NDArray[np.float64]]:
    """Score every system on subsets of the units.

    Parameters
    ----------
    members : array of bool, shape (B, N)
        Which units belong to each subset; at least one does.

    Returns
    -------
    list of array
        One per metric, shape (S, B).

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


@SHARED
def bucket_scores(measurements: Sequence[Measurement], buckets: NDArray[np.int64]) -> list[NDArray[np.float64]]:
    """Score every system on each bucket of the units: by length, by genre, by anything that a unit has.

    Parameters
    ----------
    buckets : array of int, shape (N,)
        Bucket of each unit, as codes 0 .. G - 1, each of them used.

    Returns
    -------
    list of array
        One per metric, shape (S, G).

    Raises
    ------
    AlignmentError
        There is not one code per unit.
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
    if not np.bincount(codes).all():
        raise SpecError("Buckets must be codes 0 .. G - 1, and every one must have members.")
    # Summed by code: rows of members, shape (G, N), would take N squared where every unit is a bucket of its own.
    sums = [measurement.statistics.by_document(codes).values.astype(np.float64) for measurement in measurements]
    return [measurement.scores(block) for measurement, block in zip(measurements, sums, strict=True)]
