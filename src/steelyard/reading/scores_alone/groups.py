"""The document or the subset of every item: a line each, or a table with ids."""

from collections.abc import Sequence

from steelyard.errors import AlignmentError, DataError
from steelyard.files.columns import split_column
from steelyard.files.reading import read_lines
from steelyard.files.records import read_records
from steelyard.reading.roles import find_column
from steelyard.reading.scores_alone.blocks import ScoreBlock
from steelyard.reading.scores_alone.given import HowScores
from steelyard.types.document_ids import MANY_IDS, read_document_ids

__all__ = ["check_shared", "groups_of_items"]


def groups_of_items(
    what: str, given: str | Sequence[str] | None, items: Sequence[str], blocks: Sequence[ScoreBlock], how: HowScores
) -> tuple[tuple[str, ...] | None, tuple[str, str] | None]:
    """Return the document or the subset of each item, and the file of its own that says so."""
    file = None
    if given is None:
        found = _groups_of_blocks(blocks, what)
        if not found:
            return None, None
    elif isinstance(given, str):
        found, file = _groups_of_file(given, items, how, what)
    else:
        if len(given) != len(items):
            raise AlignmentError(f"There are {len(given):,} {what}s for {len(items):,} items: give one for each.")
        found = dict(zip(items, map(str, given), strict=True))
    lacking = [item for item in items if item not in found]
    if lacking:
        raise DataError(f"{len(lacking):,} of {len(items):,} items have no {what}, {lacking[0]!r} among them.")
    return tuple(found[item] for item in items), file


def _groups_of_blocks(blocks: Sequence[ScoreBlock], what: str) -> dict[str, str]:
    """Return the document or the subset of each item, where files say it; an item is in one."""
    found: dict[str, str] = {}
    for block in blocks:
        groups = block.documents if what == "document" else block.subsets
        rows = () if groups is None else zip(block.items, groups, strict=True)
        for row, (item, group) in enumerate(rows):
            if found.setdefault(item, group) != group:
                raise DataError(
                    f"{block.place(row)}: item {item!r} is of {what} {group!r} here and of {found[item]!r} above."
                )
    return found


def _groups_of_file(
    given: str, items: Sequence[str], how: HowScores, what: str
) -> tuple[dict[str, str], tuple[str, str]]:
    """Return the document or the subset of each item, and path and SHA-256 of the file; ``FILE:COLUMN`` is a column."""
    path, asked = split_column(given)
    file = read_lines(path)
    if not (asked or (file.lines and any(mark in file.lines[0] for mark in "\t,{["))):
        lines = read_document_ids(path).lines
        if len(lines) != len(items):
            raise AlignmentError(
                f"{path} has {len(lines):,} lines, but there are {len(items):,} items: give one {what} for each, in "
                f"the order in which items first stand; or a table with the columns item and {what}."
            )
        return dict(zip(items, lines, strict=True)), (file.path, file.sha256)
    table = read_records(path, how.encoding)
    own = how.columns.get("item")
    ids = find_column(table.columns, "item", {"item": own} if own in table.columns else None)
    column = asked or find_column(table.columns, what)
    if ids is None or column is None:
        what = "ids of items (item)" if ids is None else f"{what}s: name it by FILE:COLUMN"
        raise DataError(f"{path} has no column with {what}. It has {table.names()}.")
    found: dict[str, str] = {}
    for row, (item, group) in enumerate(zip(table.column(ids), table.column(column), strict=True)):
        if found.setdefault(str(item), str(group)) != str(group):
            raise DataError(f"{table.place(row)}: item {item!r} stands in two {what}s.")
    return found, (file.path, file.sha256)


def check_shared(documents: Sequence[str]) -> None:
    """Refuse documents that were asked for and hold an item each."""
    if len(documents) >= MANY_IDS and len(set(documents)) == len(documents):
        raise DataError(
            f"The documents of the {len(documents):,} items are all different, as ids of items are: items of one "
            "document must have the same. Leave them out if no two items share a document: tests are the same then."
        )
