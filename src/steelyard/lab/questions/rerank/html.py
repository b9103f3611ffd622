"""What the HTML page of a reranker has beside its blocks: a title, and figures."""

from functools import partial

from steelyard.lab.questions.rerank.answer import RerankerModel
from steelyard.lab.questions.rerank.figures import draw
from steelyard.lab.questions.rerank.page import answer_sentence, to_page
from steelyard.page.html.blocks import blocks_page, figures_at_end
from steelyard.page.html.render import Filled

__all__ = ["fill"]


def fill(model: RerankerModel) -> Filled:
    """Lay out the page."""
    return blocks_page(model, to_page(model), title=answer_sentence(model), place=partial(figures_at_end, draw(model)))
