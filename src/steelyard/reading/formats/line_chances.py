"""The chance with which each line of a test set was drawn for rating: a column of a table."""

import os

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.delimited import numbers, open_table, whole_numbers

__all__ = ["read_line_chances"]


def read_line_chances(
    path: str | os.PathLike[str], column: str, *, n_segments: int
) -> tuple[NDArray[np.float64], tuple[str, str]]:
    r"""Read chances line by line.

    `path`: a table with a header, one row per line of the test set or per judgement: TSV, CSV or JSON Lines, with a
    column ``line`` (or ``segment``, ``seg_id``, counted from 1) and the column named.
    `column`: name of the column of chances.
    Returns chances, shape (N,), NaN for lines without one; and path and SHA-256 of the file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_line_chances
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "next.tsv")
    ...     _ = path.write_text("line\tprobability\n1\t0.25\n3\t1\n")
    ...     read_line_chances(path, "probability", n_segments=3)[0].tolist()
    [0.25, nan, 1.0]
    """
    table = open_table(path)
    by_line = table.column("line", ["line", "segment", "seg_id"])
    by_chance = table.column("chance of a line to be rated", [column])
    chances = np.full(n_segments, np.nan)
    for block in table.blocks:
        lines = whole_numbers(block, by_line, table.path, least=1) - 1
        values = numbers(block, by_chance, table.path, may_miss=True)
        for row, (line, value) in enumerate(zip(lines.tolist(), values.tolist(), strict=True)):
            place = f"{table.path}, line {block.lines[row]}"
            if line >= n_segments:
                raise AlignmentError(f"{place}: names line {line + 1} of a test set of {n_segments}.")
            if not np.isnan(chances[line]) and chances[line] != value:
                raise DataError(f"{place}, column {by_chance!r}: line {line + 1} had {chances[line]:g} before.")
            chances[line] = value
    return chances, (table.path, table.sha256)
