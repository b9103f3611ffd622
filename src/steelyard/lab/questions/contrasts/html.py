"""The HTML page: the same blocks, with all the items that metrics miss."""

from steelyard.lab.questions.contrasts.answer import Contrasts
from steelyard.lab.questions.contrasts.page import to_page
from steelyard.page.html.blocks import blocks_page
from steelyard.page.html.render import Filled

__all__ = ["fill"]


def fill(answer: Contrasts) -> Filled:
    """Fill the page."""
    return blocks_page(answer, to_page(answer, n_examples=None))
