"""Tables of a board as its page has them: those of the text, with the ranges of ranks drawn, and sorted by a touch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.page.html.text import with_minus
from steelyard.questions.board.answer import BoardRow, SubsetSystemRow
from steelyard.questions.board.page import differences, ranks
from steelyard.results.columns import Shown, table
from steelyard.results.table import Table

__all__ = ["Cell", "Column", "Line", "SystemTable", "shown_lines", "subset_table", "system_table"]

MOST_LINES = 100  # of a subset; the table of all items has every system
_WIDE = ("±", "simultaneous", "tier", "first in %", "minus ", "detectable", "error, ")  # what a phone has no room for
_EDGE = 3.0  # per cent of the drawing, left and right of the first and the last rank


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, whether it has numbers, and whether a phone leaves it out."""

    header: str
    is_number: bool
    is_wide: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows, and the number by which it is sorted, if any."""

    text: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A system: its cells, where its ranks stand in the drawing, and whether a tier starts with it."""

    cells: tuple[Cell, ...]
    low: float
    at: float
    high: float
    starts_tier: bool
    verdict: str


@dataclass(frozen=True, slots=True)
class SystemTable:
    """Systems, the best first."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    has_ranges: bool


def system_table(shown: Table, rows: Sequence[BoardRow | SubsetSystemRow], n_systems: int) -> SystemTable:
    """Add to a table of text what a page draws and sorts by; `rows` are its rows in the same order."""
    columns = tuple(_column(header) for header in shown.headers)
    tiers = [getattr(row, "tier", None) for row in rows]
    lines = []
    for i, (row, cells) in enumerate(zip(rows, shown.rows, strict=True)):
        lines.append(
            Line(
                cells=tuple(_cell(column, str(cell), row) for column, cell in zip(columns, cells, strict=True)),
                low=_place(row.rank_low or row.rank, n_systems),
                at=_place(row.rank, n_systems),
                high=_place(row.rank_high or row.rank, n_systems),
                starts_tier=i > 0 and tiers[i] != tiers[i - 1],
                verdict=next((str(c) for h, c in zip(shown.headers, cells, strict=True) if h == "verdict"), ""),
            )
        )
    return SystemTable(columns, tuple(lines), rows[0].rank_low is not None)


def shown_lines(rows: Sequence[SubsetSystemRow]) -> list[SubsetSystemRow]:
    """Return the first systems of a subset, and all that may lead on it."""
    ordered = sorted(rows, key=lambda row: row.rank)
    return [row for i, row in enumerate(ordered) if i < MOST_LINES or row.may_lead]


def subset_table(rows: Sequence[SubsetSystemRow], decimals: int, method: Mapping[str, Any]) -> Table:
    """Lay out the systems on a subset, in the order in which they are given."""
    found = {row.system: row for row in rows if row.difference is not None}
    against = "leader" if rows[0].may_lead is not None else method["against"]
    columns: tuple[Shown, ...] = (ranks(rows), "system", "score", "may_lead", *differences(found, against, method))
    return table(rows, columns, decimals=decimals)


def _column(header: str) -> Column:
    name = header.removeprefix(">")
    return Column(name, header.startswith(">") or name in ("rank", "ranks", "simultaneous"), name.startswith(_WIDE))


def _cell(column: Column, text: str, row: BoardRow | SubsetSystemRow) -> Cell:
    if column.header in ("rank", "ranks"):
        return Cell(text.replace("-", "–"), float(row.rank))
    if not column.is_number:
        return Cell(text)
    if column.header == "simultaneous":  # both ends
        return Cell(with_minus(text))
    return Cell(with_minus(text), float(text) if text else None)


def _place(rank: int, n_systems: int) -> float:
    return round(_EDGE + (100 - 2 * _EDGE) * (rank - 1) / max(1, n_systems - 1), 2)
