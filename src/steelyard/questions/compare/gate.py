"""A gate for releases: which systems are certainly worse than allowed."""

from collections.abc import Sequence

from steelyard.errors import SpecError
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.by_metric import by_metric
from steelyard.questions.compare.question import ByMetric, read_by_metric
from steelyard.results.pair_rows import PairRow
from steelyard.types import Measurement

__all__ = ["find_regressions", "gate_limits", "read_gate"]

_GATE = "min-delta"


def read_gate(texts: str | Sequence[str]) -> ByMetric:
    """Read what a gate allows: ``min-delta=X``, or ``min-delta:METRIC=X`` for each metric.

    X is the least difference, in the direction of the metric, that is let through.
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
    """Give each metric its limit, by spelling; a metric without one is let through."""
    return by_metric(min_delta, measurements, "limit of the gate", "--gate", f"{_GATE}:")


def find_regressions(comparison: Comparison, measurements: Sequence[Measurement], min_delta: ByMetric) -> list[PairRow]:
    """Find the pairs whose whole simultaneous interval lies below what is allowed: system A is certainly worse.

    Allowed is a least difference A - B, in the metric's direction and unit, by metric or one for metrics of one scale:
    -0.3 lets a loss of 0.3 pass. The intervals hold for all differences of the family together.
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
