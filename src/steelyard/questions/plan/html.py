"""What the HTML page of the answer has beside its blocks: figures."""

from functools import partial

from steelyard.page.html.blocks import blocks_page, figures_at_end
from steelyard.page.html.render import Filled
from steelyard.questions.plan.answer import PowerPlan
from steelyard.questions.plan.figures import draw
from steelyard.questions.plan.page import to_page

__all__ = ["fill"]


def fill(answer: PowerPlan) -> Filled:
    """Lay out the page."""
    return blocks_page(answer, to_page(answer), place=partial(figures_at_end, draw(answer)))
