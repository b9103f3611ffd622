"""The look of every figure: sizes for a column of a paper, and colours that the colour-blind tell apart.

Lengths are points, 72 to an inch. Colours are those of Okabe and Ito (2008, "Color universal design") without yellow,
which is too pale for lines on white. Shapes and dashes go along with them, in cycles of other lengths, so that a figure
printed in grey can still be read, and forty-two series differ.
"""

from typing import Any

__all__ = [
    "COLORS", "CONFIG", "DASHES", "DIVERGING", "GRID", "HEIGHT", "LABEL_COLUMNS", "MARK_DASHES", "SHAPES",
    "TITLE_COLUMNS", "WIDTH", "SHADES", "Y_COLUMNS", "cycle", "shades",
]  # fmt: skip

WIDTH = 227  # 8 cm, a column of two
HEIGHT = 130  # of the area inside the axes
LABEL_COLUMNS = 46  # of text under the axes, and in legends
TITLE_COLUMNS = 52  # over the whole width
Y_COLUMNS = 28  # along a y axis of that height
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
DIVERGING = ("#D55E00", "#F7F7F7", "#0072B2")  # below 0, 0, above: orange and blue, whatever the eye
SHADES = ("#C6DBEF", "#6BAED6", "#08519C")  # from pale to dark: lightness alone tells them apart
SHAPES = ("circle", "triangle-up", "square", "diamond", "cross", "triangle-down")
DASHES = ((1, 0), (5, 2), (2, 2), (7, 2, 2, 2), (9, 3))
MARK_DASHES = ((4, 2), (1, 0), (1, 2), (6, 2, 1, 2))
GRID = "#E4E4E4"
_GREY = "#444444"
_FONT, _SMALL, _LARGE = "Liberation Sans, Arial, Helvetica, sans-serif", 8, 8.5

# One weight of one font: with two, PDFs of the same figure would differ in the order of their parts.
CONFIG: dict[str, Any] = {
    "background": "white",
    "font": _FONT,
    "padding": 3,
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": _SMALL,
        "titleFontSize": _LARGE,
        "titleFontWeight": "normal",
        "labelFontWeight": "normal",
        "labelColor": "black",
        "titleColor": "black",
        "domainColor": _GREY,
        "tickColor": _GREY,
        "domainWidth": 0.75,
        "tickWidth": 0.75,
        "tickSize": 3,
        "grid": False,
        "titlePadding": 4,
        "titleLimit": WIDTH - 6,
        "labelOverlap": "greedy",
        "labelSeparation": 4,
    },
    "axisY": {"grid": True, "gridColor": GRID, "gridWidth": 0.5, "tickCount": 5, "titleLimit": HEIGHT + 20},
    "axisX": {"tickCount": 6},
    "legend": {
        "orient": "bottom",
        "title": None,
        "labelFontSize": _SMALL,
        "labelFontWeight": "normal",
        "labelColor": "black",
        "labelLimit": WIDTH - 30,
        "symbolSize": 40,
        "symbolStrokeWidth": 1.25,
        "rowPadding": 1,
        "columnPadding": 10,
        "offset": 4,
        "padding": 0,
    },
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "fontSize": _LARGE,
        "fontWeight": "normal",
        "color": "black",
        "offset": 6,
        "limit": WIDTH - 6,  # cuts what is all wide letters
    },
}


def cycle(values: tuple[Any, ...], n: int) -> list[Any]:
    """Return the first n of values repeated over and over."""
    return [values[i % len(values)] for i in range(n)]


def shades(n: int) -> list[str]:
    """Return n colours from pale to dark; where there are more than three, the last ones are alike."""
    few = {1: SHADES[-1:], 2: (SHADES[0], SHADES[-1])}
    chosen = few.get(n, SHADES)
    return [*chosen, *SHADES[-1:] * (n - len(chosen))]
