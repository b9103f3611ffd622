"""Unpack files whose names say that they are packed: gzip, bzip2, xz, Zstandard."""

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from steelyard.errors import DataError, needs_extra

__all__ = ["PACKED", "check_unpacked", "unpack", "unpack_pieces", "unpacked_start"]

PACKED = (".gz", ".bz2", ".xz", ".zst")
_PIECE = 2**14  # bytes at a time: what is left of one is copied, and what it holds is little enough to be held whole
_MOST = 2**28  # bytes to which any file may be unpacked
_DICTIONARY = 2**30  # bytes that xz may want beside them
_TIMES = 100  # and how many times as large as it is


def unpack(stored: bytes, name: str) -> bytes:
    """Undo what the end of a name says was done, all streams of the file, and insist that nothing of it is left over.

    Raises
    ------
    DataError
        The file is damaged, cut off, or packed in another way; or it holds over 256 MiB, and over a hundred times as
        much as it is large.
    MissingExtraError
        Zstandard is not installed.
    """
    return b"".join(unpack_pieces([stored], name))


def unpack_pieces(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Undo the same for a file that comes in pieces."""
    make, broken = _unpacker(name)
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
        raise DataError(f"Cannot decompress {name}: {error}. Is it complete, and of the type its name says?") from error


def check_unpacked(name: str, n_stored: int, n_found: int) -> None:
    """Refuse what is larger than it can be unpacked to: a few kB can be made to hold more than any memory.

    Raises
    ------
    DataError
        It holds over 256 MiB, and over a hundred times as much as it is large.
    """
    if n_found > max(_MOST, _TIMES * n_stored):
        raise DataError(
            f"Cannot decompress {name}: its first {n_stored:,} bytes hold over {max(_MOST, _TIMES * n_stored) >> 20} "
            "MiB. If that is meant, unpack it first."
        )


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    return (piece[i : i + _PIECE] for piece in pieces for i in range(0, len(piece), _PIECE))


def unpacked_start(stored: bytes, name: str) -> bytes:
    """Unpack the start of a file as far as it goes; nothing where it is damaged there."""
    make, broken = _unpacker(name)
    try:
        return bytes(make().decompress(stored))
    except (OSError, EOFError, ValueError, broken):
        return b""


def _unpacker(name: str) -> tuple[Callable[[], Any], type[Exception]]:
    """Return what makes a stream for a file of this name, and what it raises; one import, as each takes 1 ms."""
    if name.endswith(".gz"):
        import zlib

        return functools.partial(zlib.decompressobj, wbits=31), zlib.error  # 31: with gzip's header and checksum
    if name.endswith(".bz2"):
        import bz2

        return bz2.BZ2Decompressor, OSError
    if name.endswith(".zst"):
        with needs_extra("tables", f"{name}, packed by Zstandard,"):
            import zstandard

        return zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError
    import lzma

    # Thirteen bytes can ask for a dictionary of 4 GiB; the strongest preset asks for 64 MiB.
    return functools.partial(lzma.LZMADecompressor, memlimit=_DICTIONARY), lzma.LZMAError
