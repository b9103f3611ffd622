"""The document of every item: a line each, or a table with ids."""

import os
from collections.abc import Sequence

from steelyard.data.item_tables import ScoreColumns
from steelyard.data.line_files import read_line_documents
from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import read_lines
from steelyard.files.records import read_records

__all__ = ["item_documents"]


def item_documents(
    given: str, items: Sequence[str], columns: ScoreColumns, encoding: str
) -> tuple[dict[str, str], tuple[str, str]]:
    """Return the document of each item, and path and SHA-256 of the file; ``FILE:COLUMN`` names the column."""
    path, asked = _parts(given)
    file = read_lines(path)
    is_table = asked or (file.lines and any(mark in file.lines[0] for mark in "\t,{["))
    if not is_table:
        lines = read_line_documents(path).lines
        if len(lines) != len(items):
            raise AlignmentError(
                f"{path} has {len(lines):,} lines, but there are {len(items):,} items: give one document for each, in "
                "the order in which items first stand; or a table with the columns item and document."
            )
        return dict(zip(items, lines, strict=True)), (file.path, file.sha256)
    table = read_records(path, encoding)
    ids = ScoreColumns({k: v for k, v in columns.given.items() if k == "item" and v in table.columns}).find(
        table, "item"
    )
    column = asked or ScoreColumns({}).find(table, "document")
    if ids is None or column is None:
        what = "ids of items (item)" if ids is None else "documents: name it by FILE:COLUMN"
        raise DataError(f"{path} has no column with {what}. It has {table.names()}.")
    found: dict[str, str] = {}
    for row, (item, document) in enumerate(zip(table.column(ids), table.column(column), strict=True)):
        if found.setdefault(str(item), str(document)) != str(document):
            raise DataError(f"{table.place(row)}: item {item!r} stands in two documents.")
    return found, (file.path, file.sha256)


def _parts(given: str) -> tuple[str, str]:
    """Split ``FILE:COLUMN``; what is a file by its whole name has no column."""
    path, separator, column = given.rpartition(":")
    return (path, column) if separator and not os.path.exists(given) and os.path.exists(path) else (given, "")
