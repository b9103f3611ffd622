"""Segment scores of other tools: read as they stand, and refused with system and line where one is missing."""

import gzip
import hashlib
import json
import math
import shlex
from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.files.told import lines_told, listening
from steelyard.reading import read_judgements
from steelyard.reading.formats import read_segment_scores
from tests.cli.running import run


def write(folder: Path, name: str, content: str) -> str:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return str(path)


def test_a_table_is_read_column_by_column(tmp_path: Path) -> None:
    path = write(tmp_path, "x.tsv", "sys A\tb\n0.5\t-1\n1e-3\t+2.5\n 7 \t.25\n")
    scores, file = read_segment_scores(path)
    assert scores == {"sys A": [0.5, 0.001, 7.0], "b": [-1.0, 2.5, 0.25]}
    assert list(scores) == ["sys A", "b"]
    assert file.sha256 == hashlib.sha256(Path(path).read_bytes()).hexdigest()


def test_one_system_is_one_column(tmp_path: Path) -> None:
    assert read_segment_scores(write(tmp_path, "x.seg", "only\r\n1\r\n2\r\n"))[0] == {"only": [1.0, 2.0]}


def test_a_header_may_hold_numbers_beside_names(tmp_path: Path) -> None:
    assert read_segment_scores(write(tmp_path, "x.tsv", "1\tb\n3\t4\n"))[0] == {"1": [3.0], "b": [4.0]}


def test_a_header_alone_gives_no_scores(tmp_path: Path) -> None:
    assert read_segment_scores(write(tmp_path, "x.tsv", "a\tb\n"))[0] == {"a": [], "b": []}


COMET = [{"src": "s", "mt": "m", "ref": "r", "COMET": 0.75}, {"src": "s", "mt": "m", "ref": "r", "COMET": -0.5}]


@pytest.mark.parametrize(
    "rows",
    [COMET, [0.75, -0.5], [{"score": 0.75}, {"score": -0.5}], [{"id": "x", "bleurt": 0.75}, {"bleurt": -0.5}]],
    ids=["comet", "numbers", "objects", "one number an object"],
)
def test_json_holds_a_list_a_system(tmp_path: Path, rows: list[object]) -> None:
    path = write(tmp_path, "x.json", json.dumps({"out/a.txt": rows, "b": [1, 2]}))
    assert read_segment_scores(path)[0] == {"out/a.txt": [0.75, -0.5], "b": [1.0, 2.0]}


def test_comets_own_entry_wins_over_other_numbers(tmp_path: Path) -> None:
    path = write(tmp_path, "x.json", json.dumps({"a": [{"COMET": 0.5, "length": 12}]}))
    assert read_segment_scores(path)[0] == {"a": [0.5]}


def test_compressed_files_are_read_by_the_type_inside(tmp_path: Path) -> None:
    stored = tmp_path / "x.json.gz"
    stored.write_bytes(gzip.compress(json.dumps({"a": COMET}).encode()))
    table = tmp_path / "x.tsv.gz"
    table.write_bytes(gzip.compress(b"a\n0.75\n-0.5\n"))
    assert read_segment_scores(str(stored))[0] == read_segment_scores(str(table))[0] == {"a": [0.75, -0.5]}


@pytest.mark.parametrize("cell", ["", "None", "nan", "NaN", "inf", "-inf", "1e999", "1e308", "0,5", "high", "1 2"])
def test_a_score_that_is_no_finite_number_names_system_and_line(tmp_path: Path, cell: str) -> None:
    path = write(tmp_path, "x.tsv", f"a\tb\n1\t2\n3\t{cell}\n")
    with pytest.raises(DataError, match=r"x\.tsv: system 'b' has .* at line 3\. Every segment needs a score\."):
        read_segment_scores(path)


@pytest.mark.parametrize(
    "entry", ["null", "NaN", "Infinity", '"high"', "[]", "{}", '{"x": 1, "y": 2}', "true", "1" + "0" * 400]
)
def test_an_entry_that_is_no_finite_number_names_system_and_segment(tmp_path: Path, entry: str) -> None:
    path = write(tmp_path, "x.json", f'{{"a": [1, 2], "b": [3, {entry}]}}')
    with pytest.raises(DataError, match=r"x\.json: system 'b' has .* at segment 2\. Every segment needs a score\."):
        read_segment_scores(path)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("", DataError, r"is empty: its first line should name the systems"),
        ("1\t2\n3\t4\n", DataError, r"has no header"),
        ("a\ta\n1\t2\n", DataError, r"line 1 should name each system once"),
        ("a\t\n1\t2\n", DataError, r"line 1 should name each system once"),
        ("a\tb\n1\t2\n3\n", AlignmentError, r"line 3 has 1 scores, but line 1 names 2 systems"),
        ("a\tb\n1\t2\t3\n", AlignmentError, r"line 2 has 3 scores, but line 1 names 2 systems"),
        ("a\tb\n1\t2\n\n", AlignmentError, r"line 3 has 1 scores"),
        ("id,ours,theirs\n1,a b,c\n", DataError, r"separated by ',', and none .* \('id', 'ours', 'theirs'\)"),
        ("a;b\nx;y\n", DataError, r"separated by ';', and none .* per system by tabs"),
        ("So, so, he said to me.\nYes, yes, I said to him.\n", DataError, "is text, not scores"),
        ("a\n1\n\n", DataError, r"system 'a' has no score at line 3"),
    ],
)
def test_a_table_of_another_shape_is_refused(
    tmp_path: Path, content: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        read_segment_scores(write(tmp_path, "x.tsv", content))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[1, 2]", "should map each system to a list"),
        ('{"a": 1}', "should map each system to a list"),
        ('{"a": {"scores": [1]}}', "should map each system to a list"),
        ("[" * 100_000, "is not JSON"),
    ],
    ids=["empty", "cut", "list", "number", "object", "deep"],
)
def test_json_of_another_shape_is_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_segment_scores(write(tmp_path, "x.json", content))


def test_a_system_twice_in_json_is_not_dropped_in_silence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="'a'"):
        read_segment_scores(write(tmp_path, "x.json", '{"a": [1, 2], "a": [3, 4]}'))


def test_people_may_leave_segments_without_a_rating(tmp_path: Path) -> None:
    table = write(tmp_path, "x.tsv", "a\tb\n1\t\nNA\t2\nnan\t3\n")
    objects = write(tmp_path, "x.json", json.dumps({"a": [1, None, "NA"], "b": [None, 2, 3]}))
    for path in (table, objects):
        scores, _ = read_segment_scores(path, may_miss=True)
        assert [[None if math.isnan(score) else score for score in row] for row in scores.values()] == [
            [1, None, None],
            [None, 2, 3],
        ]
    with pytest.raises(DataError, match="'none' where a finite number"):
        read_segment_scores(write(tmp_path, "y.tsv", "a\nnone\n"), may_miss=True)
    with pytest.raises(DataError, match="'inf' where a finite number"):
        read_segment_scores(write(tmp_path, "z.tsv", "a\ninf\n"), may_miss=True)


@pytest.mark.parametrize("separator", "\t,;|")
def test_what_is_no_system_is_left_out_of_ratings_in_columns_and_told(tmp_path: Path, separator: str) -> None:
    """People's index was their worst system, and with commas there was no table at all."""
    rows = [
        ["", "A", "B", "seconds", "mean"],
        *([str(i), str(60 + i % 7), str(50 + i % 5), "3", "9"] for i in range(9)),
    ]
    path = write(tmp_path, "x.csv", "".join(separator.join(row) + "\n" for row in rows))
    with listening() as told:
        ratings = read_judgements(path, file_format="columns").ratings
    assert ratings is not None and ratings.systems.names == ("A", "B")
    assert lines_told(told) == [f"{path}: systems = A, B; not used: seconds (a time), mean (sums the others up)"]


def test_decimal_commas_of_columns_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, "x.csv", "a;b\n1,5;2\n0,25;3,5\n")
    assert read_segment_scores(path)[0] == {"a": [1.5, 0.25], "b": [2.0, 3.5]}


def test_a_column_without_a_name_that_counts_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="should name each system once"):
        read_segment_scores(write(tmp_path, "x.tsv", "\ta\n7\t1\n5\t2\n6\t3\n4\t4\n"))


@pytest.mark.parametrize("order", ["{scale}_{system}", "{system}_{scale}"])
def test_columns_of_scales_and_systems_are_told_apart(tmp_path: Path, order: str) -> None:
    """Twelve columns of four questions were twelve systems."""
    names = [order.format(scale=scale, system=system) for scale in ("Fluency", "adequacy") for system in ("x1", "y")]
    path = write(tmp_path, "x.tsv", "\t".join(names) + "\n" + "4\t3\t2\t5\n3\t3\t1\t5\n")
    with listening() as told:
        ratings = read_judgements(path, file_format="columns").ratings
    assert ratings is not None and ratings.systems.names == ("x1", "y")
    assert ratings.scales.values == ("Fluency",) * 4 + ("adequacy",) * 4 and ratings.scores.sum() == 26
    assert lines_told(told) == [f"{path}: systems = x1, y, scales = Fluency, adequacy"]


def test_names_with_underscores_of_no_scales_are_systems(tmp_path: Path) -> None:
    path = write(tmp_path, "x.tsv", "base_en\tbase_de\tbig_en\tbig_de\n4\t3\t2\t5\n")
    ratings = read_judgements(path, file_format="columns").ratings
    assert ratings is not None and len(ratings.systems.names) == 4


def test_rows_of_one_source_may_be_one_item_and_that_is_asked(tmp_path: Path) -> None:
    """The only id of such tables is one of rows, and the way pointed to was that of scores alone."""
    rows = [f"{i},the {i % 5}th boat,{model},{40 + (7 * i + k) % 9}" for k, model in enumerate("xy") for i in range(5)]
    path = write(tmp_path, "x.csv", "\n".join(["ID (ignore),Source,model,Human_scores", *rows]) + "\n")
    asked = run("human", path)
    first, answer = asked.said
    assert asked.status == 2 and "rows of the same 'Source' may be one item" in first
    assert answer.endswith("--rating-columns line=Source --scale Human_scores")
    assert run(*shlex.split(answer)[1:], "-n", 50).status == 0
