"""Many small points, such as one per segment."""

from typing import TYPE_CHECKING, Any

from steelyard.plot.drawing import style
from steelyard.plot.drawing.axes import axis_title, series_channel
from steelyard.plot.drawing.labels import distinct_labels
from steelyard.plot.drawing.marks import mark_dash
from steelyard.results.figure import Figure

if TYPE_CHECKING:
    import altair

__all__ = ["scatter"]

_HEIGHT = 180
_Y_COLUMNS = 38  # along that height
_FEW = 300
_MARGIN = 0.03


def scatter(figure: Figure) -> "altair.LayerChart":
    """Draw points so that those that lie on each other are darker; an ``xy`` mark gives both axes one scale."""
    import altair

    names = distinct_labels([series.name for series in figure.series], style.LABEL_COLUMNS)
    records: list[dict[str, Any]] = [
        {"x": x, "y": y, "series": name}
        for series, name in zip(figure.series, names, strict=True)
        for x, y in zip(series.x, series.y, strict=True)
    ]
    xs, ys = ([record[axis] for record in records] for axis in ("x", "y"))
    if any(mark.axis == "xy" for mark in figure.marks):
        xs = ys = [*xs, *ys]
    grid = altair.Axis(grid=True, gridColor=style.GRID, gridWidth=0.5, tickCount=5)
    x, y = (
        kind(field, type="quantitative", title=axis_title(label, columns), scale=_scale(values), axis=grid)
        for kind, field, label, columns, values in (
            (altair.X, "x", figure.x_label, style.LABEL_COLUMNS, xs),
            (altair.Y, "y", figure.y_label, _Y_COLUMNS, ys),
        )
    )
    color = series_channel("color", style.COLORS, names)
    size, opacity = (10, 0.6) if len(records) <= _FEW else (6, 0.3)
    points = altair.Chart(altair.Data(values=records)).mark_circle(size=size, opacity=opacity)
    layers: list[Any] = [points.encode(x, y, color)]
    if figure.marks:
        layers.append(_marks(figure, x, y, _ends(xs), _ends(ys)))
    fitted = altair.AutoSizeParams(type="fit-x", contains="padding")
    return altair.layer(*layers).properties(width=style.WIDTH, height=_HEIGHT, autosize=fitted)


def _ends(values: list[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    margin = _MARGIN * ((high - low) or 1.0)
    return low - margin, high + margin


def _scale(values: list[float]) -> Any:
    import altair

    return altair.Scale(domain=list(_ends(values)), nice=False, zero=False)


def _marks(figure: Figure, x: Any, y: Any, of_x: tuple[float, float], of_y: tuple[float, float]) -> Any:
    """Draw every mark as a line from one end of the figure to the other."""
    import altair

    names, dash = mark_dash(figure)
    records = []
    for mark, name in zip(figure.marks, names, strict=True):
        ends = {
            "x": ((mark.value, of_y[0]), (mark.value, of_y[1])),
            "y": ((of_x[0], mark.value), (of_x[1], mark.value)),
            "xy": ((of_x[0], of_x[0] + mark.value), (of_x[1], of_x[1] + mark.value)),
        }[mark.axis]
        records += [{"x": a, "y": b, "mark": name} for a, b in ends]
    lines = altair.Chart(altair.Data(values=records)).mark_line(strokeWidth=1, color="black")
    return lines.encode(x, y, dash)
