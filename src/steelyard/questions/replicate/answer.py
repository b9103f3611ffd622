"""A paper's experiment, run on other test sets and systems: its tables and figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.errors import unknown_name
from steelyard.results.base import Result
from steelyard.results.figure import Figure, Series

__all__ = ["PaperTable", "Replication"]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table in the form of a paper.

    Attributes
    ----------
    name : str
        As the paper numbers it, such as ``Table 3``.
    title : str
        What it shows.
    columns : tuple of str
        Names of the columns.
    rows : tuple of tuple
        One cell per column: text, a number, or None where there is nothing to say.
    note : str
        What to know when reading it; may be empty.
    decimals : tuple of (int or None)
        How many to show of the numbers in each column; empty, or None, leaves it to the reader.

    Examples
    --------
    >>> from steelyard.results import PaperTable
    >>> PaperTable("Table 4", "Conclusions by level", ("level", "right"), (("95-97.9", 98.0),)).rows[0]
    ('95-97.9', 98.0)
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""
    decimals: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Replication(Result):
    """What a paper's protocol gives on one's own data.

    `to_frame` takes the name of a table or figure: ``to_frame("Table 3")``, ``to_frame("figure-2")``.

    Attributes
    ----------
    paper_tables : tuple of PaperTable
        In the paper's order.
    figures : tuple of Figure
        In the paper's order.
    method : mapping
        Protocol, its source, what was chosen where the paper is silent, sizes, draws, seed, versions and the SHA-256 of
        every input.

    Examples
    --------
    >>> from steelyard.results import PaperTable, Replication
    >>> table = PaperTable("Table 2", "t", ("n", "t"), ((100, 1.984),))
    >>> stored = Replication((table,), (), {"n_segments": 100}).to_dict()
    >>> Replication.from_dict(stored).paper_tables == (table,)
    True
    """

    schema: ClassVar[str] = "steelyard.replication/1"
    tables: ClassVar[tuple[str, ...]] = ("paper_tables", "figures")

    paper_tables: tuple[PaperTable, ...]
    figures: tuple[Figure, ...]
    method: Mapping[str, Any]

    def __str__(self) -> str:
        """Return one line: the protocol, and how many tables and figures there are."""
        counts = ((len(self.paper_tables), "table"), (len(self.figures), "figure"))
        held = ", ".join(f"{count} {noun}{'s' if count != 1 else ''}" for count, noun in counts)
        return f"Replication: {self.method.get('protocol', 'unnamed')}, {held}"

    def records(self, table: str | None = None) -> list[dict[str, Any]]:
        """Return the rows of a paper's table, or the points of a figure, by its name; by default the first table."""
        tables = {found.name: found for found in self.paper_tables}
        figures = {found.name: found for found in self.figures}
        name = table or next(iter(tables), "")
        if name in tables:
            return [dict(zip(tables[name].columns, row, strict=True)) for row in tables[name].rows]
        if name in figures:
            return [point for series in figures[name].series for point in _points(series)]
        raise unknown_name("table or figure", name, [*tables, *figures])


def _points(series: Series) -> list[dict[str, Any]]:
    keys = ("series", "x", "y", "low", "high") if series.low else ("series", "x", "y")
    columns = (series.x, series.y, series.low, series.high)[: len(keys) - 1]
    return [dict(zip(keys, (series.name, *values), strict=True)) for values in zip(*columns, strict=True)]
