"""Learning curves as text for a terminal or a pipe."""

from typing import Any

from steelyard.lab.questions.learning_curve.answer import CurveFitRow, CurveSizeRow, LearningCurves
from steelyard.page.blocks import Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.results.columns import Shown, table
from steelyard.results.numbers import interval_text
from steelyard.results.table import clean

__all__ = ["to_page"]

_TIMES = 1024  # as far as ends of intervals of sizes were looked for
_FEW = 3  # systems, of which every pair has a sentence
_NEVER = "never"
_LARGEST = 1e12  # that is written out
_SIZE: Shown = (">size", lambda row: _size(row.size))


def to_page(curves: LearningCurves) -> Page:
    """Lay out scores by size, paired differences, the fitted curves and what they promise."""
    method = curves.method
    metric = clean(method["metric"])
    percent = f"{round(100 * method['confidence_level'], 6):g}%"
    decimals = 2 if max(abs(row.mean) for row in curves.points) >= 10 else 4
    leader, interval = _leader(curves), f"{percent} interval"
    blocks: list[Any] = [Paragraph("\n".join(_summary(curves, decimals, percent)))]
    blocks.append(_points(curves, f"Mean {metric} by size", decimals, interval))
    if any(leader in ("", row.system, row.against) for row in curves.differences):
        blocks.append(_differences(curves, decimals, interval, leader))
    blocks.append(_fits(curves, decimals, interval))
    if curves.predictions:
        blocks.append(_predictions(curves, metric, decimals, interval))
    if curves.sizes:
        blocks.append(_sizes(curves, metric, decimals, interval, leader))
    blocks.append(Legend.below(blocks))
    return Page((*blocks, *cautions(method), MethodText(method["sentence"])))


def _summary(curves: LearningCurves, decimals: int, percent: str) -> list[str]:
    found = []
    n_systems = curves.method["n_systems"]
    for system in dict.fromkeys(row.system for row in curves.points):
        best, name = curves.best(system), clean(system)
        if best is None or best.gain is None:
            found.append(f"{name}: no curve fits the scores.")
            continue
        largest = max(row.size for row in curves.points if row.system == system)
        within = f" {interval_text(best.interval_gain, decimals, sign='+')}" if best.interval_gain else ""
        doubt = ", but the model does not fit the points" if best.misses_points else ""
        found.append(
            f"{name}: doubling the largest size ({_size(largest)}) adds {best.gain:+.{decimals}f}{within} by the "
            f"{best.model} model{doubt}."
        )
    for row in curves.sizes:
        best = curves.best(row.system)
        if best is not None and best.model == row.model and (not row.other or n_systems <= _FEW):
            found.append(_need(row, curves, decimals))
    return found


def _need(row: CurveSizeRow, curves: LearningCurves, decimals: int) -> str:
    """Say in a sentence where a curve meets a score."""
    system, needed, score = clean(row.system), _needed(row, curves), f"{row.score:.{decimals}f}"
    ends = f" ({_ends(row, curves)})" if row.interval is not None else ""
    where = f"would never{ends} reach" if needed == _NEVER else f"would reach at {needed}{ends}"
    if not row.other:
        return f"{system} {where} {score}." if needed == _NEVER else f"{system} would reach {score} at {needed}{ends}."
    largest = max(point.size for point in curves.points if point.system == row.other)
    return f"{system} {where} the score of {clean(row.other)} at {_size(largest)} ({score})."


def _points(curves: LearningCurves, title: str, decimals: int, interval: str) -> Titled:
    columns = ("system", _SIZE, "n_replicates", "mean", "sd", "standard_error", (interval, "interval"), "gain")
    return Titled(title, table(curves.points, columns, decimals=decimals))


def _leader(curves: LearningCurves) -> str:
    """Return the system with the best score at its largest size where there are too many to show all pairs, or ""."""
    last = {row.system: row.mean for row in curves.points}
    choose = min if curves.method["lower_is_better"] else max
    return choose(last, key=lambda system: last[system]) if len(last) > _FEW else ""


def _differences(curves: LearningCurves, decimals: int, interval: str, leader: str) -> Titled:
    names = ("system", "against", _SIZE, "n_replicates", "difference", "sd", "standard_error")
    rows = [row for row in curves.differences if leader in ("", row.system, row.against)]
    shown = table(rows, (*names, (interval, "interval")), decimals=decimals)
    return Titled("Differences, paired on the replicate", shown, _shown(leader, "differences"))


def _fits(curves: LearningCurves, decimals: int, interval: str) -> Titled:
    columns: tuple[Shown, ...] = (
        *("system", "model", ("curve", lambda row: _formula(row, curves.method["lower_is_better"]))),
        *("rss", "misfit", "aicc", ("best", lambda row: "*" if row.is_best else "")),
        *("gain", (interval, "interval_gain")),
    )
    return Titled("Curves", table(curves.fits, columns, decimals=decimals))


def _predictions(curves: LearningCurves, metric: str, decimals: int, interval: str) -> Titled:
    columns = ("system", "model", _SIZE, (f">{metric}", "score"), (interval, "interval"), "times_largest")
    return Titled("Scores to expect", table(curves.predictions, columns, decimals=decimals))


def _shown(leader: str, table: str) -> str:
    if not leader:
        return ""
    return f"Only pairs with {clean(leader)} are shown; --format csv --csv-table {table} has all."


def _sizes(curves: LearningCurves, metric: str, decimals: int, interval: str, leader: str) -> Titled:
    columns: tuple[Shown, ...] = (
        *("system", "model", ("reaches", lambda row: f"{row.other} at its largest" if row.other else "the target")),
        *((f">{metric}", "score"), (">at size", lambda row: _needed(row, curves))),
        (interval, lambda row: row.interval and _ends(row, curves)),
    )
    rows = [row for row in curves.sizes if not leader or row.other in ("", leader)]
    return Titled("Sizes needed", table(rows, columns, decimals=decimals), _shown(leader, "sizes"))


def _formula(row: CurveFitRow, lower_is_better: bool) -> str:
    if row.reason:
        return f"none: {row.reason}"
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
