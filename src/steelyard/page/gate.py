"""Outcomes of a gate, in words."""

from collections.abc import Sequence

from steelyard.results.gate_outcome import GateOutcome
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.table import clean

__all__ = ["allowed_text", "gate_lines", "outcome_interval", "outcome_text"]

_SAID = {
    "fail": "Gate failed",
    "pass": "Gate passed",
    "cannot tell": "Gate passed, but a larger drop than allowed is possible",
}


def gate_lines(outcomes: Sequence[GateOutcome]) -> list[str]:
    """Say why a gate failed, in a sentence for each limit that was passed, or of each limit that it was kept.

    What was lost or gained since the anchor is always said.
    """
    shown = [one for one in outcomes if one.verdict == "fail"] or outcomes
    also = [one for one in outcomes if one.is_since_anchor and one not in shown]
    said = [f"{_SAID[one.verdict]}: {outcome_text(one)}." for one in shown]
    return [*said, *(f"Since the anchor: {outcome_text(one)}." for one in also)]


def outcome_text(outcome: GateOutcome) -> str:
    """Say what a system scores, or how far it lies from the baseline, and what is allowed.

    Examples
    --------
    >>> from steelyard.page.gate import outcome_text
    >>> from steelyard.results import GateOutcome
    >>> outcome_text(GateOutcome("bleu", "BLEU", "new", "old", -2.0, (-3.0, -1.0), 0.3, "fail"))
    'new is 2.00 BLEU below old [-3.00, -1.00]; 0.3 is allowed'
    >>> outcome_text(GateOutcome("wer", "WER", "new", "", 0.25, None, 0.2, "fail", higher_is_better=False))
    'new has 0.2500 WER; 0.2 or less is allowed'
    """
    parts = [_found(outcome), outcome_interval(outcome)]
    said = " ".join(filter(None, parts))
    if outcome.p_adjusted is not None:
        said += f", adjusted p {p_text(outcome.p_adjusted)}"
    return f"{said}; {_allowed(outcome)}"


def outcome_interval(outcome: GateOutcome) -> str:
    """Show the interval with as many decimals as the value; empty where there is none."""
    return interval_text(outcome.interval, _decimals(outcome))


def allowed_text(outcome: GateOutcome) -> str:
    """Show the limit in the metric's own unit and sign, as a table has it."""
    least = -outcome.limit if outcome.against and outcome.higher_is_better else outcome.limit
    sign = "+" if outcome.against and least else ""
    return f"{least + 0:{sign}g} or {'more' if outcome.higher_is_better else 'less'}"


def _found(outcome: GateOutcome) -> str:
    system, label, value = clean(outcome.system), clean(outcome.label), outcome.value
    size = f"{abs(value):.{_decimals(outcome)}f} {label}"
    if not outcome.against:
        return f"{system} has {'-' if value < 0 else ''}{size}"
    baseline = f"{'the anchor ' if outcome.is_since_anchor else ''}{clean(outcome.against)}"
    if value == 0:
        return f"{system} and {baseline} have the same {label}"
    return f"{system} is {size} {'below' if value < 0 else 'above'} {baseline}"


def _allowed(outcome: GateOutcome) -> str:
    if not outcome.against:
        return f"{allowed_text(outcome)} is allowed"
    if not outcome.limit:
        return "no drop is allowed" if outcome.higher_is_better else "no rise is allowed"
    is_worse = outcome.value < 0 if outcome.higher_is_better else outcome.value > 0
    side = "" if is_worse else " below" if outcome.higher_is_better else " above"
    return f"{outcome.limit:g}{side} is allowed"


def _decimals(outcome: GateOutcome) -> int:
    """Show percentages with two decimals and fractions with four."""
    return 2 if max(map(abs, (outcome.value, *(outcome.interval or ())))) >= 1 else 4
