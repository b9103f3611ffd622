"""Figures of what was collected beside a result."""

from steelyard.questions.compare.figures import comparison_figures
from steelyard.questions.human.figures import ratings_figures
from steelyard.questions.report_page.answer import ReportPage
from steelyard.results.figure import Figure

__all__ = ["draw"]


def draw(page: ReportPage) -> tuple[Figure, ...]:
    """Show the result that the page is about, with what its tests held differences against."""
    if page.comparison is not None:
        return comparison_figures(page.comparison, nulls=page.nulls)
    return () if page.ratings is None else ratings_figures(page.ratings, nulls=page.nulls)
