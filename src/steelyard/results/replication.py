"""A paper's experiment, run on other test sets and systems: its tables and figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.results.base import Result
from steelyard.results.figure import Figure

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
        One cell a column: text, a number, or None where there is nothing to say.
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
