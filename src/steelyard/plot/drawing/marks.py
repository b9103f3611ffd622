"""Lines that mark a value, with a legend above, where no text can cover data or another label."""

from typing import Any

from steelyard.plot.drawing import style
from steelyard.plot.drawing.axes import legend_columns
from steelyard.plot.drawing.labels import distinct_labels
from steelyard.results.figure import Figure

__all__ = ["mark_dash", "mark_layers"]


def mark_dash(figure: Figure, *, has_legend: bool = True) -> tuple[list[str], Any]:
    """Return the names of all marks, and the channel that tells their lines apart."""
    import altair

    names = distinct_labels([mark.name for mark in figure.marks], style.LABEL_COLUMNS)
    scale = altair.Scale(domain=names, range=[list(dash) for dash in style.cycle(style.MARK_DASHES, len(names))])
    look = {"orient": "top", "symbolType": "stroke", "symbolSize": 150, "symbolStrokeColor": "black"}
    legend = altair.Legend(columns=legend_columns(names), **look)
    return names, altair.StrokeDash(
        "mark", type="nominal", scale=scale, legend=legend if has_legend else None, sort=None
    )


def mark_layers(figure: Figure, title: list[str] | None) -> list[Any]:
    """Draw the marks of values of a figure whose values lie along x."""
    import altair

    found = [mark for mark in figure.marks if mark.axis == "y"]
    if not found:
        return []
    names, dash = mark_dash(figure)
    records = [
        {"value": mark.value, "mark": name} for mark, name in zip(figure.marks, names, strict=True) if mark.axis == "y"
    ]
    rules = altair.Chart(altair.Data(values=records)).mark_rule(strokeWidth=1, color="black")
    return [rules.encode(altair.X("value", type="quantitative", title=title), dash)]
