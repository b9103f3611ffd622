"""Function words and paraphrases, from files written here."""

import gzip
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.text import Paraphrases, WordList, read_paraphrases, read_word_list

TABLE = "0.5\nas soon as possible\nvery soon\n0.01\nvery soon\nat once\n"
PAIRS = [(["as", "soon", "as", "possible"], ["very", "soon"]), (["very", "soon"], ["at", "once"])]


def write(path: Path, text: str) -> str:
    content = text.encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return str(path)


@pytest.mark.parametrize("name", ["words.txt", "words.gz"])
def test_words_are_read_in_lower_case(name: str, tmp_path: Path) -> None:
    text = "The\n of \r\n\n\u00c0\n,\nthe"
    path = write(tmp_path / name, text)
    found = read_word_list(path)
    assert found.words == {"the", "of", "\u00e0", ","}
    assert found.signature == f"{name}#{sha256(text.encode()).hexdigest()[:12]}"


def test_an_empty_list_has_no_words(tmp_path: Path) -> None:
    assert read_word_list(write(tmp_path / "none.txt", "")).words == frozenset()


def test_a_line_with_two_words_is_no_word(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"words, line 3: a list of words has one word a line, not 'in front'\.$"):
        read_word_list(write(tmp_path / "words", "of\n\nin front \n"))


@pytest.mark.parametrize("name", ["table", "table.gz"])
def test_paraphrases_are_pairs_of_phrases_and_read_again(name: str, tmp_path: Path) -> None:
    table = read_paraphrases(write(tmp_path / name, TABLE))
    assert list(table.pairs()) == PAIRS
    assert list(table.pairs()) == PAIRS
    assert table.signature.startswith(f"{name}#")


def test_lines_between_entries_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    text = f"\n{TABLE.replace('0.01', ' ' + chr(10) + '0.01')}\n".replace("\n", "\r\n")
    assert list(read_paraphrases(write(tmp_path / "table", text)).pairs()) == PAIRS
    assert list(read_paraphrases(write(tmp_path / "empty", "")).pairs()) == []


@pytest.mark.parametrize(
    ("text", "line"), [("0.5\na b\n", 1), (TABLE + "0.5\n\nc\n", 7), ("\n\n0.5\na\n \n0.1\n", 3), ("0.5", 1)]
)
def test_an_entry_with_fewer_lines_is_refused(text: str, line: int, tmp_path: Path) -> None:
    table = read_paraphrases(write(tmp_path / "table", text))
    with pytest.raises(DataError, match=rf"table, line {line}: a paraphrase table has three lines an entry"):
        list(table.pairs())


@pytest.mark.parametrize("read", [read_word_list, read_paraphrases])
def test_files_that_cannot_be_read_are_named(
    read: Callable[[str], WordList | Paraphrases], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DataError, match=r"^Cannot read .*nowhere: No such file"):
        read(str(tmp_path / "nowhere"))
    (tmp_path / "bytes").write_bytes(b"a\n\xff\n")
    with pytest.raises(DataError, match=r"bytes is not utf-8: line 2"):
        read(str(tmp_path / "bytes"))
    (tmp_path / "packed.gz").write_bytes(gzip.compress(TABLE.encode() * 100)[:-12])
    with pytest.raises(DataError, match=r"^Cannot decompress .*packed\.gz"):
        read(str(tmp_path / "packed.gz"))
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path / "mine", "")
    assert read("~/mine").signature.startswith("mine#")
