"""Measured power as text for a terminal or a pipe."""

from collections.abc import Sequence
from math import inf
from statistics import median

from steelyard.page.blocks import Block, MethodText, Page, Paragraph, Titled
from steelyard.questions.plan.answer import PowerPlan, PowerRow
from steelyard.results.groups import groups_of
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_WANTED = 0.8


def to_page(plan: PowerPlan) -> Page:
    """Lay out power by difference and size of the test set, and the smallest size that is enough for 80 %."""
    method = plan.method
    n_pairs = method.get("n_pairs", 1)
    title = f"Power of {method['test']} at {method['alpha']:g}"
    title += f" over all {n_pairs} pairs" if n_pairs > 1 else ""
    title += f", in % of {method['n_repetitions']:,} test sets, by number of {method['unit']}s"
    table = _of_family(plan) if n_pairs > 1 else _of_pair(plan)
    blocks: list[Block] = [Paragraph("\n".join(_answers(plan))), Titled(title, table, is_apart=True)]
    blocks += map(Paragraph, _warnings(plan))
    return Page((*blocks, MethodText(method["sentence"])))


def _answers(plan: PowerPlan) -> list[str]:
    """Say for each metric how large a test set needs to be to detect each difference."""
    what = f"{plan.method['unit']}s for {100 * _WANTED:g}% power"
    what += " of every pair" if plan.method.get("n_pairs", 1) > 1 else ""
    answers = []
    for metric, rows in groups_of(plan.rows, lambda row: row.metric):
        wanted = dict.fromkeys(row.wanted or row.difference for row in rows)
        sizes = ((difference, _enough(plan, plan.needed(metric, difference, _WANTED))) for difference in wanted)
        needs = "; ".join(f"{size} for a difference of {difference:.3g}" for difference, size in sizes)
        answers.append(f"{clean(rows[0].label)}: {what}: {needs}.")
    return answers


def _of_pair(plan: PowerPlan) -> Table:
    """Show a line per difference, sizes side by side."""
    lines = []
    for (metric, difference), rows in groups_of(plan.rows, lambda row: (row.metric, row.difference)):
        cells = (f"{100 * row.power:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]" for row in rows)
        enough = _enough(plan, plan.needed(metric, difference, _WANTED))
        lines.append((clean(rows[0].label), f"{difference:+.3f}", rows[0].made, *cells, enough, _theory(rows[0])))
    return Table(_headers(plan), lines)


def _of_family(plan: PowerPlan) -> Table:
    """Show a line per difference: medians over the pairs, and how far the pairs are apart."""
    lines = []
    for (metric, wanted), rows in groups_of(plan.rows, lambda row: (row.metric, row.wanted or 0.0)):
        cells = []
        for _, of_size in groups_of(rows, lambda row: row.n_units):
            power = [100 * row.power for row in of_size]
            cells.append(f"{median(power):.1f} ({min(power):.1f} to {max(power):.1f})")
        pairs = {(row.system, row.against): row for row in rows}
        sizes = [plan.needed(metric, wanted, _WANTED, pair=pair) for pair in pairs]
        least, most = (_enough(plan, end(sizes, key=lambda size: size or inf)) for end in (min, max))
        made = " and ".join(sorted({row.made for row in rows}))
        enough = least if least == most else f"{least} to {most}"
        lines.append((clean(rows[0].label), f"{wanted:.3f}", made, *cells, enough, _theories([*pairs.values()])))
    return Table(_headers(plan), lines)


def _headers(plan: PowerPlan) -> tuple[str, ...]:
    return ("metric", ">difference", "made", *(f">{n:,}" for n in plan.method["sizes"]), ">80% from", ">by theory")


def _enough(plan: PowerPlan, size: int | None) -> str:
    return f"more than {max(plan.method['sizes']):,}" if size is None else f"{size:,}"


def _theory(row: PowerRow) -> str:
    if row.n_needed is None:
        return ""
    bounds = "" if row.interval_needed is None else " [{:,}, {:,}]".format(*row.interval_needed)
    return f"{row.n_needed:,}{bounds}"


def _theories(rows: Sequence[PowerRow]) -> str:
    found = [row.n_needed for row in rows if row.n_needed is not None]
    return f"{round(median(found)):,} ({min(found):,} to {max(found):,})" if found else ""


def _warnings(plan: PowerPlan) -> list[str]:
    """Say what a shift is, where there is one."""
    if all(row.made != "shifted" for row in plan.rows):
        return []
    return [
        f"Shifted: what each {plan.method['unit']} adds to the second system's score was changed, in proportion to its "
        "size, until the systems differed by this much. Real systems vary more than simulated ones at small "
        "differences, and less at large differences."
    ]
