"""What the HTML page of items has beside its blocks: items by difficulty, and what fewer get wrong, drawn."""

from collections.abc import Sequence

from steelyard.page.blocks import Block
from steelyard.page.html import figures
from steelyard.page.html.blocks import Placed, blocks_page, without_figures
from steelyard.page.html.render import Filled
from steelyard.questions.items.answer import ItemAnalysis
from steelyard.questions.items.figures import draw
from steelyard.questions.items.page import to_page

__all__ = ["fill"]

_PLACES = {"items-": ": items by difficulty", "shorter-": ": boards of fewer items"}


def fill(items: ItemAnalysis) -> Filled:
    """Lay out the page, each figure under the table that it shows."""
    found = draw(items)

    def place(blocks: Sequence[Block]) -> Placed:
        placed = without_figures(blocks)
        for start, end in _PLACES.items():
            left = [figures.draw(figure) for figure in found if figure.name.startswith(start)]
            for i, (kind, block, drawn) in enumerate(placed):
                if kind == "Titled" and getattr(block, "title", "").endswith(end) and left:
                    placed[i] = kind, block, [*drawn, left.pop(0)]
        return placed

    return blocks_page(items, to_page(items), place=place)
