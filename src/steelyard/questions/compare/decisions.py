"""What is done with a comparison: equivalence within a margin, and a gate for releases."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.pairs import Pair
from steelyard.counted.units import Units
from steelyard.errors import SpecError
from steelyard.inference import VarianceSplit, equivalence, holm, jackknife_scores, smallest_p_value
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.by_metric import ByMetric, by_metric, read_by_metric
from steelyard.results.pair_rows import PairRow
from steelyard.types import Measurement

__all__ = ["decide_equivalence", "find_regressions", "gate_limits", "read_gate"]

_GATE = "min-delta"


def decide_equivalence(
    rows: Sequence[PairRow],
    units: Units,
    pairs: Sequence[Pair],
    families: Sequence[Sequence[int]],
    *,
    margins: Mapping[str, float],
    alpha: float,
    is_corrected: bool,
    n_effective: float,
    splits: Sequence[VarianceSplit] | None = None,
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
    margins : mapping of str to float
        By metric, in the unit of its score; pairs under other metrics stay as they are.
    alpha : float
        Share of families in which some pair may be called equivalent wrongly.
    is_corrected : bool
        Holm's correction within each family, valid under any dependence; otherwise each pair by itself.
    n_effective : float
        As many equal units as these are worth.
    splits : sequence of VarianceSplit, optional
        Of the same rows, where runs vary beside the units.

    Returns
    -------
    list of PairRow
        With `p_equivalence`; "cannot tell" becomes "within margin" where it is at most alpha. A pair that was found to
        differ keeps its verdict. Where the units are too few for any difference, they are for equivalence.
    """
    spreads: Iterable[NDArray[np.float64] | VarianceSplit] = splits or (
        left_out[a] - left_out[b] for left_out in map(jackknife_scores, units.measurements) for a, b in pairs
    )
    p_values = np.array(
        [
            _p_value(row, spread, margins[row.metric], alpha, n_effective) if row.metric in margins else np.nan
            for row, spread in zip(rows, spreads, strict=True)
        ]
    )
    if is_corrected:
        for family in families:
            members = [i for i in family if rows[i].metric in margins]
            p_values[members] = holm(p_values[members])
    has_enough = smallest_p_value(units.n) <= alpha
    decided = []
    for row, p_value in zip(rows, p_values.tolist(), strict=True):
        if row.metric not in margins:
            decided.append(row)
            continue
        is_within = has_enough and row.verdict == "cannot tell" and p_value <= alpha
        verdict = replace(row, verdict="within margin", reason="") if is_within else row
        decided.append(replace(verdict, p_equivalence=p_value))
    return decided


def _p_value(
    row: PairRow, spread: NDArray[np.float64] | VarianceSplit, margin: float, alpha: float, n_effective: float
) -> float:
    """Return the larger p of two one-sided t tests, over units (leave-one-out differences) or over runs, too."""
    if row.verdict == "equivalent":  # equal in every unit
        return 0.0
    if isinstance(spread, VarianceSplit):
        return max(spread.tail(row.delta + margin), spread.tail(margin - row.delta))
    return equivalence(row.delta, spread, margin, alpha=alpha, n_effective=n_effective).p_value


def read_gate(texts: str | Sequence[str]) -> ByMetric:
    """Read what a gate allows.

    Parameters
    ----------
    texts : str or sequence of str
        ``min-delta=X``, or ``min-delta:METRIC=X`` for each metric.

    Returns
    -------
    float or dict of str to float
        X: the least difference, in the direction of the metric, that is let through.

    Raises
    ------
    SpecError
        It is written otherwise, or X is no finite number.
    """
    given = [texts] if isinstance(texts, str) else list(texts)
    try:
        if not given or not all(text.startswith((f"{_GATE}=", f"{_GATE}:")) for text in given):
            raise SpecError("It names no limit.")
        return read_by_metric(
            [text.removeprefix(_GATE).removeprefix(":").removeprefix("=") for text in given], "--gate"
        )
    except SpecError as error:
        raise SpecError(
            f"Cannot read the gate (--gate) {' '.join(given)!r}: write {_GATE}=-0.3, say, or for each metric "
            f"{_GATE}:METRIC=-0.3."
        ) from error


def gate_limits(min_delta: ByMetric, measurements: Sequence[Measurement]) -> dict[str, float]:
    """Give each metric its limit.

    Parameters
    ----------
    min_delta : float or mapping of str to float
        As `read_gate` gives it.
    measurements : sequence of Measurement
        For names and scales.

    Returns
    -------
    dict of str to float
        By spelling; a metric without a limit is let through.

    Raises
    ------
    SpecError
        One limit was given for metrics of different scales, or a name is none.
    """
    return by_metric(min_delta, measurements, "limit of the gate", "--gate", f"{_GATE}:")


def find_regressions(comparison: Comparison, measurements: Sequence[Measurement], min_delta: ByMetric) -> list[PairRow]:
    """Find the pairs in which system A is certainly worse than allowed.

    Parameters
    ----------
    comparison : Comparison
        Its intervals hold for all differences of the family together.
    measurements : sequence of Measurement
        For the directions of the metrics.
    min_delta : float or mapping of str to float
        The least allowed difference A - B, in the metric's direction and unit, by metric or one for metrics of one
        scale: -0.3 lets a loss of 0.3 pass.

    Returns
    -------
    list of PairRow
        Those whose whole simultaneous interval lies below.
    """
    limits = gate_limits(min_delta, measurements)
    higher_is_better = {measurement.metric: measurement.higher_is_better for measurement in measurements}
    found = []
    for row in comparison.pairs:
        if row.interval_simultaneous is None or row.metric not in limits:
            continue
        low, high = row.interval_simultaneous
        at_best = high if higher_is_better[row.metric] else -low
        if at_best < limits[row.metric]:
            found.append(row)
    return found
