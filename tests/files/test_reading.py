"""Reading lines: nothing is split, joined, dropped or repaired, and errors say where."""

import bz2
import gzip
import hashlib
import io
import lzma
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError
from steelyard.files.reading import decode_lines, read_lines

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}
compressions = pytest.mark.parametrize("suffix", COMPRESS, ids=lambda suffix: suffix or "plain")


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", ()),
        (b"\n", ("",)),
        (b"\n\n", ("", "")),
        (b"a", ("a",)),
        (b"a\n", ("a",)),
        (b"a\n\n", ("a", "")),
        (b"a\nb", ("a", "b")),
        (b"a\r\nb\r\n", ("a", "b")),
        (b"\r\n", ("",)),
        (b"a\nb\r\nc", ("a", "b", "c")),  # mixed line ends
        (b"a\rb\n", ("a\rb",)),  # a lone carriage return is no line end
        (b"a\r\r\n", ("a\r",)),
        (b"a\x0cb\x0bc\x1cd\x1de\x1ef\n", ("a\x0cb\x0bc\x1cd\x1de\x1ef",)),
        ("a\u2028b\u2029c\x85d\n".encode(), ("a\u2028b\u2029c\x85d",)),
        (b"\xef\xbb\xbfa\nb\n", ("a", "b")),  # one byte-order mark is dropped
        (b"a\n\xef\xbb\xbfb\n", ("a", "\ufeffb")),  # inside, it is a character
        (b"a\x00b\n", ("a\x00b",)),
        (b"  a \t\n", ("  a \t",)),
        ("e\u0301\u00e9\n".encode(), ("e\u0301\u00e9",)),  # not normalised
    ],
    ids=repr,
)
def test_a_line_ends_at_lf_or_crlf_only(content: bytes, lines: tuple[str, ...]) -> None:
    assert decode_lines(content, "text") == lines


segments = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=8)


@given(st.lists(segments, min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_what_was_written_line_by_line_is_read_line_by_line(lines: list[str], end: str, has_last_end: bool) -> None:
    text = end.join(lines) + end
    if not has_last_end and lines[-1]:
        text = text.removesuffix(end)
    content = b"\xef\xbb\xbf" + text.encode()  # a text may itself begin with U+FEFF
    assert decode_lines(content, "text") == tuple(lines)


@compressions
def test_compressed_files_are_read_by_their_name(tmp_path: Path, suffix: str) -> None:
    stored = COMPRESS[suffix]("é\r\n\u2028\n".encode())
    path = tmp_path / f"text.en{suffix}"
    path.write_bytes(stored)
    for way in (path, str(path)):
        file = read_lines(way)
        assert (file.path, file.lines) == (str(path), ("é", "\u2028"))
        assert file.sha256 == hashlib.sha256(stored).hexdigest()  # of the file as stored


@compressions
def test_files_of_several_compressed_parts_are_read_whole(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"parts{suffix}"
    path.write_bytes(COMPRESS[suffix](b"a\nb") + COMPRESS[suffix](b"c\nd\n"))
    assert read_lines(path).lines == ("a", "bc", "d")


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_a_truncated_file_is_a_data_error_that_names_it(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"cut{suffix}"
    path.write_bytes(COMPRESS[suffix](b"some text that is long enough\n" * 50)[:-10])
    with pytest.raises(DataError, match=rf"^Cannot decompress .*cut\{suffix}: .*Is it complete"):
        read_lines(path)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_a_file_of_another_type_than_its_name_says_is_read_by_what_it_holds(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plain{suffix}"
    path.write_bytes(b"plain text\n")
    assert read_lines(path).lines == ("plain text",)


def test_a_damaged_gzip_file_is_a_data_error(tmp_path: Path) -> None:
    stored = bytearray(gzip.compress(b"some text\n" * 100))
    stored[20] ^= 0xFF
    path = tmp_path / "damaged.gz"
    path.write_bytes(stored)
    with pytest.raises(DataError, match=r"^Cannot decompress "):
        read_lines(path)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_lines_after_a_damaged_part_are_not_dropped_in_silence(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"parts{suffix}"
    path.write_bytes(COMPRESS[suffix](b"first part\n") + b"?" + COMPRESS[suffix](b"second part\n")[1:])
    with pytest.raises(DataError, match=r"^Cannot decompress "):
        read_lines(path)


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^Cannot read .*absent\.txt: No such file or directory\.$"):
        read_lines(tmp_path / "absent.txt")
    with pytest.raises(DataError, match=r"^Cannot read .*: Is a directory\.$"):
        read_lines(tmp_path)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"\xff", "line 1, byte 1 of the line (0xff)"),
        (b"ok\nfine \xe9t\xe9\n", "line 2, byte 6 of the line (0xe9)"),
        ("é\nü".encode() + b"\x80", "line 2, byte 3 of the line (0x80)"),  # bytes, not characters
        (b"\xef\xbb\xbfab\xff", "line 1, byte 6 of the line (0xff)"),  # the mark's bytes count
        (b"\xef\xbb\xbfab\ncd\xff", "line 2, byte 3 of the line (0xff)"),
        (b"a\n\xed\xa0\x80", "line 2, byte 1 of the line (0xed)"),  # a surrogate is not UTF-8
        (b"a\n\xc3", "line 2, byte 1 of the line (0xc3)"),  # cut inside a character
    ],
    ids=repr,
)
def test_what_is_not_utf8_is_told_with_file_line_and_byte(content: bytes, place: str) -> None:
    with pytest.raises(DataError) as caught:
        decode_lines(content, "some/file.en")
    assert str(caught.value).startswith(f"some/file.en is not utf-8: {place}: ")
    assert str(caught.value).endswith(
        "Convert the file to UTF-8, or name its encoding, where the command has --encoding."
    )


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "shift_jis", "UTF8", "utf_8", "utf-8-sig"])
def test_any_encoding_python_knows_can_be_named(encoding: str) -> None:
    text = "ab\ncd\n" if encoding == "shift_jis" else "Größe\nné\n"
    assert decode_lines(text.encode(encoding), "text", encoding) == tuple(text.split())


@pytest.mark.parametrize("encoding", ["utf-9", "", "hex"])
def test_an_encoding_python_does_not_know_is_a_data_error(encoding: str) -> None:
    with pytest.raises(DataError, match=rf"^Unknown encoding '{encoding}'"):
        decode_lines(b"a", "text", encoding)


def test_standard_input_is_called_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO("é\nb\x0c\n".encode())))
    file = read_lines("-")
    assert (file.path, file.lines) == ("-", ("é", "b\x0c"))


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_a_file_of_many_streams_is_read_whole_with_padding_between(tmp_path: Path, suffix: str) -> None:
    pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lambda text: lzma.compress(text, preset=0)}[suffix]
    path = tmp_path / f"many{suffix}"
    path.write_bytes(b"".join(pack(f"line {i}\n".encode() * 40) + b"\0" * (4 * (i % 3)) for i in range(3000)))
    assert read_lines(path).lines == tuple(f"line {i}" for i in range(3000) for _ in range(40))


@given(
    parts=st.lists(st.sampled_from(["a", "é", "😀", "\r", "\n", "\u2028", "\ufeff", "long " * 20]), max_size=40),
    piece=st.integers(1, 60),
)
def test_lines_do_not_depend_on_the_pieces_they_are_decoded_in(parts: list[str], piece: int) -> None:
    text = "".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("steelyard.files.reading._PIECE", piece)
        lines = decode_lines(text.encode(), "x")
    expected = text.removeprefix("\ufeff").split("\n")
    assert lines == tuple(line.removesuffix("\r") for line in (expected if expected[-1] else expected[:-1]))


def test_a_bad_byte_far_into_a_file_is_named_by_line_and_byte() -> None:
    content = b"\xef\xbb\xbf" + "eine Zeile mit Größe\n".encode() * 20_000 + b"ab\xffc\n" + b"more\n" * 10
    with pytest.raises(DataError, match=r"^x is not utf-8: line 20001, byte 3 of the line \(0xff\)"):
        decode_lines(content, "x")


def test_a_closed_standard_input_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(
        DataError, match=r"^There is no standard input to read: it is closed\. Name the files with -i\.$"
    ):
        read_lines("-")
