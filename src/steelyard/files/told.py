"""What a command has read: none of its outputs may take the place of it, and how it was read is said and kept."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from steelyard.files.names import some_of

__all__ = [
    "Taken", "advance", "column_said", "columns_said", "columns_taken", "files_text", "is_kept", "keep_inputs",
    "lines_told", "listening", "note_input", "tell", "told_so_far", "watching",
]  # fmt: skip

_MOST = 4  # files that are named
_MOST_COLUMNS = 12  # columns that are named, of those that are not used


@dataclass(frozen=True, slots=True)
class Taken:
    """How a file was read."""

    said: str  # in one sentence, without its full stop
    path: str = ""  # of the file; empty where the sentence is of none
    roles: Mapping[str, Sequence[str]] = field(default_factory=dict)  # columns by role
    # Other columns, and what each is; ``""`` where there is nothing to say.
    not_used: Mapping[str, str] = field(default_factory=dict)


_told: list[Taken] | None = None  # None outside a command
_watcher: Callable[[int, int], None] | None = None  # of the bytes that are read
_kept: set[tuple[int, int]] | None = None  # device and number of each file; None outside a command


@contextmanager
def listening() -> Iterator[list[Taken]]:
    """Collect what is told inside this context, each once: commands run in it.

    Examples
    --------
    >>> from steelyard.files.told import lines_told, listening, tell
    >>> with listening() as told:
    ...     tell("numbers have decimal commas", "ratings.csv")
    >>> lines_told(told)
    ['ratings.csv: numbers have decimal commas']
    """
    global _told  # noqa: PLW0603  # one command runs in a process, on several threads
    before, _told = _told, []
    try:
        yield _told
    finally:
        _told = before


def tell(what: str | Taken, path: str = "") -> None:
    """Tell how a file was read; in Python, outside a command, nobody listens."""
    one = Taken(what, path) if isinstance(what, str) else what
    if _told is not None and one not in _told:
        _told.append(one)


def told_so_far() -> Sequence[Taken]:
    """Return what the command has told."""
    return tuple(_told or ())


def lines_told(told: Sequence[Taken]) -> list[str]:
    """Say it in lines: files of which the same holds share one."""
    paths: dict[str, list[str]] = {}
    for one in told:
        paths.setdefault(one.said, []).extend([one.path] if one.path else [])
    return [f"{files_text(of)}: {said}" if of else said for said, of in paths.items()]


def files_text(paths: Sequence[str]) -> str:
    """Name files, or the folder that many are in."""
    if len(paths) <= _MOST:
        return ", ".join(paths)
    return f"{len(paths)} files in {os.path.commonpath([os.path.abspath(path) for path in paths])}"


def columns_taken(path: str, used: Mapping[str, str | Sequence[str]], names: Sequence[str]) -> Taken:
    """Say of a table which columns were taken for what, as their names say, and that the others are not used.

    `used`: columns by role; empty for a role that the file does not have.
    """
    roles = {role: [given] if isinstance(given, str) else list(given) for role, given in used.items() if given}
    known = {name for columns in roles.values() for name in columns}
    not_used = {name: "" for name in names if name not in known}
    parts = [f"{role} = {', '.join(map(column_said, columns))}" for role, columns in roles.items()]
    return Taken(columns_said(parts, not_used), path, roles, not_used)


def column_said(name: str) -> str:
    """Name a column, one without a name too.

    Examples
    --------
    >>> from steelyard.files.told import column_said
    >>> column_said("model"), column_said("")
    ('model', 'the column without a name')
    """
    return name or "the column without a name"


def columns_said(taken: Sequence[str], not_used: Mapping[str, str]) -> str:
    """Say what columns were taken for, and which are not used.

    `taken`: such as ``"item = question_id"``.
    `not_used`: other columns, and what each is; ``""`` where there is nothing to say.

    Examples
    --------
    >>> from steelyard.files.told import columns_said
    >>> columns_said(["item = id", "score = accuracy"], {"tokens": "a count", "note": ""})
    'item = id, score = accuracy; not used: tokens (a count), note'
    """
    others = [f"{column_said(name)}{f' ({what})' if what else ''}" for name, what in not_used.items()]
    return ", ".join(taken) + (f"; not used: {some_of(others, _MOST_COLUMNS)}" if others else "")


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
    """Note the open file as one that was read."""
    if _kept is not None:
        found = os.fstat(descriptor)
        _kept.add((found.st_dev, found.st_ino))


def is_kept(found: os.stat_result) -> bool:
    """Say whether a file is one that was read."""
    return _kept is not None and (found.st_dev, found.st_ino) in _kept


@contextmanager
def watching(update: Callable[[int, int], None]) -> Iterator[None]:
    """Call `update` with bytes read and bytes in all while files are read inside this context."""
    global _watcher  # noqa: PLW0603  # as above
    before, _watcher = _watcher, update
    try:
        yield
    finally:
        _watcher = before


def advance(done: int, total: int) -> None:
    """Say how much of a file is read; nobody watches in Python, nor where there is no terminal."""
    if _watcher is not None:
        _watcher(done, total)
