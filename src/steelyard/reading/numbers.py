"""Cells of scores as numbers: what is missing is NaN, and words that say how it went are 1 and 0."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import DataError
from steelyard.files.records import Records
from steelyard.types.table_columns import is_missing, shown

__all__ = [
    "NUMBER", "OUTCOMES", "TRUTH", "check_words", "holds_numbers", "holds_texts", "is_index", "is_missing_score",
    "is_outcome", "numbers", "outcome_words", "plain_numbers", "told_outcomes",
]  # fmt: skip

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)  # no 1_000, no other digits
TRUTH = {"true": 1.0, "false": 0.0}  # as programs write it, so that there is nothing to tell
_GOOD = ("yes", "pass", "passed", "correct", "right", "resolved", "solved", "success", "succeeded")
_BAD = ("no", "fail", "failed", "incorrect", "wrong", "unresolved", "unsolved", "failure")
OUTCOMES = {**TRUTH, **dict.fromkeys(_GOOD, 1.0), **dict.fromkeys(_BAD, 0.0)}
_MISSING = frozenset(("", "na", "n/a", "nan", "null", "none", "-"))
_MOST_WORDS = 12  # a column of more is of names or texts
_FEWEST = 4  # rows that count from 0 or 1 in order before that is taken for an index
_WORDS = 4  # of a text, at least


def is_missing_score(cell: object) -> bool:
    """Whether a cell holds no score."""
    return is_missing(cell) or (isinstance(cell, str) and cell.strip().lower() in _MISSING)


def plain_numbers(cells: Sequence[Any]) -> list[float] | None:
    """Read a column of numbers as text at once; None where any cell is empty or something else."""
    try:
        text = "".join(cells)
        if "_" in text or not text.isascii():  # which Python would take for numbers, too
            return None
        found = list(map(float, cells))
    except (TypeError, ValueError):
        return None
    return found if all(map(math.isfinite, found)) else None


def outcome_words(cells: Sequence[Any]) -> dict[str, int]:
    """Count the words of a column where any of them says how it went; else there are none."""
    words = (cell.strip().lower() for cell in cells if isinstance(cell, str) and not is_missing_score(cell))
    found = Counter(word for word in words if not NUMBER.fullmatch(word))
    return dict(found.most_common()) if any(word in OUTCOMES for word in found) else {}


def is_outcome(cells: Sequence[Any]) -> bool:
    """Whether a column is of words alone, and all of them say how it went."""
    first = next((cell for cell in cells if not is_missing_score(cell)), None)
    if not isinstance(first, str) or NUMBER.fullmatch(first.strip()):
        return False
    words = outcome_words(cells)
    is_known = bool(words) and set(words) <= set(OUTCOMES)
    return is_known and sum(words.values()) == sum(not is_missing_score(cell) for cell in cells)


def told_outcomes(path: str, columns: Mapping[str, Sequence[Any]]) -> tuple[str, ...]:
    """Say what words were read as, without a full stop; nothing where there are none but true and false."""
    found = {name: outcome_words(cells) for name, cells in columns.items() if is_outcome(cells)}
    found = {name: words for name, words in found.items() if set(words) - set(TRUTH)}
    if not found:
        return ()
    words = sorted({word for of_column in found.values() for word in of_column}, key=lambda one: (-OUTCOMES[one], one))
    said = " and ".join(f"{word!r} counts {OUTCOMES[word]:g}" for word in words)
    return (f"{path}, column{'s' if len(found) > 1 else ''} {', '.join(map(repr, found))}: {said}",)


def check_words(path: str, column: str, words: Mapping[str, int]) -> None:
    """Refuse words of which some say how it went, and others may say so or not."""
    unknown = next((word for word in words if word not in OUTCOMES), None)
    if unknown is not None and len(words) <= _MOST_WORDS:
        shown = ", ".join(f"{word!r} ({n:,})" for word, n in words.items())
        raise DataError(
            f"{path}, column {column!r} has the words {shown}: write 1, 0 or nothing for each, as no program can know "
            f"whether {unknown!r} is a good answer, a bad one, or none."
        )


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


def holds_texts(cells: Sequence[Any]) -> bool:
    """Whether most cells of a column are texts of some words."""
    there = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
    return 2 * sum(len(cell.split()) >= _WORDS for cell in there) > len(cells)


def is_index(cells: Sequence[Any]) -> bool:
    """Whether a column counts its rows, from 0 or from 1; a look at the first is enough for most."""
    return len(cells) >= _FEWEST and all(
        plain_numbers(part) in ([*range(len(part))], [*range(1, len(part) + 1)]) for part in (cells[:_FEWEST], cells)
    )


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
