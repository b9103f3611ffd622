"""The columns of a table of texts: which is what, and its cells as texts or names."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import AlignmentError, DataError
from steelyard.files.records import Records
from steelyard.reading.roles import COLUMN_ROLES, plain_name

__all__ = [
    "ROLES", "Columns", "column_of_role", "is_missing", "labels", "records_of_frame", "shown", "string", "strings",
]  # fmt: skip

ROLES = {role: COLUMN_ROLES[role] for role in ("reference", "source", "document", "id", "system", "output")}


_SHOWN = 40
_KINDS = {int: "a number", float: "a number", bool: "true or false", dict: "an object", list: "a list"}


def column_of_role(
    table: Records, role: str, given: Mapping[str, str], names: Mapping[str, Sequence[str]], taken: Sequence[str] = ()
) -> str | None:
    """Return the column of a role: the one that was given, or the first whose name says so."""
    if role in given:
        table.column(given[role])  # raises where there is none
        return given[role]
    by_name = {plain_name(name): name for name in table.columns if name not in taken}
    return next((by_name[name] for name in names[role] if name in by_name), None)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column has which role: as given, or as its name says."""

    reference: tuple[str, ...]
    given: Mapping[str, str]
    has_references: bool = True
    taken: tuple[str, ...] = ()

    def find(self, table: Records, role: str) -> str | None:
        """Return the column of a role: the one that was given, or one whose name says so and that is not taken."""
        return column_of_role(table, role, self.given, ROLES, (*self.taken, *self.reference, *self.given.values()))

    def references(self, table: Records) -> tuple[str, ...]:
        """Return the columns of references: ``ref``, or ``ref1`` and ``ref2``, say."""
        if self.reference or not self.has_references:
            return self.reference
        found = self.find(table, "reference")
        if found is not None:
            return (found,)
        numbered = [
            name for name in table.columns if name not in self.taken and _unnumbered(name) in ROLES["reference"]
        ]
        return tuple(sorted(numbered, key=lambda name: (len(name), name)))


def _unnumbered(name: str) -> str:
    return name.lower().rstrip("0123456789").rstrip("_.- ")


def strings(table: Records, name: str) -> list[str]:
    """Return a column of texts."""
    cells = table.column(name)
    if all(type(cell) is str for cell in cells):
        return cells
    return [string(table, row, name, cell) for row, cell in enumerate(cells)]


def string(table: Records, row: int, name: str, cell: object) -> str:
    """Return a cell as the text it holds; a list of one text is that text."""
    if isinstance(cell, list) and len(cell) == 1 and isinstance(cell[0], str):
        return cell[0]
    if isinstance(cell, str):
        return str(cell)
    what = "nothing" if is_missing(cell) else _KINDS.get(type(cell), f"a value of type {type(cell).__name__}")
    raise DataError(
        f"{table.place(row)}, column {name!r}: there is {what} where a text should be. An empty text is written as an "
        "empty string."
    )


def labels(table: Records, name: str) -> list[str]:
    """Return a column of names, which may be numbers."""
    cells = table.column(name)
    if set(map(type, cells)) == {str} and "" not in cells:
        return cells
    for row, cell in enumerate(cells):
        if is_missing(cell) or isinstance(cell, list | dict) or str(cell) == "":
            raise DataError(f"{table.place(row)}, column {name!r}: there is {shown(cell)} where a name should be.")
    return [str(cell) for cell in cells]


def is_missing(cell: object) -> bool:
    """Whether a cell holds no value: None, NaN, or what pandas has for it."""
    return cell is None or (isinstance(cell, float) and math.isnan(cell)) or type(cell).__name__ == "NAType"


def shown(cell: object) -> str:
    """Show a cell in a message."""
    text = "nothing" if is_missing(cell) else repr(cell)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def records_of_frame(frame: Any) -> Records:
    """Take the columns of a frame: pandas, Polars, PyArrow, a dataset, a list of objects, a mapping of columns."""
    columns: dict[str, list[Any]]
    names = getattr(frame, "column_names", None)
    names = getattr(frame, "columns", None) if names is None else names
    if isinstance(frame, Mapping):
        columns = {str(name): _values(cells) for name, cells in frame.items()}
    elif names is not None and not callable(names):
        columns = {str(name): _cells(frame, name) for name in names}
    elif isinstance(frame, Sequence) and frame and all(isinstance(row, Mapping) for row in frame):
        every = dict.fromkeys(name for row in frame for name in row)
        columns = {str(name): [row.get(name) for row in frame] for name in every}
    else:
        raise DataError(
            f"A frame has named columns (pandas, Polars, PyArrow, a dataset), or is a list of mappings: got "
            f"{type(frame).__name__}."
        )
    lengths = {len(cells) for cells in columns.values()}
    if len(lengths) > 1:
        raise AlignmentError(f"The columns of a frame have the same length; here they have {sorted(lengths)}.")
    return Records("frame", "", columns, range(1, max(lengths, default=0) + 1), "row")


def _cells(frame: Any, name: Any) -> list[Any]:
    return _values(frame.column(name) if hasattr(frame, "column") and not hasattr(frame, "iloc") else frame[name])


def _values(column: Any) -> list[Any]:
    """Return Python's values of a column, which has neither NumPy's numbers nor their NaN."""
    ways: tuple[str, ...] = ("to_pylist", "to_list", "tolist")  # PyArrow, Polars, pandas and NumPy
    way: Callable[[], list[Any]] | None = next((getattr(column, one) for one in ways if hasattr(column, one)), None)
    return list(column) if way is None else list(way())
