"""A column of a table in the place of a file of lines: ``docs.tsv:doc``, or ``docs.tsv:3`` where no header names it."""

import os
from collections.abc import Sequence
from dataclasses import replace

from steelyard.errors import DataError, SpecError
from steelyard.files.names import default_names
from steelyard.files.reading import TextFile, read_content, read_lines
from steelyard.files.structure import is_translation

__all__ = ["read_column", "split_column", "split_name", "text_names"]


def split_column(path: str) -> tuple[str, str | None]:
    """Split ``FILE:COLUMN``; a file of just that name is a file, and has no column."""
    file, separator, column = path.rpartition(":")
    if separator and file and column and not os.path.exists(path) and _is_file(file):
        return file, column
    return path, None


def split_name(text: str) -> tuple[str, str]:
    """Split ``[NAME=]FILE`` into the metric's name, ``""`` without one, and the path.

    Examples
    --------
    >>> from steelyard.files.columns import split_name
    >>> split_name("COMET=ours.json"), split_name("ours.json")
    (('COMET', 'ours.json'), ('', 'ours.json'))
    """
    if "=" not in text or os.path.exists(text):  # HELM's folders have equal signs in their names
        return "", text
    name, _, path = text.partition("=")
    if not path or not name:
        raise SpecError(f"Cannot read the scores {text!r}: write FILE or NAME=FILE.")
    return name, path


def _is_file(name: str) -> bool:
    """Whether there is such a file, or such a workbook (``book.xlsx:SHEET``)."""
    if ":" not in name:
        return os.path.isfile(name)
    from steelyard.files.sheets import split_sheet  # few names are of a sheet

    return os.path.isfile(split_sheet(name)[0])


def text_names(paths: Sequence[str]) -> list[str]:
    """Name systems after the columns that hold them, or after their files."""
    named = [split_column(path) for path in paths]
    names = [column or file for file, column in named]
    return default_names(names if len(set(names)) == len(names) else [file for file, _ in named])


def read_column(path: str, encoding: str = "utf-8") -> TextFile:
    r"""Read the cells of ``FILE:COLUMN`` as the lines of a text; line breaks inside a cell are text.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.columns import read_column
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "docs.tsv")
    ...     _ = file.write_text("line\tdoc\n1\tnews.1\n2\tnews.1\n")
    ...     read_column(f"{file}:doc").lines, read_column(f"{file}:2").lines
    (('news.1', 'news.1'), ('news.1', 'news.1'))
    """
    name, column = split_column(path)
    if column is None:
        raise DataError(f"{path} names no column: write FILE:COLUMN.")
    from steelyard.files.parsing import is_whole  # most inputs are files of lines
    from steelyard.files.sheets import is_spreadsheet

    file = read_content(name)
    if is_translation(file.content):
        from steelyard.files.translations import translated_text

        return replace(translated_text(file, column), path=path)
    is_number = is_whole(column) and not is_spreadsheet(file.content)
    cells = _numbered(name, int(column), encoding) if is_number else None
    if cells is None:
        from steelyard.files.records import read_records

        table = read_records(name, encoding)
        cells = table.column(column)
        bad = next((row for row, cell in enumerate(cells) if not isinstance(cell, str)), None)
        if bad is not None:
            raise DataError(f"{table.place(bad)}, column {column!r}: there is no text, but {cells[bad]!r}.")
    return TextFile(path, tuple(cells), file.sha256, file.content_sha256)


def _numbered(name: str, column: int, encoding: str) -> list[str] | None:
    """Return a column by its number; None where the file has a column of that name, or is no file of rows."""
    from steelyard.files.structure import header_of

    lines = read_lines(name, encoding).lines
    header = header_of(lines)
    if header is not None and str(column) in header.names:
        return None
    if not lines or "\t" not in lines[0]:
        return None
    rows = [line.split("\t") for line in (lines[1:] if header else lines)]
    for number, row in enumerate(rows, 2 if header else 1):
        if not 1 <= column <= len(row):
            raise DataError(f"{name}, line {number} has {len(row)} tab-separated columns, none of the number {column}.")
    return [row[column - 1] for row in rows]
