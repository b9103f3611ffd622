"""Measured power as text for a terminal or a pipe."""

from itertools import groupby
from typing import Any

from steelyard.report.page import Page, Paragraph, Titled, page_text
from steelyard.report.table import Table, clean
from steelyard.results import PowerPlan, PowerRow

__all__ = ["plan_page", "plan_text"]

_WANTED = 0.8


def plan_text(plan: PowerPlan, *, console: Any = None) -> str:
    """Show power by difference and size of the test set, and the smallest size that is enough for 80 %.

    Parameters
    ----------
    plan : PowerPlan
        Stored or fresh.
    console : rich.console.Console, optional
        A terminal to colour for.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import plan_text
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "e", "f"]})
    >>> plan = sy.evaluate(data, metrics=["wer"]).plan(sizes=[3, 30], shares=[1.0], n_repetitions=20, n_resamples=19)
    >>> plan_text(plan).splitlines()[0]
    'Power of randomization at 0.05, in % of 20 test sets, by number of segments'
    """
    return page_text(plan_page(plan), console)


def plan_page(plan: PowerPlan) -> Page:
    """Lay out what `plan_text` shows."""
    method = plan.method
    sizes = method["sizes"]
    headers = ("metric", ">difference", *(f">{size:,}" for size in sizes), ">80% from", ">by theory")
    lines = []
    for (metric, difference), group in groupby(plan.rows, key=lambda row: (row.metric, row.difference)):
        rows = list(group)
        cells = (f"{100 * row.power:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]" for row in rows)
        needed = plan.needed(metric, difference, _WANTED)
        enough = f"more than {max(sizes):,}" if needed is None else f"{needed:,}"
        lines.append((clean(rows[0].label), f"{difference:+.3f}", *cells, enough, _theory(rows[0])))
    title = (
        f"Power of {method['test']} at {method['alpha']:g}, in % of {method['n_repetitions']:,} test sets, by number "
        f"of {method['unit']}s"
    )
    return Page((Titled(title, Table(headers, lines), is_apart=True), Paragraph(method["sentence"])))


def _theory(row: PowerRow) -> str:
    if row.n_needed is None:
        return ""
    bounds = "" if row.interval_needed is None else " [{:,}, {:,}]".format(*row.interval_needed)
    return f"{row.n_needed:,}{bounds}"
