"""The HTML page: the same blocks, with examples of every category."""

from steelyard.lab.questions.suite.answer import CheckPoints
from steelyard.lab.questions.suite.page import to_page
from steelyard.page.html.blocks import blocks_page
from steelyard.page.html.render import Filled

__all__ = ["fill"]

_MOST = 100  # categories


def fill(answer: CheckPoints) -> Filled:
    """Fill the page."""
    return blocks_page(answer, to_page(answer, n_examples=_MOST))
