"""A table of coloured squares, rows and columns named."""

from typing import TYPE_CHECKING, Any

from steelyard.plot.drawing import style
from steelyard.plot.drawing.labels import distinct_labels
from steelyard.results.figure import Figure

if TYPE_CHECKING:
    import altair

__all__ = ["cells"]

_NAME_COLUMNS = 18
_LARGEST = 16  # points, a side
_ROOM = 150  # for all columns, beside the names of the rows


def cells(figure: Figure) -> "altair.Chart":
    """Draw squares, each with the number of its series, so that a figure printed in grey can be read."""
    import altair

    names = distinct_labels(figure.row_names, _NAME_COLUMNS)
    series = distinct_labels([one.name for one in figure.series], style.LABEL_COLUMNS)
    colors = style.shades(len(series))
    records: list[dict[str, Any]] = [
        {"column": names[int(x)], "row": names[int(y)], "series": label, "mark": str(i + 1)}
        for i, (one, label) in enumerate(zip(figure.series, series, strict=True))
        for x, y in zip(one.x, one.y, strict=True)
    ]
    # where nothing is coloured, the table is drawn all the same
    records += [{"column": name, "row": name, "series": None, "mark": ""} for name in names]
    side = min(_LARGEST, _ROOM / max(1, len(names)))
    axis = {"labelLimit": 100, "domain": False, "ticks": False, "grid": False, "labelOverlap": False}
    data = altair.Chart(altair.Data(values=records))
    x = altair.X(
        "column", type="nominal", sort=None, scale=altair.Scale(domain=names), title=None,
        axis=altair.Axis(labelAngle=-90, orient="top", **axis),
    )  # fmt: skip
    y = altair.Y(
        "row", type="nominal", sort=None, scale=altair.Scale(domain=names), title=None, axis=altair.Axis(**axis)
    )
    scale = altair.Scale(domain=series, range=colors)
    legend = altair.Legend(columns=len(series), symbolType="square", symbolSize=60)
    color = altair.Color("series", type="nominal", scale=scale, legend=legend, sort=None)
    paint = altair.condition("datum.series === null", altair.value("#DDDDDD"), color)
    squares = data.mark_rect(stroke="white", strokeWidth=1).encode(x, y, color=paint)
    ink = altair.condition(f"datum.mark === '{len(series)}'", altair.value("white"), altair.value("black"))
    digits = data.mark_text(fontSize=max(4, min(8, 0.55 * side))).encode(x, y, text="mark:N", color=ink)
    return altair.layer(squares, digits).properties(width=side * len(names), height=side * len(names))
