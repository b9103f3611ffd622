"""Figures as the page draws them: places in per cent, so that plots fit any screen and text keeps its size."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from steelyard.page.html.intervals import Axis, log_axis, value_axis
from steelyard.page.html.text import with_minus
from steelyard.results.figure import Figure, Series

__all__ = ["Drawn", "draw", "side_by_side"]

_COLOURS, _SHAPES, _DASHES = 7, 6, 5  # of the style sheet and of `_figure.html`
_MOST_POINTS = 40  # of a line that shows where it was measured
_MOST_LARGE = 60  # points; more are drawn smaller
_MARGIN = 0.04
_DODGE = 0.6  # of the room between neighbours, shared by intervals that stand side by side
_MOST_SAID = 8  # points of a series, or series, that a description names one by one


@dataclass(frozen=True, slots=True)
class Look:
    """How a series, or a line across, looks in the plot and in its legend."""

    name: str
    colour: int
    shape: int
    dash: int


@dataclass(frozen=True, slots=True)
class Curve:
    """One series in a plot; places are per cent from the left and from the top."""

    look: Look
    points: tuple[tuple[float, float], ...] = ()
    ends: tuple[tuple[float, float, float], ...] = ()  # of intervals: x, top, bottom
    line: str = ""  # paths on a square of 100 by 100
    band: str = ""
    bars: tuple[tuple[float, float, float, float], ...] = ()  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes."""

    name: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...]
    marks: tuple[tuple[str, float, int], ...]  # axis, place, dash
    has_large_points: bool
    description: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure, ready for the template; one of kind ``cells`` has rows in place of panels."""

    figure: Figure
    panels: tuple[Panel, ...]
    legend: tuple[Look, ...]
    marks: tuple[Look, ...]
    title: str
    note: str
    cells: tuple[tuple[int, ...], ...] = ()  # the level of each: 0 for none, from 1 on for each series

    @property
    def has_shapes(self) -> bool:
        """Whether the legend shows the shapes of points."""
        return any(curve.points for panel in self.panels for curve in panel.curves)


def draw(figure: Figure) -> Drawn:
    """Lay out a figure of finite numbers: one panel, or of a histogram of several series one each."""
    looks = [Look(series.name, i % _COLOURS, i % _SHAPES, i % _DASHES) for i, series in enumerate(figure.series)]
    marks = tuple(Look(mark.name, 0, 0, 1 + i % (_DASHES - 1)) for i, mark in enumerate(figure.marks))
    if figure.kind == "cells":
        return Drawn(figure, (), tuple(looks), (), figure.title, figure.note, _cells(figure))
    apart = figure.kind == "bars"
    groups = [[i] for i in range(len(looks))] if apart else [list(range(len(looks)))]
    panels = tuple(_panel(figure, looks, members) for members in groups)
    named = tuple(look for look in looks if look.name) if not apart else ()
    return Drawn(figure, panels, named, marks, figure.title, figure.note)


def side_by_side(figures: Sequence[Drawn]) -> list[list[Drawn]]:
    """Part figures into rows of two that are about equally high."""
    rows: list[list[Drawn]] = []
    for drawn in figures:
        if rows and len(rows[-1]) == 1 and len(rows[-1][0].panels) == len(drawn.panels):
            rows[-1].append(drawn)
        else:
            rows.append([drawn])
    return rows


def _panel(figure: Figure, looks: Sequence[Look], members: Sequence[int]) -> Panel:
    shown = [figure.series[i] for i in members]
    xs = [x for series in figure.series for x in series.x] + [m.value for m in figure.marks if m.axis == "x"]
    ys = [y for series in shown for y in (*series.y, *series.low, *series.high)]
    half = _bin_width(figure) / 2
    if figure.kind == "bars":
        xs = [x + side for x in xs for side in (-half, half)]
    make_axis = log_axis if figure.x_scale == "log" else value_axis
    aside = max(map(abs, _dodged(figure, make_axis(xs, margin=0.0)))) / 100
    x = make_axis(xs, margin=_MARGIN + aside)
    y = value_axis([*ys, *(m.value for m in figure.marks if m.axis == "y")], from_zero=figure.kind == "bars")
    shifts = _dodged(figure, x)
    curves = tuple(_curve(figure, figure.series[i], looks[i], x, y, shifts[i], half) for i in members)
    marks = tuple(
        (mark.axis, x.place(mark.value) if mark.axis == "x" else y.from_top(mark.value), 1 + i % (_DASHES - 1))
        for i, mark in enumerate(figure.marks)
    )
    return Panel(
        name=shown[0].name if len(figure.series) > 1 and figure.kind == "bars" else "",
        x=x,
        y=y,
        curves=curves,
        marks=marks,
        has_large_points=sum(len(series.x) for series in figure.series) <= _MOST_LARGE,
        description=_description(figure, shown),
    )


def _curve(figure: Figure, series: Series, look: Look, x: Axis, y: Axis, shift: float, half: float) -> Curve:
    at = [(x.place(u) + shift, y.from_top(v)) for u, v in zip(series.x, series.y, strict=True)]
    lows, highs = [y.from_top(v) for v in series.low], [y.from_top(v) for v in series.high]
    if figure.kind == "bars":
        floor = y.from_top(0.0)
        width = x.place(half * 2 + x.low)
        return Curve(
            look,
            bars=tuple((round(u - width / 2, 3), round(v, 3), round(width, 3), round(floor - v, 3)) for u, v in at),
        )
    points = tuple((round(u, 3), round(v, 3)) for u, v in at)
    if figure.kind != "lines":
        ends = tuple((u, round(high, 3), round(low, 3)) for (u, _), low, high in zip(points, lows, highs, strict=False))
        return Curve(look, points, ends)
    band = [(u, high) for (u, _), high in zip(points, highs, strict=False)]
    band += [(u, low) for (u, _), low in reversed(list(zip(points, lows, strict=False)))]
    return Curve(
        look, points if len(points) <= _MOST_POINTS else (), line=_path(points), band=f"{_path(band)}Z" if band else ""
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points) if points else ""


def _dodged(figure: Figure, x: Axis) -> list[float]:
    """Return by how much, in per cent, the intervals of each series step aside, so that none hides another."""
    n = len(figure.series)
    places = sorted({x.place(value) for series in figure.series for value in series.x})
    if figure.kind != "intervals" or n == 1:
        return [0.0] * n
    gap = min((b - a for a, b in pairwise(places)), default=50.0)
    return [(i - (n - 1) / 2) * _DODGE * gap / n for i in range(n)]


def _bin_width(figure: Figure) -> float:
    xs = sorted({x for series in figure.series for x in series.x})
    return min((b - a for a, b in pairwise(xs)), default=1.0)


def _cells(figure: Figure) -> tuple[tuple[int, ...], ...]:
    levels = [[0] * len(figure.row_names) for _ in figure.row_names]
    for level, series in enumerate(figure.series, 1):
        for column, row in zip(series.x, series.y, strict=True):
            levels[int(row)][int(column)] = level
    return tuple(map(tuple, levels))


def _description(figure: Figure, shown: Sequence[Series]) -> str:
    """Say in words what a panel shows."""
    said = "; ".join(filter(None, (_said(figure, series) for series in shown[:_MOST_SAID])))
    more = f"; and {len(shown) - _MOST_SAID} more series" if len(shown) > _MOST_SAID else ""
    marks = "".join(f" A line at {_number(mark.value)}: {mark.name}." for mark in figure.marks)
    return f"{figure.title}. {figure.y_label} over {figure.x_label}: {said}{more}.{marks}"


def _said(figure: Figure, series: Series) -> str:
    start = f"{series.name}: " if series.name else ""
    n = len(series.x)
    if not n:
        return f"{start}no points"
    if n <= _MOST_SAID and figure.kind != "bars":
        return start + ", ".join(f"{_number(y)} at {_number(x)}" for x, y in zip(series.x, series.y, strict=True))
    across = f"{_number(min(series.x))} to {_number(max(series.x))}"
    if figure.kind == "bars":
        highest = max(range(n), key=lambda i: series.y[i])
        return (
            f"{start}{n} bars from {across}, the highest, {_number(series.y[highest])}, at {_number(series.x[highest])}"
        )
    return f"{start}{n} points from {_number(min(series.y))} to {_number(max(series.y))}"


def _number(value: float) -> str:
    text = f"{value:.3g}" if abs(value) < 1000 or not math.isfinite(value) else f"{value:,.0f}"
    return with_minus(text)
