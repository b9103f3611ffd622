"""Histograms, one above the other where there are several."""

from itertools import pairwise
from typing import Any

from steelyard.plot.drawing import style
from steelyard.plot.drawing.axes import axis_title
from steelyard.plot.drawing.labels import wrap
from steelyard.results.figure import Figure

__all__ = ["histograms"]

_NARROW = 90  # bars, above which a white line between two would leave little of them
_EXTENT = 20  # of the labels of their y axes


def histograms(figure: Figure) -> list[Any]:
    """Draw a panel per series, the x axis below the last."""
    import altair

    several = len(figure.series) > 1
    half = _bin_width(figure) / 2
    edges = [x + side for series in figure.series for x in series.x for side in (-half, half)]
    edges += [mark.value for mark in figure.marks if mark.axis == "x"]
    ends = [min(edges, default=0.0), max(edges, default=1.0)]
    span = (ends[1] - ends[0]) / (2 * half)
    panels = []
    for i, series in enumerate(figure.series):
        is_last = i == len(figure.series) - 1
        records = [{"left": x - half, "right": x + half, "y": y} for x, y in zip(series.x, series.y, strict=True)]
        title = axis_title(figure.x_label) if is_last else None
        x = altair.X(
            "left", type="quantitative", title=title, axis=altair.Axis(labels=is_last),
            scale=altair.Scale(domain=ends, nice=False, zero=False, padding=4),
        )  # fmt: skip
        extent = {"minExtent": _EXTENT, "maxExtent": _EXTENT, "tickCount": 3} if several else {}
        y_title = axis_title(figure.y_label, style.Y_COLUMNS // 2 if several else style.Y_COLUMNS)
        y = altair.Y("y", type="quantitative", title=y_title, axis=altair.Axis(**extent))
        bars = altair.Chart(altair.Data(values=records)).mark_rect(
            color=style.COLORS[i % len(style.COLORS)], stroke="white", strokeWidth=0.4 if span < _NARROW else 0
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
