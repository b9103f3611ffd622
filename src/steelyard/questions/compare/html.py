"""The HTML page of a comparison."""

from steelyard.page.html.render import Filled
from steelyard.page.html.systems import NOTHING, PageExtras, systems_page
from steelyard.page.rows import by_metric, choose_decimals
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.page import run_table, summary

__all__ = ["fill"]


def fill(comparison: Comparison, beside: PageExtras = NOTHING) -> Filled:
    """Lay out the page, with what was collected beside the comparison."""
    runs = {}
    for metric, rows in by_metric(comparison.scores):
        of_metric = [row for row in comparison.runs if row.metric == metric]
        if of_metric:
            runs[metric] = run_table(of_metric, choose_decimals(rows, None), comparison.method)
    return systems_page(comparison, beside, summary(comparison), runs=runs)
