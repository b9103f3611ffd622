"""Learning curves as text for a terminal or a pipe."""

from collections.abc import Sequence
from typing import Any

from steelyard.page.blocks import Items, Legend, Page, Paragraph, Titled
from steelyard.questions.learning_curve.answer import CurveFitRow, CurveSizeRow, LearningCurves
from steelyard.results.numbers import interval_text, number_text
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_TIMES = 1024  # as far as ends of intervals of sizes were looked for
_FEW = 3  # systems, of which every pair has a sentence
_NEVER = "never"
_LARGEST = 1e12  # that is written out


def lay_out(curves: LearningCurves) -> Page:
    """Lay out scores by size, paired differences, the fitted curves and what they promise."""
    method = curves.method
    metric = clean(method["metric"])
    percent = f"{round(100 * method['confidence_level'], 6):g}%"
    decimals = 2 if max(abs(row.mean) for row in curves.points) >= 10 else 4
    leader = _leader(curves)
    blocks: list[Any] = [Paragraph("\n".join(_summary(curves, decimals, percent)))]
    blocks.append(_points(curves, f"Mean {metric} by size", decimals, percent))
    if any(leader in ("", row.system_a, row.system_b) for row in curves.differences):
        blocks.append(_differences(curves, decimals, percent, leader))
    blocks.append(_fits(curves, decimals, percent))
    if curves.predictions:
        blocks.append(_predictions(curves, metric, decimals, percent))
    if curves.sizes:
        blocks.append(_sizes(curves, metric, decimals, percent, leader))
    blocks.append(_legend(curves))
    if method["warnings"]:
        blocks.append(Items(tuple(method["warnings"])))
    return Page((*blocks, Paragraph(method["sentence"])))


def _summary(curves: LearningCurves, decimals: int, percent: str) -> list[str]:
    found = []
    n_systems = curves.method["n_systems"]
    for system in dict.fromkeys(row.system for row in curves.points):
        best, name = curves.best(system), clean(system)
        if best is None or best.gain is None:
            found.append(f"{name}: no curve could be fitted.")
            continue
        largest = max(row.size for row in curves.points if row.system == system)
        within = f" {interval_text(best.interval_gain, decimals, sign='+')}" if best.interval_gain else ""
        found.append(
            f"{name}: by the {best.model} model, doubling the largest size ({_size(largest)}) brings "
            f"{best.gain:+.{decimals}f}{within}{_doubt(best)}."
        )
    for row in curves.sizes:
        best = curves.best(row.system)
        if best is not None and best.model == row.model and (not row.other or n_systems <= _FEW):
            found.append(_need(row, curves, decimals))
    return found


def _doubt(fit: CurveFitRow) -> str:
    return ", but it misses the points" if fit.misses_points else ""


def _need(row: CurveSizeRow, curves: LearningCurves, decimals: int) -> str:
    """Say in a sentence where a curve meets a score."""
    system, needed, score = clean(row.system), _needed(row, curves), f"{row.score:.{decimals}f}"
    ends = f" ({_ends(row, curves)})" if row.interval is not None else ""
    where = f"would never{ends} score" if needed == _NEVER else f"would score at {needed}{ends}"
    if not row.other:
        return f"{system} {where} {score}." if needed == _NEVER else f"{system} would score {score} at {needed}{ends}."
    largest = max(point.size for point in curves.points if point.system == row.other)
    return f"{system} {where} what {clean(row.other)} does at {_size(largest)} ({score})."


def _points(curves: LearningCurves, title: str, decimals: int, percent: str) -> Titled:
    headers = ("system", ">size", ">replicates", ">mean", ">SD", ">SE", f"{percent} interval", ">per doubling")
    lines = [
        (
            clean(row.system),
            _size(row.size),
            f"{row.n_replicates:,}",
            f"{row.mean:.{decimals}f}",
            number_text(row.sd, decimals),
            number_text(row.standard_error, decimals),
            interval_text(row.interval, decimals),
            number_text(row.gain, decimals, "+"),
        )
        for row in curves.points
    ]
    return _titled(title, headers, lines)


def _leader(curves: LearningCurves) -> str:
    """Return the system with the best score at its largest size where there are too many to show all pairs, or ""."""
    last = {row.system: row.mean for row in curves.points}
    choose = min if curves.method["lower_is_better"] else max
    return choose(last, key=lambda system: last[system]) if len(last) > _FEW else ""


def _differences(curves: LearningCurves, decimals: int, percent: str, leader: str) -> Titled:
    headers = ("A", "B", ">size", ">replicates", ">A - B", ">SD", ">SE", f"{percent} interval")
    lines = [
        (
            clean(row.system_a),
            clean(row.system_b),
            _size(row.size),
            f"{row.n_replicates:,}",
            f"{row.difference:+.{decimals}f}",
            number_text(row.sd, decimals),
            number_text(row.standard_error, decimals),
            interval_text(row.interval, decimals, sign="+"),
        )
        for row in curves.differences
        if leader in ("", row.system_a, row.system_b)
    ]
    return _titled("Differences, paired on the replicate", headers, lines, _shown(leader, "differences"))


def _fits(curves: LearningCurves, decimals: int, percent: str) -> Titled:
    headers = ("system", "model", "curve", ">RSS", ">misfit", ">AICc", "best", ">next doubling", f"{percent} interval")
    lines = [
        (
            clean(row.system),
            row.model,
            _formula(row, curves.method["lower_is_better"]) if not row.reason else f"none: {row.reason}",
            "" if row.rss is None else f"{row.rss:.3g}",
            number_text(row.misfit, 1),
            number_text(row.aicc, 1),
            "*" if row.is_best else "",
            number_text(row.gain, decimals, "+"),
            interval_text(row.interval_gain, decimals, sign="+"),
        )
        for row in curves.fits
    ]
    return _titled("Curves", headers, lines)


def _predictions(curves: LearningCurves, metric: str, decimals: int, percent: str) -> Titled:
    headers = ("system", "model", ">size", f">{metric}", f"{percent} interval", ">times the largest")
    lines = [
        (
            clean(row.system),
            row.model,
            _size(row.size),
            f"{row.score:.{decimals}f}",
            interval_text(row.interval, decimals),
            f"{row.times_largest:.3g}",
        )
        for row in curves.predictions
    ]
    return _titled("Scores to expect", headers, lines)


def _shown(leader: str, table: str) -> str:
    if not leader:
        return ""
    return f"Of pairs, those with {clean(leader)} are shown: --format csv --csv-table {table} has all."


def _sizes(curves: LearningCurves, metric: str, decimals: int, percent: str, leader: str) -> Titled:
    headers = ("system", "model", "reaches", f">{metric}", ">at size", f"{percent} interval")
    lines = []
    for row in curves.sizes:
        if leader and row.other not in ("", leader):
            continue
        ends = "" if row.interval is None else _ends(row, curves)
        goal = f"{clean(row.other)} at its largest" if row.other else "the target"
        lines.append((clean(row.system), row.model, goal, f"{row.score:.{decimals}f}", _needed(row, curves), ends))
    return _titled("Sizes needed", headers, lines, _shown(leader, "sizes"))


def _titled(title: str, headers: tuple[str, ...], lines: Sequence[tuple[str, ...]], after: str = "") -> Titled:
    """Make a table without the columns that are empty."""
    kept = [i for i in range(len(headers)) if any(line[i] for line in lines)]
    return Titled(
        title, Table(tuple(headers[i] for i in kept), [tuple(line[i] for i in kept) for line in lines]), after
    )


def _formula(row: CurveFitRow, lower_is_better: bool) -> str:
    values = row.parameters
    if row.model == "log":
        return f"{values['a']:.4g} {'-' if values['b'] < 0 else '+'} {abs(values['b']):.4g} log2 x"
    return f"{values['c']:.4g} {'+' if lower_is_better else '-'} {values['A']:.4g} x^-{values['B']:.4g}"


def _size(size: float) -> str:
    """Show a size as it was given."""
    if size >= _LARGEST:
        return f"{size:.2e}"
    return f"{size:,.0f}" if size == round(size) else f"{size:,.6g}" if size < 1000 else f"{size:,.1f}"


def _about(size: float) -> str:
    """Show a size that was computed, with three digits."""
    if size >= _LARGEST:
        return f"{size:.2e}"
    return f"{float(f'{size:.3g}'):,.0f}" if size >= 100 else f"{size:.3g}"


def _range_of(row: CurveSizeRow, curves: LearningCurves) -> tuple[float, float]:
    sizes = [point.size for point in curves.points if point.system == row.system]
    return min(sizes), max(sizes)


def _needed(row: CurveSizeRow, curves: LearningCurves) -> str:
    least, most = _range_of(row, curves)
    if row.size is None:
        return _NEVER
    if row.size < least:
        return f"below {_size(least)}"
    return f"beyond {_size(_TIMES * most)}" if row.size > _TIMES * most else _about(row.size)


def _ends(row: CurveSizeRow, curves: LearningCurves) -> str:
    low, high = row.interval or (None, None)
    least, _ = _range_of(row, curves)
    if low is None and high is None:
        return "any size"
    if low is None:
        return f"up to {_about(high or least)}"
    return f"{_about(low)} and more" if high is None else f"{_about(low)} to {_about(high)}"


def _legend(curves: LearningCurves) -> Legend:
    columns = {
        "per doubling": "what each doubling added since the last size",
        "RSS": "sum of squared residuals, weighted as the fit is",
        "misfit": "residuals in standard errors: about 1 where the curve has the right shape, above 3 it has not",
        "AICc": "how well a curve fits, less what its parameters cost: smaller is better, * is the best",
        "next doubling": "what the curve promises for twice the largest size",
    }
    if all(row.misfit is None for row in curves.fits):
        del columns["misfit"]
    return Legend.of([*columns.items()], 15)
