"""Axes, their titles, and the channels that tell series apart."""

from typing import Any

from steelyard.plot.drawing import style
from steelyard.plot.drawing.labels import width_of, wrap
from steelyard.results.figure import Figure

__all__ = ["axis_title", "legend_columns", "series_channel", "x_axis", "y_axis"]

_MOST_TICKS = 8
_SYMBOL_COLUMNS = 4  # of a legend, beside each label


def x_axis(figure: Figure, field: str = "x") -> Any:
    """Return the x axis of a figure, or of a field of it that has the same unit."""
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
        field, type="quantitative", title=axis_title(figure.x_label), scale=scale, axis=altair.Axis(**ticks)
    )


def y_axis(figure: Figure, field: str = "y") -> Any:
    """Return the y axis of a figure, or of a field of it that has the same unit."""
    import altair

    return altair.Y(
        field,
        type="quantitative",
        title=axis_title(figure.y_label, style.Y_COLUMNS),
        scale=altair.Scale(zero=False, padding=4),
    )


def axis_title(text: str, columns: int = style.LABEL_COLUMNS) -> list[str] | None:
    """Break an axis's title into lines; None where there is none."""
    return wrap(text, columns) or None


def series_channel(
    channel: str, values: tuple[Any, ...], names: list[str], *, has_legend: bool = True, **look: Any
) -> Any:
    """Tell series apart; one series without a name needs no legend."""
    import altair

    kind = {"color": altair.Color, "shape": altair.Shape, "strokeDash": altair.StrokeDash}[channel]
    chosen = [list(value) if isinstance(value, tuple) else value for value in style.cycle(values, len(names))]
    scale = altair.Scale(domain=names, range=chosen)
    legend = altair.Legend(columns=legend_columns(names), **look) if has_legend and names != [""] else None
    return kind("series", type="nominal", scale=scale, legend=legend, sort=None)


def legend_columns(names: list[str]) -> int:
    """Return how many labels of a legend can stand side by side."""
    widths = [width_of(name) + _SYMBOL_COLUMNS for name in names]
    for n in range(len(names), 1, -1):
        if sum(max(widths[i::n]) for i in range(n)) <= style.LABEL_COLUMNS:
            return n
    return 1
