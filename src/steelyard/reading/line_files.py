"""What a file says of every line of a test set: the ids of its segments, and their documents."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from steelyard.errors import DataError
from steelyard.reading.delimited import open_table, whole_numbers

__all__ = ["LineIds", "read_line_ids"]

_Id = TypeVar("_Id", str, tuple[str, str])


@dataclass(frozen=True, slots=True)
class LineIds:
    """The line of each segment's id, and the file that says so.

    Examples
    --------
    >>> from steelyard.reading.line_files import LineIds
    >>> LineIds("ids.tsv", "0" * 64, {"s7": 0}).lines["s7"]
    0
    """

    # path, sha256: of the file
    path: str
    sha256: str
    lines: Mapping[str, int] | Mapping[tuple[str, str], int]  # line, from 0, by id, or by (document, id)


def read_line_ids(path: str | os.PathLike[str]) -> LineIds:
    r"""Read the line of each id, or of each (document, id) where the table has documents.

    Its columns are ``line``, counted from 1, and ``seg_id`` or ``id``, and perhaps ``doc``.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.line_files import read_line_ids
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "ids.tsv")
    ...     _ = path.write_text("line\tdoc\tseg_id\n1\ta\t1\n2\tb\t1\n")
    ...     read_line_ids(path).lines
    {('a', '1'): 0, ('b', '1'): 1}
    """
    table = open_table(path)
    line = table.column("line", ["line"])
    name = table.column("segment's id", ["seg_id", "id", "segment_id"])
    document = table.column("document", ["doc", "document", "doc_id"], is_needed=False)
    by_both: dict[tuple[str, str], int] = {}
    by_id: dict[str, int] = {}
    for block in table.blocks:
        numbers = (whole_numbers(block, line, table.path, least=1) - 1).tolist()
        ids = block.columns[name]
        if document:
            keys = zip(block.columns[document], ids, strict=True)
            _add(by_both, keys, numbers, block.lines, table.path)
        else:
            _add(by_id, ids, numbers, block.lines, table.path)
    return LineIds(table.path, table.sha256, by_both or by_id)


def _add(found: dict[_Id, int], ids: Iterable[_Id], numbers: Iterable[int], places: Iterable[int], path: str) -> None:
    for one, number, place in zip(ids, numbers, places, strict=True):
        if one in found:
            raise DataError(
                f"{path}, line {place}: the segment {one!r} stands twice, for line {found[one] + 1} and for line "
                f"{number + 1}. Give each id once, and the document beside it where ids count within documents."
            )
        found[one] = number
