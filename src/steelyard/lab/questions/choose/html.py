"""What the HTML page of a choice has beside its blocks: figures."""

from functools import partial

from steelyard.lab.questions.choose.answer import Choice
from steelyard.lab.questions.choose.figures import growth
from steelyard.lab.questions.choose.page import to_page
from steelyard.page.html.blocks import blocks_page, figures_at_end
from steelyard.page.html.render import Filled

__all__ = ["fill"]


def fill(choice: Choice) -> Filled:
    """Lay out the page; the matrix of systems is a table there."""
    return blocks_page(choice, to_page(choice), place=partial(figures_at_end, tuple(growth(choice))))
