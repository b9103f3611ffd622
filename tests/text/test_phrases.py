"""Function words and paraphrases, from files written here."""

import gzip
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError
from steelyard.text import Paraphrases, WordList, read_paraphrases, read_word_list
from tests.twins.meteor import paraphrase_pairs

TABLE = "0.5\nas soon as possible\nvery soon\n0.01\nvery soon\nat once\n"
PAIRS = [(["as", "soon", "as", "possible"], ["very", "soon"]), (["very", "soon"], ["at", "once"])]
SPACES = [" ", "\t", "\x0b", "\x1c", "\x85", "\xa0", "\u2003", "\r"]
WORDS = ["as", "soon", "\u00e9t\u00e9", "\u4f60\u597d", "'", "\U0001f600"]


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


def pairs_of(table: Paraphrases) -> list[tuple[list[str], list[str]]]:
    phrases = [[table.words[i] for i in row] for row in table.phrases]
    return list(zip(phrases[::2], phrases[1::2], strict=True))


def told(read: Callable[[str], object], path: str) -> object:
    """Return what is read, or what is said about it."""
    try:
        return read(path)
    except DataError as error:
        return str(error)


@pytest.mark.parametrize("name", ["table", "table.gz"])
def test_paraphrases_are_pairs_of_phrases(name: str, tmp_path: Path) -> None:
    table = read_paraphrases(write(tmp_path / name, TABLE))
    assert pairs_of(table) == PAIRS
    assert table.signature == f"{name}#{sha256(TABLE.encode()).hexdigest()[:12]}"


def test_lines_between_entries_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    text = f"\n{TABLE.replace('0.01', ' ' + chr(10) + '0.01')}\n".replace("\n", "\r\n")
    assert pairs_of(read_paraphrases(write(tmp_path / "table", text))) == PAIRS
    assert pairs_of(read_paraphrases(write(tmp_path / "empty", ""))) == []


@pytest.mark.parametrize(
    ("text", "line"), [("0.5\na b\n", 1), (TABLE + "0.5\n\nc\n", 7), ("\n\n0.5\na\n \n0.1\n", 3), ("0.5", 1)]
)
def test_an_entry_with_fewer_lines_is_refused(text: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"table, line {line}: a paraphrase table has three lines an entry"):
        read_paraphrases(write(tmp_path / "table", text))


spaces = st.text(st.sampled_from(SPACES), max_size=2)
phrase = st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join)
line = st.tuples(spaces, phrase, st.sampled_from(SPACES), phrase, spaces).map("".join)
entry = st.tuples(*[st.just("0.5\n"), st.sampled_from(WORDS).map("{}\n".format)], phrase.map("soon {}\n".format))
some_lines = st.lists(st.one_of(entry.map("".join), entry.map("".join), line.map("{}\n".format)), max_size=12)


@pytest.mark.parametrize("at_once", [1, 7, 2**20])
@given(parts=some_lines, end=st.sampled_from(["\n", "\r\n"]), cut=st.integers(0, 2), is_marked=st.booleans())
def test_tables_are_those_of_a_reader_of_single_lines(
    at_once: int, parts: list[str], end: str, cut: int, *, is_marked: bool
) -> None:
    content = "".join(parts).replace("\n", end)
    content = ("\ufeff" if is_marked else "") + content[: len(content) - cut]
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = write(Path(folder, "table"), content)
        patch.setattr("steelyard.files.streaming._PIECE", at_once)
        expected = told(lambda path: list(paraphrase_pairs(path)), path)
        assert told(lambda path: pairs_of(read_paraphrases(path)), path) == expected


def test_bytes_that_are_no_text_are_told_before_an_entry_that_lacks_lines(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(b"0.5\n\n\n" + b"0.5\na\nb\n" * 20_000 + b"\xff\n")
    assert told(read_paraphrases, str(path)) == told(lambda path: list(paraphrase_pairs(path)), str(path))


@given(data=st.data())
def test_entries_among_some_words_are_all_that_can_be_made_of_them(data: st.DataObject) -> None:
    few = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=3)
    entries = data.draw(st.lists(st.tuples(few, few), max_size=12))
    ids = {word: i for i, word in enumerate(data.draw(st.lists(st.sampled_from("abcdefg"), unique=True)), 5)}
    text = "".join(f"0.5\n{' '.join(phrase)}\n{' '.join(other)}\n" for phrase, other in entries)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("steelyard.text.phrases._BLOCK", data.draw(st.sampled_from([2, 4, 2**20])))
        found = read_paraphrases(write(Path(folder, "table"), text)).among(ids)
    known = [pair for pair in entries if all(word in ids for phrase in pair for word in phrase)]
    assert [row.tolist() for row in found] == [[ids[word] for word in phrase] for pair in known for phrase in pair]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep indexes of small tables too, in this folder."""
    monkeypatch.setattr("steelyard.text.phrases._SMALL", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "steelyard"


def test_an_index_is_made_once_for_the_same_bytes(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read_paraphrases(write(tmp_path / "table", TABLE))
    write(tmp_path / "other", TABLE)
    monkeypatch.setattr("steelyard.text.phrases.LineStream", None)  # nothing reads a table again
    second = read_paraphrases(str(tmp_path / "other"))
    assert len(list(kept.iterdir())) == 1
    assert (second.signature, pairs_of(second)) == (first.signature.replace("table", "other"), PAIRS)
    assert [row.tolist() for row in second.among({"very": 3, "soon": 7, "at": 0, "once": 1})] == [[3, 7], [0, 1]]


def test_another_table_under_the_same_name_is_read(kept: Path, tmp_path: Path) -> None:
    read_paraphrases(write(tmp_path / "table", TABLE))
    table = read_paraphrases(write(tmp_path / "table", TABLE.replace("possible", "may be")))
    assert pairs_of(table)[0] == (["as", "soon", "as", "may", "be"], ["very", "soon"])
    assert len(list(kept.iterdir())) == 2


def test_phrases_of_any_length_are_kept(kept: Path, tmp_path: Path) -> None:
    long = [["a"] * 70_000, ["b", "a"]]
    path = write(tmp_path / "table", f"0.5\n{' '.join(long[0])}\n{' '.join(long[1])}\n")
    assert [pairs_of(read_paraphrases(path)) for _ in range(2)] == [[tuple(long)]] * 2
    assert pairs_of(read_paraphrases(write(tmp_path / "blank", "\n"))) == []
    assert pairs_of(read_paraphrases(str(tmp_path / "blank"))) == []


def test_a_damaged_table_leaves_no_index(kept: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "table", TABLE + "0.5\n")
    for _ in range(2):
        with pytest.raises(DataError, match="table, line 7"):
            read_paraphrases(path)
    assert not kept.exists()


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
