"""What a figure shows, as numbers: points, intervals, lines, bars, rows or cells, and lines that mark a value."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from steelyard.reprs import short_repr

__all__ = ["Figure", "Mark", "Series", "figure_name", "level_cells", "named_apart"]

_LONGEST_NAME = 80
_ROOM = 74  # of a name that gets a number


def figure_name(*parts: object) -> str:
    """Make a figure's name from what it shows, fit for a file name.

    Parameters
    ----------
    *parts
        Words, numbers or spellings; anything but letters, digits and dots of ASCII becomes a hyphen.

    Returns
    -------
    str
        At most 80 characters, never empty.

    Examples
    --------
    >>> from steelyard.results import figure_name
    >>> figure_name("power", "bleu(tokenize=char)", 0.05)
    'power-bleu-tokenize-char-0.05'
    """
    cleaned = (re.sub(r"[^A-Za-z0-9.]+", "-", str(part)).strip("-.") for part in parts)
    return "-".join(filter(None, cleaned))[:_LONGEST_NAME].strip("-.") or "figure"


@dataclass(frozen=True, slots=True)
class Series:
    """Values that belong together.

    Attributes
    ----------
    name : str
        What the legend calls them; empty where a figure has one series.
    x, y : tuple of float
        Of equal length.
    low, high : tuple of float
        Ends of an interval around each y; empty where there are none.
    z : tuple of float
        Of a heat map: what the colour of each cell says; empty elsewhere.

    Examples
    --------
    >>> from steelyard.results import Series
    >>> Series("harbour", (1.0, 2.0), (0.25, 0.5)).y
    (0.25, 0.5)
    """

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    z: tuple[float, ...] = ()

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Mark:
    """A line across a figure at one value.

    Attributes
    ----------
    axis : {"x", "y", "xy"}
        Which axis the value is of; ``"xy"`` is the line on which y is x plus the value.
    value : float
        Where the line stands.
    name : str
        What it marks.

    Examples
    --------
    >>> from steelyard.results import Mark
    >>> Mark("y", 95.0, "95 %").value
    95.0
    """

    axis: Literal["x", "y", "xy"]
    value: float
    name: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    Attributes
    ----------
    name : str
        Short and fit for a file name, such as ``figure-2``.
    title : str
        What is shown, as a caption.
    kind : {"points", "intervals", "lines", "bars", "cells", "rows", "order", "heat", "scatter"}
        How the series are drawn; ``bars`` are a histogram's, of one width, and x is the middle of each. ``cells`` are
        squares of a table, x and y their column and row from 0, and series their colours, from pale to dark.
        ``heat`` is such a table whose colours are the values z, orange below 0 and blue above; series are what is
        marked: the first by a triangle up, the second by a triangle down, the third by nothing; without names none is.
        ``rows`` are intervals lying down, a row each: x is the row, from 0 at the top, y the value; series are groups
        of neighbouring rows. ``order`` has rows, too: the first series says which ranks each row may have, and every
        other one is a line, at the place y beside them, through the rows x that cannot be told apart.
        ``scatter`` are many small points.
    x_label, y_label : str
        What the axes count, with units.
    series : tuple of Series
        At least one.
    marks : tuple of Mark
        Lines across; may be empty.
    note : str
        What to know when reading it; may be empty.
    x_scale : {"linear", "log"}
        Of the x axis.
    curves : tuple of Series
        Of points: a line laid through the series of the same name, dashed beyond its last point; x goes up.
    row_names : tuple of str
        The names of rows, and of a table's columns, which are the same.

    Examples
    --------
    >>> from steelyard.results import Figure, Series
    >>> scores = Series("", (1.0, 2.0), (27.1, 29.4))
    >>> Figure("figure-3", "BLEU of broad samples", "points", "sample", "BLEU", (scores,)).marks
    ()
    """

    name: str
    title: str
    kind: Literal["points", "intervals", "lines", "bars", "cells", "rows", "order", "heat", "scatter"]
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    note: str = ""
    x_scale: Literal["linear", "log"] = "linear"
    row_names: tuple[str, ...] = ()
    curves: tuple[Series, ...] = ()

    __repr__ = short_repr


def level_cells(
    name: str, title: str, systems: Sequence[str], levels: Sequence[Sequence[int]], alphas: Sequence[float]
) -> Figure:
    """Make the map of which systems are significantly better than which, a colour per level.

    Parameters
    ----------
    name, title : str
        Of the figure.
    systems : sequence of str
        Names of rows and columns.
    levels : sequence of sequence of int
        Entry (i, j): how many of the levels system i passes against system j, from the largest level on.
    alphas : sequence of float
        The levels, largest first.

    Returns
    -------
    Figure
        Of kind ``cells``.

    Examples
    --------
    >>> from steelyard.results import level_cells
    >>> figure = level_cells("figure-8", "BLEU", ["x", "y"], [[0, 2], [0, 0]], [0.05, 0.01])
    >>> [(series.name, series.x, series.y) for series in figure.series]
    [('at 0.05', (), ()), ('at 0.01', (1.0,), (0.0,))]
    """
    series = []
    for passed, alpha in enumerate(alphas, 1):
        places = [(j, i) for i, row in enumerate(levels) for j, level in enumerate(row) if level == passed]
        x, y = (tuple(float(place[axis]) for place in places) for axis in (0, 1))
        series.append(Series(f"at {alpha:g}", x, y))
    return Figure(
        name=name,
        title=title,
        kind="cells",
        x_label="column",
        y_label="row",
        series=tuple(series),
        note="Coloured: the system of the row is significantly better than that of the column.",
        row_names=tuple(systems),
    )


def named_apart(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Number figures whose names would be the same file's, as of metrics that differ in signs alone.

    Parameters
    ----------
    figures : sequence of Figure
        In any order.

    Returns
    -------
    tuple of Figure
        In the same order; of figures of one name the second is ``NAME-2``.

    Examples
    --------
    >>> from steelyard.results import Figure, Series, named_apart
    >>> figure = Figure("power-bleu", "Power", "lines", "segments", "power (%)", (Series("", (1.0,), (5.0,)),))
    >>> [figure.name for figure in named_apart([figure, figure])]
    ['power-bleu', 'power-bleu-2']
    """
    named: list[Figure] = []
    taken: set[str] = set()
    for figure in figures:
        name, n = figure.name, 1
        while name.lower() in taken:
            n += 1
            name = f"{figure.name[:_ROOM]}-{n}"
        taken.add(name.lower())
        named.append(replace(figure, name=name))
    return tuple(named)
