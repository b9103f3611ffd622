"""A partial order: the ranks each row may have, and lines through those that cannot be told apart."""

from typing import TYPE_CHECKING, Any

from steelyard.plot.drawing import style
from steelyard.plot.drawing.axes import axis_title
from steelyard.plot.drawing.rows import ROW_HEIGHT, row_axis, row_scale
from steelyard.results.figure import Figure

if TYPE_CHECKING:
    import altair

__all__ = ["order"]

_LANE = 7.0  # points between lines
_ROOM = 140.0  # points beside the names, about
_MOST_TICKS = 7
_MOST_FOR_LANES = 0.6  # of the width
_PALE = "#9CC6E3"
_RANGES, _JOINED = "possible ranks", "not significantly different"


def order(figure: Figure) -> "altair.LayerChart":
    """Draw ranks as bars, and beside them the lines, each with a dot at every row it speaks of."""
    import altair

    ranges, *lines = figure.series
    n = len(figure.row_names)
    last = max([n, *map(int, ranges.high)])  # of the ranks: not all rows need be shown
    n_lanes = 1 + max((int(y) for series in lines for y in series.y), default=-1)
    share = min(n_lanes * _LANE / _ROOM, _MOST_FOR_LANES)
    lane = last * share / (1 - share) / max(1, n_lanes)  # a step between lines, in ranks
    records: list[dict[str, Any]] = [
        {"row": row, "rank": rank, "low": low - 0.4, "high": high + 0.4, "what": _RANGES}
        for row, rank, low, high in zip(ranges.x, ranges.y, ranges.low, ranges.high, strict=True)
    ]
    dots = [
        {"row": row, "place": last + 0.5 + lane * (y + 0.8), "line": i, "what": _JOINED}
        for i, series in enumerate(lines)
        for row, y in zip(series.x, series.y, strict=True)
    ]
    scale = altair.Scale(domain=[0.3, last + 0.7 + lane * (n_lanes + 0.2) * bool(n_lanes)], nice=False, zero=False)
    ticks = _ticks(last)
    axis = altair.Axis(
        values=ticks, tickCount=2 * len(ticks), format="d", grid=True, gridColor=style.GRID, gridWidth=0.5, domain=False
    )
    x_title = axis_title(figure.y_label)
    y = altair.Y("row", type="quantitative", title=None, scale=row_scale(n), axis=row_axis(figure))
    color = altair.Color(
        "what", type="nominal", sort=None,
        scale=altair.Scale(domain=[_RANGES, *([_JOINED] if lines else [])], range=[_PALE, style.COLORS[1]]),
        legend=altair.Legend(columns=1, symbolType="stroke", symbolSize=120, symbolStrokeWidth=3, symbolOpacity=1),
    )  # fmt: skip

    def x(field: str) -> Any:
        return altair.X(field, type="quantitative", title=x_title, scale=scale, axis=axis)

    data = altair.Chart(altair.Data(values=records))
    layers = [
        data.mark_rule(strokeWidth=5, strokeCap="butt").encode(x("low"), altair.X2("high"), y, color),
        data.mark_point(filled=True, opacity=1, size=22, color=style.COLORS[0]).encode(x("rank"), y),
    ]
    if lines:
        joined = altair.Chart(altair.Data(values=dots))
        detail = altair.Detail("line", type="nominal")
        layers.append(joined.mark_line(strokeWidth=1.25).encode(x("place"), y, color, detail, order="row:Q"))
        layers.append(joined.mark_circle(size=20, opacity=1).encode(x("place"), y, color))
    fitted = altair.AutoSizeParams(type="fit-x", contains="padding")
    return altair.layer(*layers).properties(width=style.WIDTH, height=ROW_HEIGHT * max(2, n), autosize=fitted)


def _ticks(last: int) -> list[int]:
    """Return the first rank and round ones up to the last."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 10 * last) if last // step < _MOST_TICKS)
    return [rank for rank in range(1, last + 1) if rank == 1 or rank % step == (1 if step == 2 else 0)]
