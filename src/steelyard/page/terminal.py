"""Tables as text: aligned by spaces, or in colour on a terminal."""

import unicodedata
from dataclasses import replace
from functools import cache
from typing import Any

from steelyard.results.table import Table

__all__ = ["fitting", "render"]

_COLOURS = {"better": "green", "worse": "red", "cannot tell": "yellow"}
_GAP = 2  # characters between columns
_KEPT = ("verdict", "adjusted p", "p, corrected")  # what a decision is read from


def render(table: Table, console: Any = None) -> str:
    """Lay a table out, in colour where there is a Rich console; else its columns are aligned by spaces."""
    return _plain(table) if console is None else _coloured(table, console)


def fitting(table: Table, columns: int | None) -> Table:
    """Leave out the columns of least worth until a table fits into so many characters; where None, all stay.

    Those that can be spared go first, then what stands to the right. The first two stay, and a verdict with its p.
    """
    if columns is None:
        return table
    shown = list(range(len(table.headers)))
    spare = table.spare or (0,) * len(shown)
    heads = [header.removeprefix(">") for header in table.headers]
    widths = [max(map(_width, column)) for column in zip(heads, *table.rows, strict=True)]
    while sum(widths[at] + _GAP for at in shown) - _GAP > columns:
        going = [at for at in shown if spare[at] or (at > 1 and not heads[at].startswith(_KEPT))]
        if not going:
            break
        shown.remove(max(going, key=lambda at: (spare[at], at)))
    return replace(
        table,
        headers=tuple(table.headers[at] for at in shown),
        rows=[tuple(row[at] for at in shown) for row in table.rows],
        styled=shown.index(table.styled) if table.styled in shown else None,
        spare=tuple(spare[at] for at in shown),
    )


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(map(_width_of_one, text))


@cache
def _width_of_one(character: str) -> int:
    return 0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _plain(table: Table) -> str:
    rows = [tuple(header.removeprefix(">") for header in table.headers), *table.rows]
    columns = []
    for header, cells in zip(table.headers, zip(*rows, strict=True), strict=True):
        taken = list(map(_width, cells))
        paddings = map(" ".__mul__, map(max(taken).__sub__, taken))
        sides = (paddings, cells) if header.startswith(">") else (cells, paddings)
        columns.append(map(str.__add__, *sides))
    return "\n".join("  ".join(row).rstrip() for row in zip(*columns, strict=True))


def _coloured(table: Table, console: Any) -> str:
    """Lay a table out for a Rich console, verdicts in their colours."""
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
    for header in table.headers:
        drawn.add_column(header.removeprefix(">"), justify="right" if header.startswith(">") else "left", no_wrap=True)
    for row in table.rows:
        style = (
            ""
            if table.styled is None
            else next((color for verdict, color in _COLOURS.items() if row[table.styled].startswith(verdict)), "")
        )
        drawn.add_row(*(Text(cell, style=style if i == table.styled else "") for i, cell in enumerate(row)))
    with console.capture() as capture:
        console.print(drawn)
    return str(capture.get()).rstrip("\n")
