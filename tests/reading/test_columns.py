"""Tab-separated columns as texts."""

import hashlib
import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_columns


def write(folder: Path, content: bytes) -> str:
    path = folder / "both"
    path.write_bytes(content)
    return str(path)


def test_each_column_is_a_text_of_its_own(tmp_path: Path) -> None:
    content = "a\tü\n\t\nb c\td \u2028e\n".encode()
    first, second = read_columns(write(tmp_path, content))
    assert first.lines == ("a", "", "b c")
    assert second.lines == ("ü", "", "d \u2028e")
    assert first.sha256 == second.sha256 == hashlib.sha256(content).hexdigest()
    assert first.path.endswith("both, column 1")
    assert second.path.endswith("both, column 2")


def test_a_file_without_tabs_is_one_text(tmp_path: Path) -> None:
    [text] = read_columns(write(tmp_path, b"a\n\nb\n"))
    assert (text.lines, text.path) == (("a", "", "b"), str(tmp_path / "both"))


def test_the_last_of_a_given_number_may_hold_tabs(tmp_path: Path) -> None:
    first, second = read_columns(write(tmp_path, b"a\tb\tc\nd\te\n"), n_columns=2)
    assert (first.lines, second.lines) == (("a", "d"), ("b\tc", "e"))


@pytest.mark.parametrize(
    ("content", "n_columns", "message"),
    [
        (b"a\tb\nc\n", None, r"both, line 2 has 1 tab-separated columns, but 2 are expected, as in line 1\."),
        (b"a\nb\tc\n", None, r"both, line 2 has 2 tab-separated columns, but 1 are expected, as in line 1\."),
        (b"a\tb\tc\na\tb\n", 3, r"both, line 2 has 2 tab-separated columns, but 3 are expected\."),
    ],
)
def test_a_line_with_another_number_is_named(
    tmp_path: Path, content: bytes, n_columns: int | None, message: str
) -> None:
    with pytest.raises(AlignmentError, match=message):
        read_columns(write(tmp_path, content), n_columns=n_columns)


def test_nothing_is_one_empty_text(tmp_path: Path) -> None:
    assert [text.lines for text in read_columns(write(tmp_path, b""))] == [()]


def test_standard_input_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"a\tb\n")))
    assert [text.path for text in read_columns("-")] == ["standard input, column 1", "standard input, column 2"]


def test_the_encoding_is_the_callers(tmp_path: Path) -> None:
    path = write(tmp_path, "ü\tö\n".encode("latin-1"))
    assert [text.lines for text in read_columns(path, encoding="latin-1")] == [("ü",), ("ö",)]
    with pytest.raises(DataError, match="not utf-8: line 1, byte 1"):
        read_columns(path)
