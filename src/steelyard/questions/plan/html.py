"""What the HTML page of the answer has beside its blocks: figures."""

from functools import partial

from steelyard.questions.plan.answer import PowerPlan
from steelyard.questions.plan.figures import draw
from steelyard.questions.plan.page import lay_out
from steelyard.report.html_page.blocks import blocks_page, figures_at_end
from steelyard.report.html_page.render import Filled

__all__ = ["fill"]


def fill(answer: PowerPlan) -> Filled:
    """Lay out the page."""
    return blocks_page(answer, lay_out(answer), place=partial(figures_at_end, draw(answer)))
