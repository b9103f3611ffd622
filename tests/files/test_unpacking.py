"""Packed files, piece by piece: several streams, padding, what is cut off, and what would fill all memory."""

import bz2
import gzip
import lzma
from collections.abc import Callable

import pytest

from steelyard.errors import DataError
from steelyard.files.unpacking import unpack_pieces, unpacked_start
from tests import needs

TEXT = b"a line\n" * 500
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "x.gz": gzip.compress,
    "x.bz2": bz2.compress,
    "x.xz": lzma.compress,
    "x.zst": lambda content: bytes(needs.module("zstandard").compress(content)),
}


def unpacked(content: bytes, name: str, size: int = 7) -> bytes:
    return b"".join(unpack_pieces([content[i : i + size] for i in range(0, len(content), size)], name))


@pytest.mark.parametrize("name", PACKED)
def test_several_streams_are_one_file_and_zeros_behind_them_are_nothing(name: str) -> None:
    twice = PACKED[name](TEXT) + PACKED[name](b"and more\n")
    for content in (twice, twice + b"\0" * 40):
        assert unpacked(content, name) == TEXT + b"and more\n"
    assert unpacked(twice + b"\0" * 40, name, size=10**6) == TEXT + b"and more\n"


@pytest.mark.parametrize("name", PACKED)
def test_what_is_cut_off_or_damaged_is_told_and_its_start_is_read(name: str) -> None:
    content = PACKED[name](TEXT)
    for damaged in (content[:-9], b"no such file at all"):
        with pytest.raises(
            DataError, match=f"Cannot decompress {name}: .* Is it complete, and of the type its name says"
        ):
            unpacked(damaged, name)
    assert TEXT.startswith(unpacked_start(content[:-1], name))
    assert unpacked_start(b"no such file at all", name) == b""


@pytest.mark.parametrize("name", PACKED)
def test_what_holds_far_more_than_it_is_large_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.files.unpacking._MOST", 1000)
    monkeypatch.setattr("steelyard.files.unpacking._TIMES", 2)
    with pytest.raises(DataError, match=r"MiB\. If that is meant, unpack it first"):
        unpacked(PACKED[name](b"0" * 100_000), name, size=10**6)
