"""A column in the place of a file of lines."""

from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.files.columns import read_column, split_column
from steelyard.files.given_text import text_or_structure


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "a.tsv"
    path.write_text("line\tdoc\n1\tx\n2\ty\n", encoding="utf-8")
    return str(path)


def test_a_column_is_read_by_name_and_by_number(table: str) -> None:
    assert read_column(f"{table}:doc").lines == read_column(f"{table}:2").lines == ("x", "y")
    assert read_column(f"{table}:doc").path == f"{table}:doc"


def test_a_column_of_json_is_read_by_its_key(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": {"b": "x\\ny"}, "n": 1}\n{"a": {"b": ""}, "n": null}\n', encoding="utf-8")
    assert read_column(f"{path}:a.b").lines == ("x\ny", "")
    with pytest.raises(DataError, match=r"line 2, column 'n': there is no text, but None"):
        read_column(f"{path}:n")


def test_a_file_of_that_name_is_a_file(tmp_path: Path, table: str) -> None:
    whole = tmp_path / "a.tsv:doc"
    whole.write_text("x\n", encoding="utf-8")
    assert split_column(str(whole)) == (str(whole), None)
    assert split_column(f"{table}:line") == (table, "line")
    assert split_column("absent:line") == ("absent:line", None)


@pytest.mark.parametrize("column", ["3", "0"])
def test_a_number_beyond_the_columns_is_refused(table: str, column: str) -> None:
    with pytest.raises(DataError, match=rf"line 2 has 2 tab-separated columns, none of the number {column}"):
        read_column(f"{table}:{column}")


def test_a_path_without_a_column_and_rows_without_that_column_are_refused(table: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a\.tsv names no column: write FILE:COLUMN\.$"):
        read_column(table)
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": "x"}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"has no column '1'\. It has 'a'\.$"):
        read_column(f"{path}:1")


def test_a_header_that_is_a_number_names_its_column(tmp_path: Path) -> None:
    path = tmp_path / "years.tsv"
    path.write_text("doc\tname\t2\nx\ta\tp\ny\tb\tq\n", encoding="utf-8")
    assert read_column(f"{path}:2").lines == ("p", "q")


def test_a_path_with_a_colon_that_names_no_column_is_a_path(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^Cannot read .*absent:1: No such file"):
        text_or_structure(tmp_path / "absent:1", "utf-8", raw=False)
