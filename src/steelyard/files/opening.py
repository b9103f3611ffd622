"""Open what is to be read: one door, behind which nothing waits or goes on for ever."""

import io
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from steelyard.errors import DataError
from steelyard.files.told import note_input

__all__ = ["open_input"]

_PATIENCE = 10.0  # seconds in which somebody must open the other end of a FIFO
_ENDLESS = 2**28  # bytes that a device may give


@contextmanager
def open_input(path: str | os.PathLike[str], *, may_be_replaced: bool = False) -> Iterator[BinaryIO]:
    r"""Open a file to read its bytes, and note that a command has read it.

    Parameters
    ----------
    path : path-like
        A file, a device that ends, or a FIFO.
    may_be_replaced : bool, default False
        It is what an earlier run wrote, which this one may write anew: it is not noted.

    Raises
    ------
    OSError, ValueError
        It cannot be opened.
    DataError
        It is a FIFO that nobody writes to, or a device without an end.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.files.opening import open_input
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.txt")
    ...     _ = path.write_bytes(b"one\n")
    ...     with open_input(path) as file:
    ...         file.read()
    b'one\n'
    """
    name = os.fspath(path)
    kind = os.stat(name).st_mode
    with open(_fifo(name) if stat.S_ISFIFO(kind) else name, "rb") as file:
        if not may_be_replaced:
            note_input(file.fileno())
        yield io.BytesIO(_ended(file, name)) if stat.S_ISCHR(kind) and not file.isatty() else file


def _fifo(name: str) -> int:
    """Open a FIFO, which waits until somebody writes to it, in a thread that is let go when nobody comes."""
    opened: list[int] = []
    waiting = threading.Thread(target=lambda: opened.append(os.open(name, os.O_RDONLY)), daemon=True)
    waiting.start()
    waiting.join(_PATIENCE)
    if opened:
        return opened[0]
    os.close(os.open(name, os.O_RDWR | os.O_NONBLOCK))
    waiting.join()
    os.close(opened[0])
    raise DataError(f"Cannot read {name}: it is a FIFO, and for {_PATIENCE:g} s nobody opened it to write.")


def _ended(device: BinaryIO, name: str) -> bytes:
    content = device.read(_ENDLESS + 1)
    if len(content) > _ENDLESS:
        raise DataError(f"Cannot read {name}: it is a device that gives over {_ENDLESS >> 20} MiB. Name a file.")
    return content
