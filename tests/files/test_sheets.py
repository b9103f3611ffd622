"""Sheets of workbooks as tables."""

from collections.abc import Callable
from pathlib import Path

import pytest

from steelyard.errors import AskError, DataError
from steelyard.files import sheets
from steelyard.files.records import read_records
from steelyard.files.sheets import sheet_rows, split_sheet
from steelyard.reading.resemblance import first_lines
from tests.files.books import ods, xlsx
from tests.needs import module

ROWS = [["system", "note", "score"], ["a", "x <y>", 1], ["b", None, 0.5], [None, None, None], ["c", "zß", 1e20]]
KINDS = [("xlsx", xlsx), ("ods", ods)]
Maker = Callable[[dict[str, list[list[object]]]], bytes]


@pytest.fixture(autouse=True)
def reader() -> None:
    module("python_calamine")


@pytest.mark.parametrize(("ending", "made"), KINDS)
def test_a_sheet_is_a_table(ending: str, made: Maker, tmp_path: Path) -> None:
    path = tmp_path / f"book.{ending}"
    path.write_bytes(made({"empty": [], "ours": ROWS}))
    read = read_records(path)
    assert read.columns == {"system": ["a", "b", "c"], "note": ["x <y>", "", "zß"], "score": ["1", "0.5", "1e+20"]}
    assert list(read.places) == [2, 3, 5] and read.place(2) == f"{path}, row 5"
    assert first_lines(path)[1] == "a\tx <y>\t1"
    assert read_records(f"{path}:ours").columns == read.columns


@pytest.mark.parametrize(("ending", "made"), KINDS)
def test_which_sheet_is_asked_for_where_several_hold_something(ending: str, made: Maker, tmp_path: Path) -> None:
    path = tmp_path / f"book.{ending}"
    path.write_bytes(made({"de en": ROWS, "empty": [], "ja": ROWS[:2]}))
    with pytest.raises(AskError, match=r"has 2 sheets with data\.") as asked:
        read_records(path)
    assert asked.value.answers == ((f"{path}:de en",), (f"{path}:ja",))
    for [answer] in asked.value.answers:
        assert read_records(answer).columns["system"][0] == "a"
    with pytest.raises(DataError, match=r"has no sheet 'fr'\. It has 'de en', 'empty', 'ja'"):
        read_records(f"{path}:fr")
    with pytest.raises(DataError, match="in which nothing stands"):
        read_records(f"{path}:empty")


def test_truth_values_are_words(tmp_path: Path) -> None:
    assert sheet_rows(xlsx({"s": [["right"], [True], [False]]}), "b.xlsx") == [
        (1, ["right"]),
        (2, ["TRUE"]),
        (3, ["FALSE"]),
    ]


@pytest.mark.parametrize("content", [b"PK\x03\x04xl/ cut", xlsx({"s": ROWS})[:300]])
def test_a_damaged_workbook_is_refused(content: bytes) -> None:
    with pytest.raises(DataError, match="is no spreadsheet that can be read"):
        sheet_rows(content, "book.xlsx")


def test_a_sheet_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "_MOST_CELLS", 4)
    monkeypatch.setattr(sheets, "_CELLS_PER_BYTE", 0)
    with pytest.raises(DataError, match="holds 15 cells in the sheet 's'"):
        sheet_rows(xlsx({"s": ROWS}), "book.xlsx")


def test_a_file_may_be_called_as_a_sheet_would_be(tmp_path: Path) -> None:
    book = tmp_path / "b.xlsx"
    book.write_bytes(xlsx({"s": ROWS}))
    assert split_sheet(f"{book}:s") == (str(book), "s")
    (tmp_path / "b.xlsx:s").write_bytes(b"")
    assert split_sheet(f"{book}:s") == (f"{book}:s", "")
    assert split_sheet("none.xlsx:s") == ("none.xlsx:s", "") and split_sheet("a.csv:s") == ("a.csv:s", "")
