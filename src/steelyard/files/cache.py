"""What took long to make, kept for later runs, in the folder that the system has for such things."""

import hashlib
import mmap
import os
import sys
from contextlib import suppress

from steelyard.files.writing import made_folder, write_file

__all__ = ["read_cached", "write_cached"]

_DIGEST = hashlib.sha256().digest_size


def read_cached(name: str) -> memoryview | None:
    """Return what was kept under a name, mapped; None where there is nothing, or nothing whole.

    `name`: says all that the content depends on.

    Examples
    --------
    >>> from steelyard.files.cache import read_cached
    >>> read_cached("never kept") is None
    True
    """
    with suppress(OSError, ValueError), open(_path(name), "rb") as file:  # ValueError: an empty file, or no folder
        kept = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if hashlib.sha256(kept[:-_DIGEST]).digest() == kept[-_DIGEST:]:
            return kept[:-_DIGEST]
    return None


def write_cached(name: str, *parts: bytes | memoryview) -> None:
    """Keep something under a name, in parts; where that cannot be, it is not kept.

    Examples
    --------
    >>> import os, tempfile
    >>> from steelyard.files.cache import read_cached, write_cached
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     os.environ["XDG_CACHE_HOME"] = folder
    ...     write_cached("numbers", b"1 2 ", b"3")
    ...     bytes(read_cached("numbers"))
    ...     del os.environ["XDG_CACHE_HOME"]
    b'1 2 3'
    """
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(part)
    with suppress(OSError, ValueError):  # what DataError is, too
        path = _path(name)
        with made_folder(os.path.dirname(path)):
            write_file(path, b"".join([*parts, hashed.digest()]))


def _path(name: str) -> str:
    if sys.platform == "win32":
        usual = os.environ.get("LOCALAPPDATA", "")
    else:
        usual = os.path.expanduser("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    folder = os.environ.get("XDG_CACHE_HOME") or usual
    if not os.path.isabs(folder):
        raise ValueError(f"There is no folder to keep {name} in.")
    return os.path.join(folder, "steelyard", name)
