"""What may be written to: regular files that nobody reads from, and names that are free."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from steelyard.errors import DataError
from steelyard.files.told import is_kept

__all__ = ["check_folder", "check_target", "told", "writable"]

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_STREAMS = ("standard input", "standard output", "standard error")


def check_target(path: str | os.PathLike[str], inputs: Iterable[str | Mapping[str, str]] = ()) -> None:
    """Refuse, before any work, a file that could not or should not be written, and leave no trace.

    `path`: of the file to be written. A symbolic link stands for what it names.
    `inputs`: paths of inputs, or inputs as the method of a result lists them.

    Examples
    --------
    >>> from steelyard.files import check_target
    >>> check_target("report.html")
    >>> try:
    ...     check_target("examples")
    ... except ValueError as error:
    ...     print(error)
    Cannot write examples: it is a folder.
    """
    with told(path):
        target, _ = writable(path, inputs)
        _probe(os.path.dirname(target))


def check_folder(folder: str | os.PathLike[str]) -> None:
    """Refuse a folder that files could not be written to: before any work, and without leaving anything there.

    Examples
    --------
    >>> from steelyard.files import check_folder
    >>> check_folder("figures/of/today")
    """
    with told(folder, "to "):
        _check_name(os.fspath(folder))
        nearest = os.path.abspath(folder)
        while not os.path.lexists(nearest):
            nearest = os.path.dirname(nearest)
        _probe(nearest)


def writable(
    path: str | os.PathLike[str], inputs: Iterable[str | Mapping[str, str]] = ()
) -> tuple[str, os.stat_result | None]:
    """Return the file that a path leads to, and what is there now, if anything; raise if it may not be replaced."""
    name = os.fspath(path)
    _check_name(name)
    if name.endswith(os.sep):
        raise ValueError("it is the name of a folder")
    target = os.path.realpath(name)
    try:
        found = os.stat(name)  # not of the target: /dev/stdout leads to a pipe that has no name
    except FileNotFoundError:
        os.stat(os.path.dirname(target))  # a missing folder is told here
        return target, None
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(f"it is {_KINDS.get(stat.S_IFMT(found.st_mode), 'no regular file')}")
    if not os.access(target, os.W_OK):
        raise PermissionError("it is read-only")
    for number, stream in enumerate(_STREAMS):
        if _is_open_as(number, found):
            raise ValueError(f"it is {stream} of the same command")
    if is_kept(found) or any(_is_input(target, found, entry) for entry in inputs):
        raise ValueError("it is one of the inputs")
    return target, found


@contextmanager
def told(path: str | os.PathLike[str], to: str = "") -> Iterator[None]:
    """Turn what the system or `writable` says about a path into one sentence."""
    try:
        yield
    except DataError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"Cannot write {to}{os.fspath(path) or repr('')}: {reason}.") from error


def _probe(folder: str) -> None:
    """Raise what making a file in a folder would raise."""
    import tempfile  # it brings 20 modules, which commands that write nothing need not wait for

    with tempfile.TemporaryFile(dir=folder):
        pass


def _check_name(name: str) -> None:
    if not name or "\0" in name:
        raise ValueError("its name is empty, or holds a null character")


def _is_open_as(number: int, found: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(number), found)
    except OSError:
        return False


def _is_input(target: str, found: os.stat_result, entry: str | Mapping[str, str]) -> bool:
    """Say whether an input is this file; a name that a result lists can mean another one, so its hash tells."""
    try:
        name = entry if isinstance(entry, str) else entry["name"]
        is_same = os.path.samestat(os.stat(name), found)
        if isinstance(entry, str) or not is_same:
            return is_same
        import hashlib

        with open(target, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == entry["sha256"]
    except (OSError, ValueError, KeyError, TypeError):  # results that come from files can list anything
        return False
