"""Read a table of any kind, column by column: CSV, TSV, JSON, JSON Lines, Parquet; cells stay what they are."""

import csv
import io
import itertools
import json
import operator
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import AlignmentError, DataError
from steelyard.files.names import first_double
from steelyard.files.parquet import check_size, reading_parquet
from steelyard.files.parsing import is_whole, may_have_halves, parse_json
from steelyard.files.reading import decoded_pieces, read_content
from steelyard.files.separators import plain_numbers, separator_of, without_hint
from steelyard.files.sheets import is_spreadsheet, sheet_rows
from steelyard.files.structure import is_translation
from steelyard.files.told import tell
from steelyard.short_repr import short_repr

__all__ = [
    "Numeral",
    "Records",
    "as_object",
    "json_columns",
    "json_entries",
    "parquet_columns",
    "quoted_rows",
    "read_records",
    "records_of_lines",
    "without_doubles",
]

_PARQUET = b"PAR1"
_NUMBER_OF_NAMES = 12  # names of columns that a message shows


class Numeral(str):
    """A number of JSON, as it was written: where only text will do, it can be told from a string."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Records:
    """The cells of a table by column.

    Attributes
    ----------
    path, sha256 : str
        Of the file.
    columns : dict of str to list
        Strings, as they stand; of JSON and Parquet also None, lists, objects and truth values. Numbers are strings.
    places : sequence of int
        For each record its line in the file, or its number where it has none.
    kind : str
        What a place is: ``"line"``, ``"record"``, ``"row"`` of a sheet, or ``"unit"``.
    """

    path: str
    sha256: str
    columns: dict[str, list[Any]]
    places: Sequence[int]
    kind: str = "line"

    __repr__ = short_repr

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self.places)

    def place(self, row: int) -> str:
        """Say where a record stands."""
        return f"{self.path}, {self.kind} {self.places[row]}"

    @property
    def is_frame(self) -> bool:
        """Whether it was given in memory, so that there is no file."""
        return not self.sha256

    def column(self, name: str) -> list[Any]:
        """Return a column; dots lead into objects and lists, as in ``translation.de`` and ``outputs.0``.

        Raises
        ------
        DataError
            There is none.
        """
        if name in self.columns:
            return self.columns[name]
        first, *steps = name.split(".")
        if first not in self.columns or not steps:
            raise DataError(f"{self.path} has no column {name!r}. It has {self.names()}.")
        cells = self.columns[first]
        for step in steps:
            cells = [self._inside(row, cell, step, name) for row, cell in enumerate(cells)]
        return cells

    def names(self) -> str:
        """List the columns for a message."""
        names = list(map(repr, self.columns))
        more = f" and {len(names) - _NUMBER_OF_NAMES} more" if len(names) > _NUMBER_OF_NAMES else ""
        return ", ".join(names[:_NUMBER_OF_NAMES]) + more

    def _inside(self, row: int, cell: Any, step: str, name: str) -> Any:
        if cell is None:
            return None
        if isinstance(cell, dict) and step in cell:
            return cell[step]
        if isinstance(cell, list) and is_whole(step) and int(step) < len(cell):
            return cell[int(step)]
        raise DataError(f"{self.place(row)}: there is nothing at {step!r} of {name!r}.")


def read_records(path: str | os.PathLike[str], encoding: str = "utf-8") -> Records:
    r"""Read a table: what it is shows in its content, not in its name.

    Parameters
    ----------
    path : path-like
        JSON (a list of objects, or an object of columns), JSON Lines, Parquet, a sheet (``book.xlsx:SHEET``), XLIFF or
        TMX (a column for each side or language), or rows with a header, separated by tabs, commas, semicolons or bars;
        quotes may hold separators and line ends, and numbers decimal commas. ``.gz``, ``.bz2``, ``.xz`` and ``.zst``
        are unpacked.
    encoding : str, default "utf-8"
        Of text.

    Returns
    -------
    Records
        In the order of the file.

    Raises
    ------
    DataError
        The file cannot be read, is empty, or names a column twice.
    AlignmentError
        A row has more or fewer cells than the header.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.records import read_records
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.csv")
    ...     _ = path.write_text('reference,ours\n"Yes, please.","Yes.\nPlease."\n')
    ...     read_records(path).columns
    {'reference': ['Yes, please.'], 'ours': ['Yes.\nPlease.']}
    """
    file = read_content(path)
    if is_spreadsheet(file.content):
        columns, places = _columns_of(iter(sheet_rows(file.content, file.path)), file.path)
        return Records(file.path, file.sha256, columns, places, "row")
    if is_translation(file.content):
        from steelyard.files.translations import translation_columns

        columns = translation_columns(file)
        return Records(file.path, file.sha256, columns, range(1, len(next(iter(columns.values()))) + 1), "unit")
    if file.content.startswith(_PARQUET):
        columns = parquet_columns(file.content, file.path)
        n_rows = len(next(iter(columns.values()), []))
        return Records(file.path, file.sha256, columns, range(1, n_rows + 1), "record")
    pieces, first = _from_first(decoded_pieces(file.content, file.path, encoding))
    if not first:
        raise DataError(f"{file.path} is empty: a table was expected.")
    if first in ("{", "["):
        columns, places, kind = json_columns(pieces, file.path)
        if len(places) and not columns:
            raise DataError(f"{file.path} holds objects in which nothing is: a table was expected.")
        return Records(file.path, file.sha256, columns, places, kind)
    columns, places = _row_columns(_joined(pieces), file.path)
    return Records(file.path, file.sha256, columns, places)


def _from_first(pieces: Iterable[list[str]]) -> tuple[Iterator[list[str]], str]:
    """Return the pieces of a text, and its first character that is no blank."""
    seen = []
    for piece in (rest := iter(pieces)):
        seen.append(piece)
        first = next((line.lstrip()[:1] for line in piece if line.strip()), "")
        if first:
            return itertools.chain(seen, rest), first
    return iter(seen), ""


def _joined(pieces: Iterable[list[str]]) -> str:
    return "\n".join(itertools.chain.from_iterable(pieces))


def records_of_lines(lines: Sequence[str], path: str) -> Records:
    """Read the lines that a table starts with; an object of JSON that is cut is an error."""
    pieces, first = _from_first([list(lines)])
    is_json = first in ("{", "[")
    columns, places = json_columns(pieces, path)[:2] if is_json else _row_columns(_joined(pieces), path)
    return Records(path, "", columns, places)


def _row_columns(text: str, path: str) -> tuple[dict[str, list[Any]], Sequence[int]]:
    """Read rows below a header, with points in the place of decimal commas."""
    text, start = without_hint(text)
    separator = separator_of(text.partition("\n")[0])
    columns, places = _separated(text, path, separator, start)
    return {name: plain_numbers(cells, separator, path, name) for name, cells in columns.items()}, places


def _separated(text: str, path: str, separator: str, start: int) -> tuple[dict[str, list[Any]], Sequence[int]]:
    """Split rows. Between tabs a quote is a character like any other where it does not close in its own line."""
    if separator != "\t":
        return _columns_of(quoted_rows(text, path, separator, start), path)
    lines = text.split("\n")
    plain = ((number, line.split("\t")) for number, line in enumerate(lines, start))
    if not (text.startswith('"') or '\t"' in text or '\n"' in text):
        return _columns_of(plain, path)
    is_even = len({line.count("\t") for line in lines}) == 1
    try:
        columns, places = _columns_of(quoted_rows(text, path, "\t", start), path)
    except (DataError, AlignmentError) as error:
        if not is_even:
            raise
        return _with_marks(lines, plain, path, str(error))
    if is_even and len(places) < len(lines) - 1:
        joined = next((row for row, place in enumerate(places) if place != start + 1 + row), len(places)) + start
        return _with_marks(lines, plain, path, f"{path}, line {joined}: a quote that is closed in another line.")
    for column in columns.values():
        if (row := next((row for row, cell in enumerate(column) if "\n" in cell and "\t" in cell), None)) is not None:
            tell(f"{path}, line {places[row]}: a cell in quotes goes over several lines, tabs included")
    return columns, places


def _with_marks(
    lines: Sequence[str], plain: Iterator[tuple[int, list[str]]], path: str, why: str
) -> tuple[dict[str, list[Any]], Sequence[int]]:
    """Read rows in which quotes are characters, and tell so where they could be taken for more."""
    _check_quotes(lines, path, why)
    if any(len(cell) > 1 and cell[0] == cell[-1] == '"' for line in lines for cell in line.split("\t")):
        place = why.removeprefix(f"{path}, ").rstrip(".")
        tell(f"quotes are part of its texts, as not all of them close ({place})", path)
    return _columns_of(plain, path)


def _check_quotes(lines: Sequence[str], path: str, why: str) -> None:
    """Refuse a table in which quotes are around some cells, and part of the text of others."""
    for number, line in enumerate(lines, 1):
        if '""' in line and any(map(_doubles_quotes, line.split("\t"))):
            raise DataError(
                f"{path} can be read in two ways. Line {number} has a cell in quotes, with doubled quotes inside, but "
                f"not all cells that begin with a quote are such ({why}) Write all of them so, or none."
            )


def _doubles_quotes(cell: str) -> bool:
    """Say whether a cell stands in quotes, and all quotes inside are doubled: as programs write, and people do not."""
    inside = cell[1:-1]
    return cell[:1] == cell[-1:] == '"' and '""' in inside and '"' not in inside.replace('""', "")


def _columns_of(rows: Iterator[tuple[int, list[str]]], path: str) -> tuple[dict[str, list[Any]], Sequence[int]]:
    """Turn rows, each with its line, into columns; the first names them."""
    names = next(rows)[1]
    double = first_double(names)
    if double is not None:
        raise DataError(f"{path}, line 1 names the column {double!r} twice.")
    cells: list[list[str]] = []
    places: list[int] = []
    for place, row in rows:
        if len(row) != len(names):
            raise AlignmentError(f"{path}, line {place} has {len(row)} cells, but line 1 names {len(names)} columns.")
        cells.append(row)
        places.append(place)
    return {name: [row[i] for row in cells] for i, name in enumerate(names)}, places


def quoted_rows(text: str, path: str, separator: str = ",", start: int = 1) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with the line where each starts; quotes may hold separators and line ends."""
    csv.field_size_limit(sys.maxsize)  # by default no cell may have over 131,072 characters
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=separator)
    line = start
    try:
        for row in reader:
            yield line, row
            line = reader.line_num + start
        if line == start:
            raise DataError(f"{path} has no rows: its first line should name the columns.")
    except csv.Error as error:
        raise DataError(f"{path}, line {line}: {error}. Quotes inside quotes are doubled.") from error


def json_columns(pieces: Iterator[list[str]], path: str) -> tuple[dict[str, list[Any]], Sequence[int], str]:
    """Read a list of objects, an object of columns, or an object per line."""
    seen = next(pieces)
    filled = [line for line in seen if line.strip()]
    if len(filled) > 1 and _is_whole_object(filled[0]):  # then all lines together are no JSON
        return (*_json_lines(itertools.chain([seen], pieces), path), "line")
    lines = list(itertools.chain(seen, *pieces))
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
    return _of_entries(entries), range(1, len(entries) + 1), "record"


def _of_split(names: list[Any], rows: list[Any], path: str) -> list[dict[str, Any]]:
    """Turn names of columns and rows, as pandas' to_json(orient="split") writes a frame, into objects."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(names):
            raise DataError(f"{path}, record {number}: {len(names)} cells were expected, one for each of its columns.")
    double = first_double([str(name) for name in names])
    if double is not None:
        raise DataError(f"{path} names the column {double!r} twice.")
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]


def _is_whole_object(line: str) -> bool:
    try:
        return isinstance(as_object(line), dict)
    except ValueError:
        return False


def _json_lines(pieces: Iterable[list[str]], path: str) -> tuple[dict[str, list[Any]], Sequence[int]]:
    """Read an object per line, straight into columns: the objects of one piece are let go before the next is read."""
    columns: dict[str, list[Any]] = {}
    known: dict[str, dict[type, dict[str, str] | None]] = {}
    places: list[Sequence[int]] = []
    n_before = last = 0
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
        n_before, last = n_before + len(entries), numbers[-1]
        places.append(numbers)
    # As long as no line is empty, numbers are a range, which takes no memory.
    return columns, range(1, last + 1) if last == n_before else list(itertools.chain.from_iterable(places))


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
    """Yield objects of JSON, one per line, with the numbers of their lines, some thousand at a time.

    Parameters
    ----------
    pieces : iterable of list of str
        The lines in order; empty ones are left out.
    path : str
        For messages.

    Yields
    ------
    (sequence of int, list of dict)
        Lines, and objects as `as_object` reads them.

    Raises
    ------
    DataError
        A line is no object.
    """
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


def _of_entries(entries: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    """Turn objects into columns; what an object does not have is None."""
    names = dict.fromkeys(name for entry in entries for name in entry)
    return {name: [entry.get(name) for entry in entries] for name in names}


def parquet_columns(content: bytes, path: str) -> dict[str, list[Any]]:
    """Read Parquet; values are Python's."""
    with reading_parquet(path):
        import polars

        check_size(content, path)
        frame = polars.read_parquet(io.BytesIO(content))
        return {name: frame[name].to_list() for name in frame.columns}
