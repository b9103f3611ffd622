"""Read a table of any kind, column by column: CSV, TSV, JSON, JSON Lines, Parquet; cells stay what they are."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import DataError
from steelyard.files.json_rows import json_columns
from steelyard.files.names import first_double, some_of
from steelyard.files.parquet import PARQUET, parquet_columns
from steelyard.files.parsing import is_whole
from steelyard.files.reading import read_content
from steelyard.files.separators import Rows, is_json, listed_rows, places_of, plain_numbers, text_rows, utf8_text
from steelyard.files.sheets import is_spreadsheet, sheet_rows
from steelyard.files.structure import is_translation
from steelyard.reprs import short_repr

__all__ = ["Records", "read_records", "records_of_lines"]


@dataclass(frozen=True, slots=True)
class Records:
    """The cells of a table by column."""

    # path, sha256: of the file
    path: str
    sha256: str
    # Strings, as they stand; of JSON and Parquet also None, lists, objects and truth values. Numbers are strings.
    columns: dict[str, list[Any]]
    places: Sequence[int]  # for each record its line in the file, or its number where it has none
    kind: str = "line"  # what a place is: ``"line"``, ``"record"``, ``"row"`` of a sheet, or ``"unit"``

    __repr__ = short_repr

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self.places)

    def place(self, row: int) -> str:
        """Say where a record stands."""
        return f"{self.path}, {self.kind} {self.places[row]}"

    @property
    def is_frame(self) -> bool:
        """Whether it was given in memory, so that there is no file."""
        return not self.sha256

    def column(self, name: str) -> list[Any]:
        """Return a column; dots lead into objects and lists, as in ``translation.de`` and ``outputs.0``."""
        if name in self.columns:
            return self.columns[name]
        first, *steps = name.split(".")
        if first not in self.columns or not steps:
            raise DataError(f"{self.path} has no column {name!r}. It has {self.names()}.")
        cells = self.columns[first]
        for step in steps:
            cells = [self._inside(row, cell, step, name) for row, cell in enumerate(cells)]
        return cells

    def names(self) -> str:
        """List the columns for a message."""
        return some_of(list(map(repr, self.columns)), 12)

    def _inside(self, row: int, cell: Any, step: str, name: str) -> Any:
        if cell is None:
            return None
        if isinstance(cell, dict) and step in cell:
            return cell[step]
        if isinstance(cell, list) and is_whole(step) and int(step) < len(cell):
            return cell[int(step)]
        raise DataError(f"{self.place(row)}: there is nothing at {step!r} of {name!r}.")


def read_records(path: str | os.PathLike[str], encoding: str = "utf-8") -> Records:
    r"""Read a table: what it is shows in its content, not in its name.

    `path`: JSON (a list of objects, or an object of columns), JSON Lines, Parquet, a sheet (``book.xlsx:SHEET``), XLIFF
    or TMX (a column for each side or language), or rows with a header, separated by tabs, commas, semicolons or bars;
    quotes may hold separators and line ends, and numbers decimal commas.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.records import read_records
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.csv")
    ...     _ = path.write_text('reference,ours\n"Yes, please.","Yes.\nPlease."\n')
    ...     read_records(path).columns
    {'reference': ['Yes, please.'], 'ours': ['Yes.\nPlease.']}
    """
    file = read_content(path)
    name, content = file.path, file.content
    if is_spreadsheet(content):
        return _collected(listed_rows(sheet_rows(content, name), name), name, file.sha256, "row")
    if is_translation(content):
        from steelyard.files.translations import translation_columns

        columns, kind = translation_columns(file), "unit"
    elif content.startswith(PARQUET):
        columns, kind = parquet_columns(content, name), "record"
    else:
        return _of_text(utf8_text(content, name, encoding), name, file.sha256)
    return Records(name, file.sha256, columns, range(1, len(next(iter(columns.values()), [])) + 1), kind)


def records_of_lines(lines: Sequence[str], path: str) -> Records:
    """Read the lines that a table starts with; an object of JSON that is cut is an error."""
    return _of_text("\n".join(lines).encode(), path, "")


def _of_text(content: bytes, path: str, sha256: str) -> Records:
    if not content or content.isspace():
        raise DataError(f"{path} is empty: a table was expected.")
    if not is_json(content):
        return _collected(text_rows(content, path), path, sha256, "line")
    columns, places, kind = json_columns(content, path)
    if len(places) and not columns:
        raise DataError(f"{path} holds objects in which nothing is: a table was expected.")
    return Records(path, sha256, columns, places, kind)


def _collected(rows: Rows, path: str, sha256: str, kind: str) -> Records:
    """Read all rows, with points in the place of decimal commas."""
    double = first_double(rows.names)
    if double is not None:
        raise DataError(f"{path}, line 1 names the column {double!r} twice.")
    columns: dict[str, list[Any]] = {name: [] for name in rows.names}
    places: list[Sequence[int]] = []
    for cells, lines in rows.blocks:
        for column, part in zip(columns.values(), cells, strict=True):
            column += part
        places.append(lines)
    if kind == "line":
        columns = {name: plain_numbers(cells, rows.separator, path, name) for name, cells in columns.items()}
    return Records(path, sha256, columns, places_of(places), kind)
