"""What a gate finds of one limit."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from steelyard.short_repr import short_repr

__all__ = ["GateOutcome", "GateVerdict", "gate_verdict"]

GateVerdict = Literal["pass", "fail", "cannot tell"]


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """A system under one metric, beside what is allowed.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system : str
        The new one.
    baseline : str
        The system in use; empty where the score itself is limited.
    value : float
        Score of the system minus that of the baseline, in the metric's own sign and unit; without a baseline the score.
    interval : (float, float) or None
        Of the value: of a difference the interval that holds for the whole family, of a score its own.
    limit : float
        How much worse the system may be than the baseline, from 0; without a baseline the worst score that is allowed.
    verdict : {"pass", "fail", "cannot tell"}
        ``pass``: within the limit, of a difference certainly so; ``fail``: beyond it, of a difference certainly so.
    higher_is_better : bool
        The direction of the metric.
    p_adjusted : float or None
        Of the difference, where nothing may be lost: then the test decides, and not the interval.

    Examples
    --------
    >>> from steelyard.results import GateOutcome
    >>> GateOutcome("bleu", "BLEU", "new", "old", -2.0, (-3.0, -1.0), 0.3, "fail").verdict
    'fail'
    """

    metric: str
    label: str
    system: str
    baseline: str
    value: float
    interval: tuple[float, float] | None
    limit: float
    verdict: GateVerdict
    higher_is_better: bool = True
    p_adjusted: float | None = None

    __repr__ = short_repr


def gate_verdict(outcomes: Iterable[GateOutcome]) -> GateVerdict:
    """Put the outcomes of all metrics and systems together.

    Parameters
    ----------
    outcomes : iterable of GateOutcome
        Of one gate.

    Returns
    -------
    {"pass", "fail", "cannot tell"}
        ``fail`` where one fails, ``pass`` where all pass.

    Examples
    --------
    >>> from steelyard.results import gate_verdict
    >>> gate_verdict([])
    'cannot tell'
    """
    verdicts = {outcome.verdict for outcome in outcomes}
    return "fail" if "fail" in verdicts else "pass" if verdicts == {"pass"} else "cannot tell"
