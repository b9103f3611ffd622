"""Intervals lying down: a named row each, in groups."""

import json
from typing import TYPE_CHECKING, Any

from steelyard.plot.drawing import style
from steelyard.plot.drawing.axes import axis_title
from steelyard.plot.drawing.labels import distinct_labels, shorten
from steelyard.plot.drawing.marks import mark_layers
from steelyard.results.figure import Figure

if TYPE_CHECKING:
    import altair

__all__ = ["ROW_HEIGHT", "row_axis", "row_scale", "rows"]

ROW_HEIGHT = 11
_NAME_COLUMNS = 26
_SHADE = "#EFEFEF"


def rows(figure: Figure) -> "altair.LayerChart":
    """Draw each row's value and interval; every other group is shaded, and named at its first row on the right."""
    import altair

    n = len(figure.row_names)
    records: list[dict[str, Any]] = []
    for series in figure.series:
        for i, (row, value) in enumerate(zip(series.x, series.y, strict=True)):
            record = {"row": row, "value": value}
            if series.low:
                record |= {"low": series.low[i], "high": series.high[i]}
            records.append(record)
    data = altair.Chart(altair.Data(values=records))
    x_title = axis_title(figure.y_label)
    axis = altair.Axis(grid=True, gridColor=style.GRID, gridWidth=0.5)
    x = altair.X("value", type="quantitative", title=x_title, scale=altair.Scale(zero=False, padding=6), axis=axis)
    y = altair.Y("row", type="quantitative", title=None, scale=row_scale(n), axis=row_axis(figure))
    layers = []
    bands = _bands(figure)
    if bands:
        shaded = altair.Chart(altair.Data(values=bands))
        layers.append(
            shaded.transform_filter("datum.is_shaded")
            .mark_rect(color=_SHADE)
            .encode(altair.Y("top", type="quantitative", scale=row_scale(n), axis=None), altair.Y2("bottom"))
        )
    low = altair.X("low", type="quantitative", title=x_title)
    unnamed = altair.Y("row", type="quantitative", scale=row_scale(n), axis=None)
    layers.append(
        data.transform_filter("isValid(datum.low)")
        .mark_rule(strokeWidth=1.25, color=style.COLORS[0])
        .encode(low, altair.X2("high"), unnamed)
    )
    layers.append(data.mark_point(filled=True, opacity=1, size=26, color=style.COLORS[0]).encode(x, y))
    layers += mark_layers(figure, x_title)
    if bands:
        axis = _group_axis(bands, figure.x_label)
        right = altair.Y("top", type="quantitative", title=None, scale=row_scale(n), axis=axis)
        # carries the axis alone
        layers.append(altair.Chart(altair.Data(values=bands)).mark_point(opacity=0, size=0).encode(right))
    drawn = altair.layer(*layers).resolve_axis(y="independent")
    fitted = altair.AutoSizeParams(type="fit-x", contains="padding")
    return drawn.properties(width=style.WIDTH, height=ROW_HEIGHT * max(2, n), autosize=fitted)


def row_scale(n: int) -> Any:
    """Return the scale on which n rows stand below each other, the first at the top."""
    import altair

    return altair.Scale(domain=[-0.5, max(n, 1) - 0.5], nice=False, zero=False, padding=0, reverse=True)


def row_axis(figure: Figure) -> Any:
    """Name every row on the left."""
    import altair

    names = distinct_labels(figure.row_names, _NAME_COLUMNS, keep_ends=True)
    return altair.Axis(
        values=list(range(len(names))), tickCount=2 * len(names),
        labelExpr=f"{json.dumps(names)}[datum.value]", labelSeparation=-4, labelLimit=120, grid=False, ticks=False,
        domain=False, labelPadding=5,
    )  # fmt: skip


def _bands(figure: Figure) -> list[dict[str, Any]]:
    """Return where each group of rows begins and ends; nothing where there is one."""
    groups = [series for series in figure.series if series.x]
    if len(groups) < 2:
        return []
    names = distinct_labels([series.name for series in groups], 6)
    return [
        {"top": min(s.x) - 0.5, "bottom": max(s.x) + 0.5, "name": name, "is_shaded": i % 2 == 1}
        for i, (s, name) in enumerate(zip(groups, names, strict=True))
    ]


def _group_axis(bands: list[dict[str, Any]], word: str) -> Any:
    """Name each group at its first row, and at the top what the names mean."""
    import altair

    names = {f"{band['top'] + 0.5:g}": band["name"] for band in bands}
    top = f"{min(band['top'] for band in bands) + 0.5:g}"
    named = json.dumps(names | {top: f"{shorten(word, 12)} {names[top]}"})
    return altair.Axis(
        orient="right", tickCount=2 * len(bands), values=[band["top"] + 0.5 for band in bands],
        labelExpr=f"{named}[datum.value]", labelSeparation=-4, grid=False, ticks=False, domain=False, labelPadding=4,
    )  # fmt: skip
