"""What a gate finds of one limit."""

from collections.abc import Iterable
from typing import Literal

from steelyard.results.columns import MetricRow, column, row

__all__ = ["GateOutcome", "GateVerdict", "gate_verdict"]

GateVerdict = Literal["pass", "fail", "cannot tell", "open"]


@row
class GateOutcome(MetricRow):
    """A system under one metric, beside what is allowed."""

    system: str = column("the new system")
    against: str = column("the system in use; empty for a limit on the score itself")
    value: float = column(
        "score of the system minus that of the baseline, in the metric's own sign and unit; without a "
        "baseline the score"
    )
    interval: tuple[float, float] | None = column(
        "interval of the value: simultaneous for a difference, single for a score"
    )
    limit: float = column(
        "how much worse the system may be than the baseline, from 0; without a baseline the worst score that is allowed"
    )
    verdict: GateVerdict = column("``pass``: within the limit; ``fail``: beyond it; for a difference significantly so")
    higher_is_better: bool = column("the direction of the metric", default=True)
    p_adjusted: float | None = column(
        "of the difference, if no loss is allowed: the verdict then uses the test, not the interval", default=None
    )
    is_since_anchor: bool = column(
        "whether the baseline is the anchor, an old release that stays the same", default=False
    )


def gate_verdict(outcomes: Iterable[GateOutcome]) -> GateVerdict:
    """Put the outcomes of all metrics and systems together.

    Parameters
    ----------
    outcomes : iterable of GateOutcome
        Of one gate.

    Returns
    -------
    {"pass", "fail", "cannot tell", "open"}
        ``fail`` where one fails, ``pass`` where all pass.

    Examples
    --------
    >>> from steelyard.results import gate_verdict
    >>> gate_verdict([])
    'cannot tell'
    """
    verdicts = {outcome.verdict for outcome in outcomes}
    return "fail" if "fail" in verdicts else "pass" if verdicts == {"pass"} else "cannot tell"
