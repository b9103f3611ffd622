"""What the HTML page of a calibration has beside its blocks: which tests broke their promise, and figures."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Titled
from steelyard.page.html import figures
from steelyard.page.html.blocks import Placed, blocks_page
from steelyard.page.html.render import Filled
from steelyard.questions.calibrate.answer import Calibration
from steelyard.questions.calibrate.figures import draw
from steelyard.questions.calibrate.page import lay_out

__all__ = ["fill"]


def fill(calibration: Calibration) -> Filled:
    """Lay out the page, each figure in the table that it belongs to."""
    drawn = [figures.draw(figure) for figure in draw(calibration)]

    def place(blocks: Sequence[Block]) -> Placed:
        placed: Placed = []
        for block in blocks:
            about = block.title.split(":")[0].lower().replace(" ", "-") if isinstance(block, Titled) else ""
            own = [one for one in drawn if about and one.figure.name.startswith(about)]  # "false-alarms", "power"
            placed.append((type(block).__name__, block, own))
        return placed

    return blocks_page(calibration, lay_out(calibration), title=_title(calibration), place=place)


def _title(calibration: Calibration) -> str:
    """Name the tests with too many false positives."""
    tests = dict.fromkeys(row.test for row in calibration.false_alarms)
    broken = {row.test for row in calibration.false_alarms if row.verdict == "too many"}
    found = [", ".join(test for test in tests if (test in broken) == is_broken) for is_broken in (True, False)]
    if not found[0]:
        return "No test has significantly too many false positives."
    did_not = f"; not {found[1]}" if found[1] else ""
    return f"Too many false positives: {found[0]}{did_not}."
