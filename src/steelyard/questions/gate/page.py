"""Pass or fail, in a line for each limit, and then what it rests on."""

from steelyard.page.blocks import Page, Paragraph
from steelyard.page.formats import page_of
from steelyard.page.gate import gate_lines
from steelyard.questions.gate.answer import Gate, GateLook

__all__ = ["to_page", "sentences", "step_outputs"]


def to_page(
    gate: Gate, *, width: int | None = None, short: bool = False, ranks: bool = False, effects: bool = False
) -> Page:
    """Lay out a gate: the answer first, then the comparison or the scores."""
    said = Paragraph("\n".join(sentences(gate)))
    if gate.is_hidden:
        return Page((said, *(Paragraph(text) for look in gate.looks for text in _of_look(look))))
    below = page_of(gate.basis, width=width, short=short, ranks=ranks, effects=effects)
    return Page((said, *(Paragraph(text) for look in gate.looks for text in _of_look(look)), *below.blocks))


def sentences(gate: Gate) -> list[str]:
    """Say pass or fail, and why, where that is told."""
    if not gate.is_hidden:
        return gate_lines(gate.outcomes)
    if gate.verdict == "fail":
        return ["Gate failed: the new system is significantly worse than allowed."]
    return ["Gate passed: the new system is not significantly worse than allowed."]


def step_outputs(gate: Gate) -> dict[str, str]:
    """Say what later steps of a job may ask for."""
    return {"verdict": gate.verdict}


def _of_look(look: GateLook) -> list[str]:
    """Say what the look had of the level, and whether that holds."""
    again = "" if look.is_new else " (already in the ledger)"
    text = f"Look {look.number} at this test set{again}: level {look.level:.3g} of {look.alpha:g}."
    if look.is_guaranteed and not look.is_shown:
        text += " Scores are hidden, to keep this level for later gates (use --show-scores to see them)."
    elif look.is_guaranteed:
        text += " Scores are shown: later gates have no guaranteed level."
    else:
        text += (
            " The level is not guaranteed: scores were shown before, or gates failed on two separate branches. Use a "
            "new test set."
        )
    few = "At this level no difference can be significant: use a larger test set."
    return [text] if look.can_fail else [text, few]
