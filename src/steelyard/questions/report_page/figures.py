"""Figures of what was collected beside a result."""

from steelyard.questions.compare.figures import draw as draw_comparison
from steelyard.questions.human.figures import draw as draw_ratings
from steelyard.questions.report_page.answer import ReportPage
from steelyard.results.figure import Figure

__all__ = ["draw"]


def draw(page: ReportPage) -> tuple[Figure, ...]:
    """Show the result that the page is about, with what its tests held differences against."""
    if page.comparison is not None:
        return draw_comparison(page.comparison, nulls=page.nulls)
    return () if page.ratings is None else draw_ratings(page.ratings, nulls=page.nulls)
