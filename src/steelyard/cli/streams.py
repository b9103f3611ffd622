"""Standard output and standard error, which can be closed, full or read by nobody: none of it is a fault."""

import io
import os
import sys
from contextlib import suppress
from typing import TextIO

from steelyard.errors import DataError

__all__ = ["prepare_streams", "say", "write"]


def prepare_streams() -> None:
    """Give closed streams' numbers to nothing else, and text the same bytes whatever the locale."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # the next file that is opened would get this number, and what is said would go into it
            os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name that is no text is escaped
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def say(message: str) -> None:
    """Write a line to standard error; where nobody can hear it, the exit status still tells."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    except OSError:
        _silence(sys.stderr)


def write(text: str) -> None:
    """Write a result to standard output; DataError where there is none, or no room."""
    if sys.stdout is None:
        raise DataError("Cannot write the result: standard output is closed.")
    try:
        sys.stdout.write(f"{text}\n" if text else "")
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        _silence(sys.stdout)
    except OSError as error:
        _silence(sys.stdout)
        raise DataError(f"Cannot write the result: {error.strerror or error}.") from error


def _silence(stream: TextIO) -> None:
    """Keep the interpreter from flushing, and failing, once more as it ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
