"""Criteria for metrics as text for a terminal or a pipe."""

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.questions.metric_criteria.answer import MetricCriteria
from steelyard.results.columns import Shown, table
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_QUEEN = (
    "QUEEN",
    "share of trials in which an output is as similar to a reference as two other references are, by all metrics",
)
_MANY = 0.2
_SETS: tuple[Shown, ...] = (
    *("criterion", ("set", lambda row: " + ".join(row.members))),
    *("value", "held_out", "best_alone", "best_value"),
)


def to_page(found: MetricCriteria, *, width: int | None = None) -> Page:
    """Lay out each kind of criteria that was asked for."""
    decimals = 3 if width is None else width
    blocks: list[Block] = [*map(Paragraph, _summaries(found, decimals)), *cautions(found.method)]
    if found.likeness:
        level = f">{100 * float(str(found.method['options']['confidence_level'])):g}% interval"
        columns = ("metric", "king", (level, "interval"), "strict", "all_zero", "jack")
        blocks.append(Titled("Similarity to human references", table(found.likeness, columns, decimals=decimals)))
    if found.queens:
        blocks.append(Titled("QUEEN of the systems", _queens(found, decimals)))
    if found.acceptability:
        blocks.append(Titled("Agreement with ratings", table(found.acceptability, decimals=decimals)))
    if found.reached:
        blocks.append(Titled("Mean ratings of other choices, for comparison", table(found.reached, decimals=decimals)))
    if found.weights:
        shown = table(found.weights, ("metric", "share", "weight"))
        blocks.append(Titled("Weights of the weighted sum with the highest correlation", shown))
        blocks.append(
            Paragraph(
                f"The weighted sum has r {_number(found.method['correlation'], decimals)} over all outputs, on the "
                f"training data. Within left-out systems, the mean r is {_number(found.method['left_out'], decimals)}."
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
        what = (
            ("separation of human references from outputs (KING)")
            if row.criterion == "king"
            else "agreement with ratings (ULC)"
        )
        if len(row.members) == 1:
            lines.append(f"For {what}, no set of metrics is better than {clean(row.best_alone)} alone ({alone}).")
            continue
        lines.append(
            f"For {what}, the best set is {clean(' + '.join(row.members))} ({value}; on held-out segments "
            f"{_number(row.held_out, decimals)}). The best metric alone is {clean(row.best_alone)} ({alone})."
        )
    kings = [row for row in found.likeness if row.king is not None and row.metric not in ("all", "set")]
    if kings and not any(row.criterion == "king" for row in found.sets):
        best = max(kings, key=lambda row: row.king or 0.0)
        lines.append(
            f"{clean(best.metric)} separates human references from outputs best: KING {_number(best.king, decimals)}."
        )
    zero = [row.metric for row in found.likeness if (row.all_zero or 0.0) > _MANY]
    if zero:
        lines.append(
            f"Use strict KING for {clean(', '.join(zero))}: in many trials, nothing is similar to the references "
            "(all zero)."
        )
    return lines


def _queens(found: MetricCriteria, decimals: int) -> Table:
    metrics = list(dict.fromkeys(row.metric for row in found.queens))
    values = {(row.metric, row.system): row.queen for row in found.queens}
    order = [row.system for row in found.queens if row.metric == ("all" if "all" in metrics else metrics[0])]
    rows = [(clean(system), *(_number(values[metric, system], decimals) for metric in metrics)) for system in order]
    return Table(("system", *(f">{clean(metric)}" for metric in metrics)), rows)
