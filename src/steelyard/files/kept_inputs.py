"""What a command has read: none of its outputs may take the place of it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["is_kept", "keep_inputs", "note_input"]

_kept: set[tuple[int, int]] | None = None  # device and number of each file; None outside a command


@contextmanager
def keep_inputs() -> Iterator[None]:
    r"""Refuse to write over any file that is read inside this context: commands run in it.

    In Python, reading a file and writing it anew is a thing that people mean; there, nothing is noted.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from steelyard.files import keep_inputs, write_file
    >>> from steelyard.files.reading import read_lines
    >>> with tempfile.TemporaryDirectory() as folder, keep_inputs():
    ...     path = Path(folder, "ref.txt")
    ...     write_file(path, b"one\n")
    ...     _ = read_lines(path)
    ...     try:
    ...         write_file(path, b"two\n")
    ...     except ValueError as error:
    ...         print(str(error).replace(str(path), "ref.txt"))
    Cannot write ref.txt: it is one of the inputs.
    """
    global _kept  # noqa: PLW0603  # one command runs in a process, on several threads
    before, _kept = _kept, set()
    try:
        yield
    finally:
        _kept = before


def note_input(descriptor: int) -> None:
    """Note the open file as one that was read.

    Parameters
    ----------
    descriptor : int
        Of the file.
    """
    if _kept is not None:
        found = os.fstat(descriptor)
        _kept.add((found.st_dev, found.st_ino))


def is_kept(found: os.stat_result) -> bool:
    """Say whether a file is one that was read."""
    return _kept is not None and (found.st_dev, found.st_ino) in _kept
