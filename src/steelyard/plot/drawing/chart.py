"""A figure's numbers as an Altair chart."""

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from steelyard.errors import DataError, needs_extra
from steelyard.plot.drawing import style
from steelyard.plot.drawing.axes import series_channel, x_axis, y_axis
from steelyard.plot.drawing.bars import histograms
from steelyard.plot.drawing.cells import cells
from steelyard.plot.drawing.heat import heat
from steelyard.plot.drawing.labels import clean, distinct_labels, wrap
from steelyard.plot.drawing.marks import mark_dash
from steelyard.plot.drawing.order import order
from steelyard.plot.drawing.rows import rows
from steelyard.plot.drawing.scatter import scatter
from steelyard.results.figure import Figure

if TYPE_CHECKING:
    import altair

__all__ = ["chart"]

_MOST_POINTS = 40  # of a line that shows where it was measured
_PANEL, _BARS_HEIGHT = 188, 62  # inside the axes of one histogram of several
_DODGE = 0.6  # of the room between neighbours, shared by intervals that stand side by side
_WITH_A_SIZE = {"cells": cells, "rows": rows, "order": order, "heat": heat, "scatter": scatter}
_TABLES = ("cells", "heat")
_NAMED_ROWS = ("rows", "order")


def chart(figure: Figure, *, titled: bool = True) -> "altair.TopLevelMixin":
    """Draw a figure, in the size of a paper's column.

    Parameters
    ----------
    figure : Figure
        Fresh or stored.
    titled : bool, default True
        Write the title above; without it the caption is left to the paper.

    Returns
    -------
    altair.Chart
        Or one of its layers or concatenations: 8 cm wide, text of 8 points, on white. Series differ by colour, and by
        shape or dashes too. A histogram of several series has a panel for each.

    Raises
    ------
    MissingExtraError
        Altair is not installed.
    DataError
        The figure has no series, or its numbers are not finite or do not belong together.

    Notes
    -----
    All text is taken as text, whatever it holds; labels of more than about 45 letters are cut.

    Examples
    --------
    >>> from steelyard.plot import chart
    >>> from steelyard.results import Figure, Series
    >>> scores = Series("", (1.0, 2.0), (27.1, 29.4))
    >>> chart(Figure("figure-3", "BLEU of samples", "points", "sample", "BLEU", (scores,))).to_dict()["width"]
    227
    """
    _check(figure)
    with needs_extra("figures", "A figure"):
        import altair
    drawn: Any
    if figure.kind in _WITH_A_SIZE:
        drawn = _WITH_A_SIZE[figure.kind](figure)
    elif len(panels := _panels(figure)) == 1:
        drawn = _with_marks(figure, panels[0]).properties(width=style.WIDTH, height=style.HEIGHT)
        drawn = drawn.properties(autosize=altair.AutoSizeParams(type="fit-x", contains="padding"))
    else:
        parts = [
            _with_marks(figure, panel, has_legend=i == 0).properties(width=_PANEL, height=_BARS_HEIGHT)
            for i, panel in enumerate(panels)
        ]
        drawn = altair.vconcat(*parts, spacing=8)
    description = " ".join(clean(part) for part in (figure.title, figure.note) if part)
    drawn = drawn.properties(description=description, background="white")
    if titled:
        drawn = drawn.properties(title=altair.TitleParams(text=wrap(figure.title, style.TITLE_COLUMNS)))
    return drawn.configure(**style.CONFIG)


def _panels(figure: Figure) -> list[Any]:
    """Draw the series without marks, over each other or, of histograms, one above the other."""
    if figure.kind == "bars":
        return histograms(figure)
    names = distinct_labels([series.name for series in figure.series], style.LABEL_COLUMNS)
    records = _records(figure, names)
    has_intervals = any(series.low for series in figure.series)
    if figure.kind == "lines":
        return [_lines(figure, names, records, has_intervals)]
    return [_points(figure, names, records, has_intervals)]


def _records(figure: Figure, names: list[str]) -> list[dict[str, Any]]:
    shifts = _dodged(figure)
    records = []
    for series, name, shift in zip(figure.series, names, shifts, strict=True):
        for i, (x, y) in enumerate(zip(series.x, series.y, strict=True)):
            place = x * math.exp(shift) if figure.x_scale == "log" else x + shift
            record = {"x": place, "y": y, "series": name}
            if series.low:
                record |= {"low": series.low[i], "high": series.high[i]}
            records.append(record)
    return records


def _dodged(figure: Figure) -> list[float]:
    """Return by how much the intervals of each series step aside, so that none hides another."""
    n = len(figure.series)
    xs = sorted({x for series in figure.series for x in series.x})
    if figure.kind != "intervals" or n == 1:
        return [0.0] * n
    if figure.x_scale == "log":
        xs = [math.log(x) for x in xs]
    gap = min((b - a for a, b in pairwise(xs)), default=1.0)
    return [(i - (n - 1) / 2) * _DODGE * gap / n for i in range(n)]


def _points(figure: Figure, names: list[str], records: list[dict[str, Any]], has_intervals: bool) -> Any:
    import altair

    data = altair.Chart(altair.Data(values=records))
    color, shape = series_channel("color", style.COLORS, names), series_channel("shape", style.SHAPES, names)
    size = 26 if len(records) <= 60 else 14
    points = data.mark_point(filled=True, opacity=1, size=size).encode(x_axis(figure), y_axis(figure), color, shape)
    layers = [*_curve_layers(figure, names, x_axis(figure), y_axis(figure), color), points]
    if has_intervals:
        ends = data.mark_rule(strokeWidth=1).encode(x_axis(figure), y_axis(figure, "low"), altair.Y2("high"), color)
        layers.insert(0, ends)
    return layers[0] if len(layers) == 1 else altair.layer(*layers)


def _lines(figure: Figure, names: list[str], records: list[dict[str, Any]], has_intervals: bool) -> Any:
    import altair

    data = altair.Chart(altair.Data(values=records))
    has_points = max(len(series.x) for series in figure.series) <= _MOST_POINTS
    look = {"symbolOpacity": 1} | (
        {"symbolStrokeWidth": 0} if has_points else {"symbolType": "stroke", "symbolSize": 150}
    )
    color, shape = (
        series_channel(channel, values, names, **look)
        for channel, values in (("color", style.COLORS), ("shape", style.SHAPES))
    )
    dash = series_channel("strokeDash", style.DASHES, names, has_legend=not has_points, **look)
    layers = []
    if has_intervals:
        band = data.mark_area(opacity=0.15).encode(x_axis(figure), y_axis(figure, "low"), altair.Y2("high"), color)
        layers.append(band)
    layers.append(data.mark_line(strokeWidth=1.25).encode(x_axis(figure), y_axis(figure), color, dash))
    if has_points:
        layers.append(
            data.mark_point(filled=True, opacity=1, size=22).encode(x_axis(figure), y_axis(figure), color, shape)
        )
    return altair.layer(*layers)


def _with_marks(figure: Figure, drawn: Any, *, has_legend: bool = True) -> Any:
    """Lay the marks over a panel; a legend above names them, where no text can cover data or another label."""
    import altair

    if not figure.marks:
        return drawn
    names, dash = mark_dash(figure, has_legend=has_legend)
    layers = [drawn]
    for axis in ("x", "y"):
        found = [
            {"value": mark.value, "mark": name}
            for mark, name in zip(figure.marks, names, strict=True)
            if mark.axis == axis
        ]
        if found:
            place = x_axis(figure, "value") if axis == "x" else y_axis(figure, "value")
            if figure.kind == "bars" and axis == "x":
                place = altair.X("value", type="quantitative")
            rules = altair.Chart(altair.Data(values=found)).mark_rule(strokeWidth=1, color="black")
            layers.append(rules.encode(place, dash))
    marks = layers[1] if len(layers) == 2 else altair.layer(*layers[1:])
    return altair.layer(drawn, marks).resolve_scale(strokeDash="independent", color="independent", shape="independent")


def _check(figure: Figure) -> None:
    """Refuse numbers that cannot be drawn."""
    if not figure.series:
        raise DataError(f"The figure {figure.name!r} has no series: there is nothing to draw.")
    if not {curve.name for curve in figure.curves} <= {series.name for series in figure.series}:
        raise DataError(f"The figure {figure.name!r} has a curve that belongs to none of its series.")
    for series in (*figure.series, *figure.curves):
        parts = (series.y, series.low or series.x, series.high or series.x, series.z or series.x)
        if any(len(part) != len(series.x) for part in parts) or len(series.low) != len(series.high):
            raise DataError(f"The figure {figure.name!r} has a series whose x, y and intervals differ in length.")
        if not all(map(math.isfinite, (*series.x, *series.y, *series.low, *series.high, *series.z))):
            raise DataError(f"The figure {figure.name!r} holds a number that is not finite.")
    _check_places(figure)
    if not all(math.isfinite(mark.value) for mark in figure.marks):
        raise DataError(f"The figure {figure.name!r} holds a mark that is not finite.")
    xs = [x for series in (*figure.series, *figure.curves) for x in series.x] + [
        m.value for m in figure.marks if m.axis == "x"
    ]
    if figure.x_scale == "log" and min(xs, default=1.0) <= 0:
        raise DataError(f"The figure {figure.name!r} has a logarithmic x axis, and an x that is not above 0.")


def _check_places(figure: Figure) -> None:
    """Refuse cells and rows that stand outside, and a heat map without colours."""
    known = set(range(len(figure.row_names)))
    if figure.kind in _TABLES and not {p for s in figure.series for p in (*s.x, *s.y)} <= known:
        raise DataError(f"The figure {figure.name!r} has a cell outside its rows and columns.")
    if figure.kind in _NAMED_ROWS and not {x for series in figure.series for x in series.x} <= known:
        raise DataError(f"The figure {figure.name!r} has a row without a name.")
    if figure.kind == "heat" and (len(figure.series) > 3 or any(len(s.z) != len(s.x) for s in figure.series)):
        raise DataError(f"The figure {figure.name!r} needs at most three series, and a value z for every cell.")


def _curve_layers(figure: Figure, names: list[str], x: Any, y: Any, color: Any) -> list[Any]:
    """Draw a figure's curves in the colours of their series: whole where there are points, dashed beyond the last.

    Curves are called like the figure's series, whose names in the legend are given; the channels are those of the
    points.
    """
    import altair

    labels = dict(zip((series.name for series in figure.series), names, strict=True))
    ends = {series.name: max(series.x, default=0.0) for series in figure.series}
    inside, beyond = [], []
    for curve in figure.curves:
        for place, value in zip(curve.x, curve.y, strict=True):
            record = {"x": place, "y": value, "series": labels[curve.name]}
            if place <= ends[curve.name]:
                inside.append(record)
            if place >= ends[curve.name]:
                beyond.append(record)
    layers = []
    for records, dash in ((inside, [1, 0]), (beyond, [4, 3])):
        if records:
            lines = altair.Chart(altair.Data(values=records)).mark_line(strokeWidth=1.25, strokeDash=dash)
            layers.append(lines.encode(x, y, color))
    return layers
