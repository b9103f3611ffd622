"""A ranking drawn as one piece of SVG that needs no script, no style sheet and no other package: for notebooks."""

import html as escapes
from collections.abc import Iterator

from steelyard.page.html.intervals import Axis, value_axis
from steelyard.page.html.text import with_minus
from steelyard.results.figure import Figure, Series
from steelyard.results.table import clean

__all__ = ["inline_svg"]

_ROW, _HEAD, _FOOT = 22, 26, 24
_NAMES, _PLOT, _WIDTH = 200, 400, 680
_LONGEST = 28  # letters of a name, which then fits beside the plot
_GRID = 'stroke="currentColor" stroke-opacity="0.15"'
_CLUSTER = 'stroke="currentColor" stroke-opacity="0.5" stroke-dasharray="2 3"'
_COLOUR = "#2f6fb3"  # holds 3:1 on white and on the dark of notebooks


def inline_svg(figure: Figure) -> str:
    """Draw intervals that lie down, a row each; text has the colour of what stands around, so that dark pages do, too.

    Names are escaped, and cut after 28 letters; a tooltip has them in full.
    """
    n = len(figure.row_names)
    height = _HEAD + n * _ROW + _FOOT
    axis = value_axis([value for series in figure.series for value in (*series.y, *series.low, *series.high)])
    parts = [
        f'<text x="0" y="15" font-weight="bold">{_text(figure.title)}</text>',
        *_grid(axis, height),
        *(line for i, series in enumerate(figure.series) for line in _rows(figure, series, axis, is_first=i == 0)),
    ]
    size = f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
    look = 'font-family="sans-serif" font-size="12" fill="currentColor" style="max-width: 100%"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look} role="img">{"".join(parts)}</svg>'


def _grid(axis: Axis, height: int) -> Iterator[str]:
    for value, label in axis.ticks:
        x = _x(axis, value)
        yield f'<line x1="{x}" x2="{x}" y1="{_HEAD}" y2="{height - _FOOT}" {_GRID}/>'
        yield f'<text x="{x}" y="{height - 8}" text-anchor="middle">{label}</text>'


def _rows(figure: Figure, series: Series, axis: Axis, *, is_first: bool) -> Iterator[str]:
    """Draw the rows of a cluster, below the line that parts it from the one above."""
    if series.x and not is_first:
        top = f"{_HEAD + min(series.x) * _ROW:g}"
        yield f'<line x1="0" x2="{_WIDTH}" y1="{top}" y2="{top}" {_CLUSTER}/>'
    for i, (row, value) in enumerate(zip(series.x, series.y, strict=True)):
        name = clean(figure.row_names[int(row)])
        y = f"{_HEAD + (row + 0.5) * _ROW:g}"
        shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."
        yield f'<text x="0" y="{y}" dominant-baseline="central">{_text(shown)}<title>{_text(name)}</title></text>'
        if series.low:
            ends = f'x1="{_x(axis, series.low[i])}" x2="{_x(axis, series.high[i])}"'
            yield f'<line {ends} y1="{y}" y2="{y}" stroke="{_COLOUR}" stroke-width="2"/>'
        yield f'<circle cx="{_x(axis, value)}" cy="{y}" r="4" fill="{_COLOUR}"/>'
        said = with_minus(f"{value:.4g}")
        yield f'<text x="{_WIDTH}" y="{y}" dominant-baseline="central" text-anchor="end">{said}</text>'


def _x(axis: Axis, value: float) -> str:
    return f"{_NAMES + _PLOT * axis.place(value) / 100:.1f}"


def _text(text: str) -> str:
    return escapes.escape(clean(text))
