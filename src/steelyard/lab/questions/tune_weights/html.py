"""What the HTML page of tuned weights has beside its blocks: figures."""

from functools import partial

from steelyard.lab.questions.tune_weights.answer import WeightTuning
from steelyard.lab.questions.tune_weights.figures import draw
from steelyard.lab.questions.tune_weights.page import to_page
from steelyard.page.html.blocks import blocks_page, figures_at_end
from steelyard.page.html.render import Filled

__all__ = ["fill"]


def fill(tuning: WeightTuning) -> Filled:
    """Lay out the page."""
    return blocks_page(tuning, to_page(tuning), place=partial(figures_at_end, draw(tuning)))
