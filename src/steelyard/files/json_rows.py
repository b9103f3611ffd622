"""Rows of JSON as columns: a list of objects, an object of columns, or an object per line."""

import itertools
import json
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from steelyard.errors import DataError
from steelyard.files.names import first_double
from steelyard.files.parsing import may_have_halves, parse_json
from steelyard.files.reading import decoded_pieces
from steelyard.files.separators import places_of

__all__ = ["Numeral", "as_object", "has_object_per_line", "json_columns", "json_entries", "without_doubles"]


class Numeral(str):
    """A number of JSON, as it was written: where only text will do, it can be told from a string."""

    __slots__ = ()


def has_object_per_line(content: bytes, path: str) -> bool:
    """Say whether the first line with something on it is an object, and not the only one: then all are no JSON."""
    lines = [line for line in next(decoded_pieces(content, path)) if line.strip()]
    try:
        return len(lines) > 1 and isinstance(as_object(lines[0]), dict)
    except ValueError:
        return False


def json_columns(content: bytes, path: str) -> tuple[dict[str, list[Any]], Sequence[int], str]:
    """Read a list of objects, an object of columns, or an object per line."""
    pieces = decoded_pieces(content, path)
    if has_object_per_line(content, path):
        return (*_json_lines(pieces, path), "line")
    lines = list(itertools.chain.from_iterable(pieces))
    try:
        whole = as_object("\n".join(lines))
    except ValueError:
        return (*_json_lines([lines], path), "line")
    if isinstance(whole, dict) and isinstance(whole.get("columns"), list) and isinstance(whole.get("data"), list):
        whole = _of_split(whole["columns"], whole["data"], path)
    if isinstance(whole, dict) and whole and all(isinstance(one, dict | list) for one in whole.values()):
        columns = {name: list(one.values()) if isinstance(one, dict) else one for name, one in whole.items()}
        if len({len(column) for column in columns.values()}) == 1:  # as pandas' to_json writes a frame
            return columns, range(1, len(next(iter(columns.values()))) + 1), "record"
    entries = whole if isinstance(whole, list) else [whole]
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise DataError(f"{path}, record {number}: an object with names and values was expected.")
    names = dict.fromkeys(name for entry in entries for name in entry)
    return {name: [entry.get(name) for entry in entries] for name in names}, range(1, len(entries) + 1), "record"


def _of_split(names: list[Any], rows: list[Any], path: str) -> list[dict[str, Any]]:
    """Turn names of columns and rows, as pandas' to_json(orient="split") writes a frame, into objects."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(names):
            raise DataError(f"{path}, record {number}: {len(names)} cells were expected, one for each of its columns.")
    double = first_double([str(name) for name in names])
    if double is not None:
        raise DataError(f"{path} names the column {double!r} twice.")
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]


def _json_lines(pieces: Iterable[list[str]], path: str) -> tuple[dict[str, list[Any]], Sequence[int]]:
    """Read an object per line, straight into columns: the objects of one piece are let go before the next is read."""
    columns: dict[str, list[Any]] = {}
    known: dict[str, dict[type, dict[str, str] | None]] = {}
    places: list[Sequence[int]] = []
    n_before = 0
    for numbers, entries in json_entries(pieces, path):
        new = set().union(*entries) - columns.keys()
        for name in dict.fromkeys(name for entry in entries for name in entry) if new else ():
            columns.setdefault(name, [None] * n_before)
        for name, column in columns.items():
            try:
                cells = list(map(operator.itemgetter(name), entries))
            except KeyError:  # what an object does not have is None
                cells = [entry.get(name) for entry in entries]
            column += _shared(cells, known.setdefault(name, {}))
        n_before += len(entries)
        places.append(numbers)
    return columns, places_of(places)


def _shared(cells: list[Any], known: dict[type, dict[str, str] | None]) -> list[Any]:
    """Hold cells that return again and again, such as names of systems, once; a column that is not such is left so."""
    kinds = set(map(type, cells))
    kind = kinds.pop()
    if kinds or kind not in (str, Numeral):  # the number 1 and the text are equal
        return cells
    seen = known.setdefault(kind, {})
    if seen is None or 2 * len(set(cells)) > len(cells) > 1:
        known[kind] = None
        return cells
    return list(map(seen.setdefault, cells, cells))


def json_entries(pieces: Iterable[list[str]], path: str) -> Iterator[tuple[Sequence[int], list[dict[str, Any]]]]:
    """Yield objects as `as_object` reads them, one per line that is not empty, with the numbers of these lines."""
    # One scanner for all lines: `json.loads` makes a new one for each, which takes longer than to read a line.
    scan = json.JSONDecoder(**_HOOKS).scan_once  # type: ignore[attr-defined]
    last = 0
    for piece in pieces:
        numbers: Sequence[int] = range(last + 1, last + len(piece) + 1)
        entries = _scanned(piece, scan)
        if entries is None:
            numbers = [number for number, line in zip(numbers, piece, strict=True) if line.strip()]
            entries = [_entry(piece[number - last - 1], path, number) for number in numbers]
        last += len(piece)
        if entries:
            yield numbers, entries


def _scanned(lines: list[str], scan: Callable[[str, int], tuple[Any, int]]) -> list[dict[str, Any]] | None:
    """Read an object per line at once; None where anything is odd about a line, if only blanks around it."""
    try:
        found = [scan(line, 0) for line in lines]
    except (StopIteration, ValueError, RecursionError):
        return None
    entries = [entry for entry, _ in found]
    is_whole = [end for _, end in found] == list(map(len, lines))
    return entries if is_whole and set(map(type, entries)) == {dict} and not any(map(may_have_halves, lines)) else None


def _entry(line: str, path: str, number: int) -> dict[str, Any]:
    try:
        entry = as_object(line)
    except ValueError as error:
        raise DataError(f"{path}, line {number}: no JSON that can be read: {error}.") from error
    if not isinstance(entry, dict):
        raise DataError(f"{path}, line {number}: an object with names and values was expected.")
    return entry


def as_object(text: str) -> Any:
    """Read JSON: numbers become what they were written as, and a name that stands twice is an error (ValueError)."""
    try:
        return parse_json(text, **_HOOKS)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of JSON, and refuse a name that stands twice in it (ValueError): for ``object_pairs_hook``."""
    entry = dict(pairs)
    if len(entry) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return entry


_HOOKS: dict[str, Any] = {"object_pairs_hook": without_doubles, "parse_float": Numeral, "parse_int": Numeral}
