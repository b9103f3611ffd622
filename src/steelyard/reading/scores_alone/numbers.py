"""Cells of scores as numbers: what is missing is NaN, and words that say how it went are 1 and 0."""

import itertools
import math
from collections.abc import Sequence
from typing import Any

from steelyard.errors import DataError
from steelyard.files.records import Records
from steelyard.reading.outcome_words import (
    NUMBER,
    OUTCOMES,
    TRUTH,
    check_words,
    is_missing_score,
    is_outcome,
    outcome_words,
    plain_numbers,
)
from steelyard.types.table_columns import shown

__all__ = ["holds_numbers", "numbers"]


def holds_numbers(cells: Sequence[Any]) -> bool:
    """Whether a column is meant to hold numbers: most of its cells with something in them do, if not all."""
    if cells and plain_numbers(cells) is not None:
        return True
    cells = _without_percent(cells)
    n_numbers = n_others = 0
    for cell in cells:
        if not is_missing_score(cell):
            is_number = _number(cell) is not None
            n_numbers, n_others = n_numbers + is_number, n_others + (not is_number)
            if 2 * max(n_numbers, n_others) > len(cells):  # whatever else there is
                break
    return n_numbers > 0 and n_numbers >= n_others


def numbers(table: Records, name: str) -> list[float]:
    """Read a column of scores; where all its cells say how it went, they are 1 and 0."""
    cells: Sequence[Any] = table.column(name)
    plain = plain_numbers(cells)
    if plain is None:
        cells = _without_percent(cells)
        plain = plain_numbers(cells)
    if plain is not None:
        return plain
    if is_outcome(cells):
        return [math.nan if is_missing_score(cell) else OUTCOMES[cell.strip().lower()] for cell in cells]
    found = []
    for row, cell in enumerate(cells):
        number = math.nan if is_missing_score(cell) else _number(cell)
        if number is None:
            check_words(table.path, name, outcome_words(cells))
            raise DataError(
                f"{table.place(row)}, column {name!r}: {shown(cell)} is no finite number. Leave the cell of a missing "
                "score empty, and say why in a column of its own (reason)."
            )
        found.append(number)
    return found


def _without_percent(cells: Sequence[Any]) -> Sequence[Any]:
    """Take the percent signs away where every cell with something in it has one: all are on one scale then."""
    there = (cell for cell in cells if not is_missing_score(cell))
    first = next(there, None)
    if not all(isinstance(cell, str) and cell.rstrip().endswith("%") for cell in itertools.chain([first], there)):
        return cells
    return [cell.rstrip().removesuffix("%").rstrip() if isinstance(cell, str) else cell for cell in cells]


def _number(cell: Any) -> float | None:
    if isinstance(cell, bool):
        return float(cell)
    if isinstance(cell, str):
        text = cell.strip()
        if not NUMBER.fullmatch(text):
            return TRUTH.get(text.lower())
        cell = text
    try:
        number = float(cell)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
