"""What a gate says of one difference."""

from dataclasses import dataclass
from typing import Literal

from steelyard.results.pair_rows import PairRow

__all__ = ["GateOutcome", "GateVerdict", "gate_verdict"]

GateVerdict = Literal["pass", "fail", "cannot tell"]


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """A new system beside the one in use, under one metric.

    Attributes
    ----------
    row : PairRow
        The difference; system A is the new one.
    least : float or None
        The least difference in the direction of the metric that is allowed; None where no gate was given, so that the
        verdict of the test stands.
    verdict : {"pass", "fail", "cannot tell"}
        ``pass``: certainly no worse than allowed; ``fail``: certainly worse.
    higher_is_better : bool
        The direction of the metric.

    Examples
    --------
    >>> from steelyard.results import GateOutcome, PairRow
    >>> row = PairRow("bleu", "BLEU", "new", "old", -2.0, None, (-3.0, -1.0), 0.01, 0.01, 0.0, "worse", "", 1.0)
    >>> GateOutcome(row, -0.3, "fail").verdict
    'fail'
    """

    row: PairRow
    least: float | None
    verdict: GateVerdict
    higher_is_better: bool = True


def gate_verdict(outcomes: "tuple[GateOutcome, ...] | list[GateOutcome]") -> GateVerdict:
    """Put the outcomes of all metrics and systems together.

    Parameters
    ----------
    outcomes : sequence of GateOutcome
        Of one comparison.

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
