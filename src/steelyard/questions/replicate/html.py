"""What the HTML page of a replication has beside its blocks: its figures, in place of their descriptions."""

from collections.abc import Sequence
from dataclasses import replace

from steelyard.page.blocks import Block, Verbatim
from steelyard.page.html.blocks import Placed, blocks_page
from steelyard.page.html.figures import Drawn, draw
from steelyard.page.html.render import Filled
from steelyard.questions.replicate.answer import Replication
from steelyard.questions.replicate.page import figure_lines, figure_title, lay_out

__all__ = ["fill"]


def fill(replication: Replication) -> Filled:
    """Lay out the page."""
    drawn = [draw(figure) for figure in replication.figures]
    return blocks_page(replication, lay_out(replication), place=lambda blocks: _placed(drawn, blocks))


def _placed(figures: list[Drawn], blocks: Sequence[Block]) -> Placed:
    """Draw each figure that the text describes in place of the description, whose sentences stand below."""
    placed: Placed = []
    for block in blocks:
        if not (figures and isinstance(block, Verbatim)):
            placed.append((type(block).__name__, block, []))
            continue
        first = figures.pop(0)
        note = ". ".join(line.removesuffix(".") for line in figure_lines(first.figure))
        drawn = replace(first, title=figure_title(first.figure), note=f"{note}.")
        if placed and placed[-1][0] == "Figures":
            placed[-1][2].append(drawn)
        else:
            placed.append(("Figures", block, [drawn]))
    return placed
