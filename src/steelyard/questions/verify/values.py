"""Hold the values of a stored result against those that came out anew, one by one."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from steelyard.metrics import package_version
from steelyard.questions.verify.answer import NumberCheck

__all__ = ["as_of_now", "compare_values"]

_UNCOMPARED = (
    "versions",
    "inputs",
    "recipe",
    "findings",
    "reading_notes",
)  # of the method: looked at by themselves, or not a number
_ROW_NAMES = (
    "level",
    "statistic",
    "average",
    "bucket",
    "metric",
    "system",
    "against",
    "model",
    "other",
    "test",
    "situation",
    "scale",
    "rater",
    "between",
    "given",
    "a",
    "b",
    "left_out",
    "check",
    "key",
    "name",
    "unit",
)


def as_of_now(stored: dict[str, Any], version: str | None) -> dict[str, Any]:
    """Write today's version where the stored text names its own: another version alone is no other number."""
    if version is None:
        return stored
    text = json.dumps(stored, ensure_ascii=False)
    here = package_version()
    own = rf"(version:sy\.|Steelyard ){re.escape(version)}(?![0-9A-Za-z]|\.[0-9])"
    return dict(json.loads(re.sub(own, lambda found: found[1] + here, text)))


def compare_values(
    stored: dict[str, Any], fresh: dict[str, Any], tolerance: float
) -> tuple[tuple[NumberCheck, ...], int]:
    """Hold every value of two results, as JSON holds them, against its other self.

    Returns those that differ, and how many there were. The tolerance is relative to the larger of two numbers, or to 1
    where both are smaller.
    """
    found: list[NumberCheck] = []
    n = 0
    for table in dict.fromkeys([*stored, *fresh]):
        if table == "looks":  # of a gate: only its ledger can tell
            continue
        for row, left, right in _rows(table, stored.get(table), fresh.get(table)):
            for field, value, other in _leaves("", left, right):
                n += 1
                if not _agree(value, other, tolerance):
                    found.append(NumberCheck(table, row, field, value, other))
    return tuple(found), n


def _rows(table: str, one: Any, two: Any) -> list[tuple[str, Any, Any]]:
    """Put the rows of a table side by side, by name; what is no table of as many rows stays whole."""
    if table == "method":
        return [("", _compared(one or {}), _compared(two or {}))]
    if isinstance(one, dict) and isinstance(two, dict) and "method" in one and "method" in two:  # a result in a result
        one, two = ({**side, "method": _compared(side["method"])} for side in (one, two))
    if not (isinstance(one, list) and isinstance(two, list) and len(one) == len(two)):
        return [("", one, two)]
    two = _as_wide(one, two)
    names = [_name_of(row) for row in one]
    often = Counter(names)
    named = [
        name if name and often[name] == 1 else ", ".join([*([name] if name else []), f"row {place}"])
        for place, name in enumerate(names, 1)
    ]
    return list(zip(named, one, two, strict=True))


def _compared(method: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in method.items() if key not in _UNCOMPARED}


def _as_wide(stored: list[Any], fresh: list[Any]) -> list[Any]:
    """Leave out of fresh rows the fields that no stored row has: versions of then did not write them."""
    known = {key for row in stored if isinstance(row, dict) for key in row}
    return [{k: v for k, v in row.items() if k in known} if isinstance(row, dict) else row for row in fresh]


def _name_of(row: Any) -> str:
    """Name a row by what identifies it, if anything does."""
    if not isinstance(row, dict):
        return ""
    return ", ".join(row[key] for key in _ROW_NAMES if isinstance(row.get(key), str) and row[key])


def _leaves(field: str, one: Any, two: Any) -> Iterator[tuple[str, Any, Any]]:
    """Walk two values side by side down to what is no list and no mapping."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys([*one, *two]):
            if key == "rows" and one.get("columns") and one.get("columns") == two.get("columns"):
                yield from _cells(field, one["columns"], one.get(key), two.get(key))
            else:
                yield from _leaves(f"{field}.{key}" if field else key, one.get(key), two.get(key))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for i, (left, right) in enumerate(zip(one, two, strict=True)):
            yield from _leaves(f"{field}.{i}", left, right)
    else:
        yield field, one, two


def _cells(field: str, columns: list[str], one: Any, two: Any) -> Iterator[tuple[str, Any, Any]]:
    """Name the cells of a paper's table by the number of the row and the column."""
    if not (isinstance(one, list) and isinstance(two, list) and len(one) == len(two)):
        yield f"{field}.rows" if field else "rows", one, two
        return
    for place, (left, right) in enumerate(zip(one, two, strict=True), 1):
        where = f"row {place}" if not field else f"{field}.row {place}"
        if all(isinstance(row, list) and len(row) == len(columns) for row in (left, right)):
            for column, value, other in zip(columns, left, right, strict=True):
                yield from _leaves(f"{where}, {column}", value, other)
        else:
            yield where, left, right


def _agree(one: Any, two: Any, tolerance: float) -> bool:
    numbers = [value for value in (one, two) if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) == 2 and any(isinstance(value, float) for value in numbers):
        return bool(abs(one - two) <= tolerance * max(1.0, abs(one), abs(two)))
    return type(one) is type(two) and bool(one == two)
