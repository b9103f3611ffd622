"""What the HTML page of a calibration has beside its blocks: which tests broke their promise, and figures."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Titled
from steelyard.page.html import figures
from steelyard.page.html.blocks import Placed, blocks_page
from steelyard.page.html.render import Filled
from steelyard.questions.calibrate.answer import Calibration
from steelyard.questions.calibrate.figures import draw
from steelyard.questions.calibrate.page import to_page

__all__ = ["fill"]

_FIGURES = {"False positives": "false-alarms", "Power": "power"}  # by the title of their table


def fill(calibration: Calibration) -> Filled:
    """Lay out the page, each figure in the table that it belongs to."""
    drawn = [figures.draw(figure) for figure in draw(calibration)]

    def place(blocks: Sequence[Block]) -> Placed:
        placed: Placed = []
        for block in blocks:
            about = _FIGURES.get(block.title.split(":")[0]) if isinstance(block, Titled) else None
            own = [one for one in drawn if about and one.figure.name.startswith(about)]
            placed.append((type(block).__name__, block, own))
        return placed

    return blocks_page(calibration, to_page(calibration), place=place)
