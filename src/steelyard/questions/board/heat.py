"""The map of a board: scores of systems on items, few enough fields to be looked at."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.questions.board.answer import MISSING, N_LEVELS, HeatMap
from steelyard.scored.single_segments import item_scores
from steelyard.types import Measurement

__all__ = ["heat_map"]

MOST_ROWS, MOST_COLUMNS = 200, 500
_TAIL = 0.01  # of the scores on either side, which need not set the scale
_FAR = 4.0  # times the width of the rest, from where tails are cut off
_DIGITS = np.array(list("0123456789abcdefghijklmnopqrstuv" + MISSING))


def heat_map(
    measurement: Measurement,
    best: Measurement | None,
    ranks: Sequence[int],
    members: NDArray[np.int64] | None = None,
    subset: str = "",
) -> HeatMap | None:
    """Draw the map of all items, or of those of a subset; None where items have no scores of their own.

    With `best`, missing scores have two ends, and their fields no level.
    """
    scores = item_scores(measurement)
    if scores is None:
        return None
    ends = None if best is None else item_scores(best)
    if ends is not None:
        scores = np.where(scores == ends, scores, np.nan)
    chosen = np.arange(scores.shape[1]) if members is None else members
    sign = 1.0 if measurement.higher_is_better else -1.0
    scores = sign * scores[:, chosen]
    systems = np.argsort(ranks, kind="stable")
    items = np.argsort(-_means(scores, 0), kind="stable")  # what has no score at all stands last
    low, high = _ends(scores)
    ordered = scores[np.ix_(systems, items)]
    fields, n_rows, n_columns = _shrunk(ordered)
    top = N_LEVELS - 1
    scaled = np.clip((fields - low) / (high - low), 0, 1) * top if high > low else np.full(fields.shape, float(top))
    levels = np.where(np.isnan(fields), N_LEVELS, np.rint(np.nan_to_num(scaled))).astype(np.int64)
    return HeatMap(
        metric=measurement.metric,
        label=measurement.label,
        subset=subset,
        worst=sign * low,
        best=sign * high,
        systems=tuple(systems.tolist()),
        items=tuple(chosen[items].tolist()),
        n_systems_a_row=n_rows,
        n_items_a_column=n_columns,
        cells=tuple("".join(row) for row in _DIGITS[levels].tolist()),
    )


def _ends(scores: NDArray[np.float64]) -> tuple[float, float]:
    """Return the scores that the scale goes between: the extremes, unless few lie far out."""
    known = scores[~np.isnan(scores)]
    if not known.size:
        return 0.0, 0.0
    low, high = float(known.min()), float(known.max())
    inner, outer = np.quantile(known, (_TAIL, 1 - _TAIL)).tolist()
    return (inner, outer) if 0 < _FAR * (outer - inner) < high - low else (low, high)


def _shrunk(ordered: NDArray[np.float64]) -> tuple[NDArray[np.float64], int, int]:
    """Put neighbours together until there are few enough fields."""
    n_rows, n_columns = (-(-n // most) for n, most in zip(ordered.shape, (MOST_ROWS, MOST_COLUMNS), strict=True))
    if n_rows == n_columns == 1:
        return ordered, 1, 1
    is_known = ~np.isnan(ordered)
    sums = _added(_added(np.nan_to_num(ordered), n_rows, 0), n_columns, 1)
    counts = _added(_added(is_known.astype(np.float64), n_rows, 0), n_columns, 1)
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0), n_rows, n_columns


def _added(values: NDArray[np.float64], n: int, axis: int) -> NDArray[np.float64]:
    added: NDArray[np.float64] = np.add.reduceat(values, np.arange(0, values.shape[axis], n), axis=axis)
    return added


def _means(scores: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """Return the means of what is known; minus infinity where nothing is."""
    is_known = ~np.isnan(scores)
    counts = is_known.sum(axis=axis)
    sums = np.where(is_known, scores, 0).sum(axis=axis)
    means: NDArray[np.float64] = np.divide(sums, counts, out=np.full(sums.shape, -np.inf), where=counts > 0)
    return means
