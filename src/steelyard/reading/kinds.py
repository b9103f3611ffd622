"""What a file holds: texts, scores or people's ratings, as its first lines show."""

import os
from typing import Any

from steelyard.choices import SCORE_FORMATS
from steelyard.errors import SteelyardError
from steelyard.files.records import Records, records_of_lines
from steelyard.files.separators import quoted_rows, separator_of
from steelyard.files.structure import text_structure
from steelyard.reading.directions import direction_of, no_score
from steelyard.reading.numbers import holds_numbers, holds_texts, is_index
from steelyard.reading.resemblance import first_lines, format_named, score_layout
from steelyard.reading.roles import find_column

__all__ = ["KINDS", "RATINGS", "SCORES", "TEXTS", "TEXT_TABLE", "kind_of_file", "kind_of_table"]

KINDS = TEXTS, TEXT_TABLE, SCORES, RATINGS = "texts", "a table of texts", "scores", "ratings"
_LOOKED_AT = 200  # lines
_OF_PEOPLE = ("mqm", "esa", "appraise", "rankings", "pearmut")  # formats that nothing else has


def kind_of_file(path: str | os.PathLike[str]) -> str:
    r"""Say what a file holds.

    `path`: anything that is no file, or empty, holds texts as far as this can tell.
    Returns: ``"texts"``, a segment a line; ``"a table of texts"``; ``"scores"``, in a table or a log; or ``"ratings"``
    by people.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.kinds import kind_of_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "judge.csv")
    ...     _ = path.write_text("item,system,score\nq1,ours,4\nq1,theirs,3\n")
    ...     kind_of_file(path)
    'scores'
    """
    lines = [line for line in first_lines(path) if line.strip()]
    if not lines:
        return TEXTS
    for name in _OF_PEOPLE:
        if any(fits(lines) for _, _, fits in format_named(name).RESEMBLES):
            return RATINGS
    layout = score_layout(path)
    if layout in SCORE_FORMATS:
        return SCORES
    structure = text_structure(lines)
    if structure is None and not _is_separated(lines):
        is_scores = layout in ("pairs", "task") or _is_columns_of_numbers(lines)
        return SCORES if is_scores else TEXTS
    try:
        table = records_of_lines(lines, os.fspath(path))
    except SteelyardError:  # the last object of JSON is cut, or it is no table
        return SCORES if layout == "lists" else TEXT_TABLE if structure is not None and structure.is_table else TEXTS
    kind = kind_of_table(table)
    return SCORES if kind == TEXTS and layout == "lists" else kind  # a list for each system, as COMET writes it


def _is_separated(lines: list[str]) -> bool:
    """Whether every line has as many cells as the first, and a column below its name holds numbers, as no text does."""
    separator = separator_of(lines[0])
    try:
        rows = [cells for _, cells in quoted_rows("\n".join(lines[:_LOOKED_AT]), "", separator)]
    except SteelyardError:
        return False
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return False
    points = str if separator == "," else lambda cell: cell.replace(",", ".")
    columns = [list(map(points, cells)) for cells in zip(*rows, strict=True)]
    return not any(map(holds_numbers, ([name] for name in rows[0] if name))) and any(
        all(holds_numbers([cell]) for cell in cells[1:]) for cells in columns
    )


def _is_columns_of_numbers(lines: list[str]) -> bool:
    cells = [line.split("\t") for line in lines[1:50]]
    return len(lines) > 2 and len(cells[0]) > 1 and all(holds_numbers(row) for row in cells)


def kind_of_table(table: Records) -> str:
    """Texts where two columns hold some; ratings where one names raters; else scores, if any column may be one."""
    of_texts = [name for name, cells in table.columns.items() if holds_texts(cells)]
    item, system = (find_column(table.columns, role) for role in ("item", "system"))
    of_scores = [name for name, cells in table.columns.items() if name != item and _may_be_score(name, cells)]
    if of_scores and find_column(table.columns, "rater") is not None:
        return RATINGS
    others = [name for name in table.columns if name not in (item, *of_scores)]
    is_known = system is not None or not others or any(direction_of(name) is not None for name in of_scores)
    if of_scores and is_known:
        return SCORES
    if of_texts:
        return TEXT_TABLE
    return SCORES if any(map(holds_numbers, table.columns.values())) else TEXTS


def _may_be_score(name: str, cells: list[Any]) -> bool:
    return holds_numbers(cells) and not no_score(name) and not is_index(cells)
