"""Documents of lines: ids alone, or a column of a table; and ids that cannot be meant."""

import os
from collections.abc import Mapping
from dataclasses import replace

from steelyard.errors import DataError
from steelyard.files.columns import read_column, split_column
from steelyard.files.given_text import shown_path, text_or_structure
from steelyard.files.reading import TextFile
from steelyard.files.structure import Structure

__all__ = ["MANY_IDS", "check_document_ids", "read_document_ids"]

_SHOWN = 8  # columns that a message names
MANY_IDS = 20  # segments: so many with an id each are no documents; a few may be


def _names() -> tuple[str, ...]:
    """Return what a column of documents is called; a test set without documents needs it not."""
    from steelyard.reading.roles import DOCUMENTS

    return (*DOCUMENTS, "documents")  # a cluster or a story may be the first id


def read_document_ids(path: str | os.PathLike[str], encoding: str = "utf-8", *, raw: bool = False) -> TextFile:
    """Read the document of every line: ids alone, with or without a header, or the column of a table."""
    name = os.fspath(path)
    if split_column(name)[1] is not None:
        return read_column(name, encoding)
    found = text_or_structure(path, encoding, raw)
    if isinstance(found, Structure):
        if not found.is_table:
            raise DataError(f"{shown_path(name)} is {found.what}, not a list of documents: {found.mend}.")
        column = next((own for own in found.names if own.lower() in _names()), None)
        if column is None:
            raise DataError(
                f"{shown_path(name)} is {found.what} with the columns {', '.join(found.names[:_SHOWN])}: name the one "
                f"that holds the documents, such as {name}:{(found.names or ('COLUMN',))[-1]}."
            )
        return replace(read_column(f"{name}:{column}", encoding), path=name)
    if raw:
        return found
    if found.lines and found.lines[0].strip().lower() in _names():
        return replace(found, lines=found.lines[1:])
    _refuse_tabs(found)
    return found


def _refuse_tabs(file: TextFile) -> None:
    """Refuse ids that hold tabs: they are rows of a table without a header."""
    row = next((number for number, line in enumerate(file.lines, 1) if "\t" in line), None)
    if row is None:
        return
    rows = [line.split("\t") for line in file.lines]
    n_columns = {len(cells) for cells in rows}
    if len(n_columns) > 1:
        raise DataError(
            f"{file.path}, line {row}: the document id {file.lines[row - 1]!r} holds a tab. Give ids alone, one per "
            "line."
        )
    sizes = [len(set(column)) for column in zip(*rows, strict=True)]
    likely = max((size, column) for column, size in enumerate(sizes, 1) if size < len(rows) or size == min(sizes))
    raise DataError(
        f"{file.path} has {len(sizes)} columns, and no header says which holds the documents: name it by its number, "
        f"such as {file.path}:{likely[1]} ({likely[0]} different ids)."
    )


def check_document_ids(files: Mapping[str, TextFile], *, may_be_raw: bool = True) -> None:
    """Refuse ids that are another text of the test set, or as many as there are segments.

    The message names `--raw` where there is such a flag.
    """
    ids = files["documents"]
    same = next((role for role, file in files.items() if role != "documents" and file.lines == ids.lines), None)
    if same is not None and len(set(ids.lines)) > 1:
        raise DataError(
            f"{ids.path} holds the text of {same}, not documents: give a file with the id of each line's document, or "
            "leave --documents out."
        )
    if len(ids.lines) >= MANY_IDS and len(set(ids.lines)) == len(ids.lines):
        raise DataError(
            f"The {len(ids.lines)} ids in {ids.path} are all different, as ids of segments are: lines of one document "
            "must have the same id. Leave --documents out if no two segments share a document: tests are the same then"
            f"{' (--raw, in Python raw=True, takes the ids as they stand)' if may_be_raw else ''}."
        )
