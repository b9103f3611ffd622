"""Unpack files whose names say that they are packed: gzip, bzip2, xz, Zstandard."""

import functools
from collections.abc import Callable
from typing import Any

from steelyard.errors import DataError, needs_extra

__all__ = ["PACKED", "unpack", "unpacked_start"]

PACKED = (".gz", ".bz2", ".xz", ".zst")
_PIECE = 2**16  # bytes at a time: what is left of one is copied, never the whole file


def unpack(stored: bytes, name: str) -> bytes:
    """Undo what the end of a name says was done, all streams of the file, and insist that nothing of it is left over.

    Raises
    ------
    DataError
        The file is damaged, cut off, or packed in another way.
    MissingExtraError
        Zstandard is not installed.
    """
    make, broken = _unpacker(name)
    content = bytearray()
    stream = make()
    start = 0
    try:
        while start < len(stored):
            piece = stored[start : start + _PIECE]
            content += stream.decompress(piece)
            start += len(piece) - len(stream.unused_data)
            if stream.eof and start < len(stored):
                while start < len(stored) and not stored[start]:  # zeros between streams are padding
                    start += 1
                stream = make() if start < len(stored) else stream
        if not stream.eof:
            raise EOFError("it ends too early")
    except (OSError, EOFError, ValueError, broken) as error:
        raise DataError(f"Cannot decompress {name}: {error}. Is it complete, and of the type its name says?") from error
    return bytes(content)


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

    return lzma.LZMADecompressor, lzma.LZMAError
