"""Pass or fail, in a line for each limit, and then what it rests on."""

from steelyard.page.blocks import Page, Paragraph
from steelyard.page.formats import page_of
from steelyard.page.gate import gate_lines
from steelyard.questions.gate.answer import Gate

__all__ = ["lay_out"]


def lay_out(
    gate: Gate, *, width: int | None = None, short: bool = False, ranks: bool = False, effects: bool = False
) -> Page:
    """Lay out a gate: the answer first, then the comparison or the scores."""
    below = page_of(gate.basis, width=width, short=short, ranks=ranks, effects=effects)
    return Page((Paragraph("\n".join(gate_lines(gate.outcomes))), *below.blocks))
