"""What separates the cells of a table, and whether its numbers have decimal commas: both show in what it holds."""

import re
from collections.abc import Sequence

from steelyard.files.told import tell

__all__ = [
    "SEPARATORS",
    "folded_name",
    "has_decimal_commas",
    "header_cells",
    "plain_numbers",
    "separator_of",
    "without_hint",
]

SEPARATORS = {"\t": "tabs", ",": "commas", ";": "semicolons", "|": "bars"}

_QUOTED = re.compile(r'"[^"]*"')
_HINT = re.compile(r"sep=[,;|\t]\r?\n", re.IGNORECASE)  # a line by which Excel is told, and which is no header
_COMMA_NUMBER = re.compile(r"\s*[+-]?\d+(,\d+)?\s*", re.ASCII)
_GROUPED = re.compile(r"\s*[+-]?[1-9]\d{0,2},\d{3}\s*", re.ASCII)  # 1,234: a thousand and more, or one and a bit
_MISSING = frozenset({"", "na", "nan", "none", "null"})


def separator_of(first: str) -> str:
    """Return what separates the cells of a table's first line: a tab, or the most frequent of ``, ; |``."""
    if "\t" in first:
        return "\t"
    bare = _QUOTED.sub("", first)
    return max(",;|", key=bare.count)


def header_cells(first: str) -> list[str]:
    """Split a table's first line into names, without quotes."""
    return [name.strip().strip('"') for name in first.split(separator_of(first))]


def folded_name(name: str) -> str:
    """Spell a column's name as names are compared: without case, blanks, ``_`` and ``-``."""
    return re.sub(r"[\s_-]+", "", name).lower()


def without_hint(text: str) -> tuple[str, int]:
    """Return a table without a first line ``sep=;`` and the number of the line on which it then starts."""
    found = _HINT.match(text)
    return (text[found.end() :], 2) if found else (text, 1)


def has_decimal_commas(cells: Sequence[str]) -> bool:
    """Say whether all cells of a column are numbers, and some have a decimal comma.

    A column whose every comma could set thousands apart (``1,234``) has none that is certain.
    """
    first = next((cell for cell in cells if cell.strip().lower() not in _MISSING), "")
    if _COMMA_NUMBER.fullmatch(first) is None or "," not in "".join(cells):
        return False
    is_certain = False
    for cell in cells:
        if _COMMA_NUMBER.fullmatch(cell) is None:
            if cell.strip().lower() not in _MISSING:
                return False
        elif not is_certain and "," in cell:
            is_certain = _GROUPED.fullmatch(cell) is None
    return is_certain


def plain_numbers(cells: list[str], separator: str, path: str, column: str) -> list[str]:
    """Write decimal commas as points, and tell so, where a column of a table without commas between cells has them."""
    if separator == "," or not has_decimal_commas(cells):
        return cells
    tell(f"numbers in {column!r} have decimal commas", path)
    return [cell.replace(",", ".") for cell in cells]
