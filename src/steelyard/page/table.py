"""Tables as values, and how they look on a terminal and in a pipe."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Table", "clean", "render"]

_STYLES = {"better": "green", "worse": "red", "cannot tell": "yellow"}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under headers.

    Attributes
    ----------
    headers : tuple of str
        One per column; a header that starts with ``>`` marks a column of numbers, aligned to the right.
    rows : sequence of tuple of str
        Cells.
    styled : int, optional
        The column whose cells start with a verdict and are coloured by it.
    """

    headers: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    styled: int | None = None


def clean(text: str) -> str:
    """Replace what could steer a terminal or break a table."""
    return "".join(character if character.isprintable() else "�" for character in text)


def render(table: Table, console: Any = None) -> str:
    """Lay a table out, in colour where there is a Rich console; else its columns are aligned by spaces."""
    return _plain(table) if console is None else _rich(table, console)


def _width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _plain(table: Table) -> str:
    rows = [tuple(header.removeprefix(">") for header in table.headers), *table.rows]
    widths = [max(_width(row[i]) for row in rows) for i in range(len(table.headers))]
    lines = []
    for row in rows:
        cells = []
        for cell, header, width in zip(row, table.headers, widths, strict=True):
            padding = " " * (width - _width(cell))
            cells.append(padding + cell if header.startswith(">") else cell + padding)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _rich(table: Table, console: Any) -> str:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for header in table.headers:
        drawn.add_column(header.removeprefix(">"), justify="right" if header.startswith(">") else "left", no_wrap=True)
    for row in table.rows:
        style = (
            ""
            if table.styled is None
            else next((color for verdict, color in _STYLES.items() if row[table.styled].startswith(verdict)), "")
        )
        drawn.add_row(*(Text(cell, style=style if i == table.styled else "") for i, cell in enumerate(row)))
    with console.capture() as capture:
        console.print(drawn)
    return str(capture.get()).rstrip("\n")
