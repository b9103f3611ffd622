"""The page of a result that is made of the blocks that its other formats have, with figures among them."""

from collections.abc import Callable, Sequence

from steelyard.page.blocks import Block, Page, Paragraph
from steelyard.page.html.figures import Drawn, draw
from steelyard.page.html.render import Filled
from steelyard.results.base import Result
from steelyard.results.figure import Figure

__all__ = ["Placed", "blocks_page", "figures_at_end", "is_not", "without_figures"]

Placed = list[tuple[str, Block, list[Drawn]]]
"""The kind of each block, the block, and the figures that stand in it or take its place."""


def blocks_page(
    result: Result, page: Page, *, title: str = "", place: "Callable[[Sequence[Block]], Placed] | None" = None
) -> Filled:
    """Make a page of blocks.

    By default its title is the kind of result, where its first block is no sentence. Figures are put among the blocks
    by `place`; without it there are none.
    """
    kind = result.schema.partition(".")[2].partition("/")[0].replace("-", " ").capitalize()
    first, blocks = page.blocks[0], page.blocks
    if isinstance(first, Paragraph):
        title, blocks = first.text, page.blocks[1:]
    sentence = getattr(result, "method", {}).get("sentence")
    shown = [block for block in blocks if is_not(block, sentence)]
    placed = (place or without_figures)(shown)
    values = {
        "title": title or kind,
        "more_inputs": [],
        "kind": kind,
        "blocks": placed,
        "has_figures": any(figures for _, _, figures in placed),
    }
    return Filled("blocks.html", result, values)


def is_not(block: Block, sentence: str | None) -> bool:
    """Say whether a block is other than the method sentence, which stands in a place of its own."""
    return not (isinstance(block, Paragraph) and block.text == sentence)


def without_figures(blocks: Sequence[Block]) -> Placed:
    """Name the kind of each block."""
    return [(type(block).__name__, block, []) for block in blocks]


def figures_at_end(figures: Sequence[Figure], blocks: Sequence[Block]) -> Placed:
    """Put figures after the last table."""
    placed = without_figures(blocks)
    if figures:
        last = max(i for i, (kind, _, _) in enumerate(placed) if kind == "Titled")
        placed.insert(last + 1, ("Figures", placed[last][1], [draw(figure) for figure in figures]))
    return placed
