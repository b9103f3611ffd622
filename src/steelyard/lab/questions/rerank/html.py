"""What the HTML page of a reranker has beside its blocks: a title, and figures."""

from functools import partial

from steelyard.lab.questions.rerank.answer import RerankerModel
from steelyard.lab.questions.rerank.figures import draw
from steelyard.lab.questions.rerank.page import lay_out
from steelyard.page.html.blocks import blocks_page, figures_at_end
from steelyard.page.html.render import Filled
from steelyard.results.table import clean

__all__ = ["fill"]


def fill(model: RerankerModel) -> Filled:
    """Lay out the page."""
    return blocks_page(model, lay_out(model), title=_title(model), place=partial(figures_at_end, draw(model)))


def _title(model: RerankerModel) -> str:
    """Say what the model is worth where it was not fitted."""
    score = {row.output: row.score for row in model.reach}
    first, held_out = score["decoder's first"], score["reranked, held out"]
    label = clean(model.method["label"])
    return f"{label} of what the model chooses from lists it has not seen: {held_out:.4g}, after {first:.4g} at first."
