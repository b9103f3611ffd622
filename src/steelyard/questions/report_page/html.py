"""The HTML page of what was collected beside a result: that of the result, with more on it."""

from typing import Any

from steelyard.asking import entry_of, load_part
from steelyard.page.html.render import Filled
from steelyard.questions.report_page.answer import ReportPage

__all__ = ["fill"]


def fill(page: ReportPage) -> Filled:
    """Lay out the page."""
    own: Any = load_part(entry_of(type(page.result)), "html")  # type: ignore[arg-type]
    filled: Filled = own.fill(page.result, page)
    return filled
