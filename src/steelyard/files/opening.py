"""Open what is to be read, behind which nothing waits or goes on for ever, and unpack it by what it begins with.

These are gzip, bzip2, xz, Zstandard, and archives that hold one file. A file in a zip is named as Java does,
``meteor.jar!/function/english.words``, and so on inward.
"""

import errno
import functools
import io
import os
import stat
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

from steelyard.errors import DataError, needs_extra
from steelyard.files.names import first_double, some_of
from steelyard.files.structure import ARCHIVES, binary_structure, packing_of
from steelyard.files.told import note_input, tell

if TYPE_CHECKING:
    import zipfile

__all__ = [
    "INSIDE", "check_unpacked", "is_archive", "is_input", "open_input", "unpack", "unpack_pieces", "unpacked_name",
    "unpacked_start",
]  # fmt: skip

INSIDE = "!/"  # between a zip and the name of a file in it

_PATIENCE = 10.0  # seconds in which somebody must open the other end of a FIFO
_ENDLESS = 2**28  # bytes that a device may give
PACKED = (".gz", ".bz2", ".xz", ".zst")
_PIECE = 2**14  # bytes at a time: what is left of one is copied, and what it holds is little enough to be held whole
_MOST = 2**28  # bytes to which any file may be unpacked
_DICTIONARY = 2**30  # bytes that xz may want beside them
_TIMES = 100  # and how many times as large as it is
_START = 10  # bytes that tell by what a file is packed
_LAYERS = 4  # a table in a zip in a .tar.gz has three
_ZIP = b"PK\x03\x04"
_SHOWN = 5  # members of an archive that a message names


def unpack(stored: bytes, name: str) -> bytes:
    """Unpack a file, layer by layer, until what is left is not packed: each by its first bytes, whatever its name says.

    Of an archive the only file is taken, and told. All streams of a packed file are read, and nothing may be left over.
    """
    content = stored
    for _ in range(_LAYERS):
        if packing_of(content):
            content = b"".join(unpack_pieces([content], name))
        elif content.startswith(_ZIP) or is_archive(content):
            if (inner := _only_member(content, name)) is None:
                return content
            content = inner
        else:
            return content
    raise DataError(f"Cannot decompress {name}: it is packed over {_LAYERS - 1} times. Unpack it first.")


def unpacked_name(path: str | os.PathLike[str]) -> str:
    """Return a file's path without what says that it is packed: ``runs/a.json.gz`` holds ``runs/a.json``."""
    name = os.fspath(path)
    return next((name.removesuffix(end) for end in PACKED if name.endswith(end)), name)


def is_archive(start: bytes) -> bool:
    """Say whether a file that begins so is an archive of files, such as a zip or tar; a spreadsheet is none."""
    found = binary_structure(start)
    return found is not None and found.what in ARCHIVES


def unpack_pieces(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Undo one layer of packing for a file that comes in pieces; one that is not packed comes out as it is."""
    pieces, start = iter(pieces), b""
    while len(start) < _START and (piece := next(pieces, b"")):
        start += piece
    pieces = chain([start], pieces)
    packing = packing_of(start)
    if not packing:
        yield from pieces
        return
    make, broken = _unpacker(packing, name)
    stream = make()
    n_stored = n_found = 0
    try:
        for stored in _cut(pieces):
            piece = stored
            n_stored += len(stored)
            while piece:
                if stream.eof:
                    piece = piece.lstrip(b"\0")  # zeros between streams are padding
                    stream = make() if piece else stream
                    if not piece:
                        break
                found = stream.decompress(piece)
                n_found += len(found)
                check_unpacked(name, n_stored, n_found)
                yield found
                piece = stream.unused_data if stream.eof else b""
        if not stream.eof:
            raise EOFError("it ends too early")
    except DataError:
        raise
    except (OSError, EOFError, ValueError, broken) as error:
        raise DataError(f"Cannot decompress {name}: {error}. Is it complete?") from error


def check_unpacked(name: str, n_stored: int, n_found: int) -> None:
    """Refuse what is larger than it can be unpacked to: a few kB can be made to hold more than any memory."""
    if n_found > max(_MOST, _TIMES * n_stored):
        raise DataError(
            f"Cannot decompress {name}: its first {n_stored:,} bytes hold over {max(_MOST, _TIMES * n_stored) >> 20} "
            "MiB. If that is meant, unpack it first."
        )


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    return (piece[i : i + _PIECE] for piece in pieces for i in range(0, len(piece), _PIECE))


def unpacked_start(stored: bytes, name: str) -> bytes:
    """Unpack the start of a file as far as it goes, its outer layer alone; nothing where it is damaged there."""
    packing = packing_of(stored)
    if not packing:
        return stored
    make, broken = _unpacker(packing, name)
    try:
        return bytes(make().decompress(stored))
    except (OSError, EOFError, ValueError, broken):
        return b""


def _unpacker(packing: str, name: str) -> tuple[Callable[[], Any], type[Exception]]:
    """Return what makes a stream for a file packed so, and what it raises; one import, as each takes 1 ms."""
    if packing == "gzip":
        import zlib

        return functools.partial(zlib.decompressobj, wbits=31), zlib.error  # 31: with gzip's header and checksum
    if packing == "bzip2":
        import bz2

        return bz2.BZ2Decompressor, OSError
    if packing == "zstd":
        with needs_extra("tables", f"{name}, packed by Zstandard,"):
            import zstandard

        return zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError
    import lzma

    # Thirteen bytes can ask for a dictionary of 4 GiB; the strongest preset asks for 64 MiB.
    return functools.partial(lzma.LZMADecompressor, memlimit=_DICTIONARY), lzma.LZMAError


def _only_member(content: bytes, name: str) -> bytes | None:
    """Return the only file in an archive; None for a zip that is a file of its own, such as a spreadsheet."""
    import tarfile
    import zipfile

    try:
        if not content.startswith(_ZIP):
            with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as tar:
                files = {member.name: member for member in tar.getmembers() if member.isfile()}
                member = _only([one.name for one in tar.getmembers() if one.isfile()], name, ARCHIVES[1])
                check_unpacked(name, len(content), files[member].size)
                found = tar.extractfile(files[member])
                return b"" if found is None else found.read()
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = packed.namelist()
            _check_no_double(names, name)
            if not is_archive(content):
                return None
            member = _only([one for one in names if not one.endswith("/")], name, ARCHIVES[0])
            told = packed.getinfo(member)
            check_unpacked(name, told.compress_size, told.file_size)
            return packed.read(member)
    except DataError:
        raise
    # Damage shows in as many ways as there are fields; NotImplementedError: packed in a way that zipfile does not know.
    except Exception as error:
        if not is_archive(content):
            return None  # who reads a workbook or a log says what is wrong with it
        raise DataError(f"Cannot unpack {name}: {str(error) or type(error).__name__}. It may be cut off.") from error


def _only(names: list[str], archive: str, what: str) -> str:
    """Return the only name of a file; what an operating system adds is none."""
    _check_no_double(names, archive)
    own = [name for name in names if not name.startswith("__MACOSX/") and not name.rpartition("/")[2].startswith(".")]
    if len(own) != 1:
        holds = f"with {len(own)} files ({some_of(own, _SHOWN)})" if own else "without a file"
        raise DataError(f"{archive} is {what} {holds}, not text: unpack it and give the files.")
    tell(f"{own[0]} in it", archive)
    return own[0]


def _check_no_double(names: list[str], archive: str) -> None:
    double = first_double(names)
    if double is not None:  # one of them would be read, and nobody could say which
        raise DataError(f"{archive} holds {double!r} twice: it was changed or damaged.")


@contextmanager
def open_input(path: str | os.PathLike[str], *, may_be_replaced: bool = False) -> Iterator[BinaryIO]:
    r"""Open a file to read its bytes, and note that a command has read it.

    `path`: a file, a device that ends, a FIFO, or a file in a zip.
    `may_be_replaced`: it is what an earlier run wrote, which this one may write anew: it is not noted.

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
    archive, inside, member = name.rpartition(INSIDE)
    if inside and not os.path.exists(name):
        with _opened_zip(archive) as packed:
            if member not in packed.namelist():
                raise FileNotFoundError(errno.ENOENT, f"there is no {member} in it", archive)
            told = packed.getinfo(member)
            check_unpacked(name, told.compress_size, told.file_size)
            content = packed.read(member)
        yield io.BytesIO(content)
        return
    kind = os.stat(name).st_mode
    with open(_fifo(name) if stat.S_ISFIFO(kind) else name, "rb") as file:
        if not may_be_replaced:
            note_input(file.fileno())
        yield io.BytesIO(_ended(file, name)) if stat.S_ISCHR(kind) and not file.isatty() else file


def is_input(path: str) -> bool:
    """Say whether there is such a file, in a folder or in a zip."""
    archive, inside, member = path.rpartition(INSIDE)
    outermost = path.partition(INSIDE)[0]
    if os.path.isfile(path) or not inside or not os.path.isfile(outermost):
        return os.path.isfile(path)
    found = os.stat(outermost)
    return member in _members(archive, found.st_mtime_ns, found.st_size)


@functools.cache
def _members(archive: str, _changed: int, _size: int) -> frozenset[str]:
    """List the files in a zip, for as long as it is the same."""
    with _opened_zip(archive) as packed:
        return frozenset(packed.namelist())


@contextmanager
def _opened_zip(archive: str) -> "Iterator[zipfile.ZipFile]":
    import zipfile

    try:
        with open_input(archive) as file, zipfile.ZipFile(file) as packed:
            yield packed
    except (OSError, DataError):
        raise
    except Exception as error:  # damage shows in as many ways as there are fields
        raise DataError(
            f"Cannot look into {archive}: it is no zip, or a damaged one ({str(error) or type(error).__name__})."
        ) from error


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
