"""What the HTML page of a replication has beside its blocks: the finding first, and figures for their descriptions."""

from collections.abc import Sequence
from dataclasses import replace

from steelyard.lab.questions.replicate.answer import Replication
from steelyard.lab.questions.replicate.page import figure_lines, figure_title, to_page
from steelyard.lab.questions.replicate.page_finding import finding
from steelyard.page.blocks import Block, Page, Paragraph, Verbatim
from steelyard.page.html.blocks import Placed, blocks_page
from steelyard.page.html.figures import Drawn, draw
from steelyard.page.html.render import Filled

__all__ = ["fill"]


def fill(replication: Replication) -> Filled:
    """Lay out the page."""
    drawn = [draw(figure) for figure in replication.figures]
    page = to_page(replication)
    found = finding(replication)
    if found:  # before the citation that the text starts with
        page = Page((Paragraph(found), *page.blocks))
    return blocks_page(replication, page, place=lambda blocks: _placed(drawn, blocks))


def _placed(figures: list[Drawn], blocks: Sequence[Block]) -> Placed:
    """Draw each figure in place of its description, whose sentences stand below it, and before the tables."""
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
    n_first = next((i for i, (_, block, _) in enumerate(placed) if not isinstance(block, Paragraph)), len(placed))
    return [*placed[:n_first], *sorted(placed[n_first:], key=lambda one: one[0] != "Figures")]
