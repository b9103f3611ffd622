"""Read the lines of a text file some at a time, so that a long one need not be held whole."""

import codecs
import hashlib
import os
from collections.abc import Iterator
from typing import BinaryIO

from steelyard.errors import DataError
from steelyard.files.decoding import is_plain
from steelyard.files.opening import open_input, unpack, unpack_pieces
from steelyard.files.reading import decode_lines, read_lines, split_lines

__all__ = ["LineStream"]

_PIECE = 2**20  # bytes read at a time


class LineStream:
    r"""The lines of a file, in pieces; lines, packing and errors are those of `read_lines`.

    `path`: standard input (``"-"``) and encodings other than UTF-8 are read whole.
    `sha256`, `content_sha256`: of the file's bytes as stored, and unpacked; there once all lines were read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.streaming import LineStream
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.txt")
    ...     _ = path.write_bytes(b"one\r\ntwo\n")
    ...     [lines for lines in LineStream(path)]
    [['one', 'two']]
    """

    def __init__(self, path: str | os.PathLike[str], encoding: str = "utf-8") -> None:
        self.path, self.sha256, self.content_sha256 = os.fspath(path), "", ""
        self._encoding = encoding

    def __iter__(self) -> Iterator[list[str]]:
        """Yield lines in order, without line ends."""
        if self.path == "-" or not self._is_utf8():
            file = read_lines(self.path, self._encoding)
            self.sha256, self.content_sha256 = file.sha256, file.content_sha256
            yield list(file.lines)
            return
        try:
            with open_input(self.path) as stored:
                yield from self._decoded(stored)
        except UnicodeDecodeError:
            read_lines(self.path, self._encoding)  # raises it with its place in the whole
            raise
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            if isinstance(error, DataError):
                raise
            raise DataError(f"Cannot read {self.path}: {getattr(error, 'strerror', None) or error}.") from error

    def _is_utf8(self) -> bool:
        try:
            return codecs.lookup(self._encoding).name == "utf-8"
        except LookupError:
            return False  # `read_lines` says so

    def _decoded(self, stored: BinaryIO) -> Iterator[list[str]]:
        hashed, hashed_content = hashlib.sha256(), hashlib.sha256()
        rest, is_start = b"", True
        pieces = unpack_pieces(_noted(stored, hashed), self.path)
        for piece in pieces:
            if is_start and not rest and not is_plain(piece):
                content = unpack(b"".join([piece, *pieces]), self.path)
                hashed_content.update(content)
                yield list(decode_lines(content, self.path))
                break
            hashed_content.update(piece)
            content = rest + piece
            end = content.rfind(b"\n") + 1
            rest = content[end:]
            if end:
                yield split_lines(_start(content[:end], is_start=is_start).decode())
                is_start = False
        if rest := _start(rest, is_start=is_start):
            yield split_lines(rest.decode())
        self.sha256, self.content_sha256 = hashed.hexdigest(), hashed_content.hexdigest()


def _start(content: bytes, *, is_start: bool) -> bytes:
    return content.removeprefix(codecs.BOM_UTF8) if is_start else content


def _noted(stored: BinaryIO, hashed: "hashlib._Hash") -> Iterator[bytes]:
    while piece := stored.read(_PIECE):
        hashed.update(piece)
        yield piece
