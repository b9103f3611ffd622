"""How bytes become text: UTF-16 with a mark and without, and what is no text."""

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError
from steelyard.files.decoding import is_plain, utf8_of
from steelyard.files.reading import decode_lines, read_lines
from steelyard.files.streaming import LineStream

LINES = ("Ein Satz.", "Ο άλλος, 12.", "还有一句话，第三句。", "Четвёртое предложение", "", "யாரும் இல்லை", "𝄞 end")
WIDE = {
    "with a mark": lambda text: text.encode("utf-16"),
    "with a mark, big": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "32 bits": lambda text: text.encode("utf-32"),
    "little": lambda text: text.encode("utf-16-le"),
    "big": lambda text: text.encode("utf-16-be"),
}


@pytest.mark.parametrize("kind", WIDE)
@pytest.mark.parametrize("lines", [LINES, LINES[:1], LINES[2:3] * 20, LINES[3:4] * 20, LINES[5:6] * 40])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_characters_of_two_bytes_are_told(kind: str, lines: tuple[str, ...], encoding: str, tmp_path: Path) -> None:
    content = WIDE[kind]("".join(f"{line}\r\n" for line in lines))
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    assert read_lines(path, encoding).lines == lines
    assert [line for some in LineStream(path, encoding) for line in some] == list(lines)


@given(st.text())
def test_utf8_stays_what_it_is(text: str) -> None:
    content = text.encode()
    if not any(ord(c) < 32 and c not in "\t\n\r\f" for c in text):
        assert utf8_of(content, "a", raw=True) == (content, "utf-8")


@pytest.mark.parametrize("text", ["a\0b\n", "one line\nand a zero \0 in another\n" * 3, "\0", "a\0\0b"])
def test_a_zero_among_letters_is_a_character(text: str) -> None:
    assert utf8_of(text.encode(), "a") == (text.encode(), "utf-8")


def test_a_mark_of_utf8_goes_before_the_encoding_that_is_named() -> None:
    assert decode_lines(codecs.BOM_UTF8 + "é\n".encode(), "a", "latin-1") == ("é",)


def test_what_begins_as_utf16_and_is_none_is_refused() -> None:
    with pytest.raises(DataError, match=r"a\.txt begins as UTF-16 does, but is none: .*Save it as UTF-8\."):
        utf8_of(codecs.BOM_UTF16_LE + b"abc", "a.txt")


def test_what_is_no_text_is_named_unless_it_is_asked_for_raw() -> None:
    with pytest.raises(DataError, match=r"x is a PDF, not text: give the text alone"):
        decode_lines(b"%PDF-1.7\n", "x")
    assert decode_lines(b"%PDF-1.7\n", "x", raw=True) == ("%PDF-1.7",)
    assert not is_plain(b"PK\x03\x04") and is_plain(b"text") and is_plain(b"")
