"""Spreadsheets (.xlsx, .ods) as tables: ``book.xlsx``, or ``book.xlsx:SHEET`` where several sheets hold something."""

import io
import os
from typing import Any

from steelyard.errors import AskError, DataError, needs_extra
from steelyard.files.structure import SPREADSHEETS, binary_structure

__all__ = ["is_spreadsheet", "sheet_lines", "sheet_rows", "split_sheet"]

_ENDINGS = (".xlsx", ".xlsm", ".xlsb", ".ods")
_MOST_CELLS, _CELLS_PER_BYTE = 2**23, 100  # as of Parquet: a few kB can be made to hold more than any memory

Row = tuple[int, list[str]]


def split_sheet(path: str) -> tuple[str, str]:
    """Split ``book.xlsx:SHEET``; a file of just that name is a file, and has no sheet."""
    file, separator, sheet = path.rpartition(":")
    is_sheet = separator and sheet and file.lower().endswith(_ENDINGS) and not os.path.exists(path)
    return (file, sheet) if is_sheet and os.path.isfile(file) else (path, "")


def is_spreadsheet(content: bytes) -> bool:
    """Say whether a file is a workbook, by its content."""
    found = binary_structure(content) if content.startswith(b"PK") else None
    return found is not None and found.what in SPREADSHEETS


def sheet_rows(content: bytes, path: str) -> list[Row]:
    """Read the rows of a workbook's sheet that hold something, each with its number; the first names the columns.

    Whole numbers lose their ``.0``, times are written as in ISO 8601, and columns in which nothing stands are left out.

    `path`: as given, ``book.xlsx`` or ``book.xlsx:SHEET``.
    """
    file, wanted = split_sheet(path)
    with needs_extra("tables", f"{file}, as a spreadsheet,"):
        import python_calamine
    try:
        book = python_calamine.load_workbook(io.BytesIO(content))
        names = list(book.sheet_names)
        if wanted and wanted not in names:
            raise DataError(f"{file} has no sheet {wanted!r}. It has {', '.join(map(repr, names))}.")
        filled = {
            name: rows for name in ([wanted] if wanted else names) if (rows := _filled(book, name, path, content))
        }
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{file} is no spreadsheet that can be read: {str(error).rstrip('.')}.") from error
    if not filled:
        raise DataError(f"{path} is a spreadsheet in which nothing stands: a table was expected.")
    if len(filled) > 1:
        raise AskError(f"{file} has {len(filled)} sheets with data.", [[f"{file}:{name}"] for name in filled], file)
    return next(iter(filled.values()))


def sheet_lines(content: bytes, path: str) -> list[str]:
    """Return the rows of a sheet as lines of cells separated by tabs; breaks inside a cell become blanks."""
    return ["\t".join(" ".join(cell.split()) for cell in row) for _, row in sheet_rows(content, path)]


def _filled(book: Any, name: str, path: str, content: bytes) -> list[Row]:
    sheet = book.get_sheet_by_name(name)
    if sheet.start is None:
        return []
    n_cells = (sheet.end[0] - sheet.start[0] + 1) * (sheet.end[1] - sheet.start[1] + 1)
    if n_cells > max(_MOST_CELLS, _CELLS_PER_BYTE * len(content)):
        raise DataError(f"{path} holds {n_cells:,} cells in the sheet {name!r}. If that is meant, write it as CSV.")
    rows = [[_told(cell) for cell in row] for row in sheet.to_python(skip_empty_area=True)]
    kept = [column for column in range(len(rows[0]) if rows else 0) if any(row[column] for row in rows)]
    first = sheet.start[0] + 1
    return [(number, [row[column] for column in kept]) for number, row in enumerate(rows, first) if any(row)]


def _told(cell: Any) -> str:
    """Write a cell as CSV would have it."""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    return cell.isoformat() if hasattr(cell, "isoformat") else str(cell)
