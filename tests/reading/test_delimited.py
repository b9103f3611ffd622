"""Tables block by block: other encodings, quoted rows of many blocks, and rows numbered by what they agree in."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.delimited import combined, open_table
from steelyard.reading.formats import read_ratings


def test_rows_have_one_number_where_they_agree_in_every_column_however_large_numbers_are() -> None:
    large = np.array([0, 2**61, 0, 2**61, -(2**61), 0])
    small = np.array([1, 2, 1, 3, 1, 2**40])
    columns = (small, large, large[::-1].copy(), large)
    found = combined(*columns).tolist()
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    assert [[a == b for a in rows] for b in rows] == [[a == b for a in found] for b in found]


def test_a_table_in_another_encoding_is_read_with_it(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes("system\tline\tscore\né\t1\t3\n".encode("latin-1"))
    assert read_ratings(path, encoding="latin-1").systems.names == ("é",)


def test_quoted_rows_come_in_blocks_with_the_line_where_each_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.files.separators._ROWS", 2)
    path = tmp_path / "r.csv"
    path.write_text('a,b\n"1\n1",x\n2,y\n3,z\n', encoding="utf-8")
    blocks = list(open_table(path).blocks)
    assert [block.columns["a"] for block in blocks] == [["1\n1", "2"], ["3"]]
    assert [len(block.lines) for block in blocks] == [2, 1]


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
@pytest.mark.parametrize("header", ["x", "xy", "x\ty", "x,y", "\ufeffx"])
def test_a_header_alone_is_a_table_without_rows(header: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes((header + ending).encode())
    table = open_table(path)
    assert "".join(table.names) == header.strip("\ufeff").replace("\t", "").replace(",", "")
    assert not list(table.blocks)


@pytest.mark.parametrize("content", ["", "\n", "\ufeff", "\ufeff \r\n"])
def test_a_file_of_nothing_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes(content.encode())
    with pytest.raises(DataError, match=r"r\.tsv is empty: its first line should name the columns"):
        open_table(path)


CELLS = st.text("ab 1.é", max_size=3)


@given(
    st.lists(st.tuples(CELLS, CELLS), max_size=6), st.sampled_from(",;|"), st.sampled_from(["\n", "\r\n"]),
    st.booleans(), st.sampled_from(["", "sep=", "short", "blank"]),
)  # fmt: skip
def test_tables_without_quotes_are_read_at_once_as_row_by_row(
    rows: list[tuple[str, str]], separator: str, ending: str, is_ended: bool, oddity: str
) -> None:
    """The same table with the names of its columns in quotes is read row by row."""
    lines = [separator.join(row) for row in rows] + {"short": ["x"], "blank": ["", "x"]}.get(oddity, [])
    hint = [f"sep={separator}"] if oddity == "sep=" else []

    def read(names: list[str]) -> object:
        text = ending.join([*hint, separator.join(names), *lines]) + ending * is_ended
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "table.csv")
            path.write_bytes(text.encode())
            try:
                table = open_table(path)
                blocks = list(table.blocks)
            except AlignmentError as error:
                return str(error).replace(folder, "")
        cells = [cell for block in blocks for row in zip(*block.columns.values(), strict=True) for cell in row]
        return table.names, cells, [line for block in blocks for line in block.lines]

    assert read(["one", "two"]) == read(['"one"', '"two"'])
