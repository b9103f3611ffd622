"""Tables of every kind come out as the same columns, and what is damaged is refused with its place."""

import bz2
import csv
import gzip
import io
import json
import lzma
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError
from steelyard.files.json_rows import as_object
from steelyard.files.records import read_records
from steelyard.files.told import lines_told, listening
from tests import needs

ROWS = [
    {"id": "7", "reference": 'He said "no".', "ours": "Two lines,\nand a comma; and\ta tab."},
    {"id": "8", "reference": "Größe", "ours": ""},
]


def as_rows(rows: list[dict[str, str]], separator: str) -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator="\r\n")
    writer.writerow(rows[0])
    writer.writerows(row.values() for row in rows)
    return file.getvalue().encode()


def as_parquet(rows: list[dict[str, str]]) -> bytes:
    file = io.BytesIO()
    needs.module("polars").DataFrame(rows).write_parquet(file)
    return file.getvalue()


WRITERS: dict[str, Callable[[list[dict[str, str]]], bytes]] = {
    "csv": lambda rows: as_rows(rows, ","),
    "tsv": lambda rows: as_rows(rows, "\t"),
    "semicolons.csv": lambda rows: as_rows(rows, ";"),
    "json": lambda rows: json.dumps(rows, indent=1).encode(),
    "jsonl": lambda rows: "\n".join(map(json.dumps, rows)).encode(),
    "columns.json": lambda rows: json.dumps({name: [row[name] for row in rows] for name in rows[0]}).encode(),
    "pandas.json": lambda rows: json.dumps(
        {name: {str(i): row[name] for i, row in enumerate(rows)} for name in rows[0]}
    ).encode(),
    "parquet": as_parquet,
}
PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": lambda content: needs.module("zstandard").ZstdCompressor().compress(content),
}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("packed", ["", *PACK])
def test_every_kind_of_table_gives_the_same_columns(tmp_path: Path, kind: str, packed: str) -> None:
    content = WRITERS[kind](ROWS)
    path = tmp_path / f"table.{kind}{packed}"
    path.write_bytes(PACK[packed](content) if packed else content)
    assert read_records(path).columns == {name: [row[name] for row in ROWS] for name in ROWS[0]}


@given(
    st.lists(
        st.fixed_dictionaries({"a": st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\0"))}),
        min_size=1,
    )
)
def test_whatever_csv_writes_is_read_back(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, str]]) -> None:
    rows = [{**row, "b": "x"} for row in rows]
    for separator in ",\t;":
        path = tmp_path_factory.mktemp("drawn") / "table"
        path.write_bytes(as_rows(rows, separator).replace(b"\r\n", b"\n"))
        assert read_records(path).columns == {name: [row[name] for row in rows] for name in rows[0]}


def test_between_tabs_a_quote_may_be_a_character(tmp_path: Path) -> None:
    path = tmp_path / "mqm.tsv"
    path.write_text('id\tours\n1\t"Wait" she said\n2\t"Open\n')
    assert read_records(path).columns["ours"] == ['"Wait" she said', '"Open']


def test_values_of_json_stay_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"n": 1.50, "refs": ["a", "b"], "t": {"de": "ja"}}\n\n{"n": 2, "extra": null}\n')
    records = read_records(path)
    assert records.columns == {
        "n": ["1.50", "2"],
        "refs": [["a", "b"], None],
        "t": [{"de": "ja"}, None],
        "extra": [None, None],
    }
    assert records.column("t.de") == ["ja", None] and records.column("refs.1") == ["b", None]
    assert records.place(1) == f"{path}, line 3"


@pytest.mark.parametrize(
    ("content", "error", "sentence"),
    [
        ("", DataError, "is empty: a table was expected"),
        ("a,b\n1\n", AlignmentError, "line 2 has 1 columns separated by commas, but 2 are expected"),
        ("a\tb\n1\t2\t3\n", AlignmentError, "line 2 has 3 columns separated by tabs, but 2 are expected"),
        ("a,a\n1,2\n", DataError, "line 1 names the column 'a' twice"),
        ('a,b\n"1,2\n', DataError, "line 2: unexpected end of data"),
        ('{"a": 1}\n{"a": \n', DataError, "line 2: no JSON that can be read"),
        ('{"a": 1}\n[2]\n', DataError, "line 2: an object with names and values was expected"),
        ('[{"a": 1}, 2]', DataError, "record 2: an object with names and values was expected"),
        ('{"a": 1, "a": 2}\n{}', DataError, "line 1: no JSON that can be read: a name stands twice"),
        ('{"a": ' + "[" * 100_000, DataError, "nested too deeply"),
        ("[{}, {}]", DataError, "holds objects in which nothing is"),
        ("{}", DataError, "holds objects in which nothing is"),
    ],
)
def test_damaged_tables_are_refused_with_their_place(
    tmp_path: Path, content: str, error: type[Exception], sentence: str
) -> None:
    path = tmp_path / "damaged"
    path.write_text(content)
    with pytest.raises(error, match=sentence):
        read_records(path)


def test_what_is_not_there_is_named() -> None:
    records = read_records("examples/learning-curve.tsv")
    with pytest.raises(DataError, match=r"has no column 'nothing'. It has 'system'"):
        records.column("nothing")


def test_what_is_not_within_a_cell_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"outputs": ["x"]}\n{"outputs": []}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"a\.jsonl, line 2: there is nothing at '0' of 'outputs\.0'\.$"):
        read_records(path).column("outputs.0")


def test_a_quote_that_does_not_close_in_rows_of_unequal_length_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text('a\tb\n"x\ty\n1\t2\t3\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"a\.tsv, line 2: unexpected end of data\. Quotes inside quotes are doubled"):
        read_records(path)


def test_lists_of_unequal_length_are_the_cells_of_one_record(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"refs": ["x", "y"], "outputs": ["z"]}', encoding="utf-8")
    assert read_records(path).columns == {"refs": [["x", "y"]], "outputs": [["z"]]}


def test_a_table_of_very_many_columns_is_read_in_time_with_their_number(tmp_path: Path) -> None:
    def seconds(n: int) -> float:
        path = tmp_path / f"{n}.csv"
        path.write_text(",".join(f"c{i}" for i in range(n)) + "\n" + ",".join(["1"] * n) + "\n")
        began = time.process_time()
        assert len(read_records(path).columns) == n
        return time.process_time() - began

    assert seconds(100_000) < 5  # minutes, when each name was looked for among all


def test_a_tsv_with_quotes_of_two_kinds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text('id\ttext\n1\t"He said ""no"" now"\n2\t"Hi," she said\n')
    with pytest.raises(DataError, match=r"two ways.*Line 2 has a cell in quotes"):
        read_records(path)
    path.write_text('id\ttext\n1\t"Yes."\n2\t"Hi," she said\n')
    assert read_records(path).columns["text"] == ['"Yes."', '"Hi," she said']


VALUES = st.one_of(
    st.sampled_from(
        ["a", "b", "1", "\N{GRINNING FACE}", 'q"', "\\u00e9", " :", 1, 1.0, -2, 10**400, True, False, None]
    ),
    st.lists(st.integers(0, 2), max_size=2),
    st.dictionaries(st.sampled_from("ab"), st.text(max_size=2), max_size=2),
)
OBJECTS = st.dictionaries(st.sampled_from("abcd"), VALUES, min_size=1, max_size=4)
LINES = st.one_of(
    st.builds(lambda one, is_ascii: json.dumps(one, ensure_ascii=is_ascii), OBJECTS, st.booleans()),
    st.builds(lambda one: f" {json.dumps(one)}\t", OBJECTS),
    st.sampled_from(["", "  ", '{"a": NaN}', '{"a": 1.50, "b":1e5}', '{ "a" : "x" }']),
    st.sampled_from(
        ["[1]", "3", "{", '{"a": 1} {}', '{"a": 1, "a": 2}', '{"b": {"a": 1, "a": 2}}', '{"a": "\\ud83d"}', '{"a": 01}']
    ),
)


def one_by_one(lines: list[str]) -> object:
    """Read lines each by itself: the columns with the types of their cells and the lines; or the first bad line."""
    entries, places = [], []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                entry = as_object(line)
            except ValueError as error:
                return f"line {number}: no JSON that can be read: {error}."
            if not isinstance(entry, dict):
                return f"line {number}: an object with names and values was expected."
            entries.append(entry)
            places.append(number)
    names = dict.fromkeys(name for entry in entries for name in entry)
    return {name: [repr_of(entry.get(name)) for entry in entries] for name in names}, places


def repr_of(cell: object) -> str:
    return f"{type(cell).__name__} {cell!r}"


@given(st.lists(LINES, max_size=8))
def test_json_lines_are_read_together_as_one_by_one(lines: list[str]) -> None:
    """Also where lines come in many pieces: each here is longer than a piece."""
    lines = ['{"a": "first"}', '{"d": 0}', *lines]
    for padding in (0, 70_000):
        padded = [line + " " * padding for line in lines]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "rows.jsonl")
            path.write_text("\n".join(padded), encoding="utf-8", newline="\n")
            try:
                table = read_records(path)
            except DataError as error:
                assert str(error) == f"{path}, {one_by_one(padded)}"
                continue
        columns = {name: [repr_of(cell) for cell in cells] for name, cells in table.columns.items()}
        assert (columns, list(table.places)) == one_by_one(padded)


def test_json_lines_take_no_more_than_three_times_their_cells(tmp_path: Path) -> None:
    """Rows of 250 bytes take 0.8 kB each at most, with the file itself; objects of all rows took 2.7."""
    n = 20_000
    path = tmp_path / "rows.jsonl"
    with path.open("w") as file:
        for i in range(n):
            row = {"item": f"q{i // 4}", "system": f"system-{i % 4}", "score": i / 7, "output": f"{i} " + "word " * 36}
            file.write(f"{json.dumps(row)}\n")
    tracemalloc.start()
    table = read_records(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(table) == n and peak / n < 800, f"{peak / n:.0f} bytes a row"
    assert len({id(cell) for cell in table.column("system")}) == 4


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ('4\t"Well,', "unexpected end of data"),
        ('4\t"Well," she said.', "line 5: '\t' expected after"),
        ('4\t"Well,\n5\tno."', "line 5: a quote that is closed in another line"),
    ],
)
def test_one_odd_row_of_a_tsv_never_changes_the_others_in_silence(tmp_path: Path, odd: str, said: str) -> None:
    rows = ["id\ttext", '1\t"Yes."', "2\tNo.", '3\t"Yes, no."']
    path = tmp_path / "a.tsv"
    for content in (rows, [*rows, odd, "6\tSo."]):
        path.write_text("\n".join(content) + "\n")
        with listening() as told:
            records = read_records(path)
        assert len(records) == sum(line.count("\n") + 1 for line in content) - 1
        assert bool(told) == (odd in content) and all("quotes are part of its texts" in one for one in lines_told(told))
    assert said in lines_told(told)[0], told
    assert records.columns["text"][:3] == ['"Yes."', "No.", '"Yes, no."']


def test_a_quoted_cell_over_lines_with_tabs_in_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text('id\ttext\n1\t"Yes\n2\tNo\t3\n4\tno"\n')
    with listening() as told:
        assert len(read_records(path)) == 1
    assert lines_told(told) == [f"{path}, line 2: a cell in quotes goes over several lines, tabs included"]
