"""What a figure shows, as numbers: points, intervals, lines or bars, and the lines that mark a value."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

__all__ = ["Figure", "Mark", "Series", "figure_name", "named_apart"]

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
    joined = "-".join(re.sub(r"[^A-Za-z0-9.]+", "-", str(part)).strip("-.") for part in parts)
    return joined.strip("-")[:_LONGEST_NAME].strip("-.") or "figure"


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


@dataclass(frozen=True, slots=True)
class Mark:
    """A line across a figure at one value.

    Attributes
    ----------
    axis : {"x", "y"}
        Which axis the value is of.
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

    axis: Literal["x", "y"]
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
    kind : {"points", "intervals", "lines", "bars"}
        How the series are drawn; ``bars`` are a histogram's, of one width, and x is the middle of each.
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

    Examples
    --------
    >>> from steelyard.results import Figure, Series
    >>> scores = Series("", (1.0, 2.0), (27.1, 29.4))
    >>> Figure("figure-3", "BLEU of broad samples", "points", "sample", "BLEU", (scores,)).marks
    ()
    """

    name: str
    title: str
    kind: Literal["points", "intervals", "lines", "bars"]
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    note: str = ""
    x_scale: Literal["linear", "log"] = "linear"


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
