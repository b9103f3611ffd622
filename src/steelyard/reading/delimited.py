"""Tables in text files, read column by column, some thousand rows at a time: a million rows take a second or two."""

import itertools
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import are_computable, is_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.files.decoding import utf8_of
from steelyard.files.names import first_double
from steelyard.files.reading import decode_lines, decoded_pieces, read_content
from steelyard.files.records import Numeral, json_columns, json_entries, parquet_columns, quoted_rows
from steelyard.files.separators import (
    SEPARATORS,
    folded_name,
    has_decimal_commas,
    plain_numbers,
    separator_of,
    without_hint,
)
from steelyard.files.sheets import is_spreadsheet, sheet_rows
from steelyard.files.told import advance
from steelyard.reading.resemblance import also_resembles, blank_names, resembles_at

__all__ = [
    "Block",
    "Table",
    "check_no_doubles",
    "combined",
    "is_missing",
    "numbers",
    "one_of",
    "open_table",
    "whole_numbers",
]

_PIECE = 2**20  # bytes split into cells at a time
_ROWS = 20_000  # quoted rows at a time
_TAB = "\t"
_PARQUET = b"PAR1"
_BOM = b"\xef\xbb\xbf"
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)  # no 1_000, no other digits, no nan
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_WITH_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*", re.ASCII)
_COMMA_HINT = " A decimal comma is read where the column has no other form, and where commas do not separate cells."
_MARKS = {",": "comma", ".": "point"}
_MISSING = frozenset({"", "na", "nan", "none", "null"})


@dataclass(frozen=True, slots=True)
class Block:
    """Some rows of a table: the cells of each column, and the line in the file where each row starts.

    ``decimals`` says what each column of numbers of the whole table was seen to have, a comma or a point.
    """

    columns: dict[str, list[str]]
    lines: Sequence[int]
    separator: str = ","
    decimals: dict[str, str] = field(default_factory=dict)

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


def open_table(path: str | os.PathLike[str], *, encoding: str = "utf-8", names: Sequence[str] | None = None) -> Table:
    """Open a table: rows of JSON, tabs without quotes where line 1 has a tab, other separators, Parquet, a sheet.

    JSON has an object per line, or a list of objects.
    The first line names the columns, unless `names` does. Commas, semicolons or bars with quotes are told by the first
    line; numbers may have decimal commas. A byte-order mark is dropped, and lines end at LF or CRLF, or at CR CR LF, as
    two rounds of Windows leave them. Where blanks separate the names, they separate the cells.
    """
    file = read_content(path)
    content = file.content
    if content.startswith(_PARQUET):
        header, blocks = _parquet(content, file.path)
        return Table(file.path, file.sha256, header, blocks)
    if is_spreadsheet(content):
        sheet = iter(sheet_rows(content, file.path))
        header = tuple(names or next(sheet)[1])
        _check_header(header, file.path)
        return Table(file.path, file.sha256, header, _quoted_blocks(sheet, header, file.path, "\t"))
    content, encoding = utf8_of(content, file.path, encoding)
    if encoding.lower() not in ("utf-8", "utf8"):
        content = "\n".join(decode_lines(content, file.path, encoding)).encode()
    content = content.replace(b"\r\r\n", b"\n") if b"\r\r\n" in content else content
    start = len(_BOM) if content.startswith(_BOM) else 0
    if not content[start : start + _PIECE].strip():
        raise DataError(f"{file.path} is empty: its first line should name the columns.")
    rows = None
    if blank_names(content[start : start + _PIECE].split(b"\n", 1)[0].decode(errors="replace")) and not names:
        content = b"\n".join(b"\t".join(line.split()) for line in content.split(b"\n"))
    first = content[start : (content.find(b"\n", start) + 1 or len(content) + 1) - 1]
    try:
        if content[start : start + _PIECE].lstrip().startswith((b"[{", b"[\n", b"[\r", b"[ ")) and not names:
            columns, *_ = json_columns(iter(decoded_pieces(content, file.path)), file.path)
            header, blocks = _column_blocks(columns, file.path)
        elif first.lstrip().startswith(b"{") and not names:
            header, blocks = _object_blocks(content, file.path)
        elif b"\t" in first:
            header = tuple(names or first.decode().removesuffix("\r").split("\t"))
            rest = start if names else start + len(first) + 1
            rows = content, rest
            blocks = _plain_blocks(content, rest, header, file.path, 1 if names else 2)
        else:
            header, blocks = _unlike_tabs(content, start, names, file.path)
    except UnicodeDecodeError:
        decode_lines(content, file.path)  # raises it with its line
        raise
    _check_header(header, file.path)
    return Table(file.path, file.sha256, header, blocks, rows)


def _check_header(names: tuple[str, ...], path: str) -> None:
    lower = first_double(name.lower() for name in names)
    double = next((name for name in names if name.lower() == lower), None)
    if double is not None:
        raise DataError(f"{path}, line 1 names the column {double!r} twice.{also_resembles(path)}")
    quoted = next((name for name in names if name.startswith('"')), None)
    if quoted is not None:
        raise DataError(
            f"{path}, line 1: the column {quoted} is in quotes, but tables separated by tabs have none. Save it "
            "without quotes, or as CSV separated by commas."
        )
    if all(_NUMBER.fullmatch(name) for name in names):
        raise DataError(f"{path} has no header: its first line should name the columns.{also_resembles(path)}")


def _unlike_tabs(
    content: bytes, start: int, names: Sequence[str] | None, path: str
) -> tuple[tuple[str, ...], Iterator[Block]]:
    """Read cells between commas, semicolons or bars; only a table with quotes, or odd line ends, is read row by row."""
    end = content.find(b"\n", start) + 1 or len(content)
    is_hint = without_hint(content[start:end].decode())[1] == 2  # the first line only says what separates cells
    start, line = (end, 2) if is_hint else (start, 1)
    end = content.find(b"\n", start) + 1 or len(content)
    first = content[start:end].decode().removesuffix("\n").removesuffix("\r")
    separator = separator_of(first)
    header = tuple(names or first.split(separator))
    is_plain = b'"' not in content and content.count(b"\r") == content.count(b"\r\n")
    if is_plain and len(header) > 1:  # the cells of one column could be empty lines, which are no rows
        rest, line = (start, line) if names else (end, line + 1)
        return header, _plain_blocks(content, rest, header, path, line, separator)
    quoted = quoted_rows(content[start:].decode(), path, separator, line)
    header = tuple(names or next(quoted)[1])
    return header, _quoted_blocks(quoted, header, path, separator)


def _plain_blocks(
    content: bytes, start: int, names: tuple[str, ...], path: str, line: int, separator: str = _TAB
) -> Iterator[Block]:
    """Split whole pieces at once: line ends become cells of their own, and stand where they should or a row is odd."""
    step, decimals = len(names) + 1, dict[str, str]()
    while start < len(content):
        end = content.rfind(b"\n", start, start + _PIECE) + 1 or content.find(b"\n", start) + 1 or len(content)
        try:
            text = content[start:end].decode()
        except UnicodeDecodeError:
            decode_lines(content, path)  # raises it with its line
            raise
        if "\r" in text:
            text = text.removesuffix("\r").replace("\r\n", "\n")
        if not text.endswith("\n"):
            text += "\n"
        n = text.count("\n")
        cells = text.replace("\n", f"{separator}\n{separator}").split(separator)
        cells.pop()
        if len(cells) != n * step or cells[step - 1 :: step].count("\n") != n:
            _raise_odd_row(text.split("\n"), len(names), path, line, separator)
        yield Block({name: cells[i::step] for i, name in enumerate(names)}, range(line, line + n), separator, decimals)
        line += n
        start = end
        advance(end, len(content))


def _raise_odd_row(rows: list[str], wanted: int, path: str, line: int, separator: str) -> None:
    for number, row in enumerate(rows, line):
        found = row.count(separator) + 1 if row or separator == _TAB else 0
        if found != wanted:
            raise _odd_row(found, wanted, path, number, separator)


def _odd_row(found: int, wanted: int, path: str, line: int, separator: str) -> AlignmentError:
    return AlignmentError(
        f"{path}, line {line} has {found} columns separated by {SEPARATORS[separator]}, but {wanted} are expected."
        f"{resembles_at(f'{path}, line {line}')}"
    )


def _quoted_blocks(
    rows: Iterator[tuple[int, list[str]]], names: tuple[str, ...], path: str, separator: str = ","
) -> Iterator[Block]:
    lines: list[int] = []
    kept: list[list[str]] = []
    decimals: dict[str, str] = {}

    def block() -> Block:
        columns = dict(zip(names, map(list, zip(*kept, strict=True)), strict=True))
        return Block(columns, tuple(lines), separator, decimals)

    for line, row in rows:
        if len(row) != len(names):
            raise _odd_row(len(row), len(names), path, line, separator)
        lines.append(line)
        kept.append(row)
        if len(kept) == _ROWS:
            yield block()
            lines, kept = [], []
    if kept:
        yield block()


def _object_blocks(content: bytes, path: str) -> tuple[tuple[str, ...], Iterator[Block]]:
    """Read JSON with an object per line: numbers become what they were written as, null is an empty cell."""
    found = json_entries(decoded_pieces(content, path), path)
    lines, entries = next(found)
    names, decimals = tuple(entries[0]), dict[str, str]()

    def block(numbers: Sequence[int], objects: list[dict[str, Any]]) -> Block:
        odd = next((i for i, entry in enumerate(objects) if entry.keys() != entries[0].keys()), None)
        if odd is not None:
            name = sorted(objects[odd].keys() ^ entries[0].keys())[0]
            raise AlignmentError(
                f"{path}, line {numbers[odd]} and line {lines[0]} do not have the same names: {name!r}."
            )
        columns = {name: _as_cells([entry[name] for entry in objects]) for name in names}
        return Block(columns, numbers, ",", decimals)

    first = block(lines, entries)  # at once, so that an odd row is told before columns that are not there
    return names, itertools.chain([first], itertools.starmap(block, found))


def _as_cells(values: list[Any]) -> list[str]:
    return values if set(map(type, values)) <= {str, Numeral} else list(map(_as_cell, values))


def _as_cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _parquet(content: bytes, path: str) -> tuple[tuple[str, ...], Iterator[Block]]:
    """Read Parquet."""
    return _column_blocks(parquet_columns(content, path), path)


def _column_blocks(columns: dict[str, list[Any]], path: str) -> tuple[tuple[str, ...], Iterator[Block]]:
    """Take values as what JSON would write, null as an empty cell, and rows as lines, from 1."""
    cells = zip(*(map(_as_cell, column) for column in columns.values()), strict=True)
    names = tuple(columns)
    return names, _quoted_blocks(enumerate(map(list, cells), 1), names, path)


def is_missing(cell: str) -> bool:
    """Whether a cell says that there is no value."""
    return cell.strip().lower() in _MISSING


def numbers(block: Block, column: str, path: str, *, may_miss: bool = False) -> NDArray[np.float64]:
    """Return a column of finite numbers; NaN for what is missing, where that may be."""
    block = _with_points(block, column, path)
    values = _plain_numbers(block.columns[column])
    if values is not None:
        return values
    return _parsed(block, column, path, _number_or_none, float, "a finite number (1e60 at most)", may_miss=may_miss)


def _with_points(block: Block, column: str, path: str) -> Block:
    """Write decimal commas of a column as points, if all of the table that was read so far has them."""
    cells = block.columns[column]
    if block.separator == ",":
        return block
    has_commas = has_decimal_commas(cells)
    if has_commas or "." in "".join(cells):
        mark = "," if has_commas else "."
        if block.decimals.setdefault(column, mark) != mark:
            row = next(row for row, cell in enumerate(cells) if mark in cell)
            raise DataError(
                f"{path}, line {block.lines[row]}, column {column!r}: {cells[row]!r} has a decimal {_MARKS[mark]}, but "
                f"numbers before have a decimal {_MARKS[block.decimals[column]]}."
            )
    found = plain_numbers(cells, block.separator, path, column) if has_commas else cells
    return replace(block, columns={**block.columns, column: found})


def _plain_numbers(cells: list[str]) -> NDArray[np.float64] | None:
    """Read cells that are all finite numbers in one go; None where one is not, or might not be."""
    whole = "".join(cells)
    if "_" in whole or not whole.isascii():  # float() takes 1_000 and other digits
        return None
    try:
        values = np.fromiter(map(float, cells), np.float64, len(cells))
    except ValueError:
        return None
    return values if are_computable(values).all() else None


def whole_numbers(block: Block, column: str, path: str, *, least: int, hint: str = "") -> NDArray[np.int64]:
    """Return a column of whole numbers, none below `least`."""

    def parse(cell: str) -> float | None:
        return int(cell) if _WHOLE.fullmatch(cell) and int(cell) >= least else None

    return _parsed(block, column, path, parse, np.int64, f"a whole number from {least}{hint}").astype(np.int64)


def _number_or_none(cell: str) -> float | None:
    cell = cell.strip()
    number = float(cell) if _NUMBER.fullmatch(cell) else np.inf
    return number if is_computable(number) else None


def _parsed(
    block: Block,
    column: str,
    path: str,
    parse: Callable[[str], float | None],
    kind: type,
    wanted: str,
    *,
    may_miss: bool = False,
) -> NDArray[np.float64]:
    cells = block.columns[column]
    values: dict[str, float] = {}
    for cell in dict.fromkeys(cells):  # in the order of the file, so that the first bad line is named
        value = np.nan if may_miss and is_missing(cell) else parse(cell)
        if value is None:
            bad = cells.index(cell)
            hint = _COMMA_HINT if _WITH_COMMA.fullmatch(cells[bad]) and parse is _number_or_none else ""
            raise DataError(
                f"{path}, line {block.lines[bad]}, column {column!r}: {cells[bad]!r} where {wanted} should be.{hint}"
            )
        values[cell] = value
    return np.fromiter(map(values.__getitem__, cells), kind, len(cells))


def combined(*columns: NDArray[np.integer]) -> NDArray[np.int64]:
    """Number the rows so that two have the same number if and only if they agree in every column."""
    key = np.zeros(len(columns[0]), np.int64)
    room = 1
    for column in columns:
        if not len(column):
            return key
        low = int(column.min())
        span = int(column.max()) - low + 1
        if room * span >= 2**62:
            _, key = np.unique(key, return_inverse=True)
            room = int(key.max()) + 1
        if room * span >= 2**62:
            _, column = np.unique(column, return_inverse=True)
            low, span = 0, int(column.max()) + 1
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


def one_of(
    cells: Sequence[str],
    spell: Callable[[str], str | None],
    known: Sequence[str],
    block: Block,
    column: str,
    path: str,
    what: str,
) -> list[str]:
    """Translate the cells of a column; `spell` says None of a cell that is none of what is known."""
    translated: dict[str, str] = {}
    for cell in dict.fromkeys(cells):  # in the order of the file, so that the first bad line is named
        found = spell(cell)
        if found is None:
            line = block.lines[cells.index(cell)]
            raise DataError(
                f"{path}, line {line}, column {column!r}: unknown {what} {cell!r}. Known: {', '.join(known)}."
            )
        translated[cell] = found
    return [translated[cell] for cell in cells]
