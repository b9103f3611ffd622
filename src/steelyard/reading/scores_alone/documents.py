"""The document or the subset of every item: a line each, or a table with ids."""

from collections.abc import Sequence

from steelyard.errors import AlignmentError, DataError
from steelyard.files.columns import split_column
from steelyard.files.reading import read_lines
from steelyard.files.records import read_records
from steelyard.reading.scores_alone.score_columns import ScoreColumns
from steelyard.types.document_ids import read_document_ids

__all__ = ["item_groups"]


def item_groups(
    given: str, items: Sequence[str], columns: ScoreColumns, encoding: str, what: str = "document"
) -> tuple[dict[str, str], tuple[str, str]]:
    """Return the document or the subset of each item, and path and SHA-256 of the file; ``FILE:COLUMN`` is a column."""
    path, asked = split_column(given)
    file = read_lines(path)
    is_table = asked or (file.lines and any(mark in file.lines[0] for mark in "\t,{["))
    if not is_table:
        lines = read_document_ids(path).lines
        if len(lines) != len(items):
            raise AlignmentError(
                f"{path} has {len(lines):,} lines, but there are {len(items):,} items: give one {what} for each, in "
                f"the order in which items first stand; or a table with the columns item and {what}."
            )
        return dict(zip(items, lines, strict=True)), (file.path, file.sha256)
    table = read_records(path, encoding)
    ids = ScoreColumns({k: v for k, v in columns.given.items() if k == "item" and v in table.columns}).find(
        table, "item"
    )
    column = asked or ScoreColumns({}).find(table, what)
    if ids is None or column is None:
        what = "ids of items (item)" if ids is None else f"{what}s: name it by FILE:COLUMN"
        raise DataError(f"{path} has no column with {what}. It has {table.names()}.")
    found: dict[str, str] = {}
    for row, (item, group) in enumerate(zip(table.column(ids), table.column(column), strict=True)):
        if found.setdefault(str(item), str(group)) != str(group):
            raise DataError(f"{table.place(row)}: item {item!r} stands in two {what}s.")
    return found, (file.path, file.sha256)
