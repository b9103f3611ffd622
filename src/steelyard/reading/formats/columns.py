"""Several texts side by side in one file, separated by tabs."""

from dataclasses import replace

from steelyard.errors import AlignmentError
from steelyard.files.reading import TextFile
from steelyard.types.text_files import read_text

__all__ = ["read_columns"]


def read_columns(
    path: str, *, n_columns: int | None = None, encoding: str = "utf-8", raw: bool = False
) -> list[TextFile]:
    """Read a file of tab-separated columns, each a text with one segment a line.

    `path`: ``"-"`` is standard input.
    `n_columns`: how many there must be; by default as many as the first line has. The last of a given number of columns
    may hold tabs itself.
    `raw`: take lines as they stand, even where they are JSON or have a header.
    Returns: one per column, all with the file's SHA-256.
    """
    file = read_text(path, encoding, raw=raw)
    name = "standard input" if path == "-" else path
    wanted = n_columns or (file.lines[0].count("\t") + 1 if file.lines else 1)
    rows = []
    for number, line in enumerate(file.lines, 1):
        row = line.split("\t", wanted - 1) if n_columns else line.split("\t")
        if len(row) != wanted:
            raise AlignmentError(
                f"{name}, line {number} has {len(row)} tab-separated columns, but {wanted} are expected"
                f"{'' if n_columns else ', as in line 1'}."
            )
        rows.append(row)
    if wanted == 1:
        return [replace(file, path=name)]
    columns = ((f"{name}, column {i + 1}", tuple(row[i] for row in rows)) for i in range(wanted))
    return [replace(file, path=path, lines=lines) for path, lines in columns]
