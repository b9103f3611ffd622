"""Tables in texts: what separates their cells, decimal commas, and rows, some thousand at a time, as columns.

One reader serves tables of texts, of scores and of judgements.
"""

import csv
import io
import itertools
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from steelyard.errors import AlignmentError, DataError
from steelyard.files.decoding import utf8_of
from steelyard.files.reading import decode_lines
from steelyard.files.told import advance, tell

__all__ = [
    "SEPARATORS", "SYSTEM_NAMES", "Cells", "Rows", "blank_names", "folded_name", "has_decimal_commas",
    "header_cells", "is_json", "is_missing", "listed_rows", "places_of", "plain_numbers", "quoted_rows",
    "separator_of", "text_rows", "utf8_text", "without_hint",
]  # fmt: skip

SEPARATORS = {"\t": "tabs", ",": "commas", ";": "semicolons", "|": "bars"}

SYSTEM_NAMES = ("system", "mt_system", "sys", "sys_id")  # one of them names a column of a table of scores

_QUOTED = re.compile(r'"[^"]*"')
_HINT = re.compile(r"sep=[,;|\t]\r?\n", re.IGNORECASE)  # a line by which Excel is told, and which is no header
_COMMA_NUMBER = re.compile(r"\s*[+-]?\d+(,\d+)?\s*", re.ASCII)
_GROUPED = re.compile(r"\s*[+-]?[1-9]\d{0,2},\d{3}\s*", re.ASCII)  # 1,234: a thousand and more, or one and a bit
_MISSING = frozenset({"", "na", "nan", "none", "null"})  # cells that say that there is no value
_PIECE = 2**20  # bytes split into cells at a time
_ROWS = 20_000  # quoted rows at a time
_BOM = b"\xef\xbb\xbf"
_TAB = "\t"

Cells = tuple[list[list[str]], Sequence[int]]  # of each column, and the line on which each row starts
Row = tuple[int, list[str]]


def separator_of(first: str) -> str:
    """Return what separates the cells of a table's first line: a tab, or the most frequent of ``, ; |``."""
    if "\t" in first:
        return "\t"
    bare = _QUOTED.sub("", first)
    return max(",;|", key=bare.count)


def header_cells(first: str) -> list[str]:
    """Split a table's first line into names, without quotes."""
    return [name.strip().strip('"') for name in first.split(separator_of(first))]


def blank_names(first: str) -> list[str]:
    """Return the names of a table's columns that blanks separate, as R writes them; none of any other table."""
    names = first.split()
    is_blank = not re.search(r"[\t,;|]", first.strip()) and len(names) > 2 and not first.lstrip().startswith("{")
    return names if is_blank and any(name.lower() in SYSTEM_NAMES for name in names) else []


def folded_name(name: str) -> str:
    """Spell a column's name as names are compared: without case, blanks, ``_`` and ``-``."""
    return re.sub(r"[\s_-]+", "", name).lower()


def without_hint(text: str) -> tuple[str, int]:
    """Return a table without a first line ``sep=;`` and the number of the line on which it then starts."""
    found = _HINT.match(text)
    return (text[found.end() :], 2) if found else (text, 1)


def is_missing(cell: str) -> bool:
    """Whether a cell says that there is no value."""
    return cell.strip().lower() in _MISSING


def has_decimal_commas(cells: Sequence[str]) -> bool:
    """Say whether all cells of a column are numbers, and some have a decimal comma.

    A column whose every comma could set thousands apart (``1,234``) has none that is certain.
    """
    first = next((cell for cell in cells if not is_missing(cell)), "")
    if _COMMA_NUMBER.fullmatch(first) is None or "," not in "".join(cells):
        return False
    is_certain = False
    for cell in cells:
        if _COMMA_NUMBER.fullmatch(cell) is None:
            if not is_missing(cell):
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


class Rows(NamedTuple):
    """A table that waits to be read.

    ``plain`` has, where no cell is in quotes, the text and the byte from which its rows stand there.
    """

    names: tuple[str, ...]
    separator: str
    blocks: Iterator[Cells]
    plain: tuple[bytes, int] | None = None


def utf8_text(content: bytes, path: str, encoding: str = "utf-8") -> bytes:
    """Return a text in UTF-8 without its mark; CR CR LF, which two rounds of Windows leave, ends a line too."""
    content, encoding = utf8_of(content, path, encoding)
    if encoding.lower() not in ("utf-8", "utf8"):
        content = "\n".join(decode_lines(content, path, encoding)).encode()
    content = content.removeprefix(_BOM)
    return content.replace(b"\r\r\n", b"\n") if b"\r\r\n" in content else content


def is_json(content: bytes) -> bool:
    """Say whether a text begins as objects and lists of JSON do."""
    return content.lstrip()[:1] in (b"{", b"[")


def text_rows(content: bytes, path: str, *, tabs_have_quotes: bool = True) -> Rows:
    """Split a table whose first line names its columns; a line ``sep=;`` may stand before it.

    Between tabs a quote is a character like any other where `tabs_have_quotes` is false, or it does not close in its
    own line. Where blanks separate the names, they separate the cells. Line ends after the last row are no rows.
    """
    with _decoding(content, path):
        if blank_names(content[: _end_of_line(content, 0)].decode()):
            content = b"\n".join(_TAB.encode().join(line.split()) for line in content.split(b"\n"))
        end = _end_of_line(content, 0)
        start, line = (end, 2) if without_hint(content[:end].decode())[1] == 2 else (0, 1)
        end = _end_of_line(content, start)
        first = content[start:end].decode().rstrip("\r\n")
        separator = separator_of(first)
        names = tuple(first.split(separator))
        if separator == _TAB:
            is_plain = not (tabs_have_quotes and (content[start:end].startswith(b'"') or _begins_cells(content)))
        else:  # the cells of one column could be empty lines, which are no rows
            is_plain = b'"' not in content and len(names) > 1 and content.count(b"\r") == content.count(b"\r\n")
        if is_plain:
            blocks = _plain_blocks(content, end, len(names), path, line + 1, separator)
            return Rows(names, separator, blocks, (content, end))
        text = content[start:].decode().replace("\r\n", "\n").rstrip("\n")
    rows = _tab_rows(text, path, line) if separator == _TAB else quoted_rows(text, path, separator, line)
    return listed_rows(rows, path, separator)


@contextmanager
def _decoding(content: bytes, path: str) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError:
        decode_lines(content, path)  # raises it with its line
        raise


def _end_of_line(content: bytes, start: int) -> int:
    return content.find(b"\n", start) + 1 or len(content)


def _begins_cells(content: bytes) -> bool:
    """Whether a quote stands where a cell between tabs begins."""
    return b'\t"' in content or b'\n"' in content


def _plain_blocks(content: bytes, start: int, width: int, path: str, line: int, separator: str) -> Iterator[Cells]:
    """Split whole pieces at once: line ends become cells of their own, and stand where they should or a row is odd."""
    step, last = width + 1, len(content)
    while last > start and content[last - 1] in b"\r\n":
        last -= 1
    while start < last:
        end = min(content.rfind(b"\n", start, start + _PIECE) + 1 or _end_of_line(content, start), last)
        with _decoding(content, path):
            text = content[start:end].decode()
        if "\r" in text:
            text = text.removesuffix("\r").replace("\r\n", "\n")
        if not text.endswith("\n"):
            text += "\n"
        n = text.count("\n")
        cells = text.replace("\n", f"{separator}\n{separator}").split(separator)
        cells.pop()
        if len(cells) != n * step or cells[step - 1 :: step].count("\n") != n:
            for number, row in enumerate(text.split("\n"), line):
                _check_width(row.split(separator) if row or separator == _TAB else [], width, path, number, separator)
        yield [cells[i::step] for i in range(width)], range(line, line + n)
        line += n
        start = end
        advance(end, len(content))


def _check_width(row: Sequence[str], width: int, path: str, line: int, separator: str) -> None:
    if len(row) != width:
        raise AlignmentError(
            f"{path}, line {line} has {len(row)} columns separated by {SEPARATORS[separator]}, but {width} are "
            "expected."
        )


def listed_rows(rows: Iterable[Row], path: str, separator: str = _TAB) -> Rows:
    """Put rows, each with its line, into columns; the first row names these."""
    rows = iter(rows)
    names = tuple(next(rows)[1])
    return Rows(names, separator, _listed_blocks(rows, len(names), path, separator))


def _listed_blocks(rows: Iterator[Row], width: int, path: str, separator: str) -> Iterator[Cells]:
    lines: list[int] = []
    kept: list[list[str]] = []
    for line, row in rows:
        _check_width(row, width, path, line, separator)
        lines.append(line)
        kept.append(row)
        if len(kept) == _ROWS:
            yield [list(column) for column in zip(*kept, strict=True)], lines
            lines, kept = [], []
    if kept:
        yield [list(column) for column in zip(*kept, strict=True)], lines


def quoted_rows(text: str, path: str, separator: str = ",", start: int = 1) -> Iterator[Row]:
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


def places_of(parts: Sequence[Sequence[int]]) -> Sequence[int]:
    """Join the numbers of lines, which rise; where none is left out they are a range, which takes no memory."""
    if not parts or parts[-1][-1] - parts[0][0] + 1 > sum(map(len, parts)):
        return list(itertools.chain.from_iterable(parts))
    return range(parts[0][0], parts[-1][-1] + 1)


def _tab_rows(text: str, path: str, start: int) -> Iterable[Row]:
    """Split rows between tabs, in some of which a quote begins a cell."""
    lines = text.split("\n")
    width = lines[0].count(_TAB)
    is_even = all(line.count(_TAB) == width for line in lines)
    try:
        rows = list(quoted_rows(text, path, _TAB, start))
        for line, row in rows:
            _check_width(row, len(rows[0][1]), path, line, _TAB)
    except (DataError, AlignmentError) as error:
        if not is_even:
            raise
        why = str(error)
    else:
        if not is_even or len(rows) == len(lines):
            if (line := next((line for line, row in rows if any(map(_goes_over_lines, row))), 0)) > 0:
                tell(f"{path}, line {line}: a cell in quotes goes over several lines, tabs included")
            return rows
        joined = next((line for line, (at, _) in enumerate(rows, start) if at != line), start + len(rows)) - 1
        why = f"{path}, line {joined}: a quote that is closed in another line."
    _check_quotes(lines, path, why)
    cells = [line.split(_TAB) for line in lines]
    if any(len(cell) > 1 and cell[0] == cell[-1] == '"' for row in cells for cell in row):
        place = why.removeprefix(f"{path}, ").rstrip(".")
        tell(f"quotes are part of its texts, as not all of them close ({place})", path)
    return enumerate(cells, start)


def _goes_over_lines(cell: str) -> bool:
    return "\n" in cell and _TAB in cell


def _check_quotes(lines: Sequence[str], path: str, why: str) -> None:
    """Refuse a table in which quotes are around some cells, and part of the text of others."""
    for number, line in enumerate(lines, 1):
        if '""' in line and any(map(_doubles_quotes, line.split(_TAB))):
            raise DataError(
                f"{path} can be read in two ways. Line {number} has a cell in quotes, with doubled quotes inside, but "
                f"not all cells that begin with a quote are such ({why}) Write all of them so, or none."
            )


def _doubles_quotes(cell: str) -> bool:
    """Say whether a cell stands in quotes, and all quotes inside are doubled: as programs write, and people do not."""
    inside = cell[1:-1]
    return cell[:1] == cell[-1:] == '"' and '""' in inside and '"' not in inside.replace('""', "")
