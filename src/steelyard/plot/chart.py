"""A figure's numbers as an Altair chart."""

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from steelyard.errors import DataError, needs_extra
from steelyard.plot import style
from steelyard.plot.cells import cells
from steelyard.plot.curves import curve_layers
from steelyard.plot.labels import clean, distinct_labels, width_of, wrap
from steelyard.results import Figure

if TYPE_CHECKING:
    import altair

__all__ = ["chart"]

_MOST_POINTS = 40  # of a line that shows where it was measured
_MOST_TICKS = 8
_PANEL, _BARS_HEIGHT = 188, 62  # inside the axes of one histogram of several
_EXTENT = 20  # of the labels of their y axes
_SYMBOL_COLUMNS = 4  # of a legend, beside each label
_DODGE = 0.6  # of the room between neighbours, shared by intervals that stand side by side


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
    with needs_extra("report", "A figure"):
        import altair
    panels = _panels(figure)
    drawn: Any
    if figure.kind == "cells":
        [drawn] = panels
    elif len(panels) == 1:
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


def _check(figure: Figure) -> None:
    """Refuse numbers that cannot be drawn."""
    if not figure.series:
        raise DataError(f"The figure {figure.name!r} has no series: there is nothing to draw.")
    if not {curve.name for curve in figure.curves} <= {series.name for series in figure.series}:
        raise DataError(f"The figure {figure.name!r} has a curve that belongs to none of its series.")
    for series in (*figure.series, *figure.curves):
        lengths = {len(series.x), len(series.y), len(series.low) or len(series.x), len(series.high) or len(series.x)}
        if lengths != {len(series.x)} or len(series.low) != len(series.high):
            raise DataError(f"The figure {figure.name!r} has a series whose x, y and intervals differ in length.")
        if not all(map(math.isfinite, (*series.x, *series.y, *series.low, *series.high))):
            raise DataError(f"The figure {figure.name!r} holds a number that is not finite.")
    places = {place for series in figure.series for place in (*series.x, *series.y)}
    if figure.kind == "cells" and not places <= set(range(len(figure.row_names))):
        raise DataError(f"The figure {figure.name!r} has a cell outside its rows and columns.")
    if not all(math.isfinite(mark.value) for mark in figure.marks):
        raise DataError(f"The figure {figure.name!r} holds a mark that is not finite.")
    xs = [x for series in (*figure.series, *figure.curves) for x in series.x] + [
        m.value for m in figure.marks if m.axis == "x"
    ]
    if figure.x_scale == "log" and min(xs, default=1.0) <= 0:
        raise DataError(f"The figure {figure.name!r} has a logarithmic x axis, and an x that is not above 0.")


def _panels(figure: Figure) -> list[Any]:
    """Draw the series without marks, over each other or, of histograms, one above the other."""
    if figure.kind == "bars":
        return _histograms(figure)
    if figure.kind == "cells":
        return [cells(figure)]
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
    color, shape = _series_channel("color", style.COLORS, names), _series_channel("shape", style.SHAPES, names)
    size = 26 if len(records) <= 60 else 14
    points = data.mark_point(filled=True, opacity=1, size=size).encode(_x(figure), _y(figure), color, shape)
    layers = [*curve_layers(figure, names, _x(figure), _y(figure), color), points]
    if has_intervals:
        ends = data.mark_rule(strokeWidth=1).encode(_x(figure), _y(figure, "low"), altair.Y2("high"), color)
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
        _series_channel(channel, values, names, **look)
        for channel, values in (("color", style.COLORS), ("shape", style.SHAPES))
    )
    dash = _series_channel("strokeDash", style.DASHES, names, has_legend=not has_points, **look)
    layers = []
    if has_intervals:
        band = data.mark_area(opacity=0.15).encode(_x(figure), _y(figure, "low"), altair.Y2("high"), color)
        layers.append(band)
    layers.append(data.mark_line(strokeWidth=1.25).encode(_x(figure), _y(figure), color, dash))
    if has_points:
        layers.append(data.mark_point(filled=True, opacity=1, size=22).encode(_x(figure), _y(figure), color, shape))
    return altair.layer(*layers)


def _histograms(figure: Figure) -> list[Any]:
    import altair

    several = len(figure.series) > 1
    half = _bin_width(figure) / 2
    edges = [x + side for series in figure.series for x in series.x for side in (-half, half)]
    edges += [mark.value for mark in figure.marks if mark.axis == "x"]
    ends = [min(edges, default=0.0), max(edges, default=1.0)]
    panels = []
    for i, series in enumerate(figure.series):
        is_last = i == len(figure.series) - 1
        records = [{"left": x - half, "right": x + half, "y": y} for x, y in zip(series.x, series.y, strict=True)]
        title = _axis_title(figure.x_label) if is_last else None
        x = altair.X(
            "left", type="quantitative", title=title, axis=altair.Axis(labels=is_last),
            scale=altair.Scale(domain=ends, nice=False, zero=False, padding=4),
        )  # fmt: skip
        extent = {"minExtent": _EXTENT, "maxExtent": _EXTENT, "tickCount": 3} if several else {}
        y_title = _axis_title(figure.y_label, style.Y_COLUMNS // 2 if several else style.Y_COLUMNS)
        y = altair.Y("y", type="quantitative", title=y_title, axis=altair.Axis(**extent))
        bars = altair.Chart(altair.Data(values=records)).mark_rect(
            color=style.COLORS[i % len(style.COLORS)], stroke="white", strokeWidth=0.4
        )
        panel = bars.encode(x, altair.X2("right"), y, altair.Y2Datum(0))
        if several:
            name = altair.TitleParams(text=wrap(series.name, style.LABEL_COLUMNS), offset=2, frame="group")
            panel = panel.properties(title=name)
        panels.append(panel)
    return panels


def _bin_width(figure: Figure) -> float:
    xs = sorted({x for series in figure.series for x in series.x})
    return min((b - a for a, b in pairwise(xs)), default=1.0)


def _with_marks(figure: Figure, drawn: Any, *, has_legend: bool = True) -> Any:
    """Lay the marks over a panel; a legend above names them, where no text can cover data or another label."""
    import altair

    if not figure.marks:
        return drawn
    names = distinct_labels([mark.name for mark in figure.marks], style.LABEL_COLUMNS)
    scale = altair.Scale(domain=names, range=[list(dash) for dash in style.cycle(style.MARK_DASHES, len(names))])
    look = {"orient": "top", "symbolType": "stroke", "symbolSize": 150, "symbolStrokeColor": "black"}
    legend = altair.Legend(columns=_columns(names), **look)
    dash = altair.StrokeDash("mark", type="nominal", scale=scale, legend=legend if has_legend else None, sort=None)
    layers = [drawn]
    for axis in ("x", "y"):
        found = [
            {"value": mark.value, "mark": name}
            for mark, name in zip(figure.marks, names, strict=True)
            if mark.axis == axis
        ]
        if found:
            place = _x(figure, "value") if axis == "x" else _y(figure, "value")
            if figure.kind == "bars" and axis == "x":
                place = altair.X("value", type="quantitative")
            rules = altair.Chart(altair.Data(values=found)).mark_rule(strokeWidth=1, color="black")
            layers.append(rules.encode(place, dash))
    marks = layers[1] if len(layers) == 2 else altair.layer(*layers[1:])
    return altair.layer(drawn, marks).resolve_scale(strokeDash="independent", color="independent", shape="independent")


def _x(figure: Figure, field: str = "x") -> Any:
    import altair

    xs = sorted({x for series in figure.series for x in series.x})
    is_whole = all(x == int(x) for x in xs)
    ticks: dict[str, Any] = {"format": ",d"} if is_whole else {}
    if figure.x_scale == "log" and len(xs) <= _MOST_TICKS:
        ticks = {"values": xs, "format": ",d" if is_whole else "~r"}
    elif is_whole and xs and xs[-1] - xs[0] < _MOST_TICKS:
        ticks |= {"values": [xs[0] + i for i in range(int(xs[-1] - xs[0]) + 1)]}
    scale = altair.Scale(type=figure.x_scale, zero=False, nice=False, padding=8)
    return altair.X(
        field, type="quantitative", title=_axis_title(figure.x_label), scale=scale, axis=altair.Axis(**ticks)
    )


def _y(figure: Figure, field: str = "y") -> Any:
    import altair

    return altair.Y(
        field,
        type="quantitative",
        title=_axis_title(figure.y_label, style.Y_COLUMNS),
        scale=altair.Scale(zero=False, padding=4),
    )


def _axis_title(text: str, columns: int = style.LABEL_COLUMNS) -> list[str] | None:
    return wrap(text, columns) or None


def _series_channel(
    channel: str, values: tuple[Any, ...], names: list[str], *, has_legend: bool = True, **look: Any
) -> Any:
    """Tell series apart; one series without a name needs no legend."""
    import altair

    kind = {"color": altair.Color, "shape": altair.Shape, "strokeDash": altair.StrokeDash}[channel]
    chosen = [list(value) if isinstance(value, tuple) else value for value in style.cycle(values, len(names))]
    scale = altair.Scale(domain=names, range=chosen)
    legend = altair.Legend(columns=_columns(names), **look) if has_legend and names != [""] else None
    return kind("series", type="nominal", scale=scale, legend=legend, sort=None)


def _columns(names: list[str]) -> int:
    """Return how many labels of a legend stand side by side."""
    widths = [width_of(name) + _SYMBOL_COLUMNS for name in names]
    for n in range(len(names), 1, -1):
        if sum(max(widths[i::n]) for i in range(n)) <= style.LABEL_COLUMNS:
            return n
    return 1
