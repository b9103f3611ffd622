"""Whether a figure's numbers can be drawn."""

import math

from steelyard.errors import DataError
from steelyard.results.figure import Figure

__all__ = ["check"]

_TABLES = ("cells", "heat")
_NAMED_ROWS = ("rows", "order")


def check(figure: Figure) -> None:
    """Refuse numbers that cannot be drawn."""
    if not figure.series:
        raise DataError(f"The figure {figure.name!r} has no series: there is nothing to draw.")
    if not {curve.name for curve in figure.curves} <= {series.name for series in figure.series}:
        raise DataError(f"The figure {figure.name!r} has a curve that belongs to none of its series.")
    for series in (*figure.series, *figure.curves):
        parts = (series.y, series.low or series.x, series.high or series.x, series.z or series.x)
        if any(len(part) != len(series.x) for part in parts) or len(series.low) != len(series.high):
            raise DataError(f"The figure {figure.name!r} has a series whose x, y and intervals differ in length.")
        if not all(map(math.isfinite, (*series.x, *series.y, *series.low, *series.high, *series.z))):
            raise DataError(f"The figure {figure.name!r} holds a number that is not finite.")
    _check_places(figure)
    if not all(math.isfinite(mark.value) for mark in figure.marks):
        raise DataError(f"The figure {figure.name!r} holds a mark that is not finite.")
    xs = [x for series in (*figure.series, *figure.curves) for x in series.x] + [
        m.value for m in figure.marks if m.axis == "x"
    ]
    if figure.x_scale == "log" and min(xs, default=1.0) <= 0:
        raise DataError(f"The figure {figure.name!r} has a logarithmic x axis, and an x that is not above 0.")


def _check_places(figure: Figure) -> None:
    """Refuse cells and rows that stand outside, and a heat map without colours."""
    known = set(range(len(figure.row_names)))
    if figure.kind in _TABLES and not {p for s in figure.series for p in (*s.x, *s.y)} <= known:
        raise DataError(f"The figure {figure.name!r} has a cell outside its rows and columns.")
    if figure.kind in _NAMED_ROWS and not {x for series in figure.series for x in series.x} <= known:
        raise DataError(f"The figure {figure.name!r} has a row without a name.")
    if figure.kind == "heat" and (len(figure.series) > 3 or any(len(s.z) != len(s.x) for s in figure.series)):
        raise DataError(f"The figure {figure.name!r} needs at most three series, and a value z for every cell.")
