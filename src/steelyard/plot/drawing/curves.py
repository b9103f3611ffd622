"""Lines laid through measured points."""

from typing import Any

from steelyard.results.figure import Figure

__all__ = ["curve_layers"]


def curve_layers(figure: Figure, names: list[str], x: Any, y: Any, color: Any) -> list[Any]:
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
