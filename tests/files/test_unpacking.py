"""Packed files, piece by piece: several streams, padding, what is cut off, and what would fill all memory."""

import bz2
import gzip
import io
import lzma
import tarfile
import warnings
import zipfile
from collections.abc import Callable

import pytest

from steelyard.errors import DataError
from steelyard.files.opening import unpack, unpack_pieces, unpacked_start
from steelyard.files.told import listening
from tests import needs

TEXT = b"a line\n" * 500
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "x.gz": gzip.compress,
    "x.bz2": bz2.compress,
    "x.xz": lzma.compress,
    "x.zst": lambda content: bytes(needs.module("zstandard").compress(content)),
}


def unpacked(content: bytes, name: str, size: int = 11) -> bytes:
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
    for damaged in (content[:-9], content[:14] + b"no such file at all"):
        with pytest.raises(DataError, match=rf"Cannot decompress {name}: .* Is it complete\?"):
            unpacked(damaged, name)
    assert TEXT.startswith(unpacked_start(content[:-1], name))
    assert not unpacked_start(content[:14] + b"no such file at all", name)


@pytest.mark.parametrize("name", PACKED)
def test_what_is_packed_shows_in_the_content_whatever_the_name_says(name: str) -> None:
    for other in ("x", "x.txt", "x.gz", "x.xz"):
        assert unpack(PACKED[name](TEXT), other) == TEXT == unpack(TEXT, other)
        assert unpacked_start(TEXT, other) == TEXT == b"".join(unpack_pieces([TEXT], other))


def as_tar(**files: bytes) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        for name, content in files.items():
            told = tarfile.TarInfo(name.partition("#")[0])
            told.size = len(content)
            tar.addfile(told, io.BytesIO(content))
    return made.getvalue()


def as_zip(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of names that stand twice
        for name, content in files.items():
            archive.writestr(name.partition("#")[0], content)
    return made.getvalue()


@pytest.mark.parametrize("pack", [as_tar, as_zip])
def test_the_only_file_of_an_archive_is_read_and_told(pack: Callable[..., bytes]) -> None:
    by_mac = {"__MACOSX/._a.txt": b"x", "folder/.DS_Store": b"y"}
    for content in (pack(**{"a.txt": TEXT}), pack(**{"folder/a.txt": gzip.compress(TEXT)}, **by_mac)):
        for stored in (content, gzip.compress(content)):
            with listening() as told:
                assert unpack(stored, "x.tgz") == TEXT
            assert len(told) == 1 and told[0].said.endswith("a.txt in it")


@pytest.mark.parametrize("pack", [as_tar, as_zip])
def test_several_files_of_an_archive_are_named_and_one_that_stands_twice(pack: Callable[..., bytes]) -> None:
    for files, said in (
        (
            {"a.txt": b"1", "b.txt": b"2"},
            r"archive with 2 files \(a\.txt, b\.txt\), not text: unpack it and give the files",
        ),
        ({f"{i}.txt": b"1" for i in range(9)}, r"9 files \(0\.txt, 1\.txt, 2\.txt, 3\.txt, 4\.txt and 4 more\)"),
        ({".hidden": b""}, "archive without a file"),
        ({"a.txt#1": b"1", "a.txt#2": b"2"}, r"x holds 'a\.txt' twice"),
        ({"xl/workbook.xml#1": b"1", "xl/workbook.xml#2": b"2"}, "x holds 'xl/workbook.xml' twice"),
    ):
        with pytest.raises(DataError, match=said):
            unpack(pack(**files), "x")


def test_a_damaged_archive_is_told_and_layers_have_a_limit() -> None:
    stored = bytearray(as_zip(**{"a.txt": TEXT}))
    stored[45] ^= 0xFF
    with pytest.raises(DataError, match=r"^Cannot unpack x: .* It may be cut off"):
        unpack(bytes(stored), "x")
    with pytest.raises(DataError, match=r"^Cannot unpack x: "):
        unpack(as_zip(**{"a.txt": TEXT})[:-30], "x")
    content = TEXT
    for _ in range(4):
        content = gzip.compress(content)
    with pytest.raises(DataError, match="packed over 3 times"):
        unpack(content, "x")


@pytest.mark.parametrize("name", PACKED)
def test_what_holds_far_more_than_it_is_large_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.files.opening._MOST", 1000)
    monkeypatch.setattr("steelyard.files.opening._TIMES", 2)
    with pytest.raises(DataError, match=r"MiB\. If that is meant, unpack it first"):
        unpacked(PACKED[name](b"0" * 100_000), name, size=10**6)
