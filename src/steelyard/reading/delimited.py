"""Tables in text files, read column by column, some thousand rows at a time: a million rows take a second or two."""

import itertools
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import are_computable, is_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.files.json_rows import Numeral, has_object_per_line, json_columns, json_entries
from steelyard.files.names import first_double
from steelyard.files.parquet import PARQUET, parquet_columns
from steelyard.files.reading import decoded_pieces, read_content
from steelyard.files.separators import (
    folded_name,
    has_decimal_commas,
    is_json,
    is_missing,
    listed_rows,
    plain_numbers,
    text_rows,
    utf8_text,
)
from steelyard.files.sheets import is_spreadsheet, sheet_rows
from steelyard.reading.numbers import NUMBER
from steelyard.reading.numbers import plain_numbers as numbers_at_once
from steelyard.reading.resemblance import also_resembles

__all__ = ["Block", "Table", "check_no_doubles", "combined", "numbers", "one_of", "open_table", "whole_numbers"]

_START = 2**20  # bytes in which a table has something to read
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_WITH_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*", re.ASCII)
_COMMA_HINT = " A decimal comma is read where the column has no other form, and where commas do not separate cells."
Found = TypeVar("Found")
_MARKS = {",": "comma", ".": "point"}


@dataclass(frozen=True, slots=True)
class Block:
    """Some rows of a table: the cells of each column, and the line in the file where each row starts."""

    columns: dict[str, list[str]]
    lines: Sequence[int]
    separator: str = ","
    decimals: dict[str, str] = field(default_factory=dict)  # of columns of numbers of the table: a comma, or a point

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True, slots=True)
class Table:
    """A table that waits to be read: what it is, the names of its columns, and its rows block by block."""

    path: str
    sha256: str
    names: tuple[str, ...]
    blocks: Iterator[Block]
    rows: tuple[bytes, int] | None = None  # where cells are separated by tabs: the file, and where its rows start

    def column(self, role: str, candidates: Sequence[str], *, is_needed: bool = True) -> str:
        """Return the name that the file gives a column, the first candidate it has, or ""; `folded_name` says how."""
        exact = {name.lower(): name for name in reversed(self.names)}
        by_fold = {folded_name(name): name for name in reversed(self.names)}
        spelled = [(exact, name.lower()) for name in candidates] + [(by_fold, folded_name(name)) for name in candidates]
        found = next((known[name] for known, name in spelled if name in known), "")
        if not found and is_needed:
            raise DataError(
                f"{self.path}, line 1: no column holds the {role}. Expected {' or '.join(map(repr, candidates))}; the "
                f"file has {', '.join(map(repr, self.names))}.{also_resembles(self.path)}"
            )
        return found


def open_table(path: str | os.PathLike[str], *, encoding: str = "utf-8") -> Table:
    """Open a table: rows of JSON, rows between separators (`text_rows`; no quotes between tabs), Parquet, a sheet.

    JSON has an object per line, or is what `json_columns` reads. Numbers may have decimal commas.
    """
    file = read_content(path)
    name, content = file.path, file.content
    rows = None
    if content.startswith(PARQUET):
        names, blocks = _columns_at_once(parquet_columns(content, name))
    elif is_spreadsheet(content):
        rows = listed_rows(sheet_rows(content, name), name)
    else:
        content = utf8_text(content, name, encoding)
        if not content[:_START].strip():
            raise DataError(f"{name} is empty: its first line should name the columns.")
        if not is_json(content):
            rows = text_rows(content, name, tabs_have_quotes=False)
        elif has_object_per_line(content, name):
            names, blocks = _object_blocks(content, name)
        else:
            names, blocks = _columns_at_once(json_columns(content, name)[0])
    if rows is not None:
        names, decimals, separator = rows.names, dict[str, str](), rows.separator
        blocks = (
            Block(dict(zip(names, cells, strict=True)), lines, separator, decimals) for cells, lines in rows.blocks
        )
    _check_header(names, name)
    return Table(name, file.sha256, names, blocks, rows.plain if rows is not None and rows.separator == "\t" else None)


def _check_header(names: tuple[str, ...], path: str) -> None:
    if (lower := first_double(name.lower() for name in names)) is not None:
        double = next(name for name in names if name.lower() == lower)
        raise DataError(f"{path}, line 1 names the column {double!r} twice.{also_resembles(path)}")
    if quoted := next((name for name in names if name.startswith('"')), ""):
        raise DataError(
            f"{path}, line 1: the column {quoted} is in quotes, but tables separated by tabs have none. Save it "
            "without quotes, or as CSV separated by commas."
        )
    if all(NUMBER.fullmatch(name) for name in names):
        raise DataError(f"{path} has no header: its first line should name the columns.{also_resembles(path)}")


def _columns_at_once(columns: dict[str, list[Any]]) -> tuple[tuple[str, ...], Iterator[Block]]:
    """Take values as what JSON would write, null as an empty cell, and rows as lines, from 1."""
    cells = {name: _as_cells(column) for name, column in columns.items()}
    n = len(next(iter(cells.values()), []))
    return tuple(cells), iter([Block(cells, range(1, n + 1))] if n else [])


def _object_blocks(content: bytes, path: str) -> tuple[tuple[str, ...], Iterator[Block]]:
    """Read JSON with an object per line: numbers become what they were written as, null is an empty cell."""
    found = json_entries(decoded_pieces(content, path), path)
    lines, entries = next(found)
    names = tuple(entries[0])

    def block(numbers: Sequence[int], objects: list[dict[str, Any]]) -> Block:
        odd = next((i for i, entry in enumerate(objects) if entry.keys() != entries[0].keys()), None)
        if odd is not None:
            name = sorted(objects[odd].keys() ^ entries[0].keys())[0]
            raise AlignmentError(
                f"{path}, line {numbers[odd]} and line {lines[0]} do not have the same names: {name!r}."
            )
        return Block({name: _as_cells([entry[name] for entry in objects]) for name in names}, numbers)

    first = block(lines, entries)  # at once, so that an odd row is told before columns that are not there
    return names, itertools.chain([first], itertools.starmap(block, found))


def _as_cells(values: list[Any]) -> list[str]:
    if set(map(type, values)) <= {str, Numeral}:
        return values
    texts = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False, default=str) for one in values)
    return ["" if one is None else text for one, text in zip(values, texts, strict=True)]


def numbers(block: Block, column: str, path: str, *, may_miss: bool = False) -> NDArray[np.float64]:
    """Return a column of finite numbers; NaN for what is missing, where that may be."""

    def parse(cell: str) -> float | None:
        if may_miss and is_missing(cell):
            return np.nan
        number = float(cell) if NUMBER.fullmatch(cell.strip()) else np.inf
        return number if is_computable(number) else None

    def said(cell: str) -> str:
        hint = _COMMA_HINT if _WITH_COMMA.fullmatch(cell) else ""
        return f"{cell!r} where a finite number (1e60 at most) should be.{hint}"

    block = _with_points(block, column, path)
    plain = numbers_at_once(block.columns[column])
    if plain is not None and are_computable(values := np.array(plain)).all():
        return values
    return np.array(_translated(block, column, path, parse, said))


def _with_points(block: Block, column: str, path: str) -> Block:
    """Write decimal commas of a column as points, if all of the table that was read so far has them."""
    cells = block.columns[column]
    mark = "" if block.separator == "," else "," if has_decimal_commas(cells) else "." if "." in "".join(cells) else ""
    if mark and (before := block.decimals.setdefault(column, mark)) != mark:
        row = next(row for row, cell in enumerate(cells) if mark in cell)
        raise DataError(
            f"{path}, line {block.lines[row]}, column {column!r}: {cells[row]!r} has a decimal {_MARKS[mark]}, but "
            f"numbers before have a decimal {_MARKS[before]}."
        )
    return replace(block, columns={**block.columns, column: plain_numbers(cells, block.separator, path, column)})


def whole_numbers(block: Block, column: str, path: str, *, least: int, hint: str = "") -> NDArray[np.int64]:
    """Return a column of whole numbers, none below `least`."""

    def parse(cell: str) -> int | None:
        return int(cell) if _WHOLE.fullmatch(cell) and int(cell) >= least else None

    wanted = f"where a whole number from {least}{hint} should be."
    return np.array(_translated(block, column, path, parse, lambda cell: f"{cell!r} {wanted}"), np.int64)


def one_of(
    block: Block, column: str, path: str, spell: Callable[[str], str | None], known: Sequence[str], what: str
) -> list[str]:
    """Translate the cells of a column; `spell` says None of a cell that is none of what is known."""
    end = f"Known: {', '.join(known)}."
    return _translated(block, column, path, spell, lambda cell: f"unknown {what} {cell!r}. {end}")


def _translated(
    block: Block, column: str, path: str, translate: Callable[[str], Found | None], said: Callable[[str], str]
) -> list[Found]:
    """Translate every cell of a column, each word once; `said` names one that cannot be."""
    cells = block.columns[column]
    found: dict[str, Found] = {}
    for cell in dict.fromkeys(cells):  # in the order of the file, so that the first bad line is named
        value = translate(cell)
        if value is None:
            raise DataError(f"{path}, line {block.lines[cells.index(cell)]}, column {column!r}: {said(cell)}")
        found[cell] = value
    return [found[cell] for cell in cells]


def combined(*columns: NDArray[np.integer]) -> NDArray[np.int64]:
    """Number the rows so that two have the same number if and only if they agree in every column."""
    key = np.zeros(len(columns[0]), np.int64)
    room = 1
    for column in columns if len(key) else ():
        low = int(column.min())
        span = int(column.max()) - low + 1
        if room * span >= 2**62:
            (_, key), (_, column) = (np.unique(one, return_inverse=True) for one in (key, column))
            low, room, span = 0, int(key.max()) + 1, int(column.max()) + 1
        key = key * span + (column - low)
        room *= span
    return key


def check_no_doubles(
    key: NDArray[np.int64], place: Callable[[int, int], str], *, kept: NDArray[np.bool_] | None = None
) -> None:
    """Refuse two rows with one key; `place` says of the numbers of both what is wrong."""
    rows = np.arange(len(key)) if kept is None else np.flatnonzero(kept)
    order = rows[np.argsort(key[rows], kind="stable")]
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    if len(same):
        later = same[np.argmin(order[same + 1])]
        raise DataError(place(int(order[later]), int(order[later + 1])))
