"""What the HTML page of the answer has beside its blocks: figures."""

from functools import partial

from steelyard.page.html.blocks import blocks_page, figures_at_end
from steelyard.page.html.render import Filled
from steelyard.questions.test_accuracy.answer import TestAccuracy
from steelyard.questions.test_accuracy.figures import draw
from steelyard.questions.test_accuracy.page import to_page

__all__ = ["fill"]


def fill(answer: TestAccuracy) -> Filled:
    """Lay out the page."""
    return blocks_page(answer, to_page(answer), place=partial(figures_at_end, draw(answer)))
