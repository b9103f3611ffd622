"""Read the lines of a text file, exactly: no line is split, joined, dropped or repaired."""

import codecs
import hashlib
import itertools
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from steelyard.errors import DataError
from steelyard.files.decoding import utf8_of
from steelyard.files.opening import open_input, unpack
from steelyard.files.told import advance
from steelyard.reprs import describe, n_of

__all__ = [
    "Content", "TextFile", "Units", "decode_lines", "decoded_pieces", "read_content", "read_earlier_output",
    "read_lines", "split_lines",
]  # fmt: skip

_STANDARD_INPUT = "-"
_PIECE = 2**16  # bytes decoded at a time: what is left of one is copied, never the whole file


class Units(NamedTuple):
    """What a file of translations has beside a text: its kind, ids and sources, as far as it has them.

    The sources have a language, and are the column or side of that name, where that is all of the file's.
    """

    kind: str
    ids: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    language: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class TextFile:
    """The lines of a file and what identifies it.

    Examples
    --------
    >>> from steelyard.files.reading import TextFile
    >>> TextFile("a.txt", ("one", "two"), "0" * 64, "0" * 64).lines
    ('one', 'two')
    """

    path: str  # as given; ``"-"`` is standard input
    lines: tuple[str, ...]  # without line ends
    sha256: str  # of the file's bytes as stored (compressed, if it is)
    content_sha256: str  # of its bytes unpacked, so that it names the same text whether it is packed or not
    units: Units | None = field(default=None, repr=False, compare=False)  # of a file of translations

    def __repr__(self) -> str:
        return describe(self, self.path, n_of(len(self.lines), "line"))


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a text file and what identifies it.

    Examples
    --------
    >>> from steelyard.files.reading import Content
    >>> Content("a.txt", b"one", "0" * 64, "0" * 64).content
    b'one'
    """

    path: str  # as given; ``"-"`` is standard input
    content: bytes
    sha256: str  # of the file's bytes as stored
    content_sha256: str  # of its bytes unpacked

    def __repr__(self) -> str:
        return describe(self, self.path, n_of(len(self.content), "byte"))


def read_lines(path: str | os.PathLike[str], encoding: str = "utf-8") -> TextFile:
    r"""Read a text file, plain or packed.

    A line ends at LF or CRLF only: U+2028, U+0085, form feeds and lone carriage returns stay inside it. A byte-order
    mark at the start is dropped.

    `path`: what is packed (gzip, bzip2, xz, Zstandard, an archive of one file) is unpacked; ``"-"`` reads standard
    input, and ``book.xlsx:SHEET`` the workbook that holds the sheet.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.reading import read_lines
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.txt")
    ...     _ = path.write_bytes(b"one\r\ntwo\x0cstill two\n")
    ...     read_lines(path).lines
    ('one', 'two\x0cstill two')
    """
    file = read_content(path)
    return TextFile(file.path, decode_lines(file.content, file.path, encoding), file.sha256, file.content_sha256)


def read_content(path: str | os.PathLike[str]) -> Content:
    r"""Read a file whole, and unpack it if it is packed.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.reading import read_content
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.txt")
    ...     _ = path.write_bytes(b"one\r\n")
    ...     read_content(path).content
    b'one\r\n'
    """
    name = os.fspath(path)
    try:
        stored = _read_bytes(name)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        if isinstance(error, DataError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"Cannot read {name}: {reason}.") from error
    sha256 = hashlib.sha256(stored).hexdigest()
    content = unpack(stored, name)
    content_sha256 = sha256 if content is stored else hashlib.sha256(content).hexdigest()
    return Content(name, content, sha256, content_sha256)


def read_earlier_output(path: str | os.PathLike[str]) -> bytes | None:
    r"""Read what an earlier run may have written, and this one may write anew, unpacked.

    Returns None where there is no such file, or none that is whole.

    Examples
    --------
    >>> from steelyard.files.reading import read_earlier_output
    >>> read_earlier_output("of a run that never was.jsonl.gz") is None
    True
    """
    name = os.fspath(path)
    try:
        with open_input(name, may_be_replaced=True) as file:
            return unpack(file.read(), name)
    except (OSError, ValueError):  # what DataError is, too
        return None


def _read_bytes(name: str) -> bytes:
    if name == _STANDARD_INPUT:
        if sys.stdin is None:
            raise DataError("There is no standard input to read: it is closed. Name the files with -i.")
        return sys.stdin.buffer.read()
    if ":" in name:
        from steelyard.files.sheets import split_sheet  # few names are of a sheet

        name, _ = split_sheet(name)
    with open_input(name) as file:
        return file.read()


def decode_lines(content: bytes, name: str, encoding: str = "utf-8", *, raw: bool = False) -> tuple[str, ...]:
    r"""Decode text and split it at LF or CRLF; UTF-16 is told by its mark or its zeros.

    `content`: the whole text; a last line without line end counts as a line.
    `raw`: take the content for text, whatever it begins with.

    Examples
    --------
    >>> from steelyard.files.reading import decode_lines
    >>> decode_lines("é\r\nb\u2028c".encode(), "example")
    ('é', 'b\u2028c')
    """
    return tuple(itertools.chain.from_iterable(decoded_pieces(content, name, encoding, raw=raw)))


def decoded_pieces(content: bytes, name: str, encoding: str = "utf-8", *, raw: bool = False) -> Iterator[list[str]]:
    """Yield the lines of `decode_lines` some at a time, for readers that keep none; errors are the same.

    Yields: lines in order.
    """
    content, encoding = utf8_of(content, name, encoding, raw=raw)
    try:
        is_utf8 = codecs.lookup(encoding).name == "utf-8"
        if is_utf8:
            yield from _decode_utf8(content)
        else:
            yield split_lines(_whole(content.decode(encoding)))
    except LookupError as error:
        raise DataError(f"Unknown encoding {encoding!r}: use a name Python knows, such as utf-8 or latin-1.") from error
    except UnicodeDecodeError as error:
        start = error.start + (len(codecs.BOM_UTF8) if is_utf8 and content.startswith(codecs.BOM_UTF8) else 0)
        line = content.count(b"\n", 0, start) + 1
        column = start - (content.rfind(b"\n", 0, start) + 1) + 1
        raise DataError(
            f"{name} is not {encoding}: line {line}, byte {column} of the line (0x{content[start]:02x}): "
            f"{error.reason}. Convert the file to UTF-8, or name its encoding, where the command has --encoding."
        ) from error
    except UnicodeError as error:
        raise DataError(f"{name} cannot be read as {encoding}: {error}.") from error


def _whole(text: str) -> str:
    """Return a text if it is one: UTF-7 and some encodings of Python's own let halves of characters through."""
    text.encode()
    return text


def _decode_utf8(content: bytes) -> Iterator[list[str]]:
    """Decode some whole lines at a time: pieces that stay in the cache take two thirds of the time."""
    start = len(codecs.BOM_UTF8) if content.startswith(codecs.BOM_UTF8) else 0
    try:
        while start < len(content):
            end = content.rfind(b"\n", start, start + _PIECE) + 1 or content.find(b"\n", start) + 1 or len(content)
            yield split_lines(content[start:end].decode())
            start = end
            advance(end, len(content))
    except UnicodeDecodeError:
        content.decode("utf-8-sig")  # raises it again, with its place in the whole
        raise
    finally:
        advance(len(content), len(content))


def split_lines(text: str) -> list[str]:
    """Split whole lines at LF or CRLF."""
    lines = text.split("\n")
    if not lines[-1]:  # what follows the last line end, or an empty file, is no line
        lines.pop()
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    return lines
