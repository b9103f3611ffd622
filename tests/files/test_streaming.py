"""Lines in pieces: the same lines, SHA-256 and sentences as those of a file read whole."""

import bz2
import gzip
import lzma
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.files.reading import read_lines
from steelyard.files.streaming import LineStream

CONTENT = "\ufeffone\r\ntwo\u2028still two\n\nfünf\rfive\n".encode() + b"last"


@pytest.mark.parametrize("at_once", [1, 2, 7, 2**20])
@pytest.mark.parametrize("content", [CONTENT, CONTENT + b"\n", b"", b"\n", b"a", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(
    ("name", "pack"), [("a.txt", bytes), ("a.gz", gzip.compress), ("a.bz2", bz2.compress), ("a.xz", lzma.compress)]
)
def test_lines_are_those_of_the_whole(
    name: str, pack: object, content: bytes, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.files.streaming._PIECE", at_once)
    path = tmp_path / name
    half = len(content) // 2
    several = pack(content[:half]) + pack(content[half:]) if name == "a.gz" else pack(content)  # type: ignore[operator]
    path.write_bytes(several)
    stream = LineStream(path)
    lines = [line for some in stream for line in some]
    whole = read_lines(path)
    assert (tuple(lines), stream.sha256, stream.content_sha256) == (whole.lines, whole.sha256, whole.content_sha256)


@pytest.mark.parametrize("at_once", [3, 2**20])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", b"one\ntwo \xff\n"),
        ("a.gz", gzip.compress(b"one", mtime=0)[:-3]),
        ("a.gz", b"one \xff"),
        ("none.txt", None),
    ],
)
def test_errors_are_those_of_the_whole(
    name: str, content: bytes | None, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.files.streaming._PIECE", at_once)
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError) as whole:
        read_lines(path)
    with pytest.raises(DataError) as some:
        list(LineStream(path))
    assert str(some.value) == str(whole.value)


def test_other_encodings_are_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("é\nb".encode("latin-1"))
    stream = LineStream(path, "latin-1")
    assert list(stream) == [["é", "b"]]
    assert stream.content_sha256 == read_lines(path, "latin-1").content_sha256
    with pytest.raises(DataError, match="Unknown encoding 'klingon'"):
        list(LineStream(path, "klingon"))
