"""The document of every item: a line each, or a table with ids."""

from collections.abc import Sequence

from steelyard.data.scores_alone.tables import ScoreColumns
from steelyard.errors import AlignmentError, DataError
from steelyard.files.columns import split_column
from steelyard.files.reading import read_lines
from steelyard.files.records import read_records
from steelyard.types.document_ids import read_document_ids

__all__ = ["item_documents"]


def item_documents(
    given: str, items: Sequence[str], columns: ScoreColumns, encoding: str
) -> tuple[dict[str, str], tuple[str, str]]:
    """Return the document of each item, and path and SHA-256 of the file; ``FILE:COLUMN`` names the column."""
    path, asked = split_column(given)
    file = read_lines(path)
    is_table = asked or (file.lines and any(mark in file.lines[0] for mark in "\t,{["))
    if not is_table:
        lines = read_document_ids(path).lines
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
