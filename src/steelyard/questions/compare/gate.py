"""A gate for releases: which systems are certainly worse than allowed."""

from collections.abc import Sequence

from steelyard.errors import SpecError
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.by_metric import by_metric
from steelyard.questions.compare.question import ByMetric, read_by_metric
from steelyard.results.gate_outcome import GateOutcome, GateVerdict
from steelyard.results.pair_rows import PairRow
from steelyard.types import Measurement

__all__ = ["gate_limits", "gate_outcomes", "read_gate"]

_GATE = "min-delta"
_OF_TEST: dict[str, GateVerdict] = {"better": "pass", "equivalent": "pass", "within margin": "pass", "worse": "fail"}


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


def gate_outcomes(
    comparison: Comparison, measurements: Sequence[Measurement], min_delta: ByMetric | None
) -> list[GateOutcome]:
    """Hold each difference against what is allowed; without a gate, the verdict of its test decides.

    Allowed is a least difference A - B, in the metric's direction and unit, by metric or one for metrics of one scale:
    -0.3 lets a loss of 0.3 pass. A metric without a limit is let through.
    """
    if min_delta is None:
        return [GateOutcome(row, None, _OF_TEST.get(row.verdict, "cannot tell")) for row in comparison.pairs]
    limits = gate_limits(min_delta, measurements)
    is_better_higher = {measurement.metric: measurement.higher_is_better for measurement in measurements}
    outcomes = []
    for row in comparison.pairs:
        if row.metric in limits:
            least, higher = limits[row.metric], is_better_higher[row.metric]
            outcomes.append(GateOutcome(row, least, _held(row, least, higher), higher))
    return outcomes


def _held(row: PairRow, least: float, higher_is_better: bool) -> GateVerdict:
    """Say on which side of the limit the whole simultaneous interval lies: it holds for the family together."""
    if row.interval_simultaneous is None:
        return "cannot tell"
    low, high = row.interval_simultaneous if higher_is_better else (-end for end in row.interval_simultaneous[::-1])
    return "fail" if high < least else "pass" if low >= least else "cannot tell"
