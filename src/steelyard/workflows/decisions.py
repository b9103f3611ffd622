"""What is done with a comparison: equivalence within a margin, and a gate for releases."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference import equivalence, holm, jackknife_scores, smallest_p_value
from steelyard.results import Comparison, PairRow
from steelyard.types import Measurement
from steelyard.workflows.pairs import Pair
from steelyard.workflows.units import Units

__all__ = ["decide_equivalence", "find_regressions", "read_gate"]

_GATE = "min-delta="


def decide_equivalence(
    rows: Sequence[PairRow],
    units: Units,
    pairs: Sequence[Pair],
    families: Sequence[Sequence[int]],
    *,
    margin: float,
    alpha: float,
    is_corrected: bool,
) -> list[PairRow]:
    """Say of pairs without a difference which are equivalent within a margin.

    Parameters
    ----------
    rows : sequence of PairRow
        Metric by metric.
    units : Units
        What was resampled.
    pairs : sequence of (int, int)
        Of every metric.
    families : sequence of sequences of int
        Rows that are corrected together.
    margin : float
        In the unit of every metric.
    alpha : float
        Share of families in which some pair may be called equivalent wrongly.
    is_corrected : bool
        Holm's correction within each family, valid under any dependence; otherwise each pair by itself.

    Returns
    -------
    list of PairRow
        With `p_equivalence`; "cannot tell" becomes "within margin" where it is at most alpha. A pair that was found to
        differ keeps its verdict. Where the units are too few for any difference, they are for equivalence.
    """
    changes = (left_out[a] - left_out[b] for left_out in map(jackknife_scores, units.measurements) for a, b in pairs)
    p_values = np.array([_p_value(row, change, margin, alpha) for row, change in zip(rows, changes, strict=True)])
    if is_corrected:
        for members in families:
            p_values[members] = holm(p_values[members])
    has_enough = smallest_p_value(units.n) <= alpha
    decided = []
    for row, p_value in zip(rows, p_values.tolist(), strict=True):
        is_within = has_enough and row.verdict == "cannot tell" and p_value <= alpha
        verdict = replace(row, verdict="within margin", reason="") if is_within else row
        decided.append(replace(verdict, p_equivalence=p_value))
    return decided


def _p_value(row: PairRow, change: NDArray[np.float64], margin: float, alpha: float) -> float:
    if row.verdict == "equivalent":  # equal in every unit
        return 0.0
    return equivalence(row.delta, change, margin, alpha=alpha).p_value


def read_gate(text: str) -> float:
    """Read what a gate allows.

    Parameters
    ----------
    text : str
        ``min-delta=X``.

    Returns
    -------
    float
        X: the least difference, in the direction of the metric, that is let through.

    Raises
    ------
    SpecError
        It is written otherwise, or X is no finite number.
    """
    number = text.removeprefix(_GATE)
    try:
        least = float(number) if number != text else math.nan
    except ValueError:
        least = math.nan
    if not math.isfinite(least):
        raise SpecError(f"Cannot read the gate (--gate) {text!r}: write {_GATE}-0.3, say.")
    return least


def find_regressions(comparison: Comparison, measurements: Sequence[Measurement], min_delta: float) -> list[PairRow]:
    """Find the pairs in which system A is certainly worse than allowed.

    Parameters
    ----------
    comparison : Comparison
        Its intervals hold for all differences of the family together.
    measurements : sequence of Measurement
        For the directions of the metrics.
    min_delta : float
        The least allowed difference A - B, in the metric's direction and unit: -0.3 lets a loss of 0.3 pass.

    Returns
    -------
    list of PairRow
        Those whose whole simultaneous interval lies below.
    """
    higher_is_better = {measurement.metric: measurement.higher_is_better for measurement in measurements}
    found = []
    for row in comparison.pairs:
        if row.interval_simultaneous is None:
            continue
        low, high = row.interval_simultaneous
        at_best = high if higher_is_better[row.metric] else -low
        if at_best < min_delta:
            found.append(row)
    return found
