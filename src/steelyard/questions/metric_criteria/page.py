"""Criteria for metrics as text for a terminal or a pipe."""

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.questions.metric_criteria.answer import MetricCriteria
from steelyard.results.columns import Shown, table
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_QUEEN = ("QUEEN", "how often an output is as close to a reference as two others are to each other, by all metrics")
_MANY = 0.2
_SETS: tuple[Shown, ...] = (
    *("criterion", ("set", lambda row: " + ".join(row.members))),
    *("value", "held_out", "best_alone", "best_value"),
)


def lay_out(found: MetricCriteria, *, width: int | None = None) -> Page:
    """Lay out each kind of criteria that was asked for."""
    decimals = 3 if width is None else width
    blocks: list[Block] = [*map(Paragraph, _summaries(found, decimals)), *cautions(found.method)]
    if found.likeness:
        level = f">{100 * float(str(found.method['options']['confidence_level'])):g}% interval"
        columns = ("metric", "king", (level, "interval"), "strict", "all_zero", "jack")
        blocks.append(Titled("Likeness to people", table(found.likeness, columns, decimals=decimals)))
    if found.queens:
        blocks.append(Titled("QUEEN of the systems", _queens(found, decimals)))
    if found.acceptability:
        blocks.append(Titled("What ratings say", table(found.acceptability, decimals=decimals)))
    if found.reached:
        blocks.append(Titled("Choices without a metric", table(found.reached, decimals=decimals)))
    if found.weights:
        shown = table(found.weights, ("metric", "share", "weight"))
        blocks.append(Titled("Weights of the sum that correlates best", shown))
        blocks.append(
            Paragraph(
                f"Over all outputs the sum has r {_number(found.method['correlation'], decimals)} where it was "
                f"trained; within systems that were left out, {_number(found.method['left_out'], decimals)} on average."
            )
        )
    if found.sets:
        blocks.append(Titled("Sets of metrics", table(found.sets, _SETS, decimals=decimals)))
    legend = Legend.below(blocks, [_QUEEN] if found.queens else [])
    return Page((*blocks, legend, MethodText(clean(found.method["sentence"]))))


def _number(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"


def _summaries(found: MetricCriteria, decimals: int) -> list[str]:
    """Say of each search whether a set is worth it, and which metric is best alone."""
    lines = []
    for row in found.sets:
        value, alone = (_number(one, decimals) for one in (row.value, row.best_value))
        what = "telling people from machines (KING)" if row.criterion == "king" else "agreeing with ratings (ULC)"
        if len(row.members) == 1:
            lines.append(f"For {what} no set is better than {clean(row.best_alone)} alone, {alone}.")
            continue
        lines.append(
            f"For {what} the set {clean(' + '.join(row.members))} has {value}, {clean(row.best_alone)} alone {alone}; "
            f"on segments that were not searched sets have {_number(row.held_out, decimals)}."
        )
    kings = [row for row in found.likeness if row.king is not None and row.metric not in ("all", "set")]
    if kings and not any(row.criterion == "king" for row in found.sets):
        best = max(kings, key=lambda row: row.king or 0.0)
        lines.append(f"{clean(best.metric)} tells people from machines with KING {_number(best.king, decimals)}.")
    zero = [row.metric for row in found.likeness if (row.all_zero or 0.0) > _MANY]
    if zero:
        lines.append(
            f"KING of {clean(', '.join(zero))} rests on trials in which nothing is like the references "
            "(all zero): read the strict one."
        )
    return lines


def _queens(found: MetricCriteria, decimals: int) -> Table:
    metrics = list(dict.fromkeys(row.metric for row in found.queens))
    values = {(row.metric, row.system): row.queen for row in found.queens}
    order = [row.system for row in found.queens if row.metric == ("all" if "all" in metrics else metrics[0])]
    rows = [(clean(system), *(_number(values[metric, system], decimals) for metric in metrics)) for system in order]
    return Table(("system", *(f">{clean(metric)}" for metric in metrics)), rows)
