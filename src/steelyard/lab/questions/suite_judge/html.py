"""The HTML page: the same blocks, with all phenomena and more outputs."""

from steelyard.lab.questions.suite_judge.answer import JudgedSuite
from steelyard.lab.questions.suite_judge.page import to_page
from steelyard.page.html.blocks import blocks_page
from steelyard.page.html.render import Filled

__all__ = ["fill"]

_MOST_ROWS, _MOST_EXAMPLES = 1_000, 100


def fill(answer: JudgedSuite) -> Filled:
    """Fill the page."""
    return blocks_page(answer, to_page(answer, n_rows=_MOST_ROWS, n_examples=_MOST_EXAMPLES))
