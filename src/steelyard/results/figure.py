"""What a figure shows, as numbers: points, intervals, lines or bars, and the lines that mark a value."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Figure", "Mark", "Series"]


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
        How the series are drawn; ``bars`` stand on the x of a histogram's bins.
    x_label, y_label : str
        What the axes count, with units.
    series : tuple of Series
        At least one.
    marks : tuple of Mark
        Lines across; may be empty.
    note : str
        What to know when reading it; may be empty.

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
