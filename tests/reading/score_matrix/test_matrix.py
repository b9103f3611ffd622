"""Scores without texts are read in every layout, with what is missing and why; what is unclear is refused."""

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.matrix import ItemScores, read_item_scores

ITEMS, SYSTEMS = ("q1", "q2", "q3"), ("a", "b")
VALUES = np.array([[1.0, 0.5, 0.25], [0.0, 1.0, 0.75]])
LONG = [
    {"item": item, "system": system, "grade": float(VALUES[s, i])}
    for i, item in enumerate(ITEMS)
    for s, system in enumerate(SYSTEMS)
]
WIDE = [{"item": item, "a": float(VALUES[0, i]), "b": float(VALUES[1, i])} for i, item in enumerate(ITEMS)]


def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> str:
    """Write rows as the name of the file says."""
    if path.suffix == ".json":
        path.write_text(json.dumps(list(rows)))
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif path.suffix == ".parquet":
        pytest.importorskip("polars").DataFrame(list(rows)).write_parquet(path)
    else:
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter="\t" if path.suffix == ".tsv" else ",")
            writer.writeheader()
            writer.writerows(rows)
    return str(path)


def read(text: str | Sequence[str], **more: Any) -> ItemScores:
    return read_item_scores([text] if isinstance(text, str) else text, HowScores(**more))


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".json", ".jsonl", ".parquet"])
@pytest.mark.parametrize(("rows", "metric"), [(LONG, "grade"), (LONG[::-1], "grade"), (WIDE, "judge")])
def test_rows_and_columns_say_the_same_in_every_format(
    ending: str, rows: list[dict[str, Any]], metric: str, tmp_path: Path
) -> None:
    found = read(write(tmp_path / f"judge{ending}", rows), systems=SYSTEMS)
    order = [found.items.index(item) for item in ITEMS]
    assert found.systems == SYSTEMS and list(found.values) == [metric]
    np.testing.assert_array_equal(found.values[metric][:, order], VALUES)


def test_a_file_per_system_meets_by_ids_in_whatever_order(tmp_path: Path) -> None:
    files = []
    for s, system in enumerate(SYSTEMS):
        rows = [{"id": item, "score": float(VALUES[s, i])} for i, item in enumerate(ITEMS)]
        files.append(write(tmp_path / f"{system}.csv", rows[:: 1 - 2 * s]))
    found = read(files)
    assert (found.systems, found.items, list(found.values)) == (SYSTEMS, ITEMS, ["score"])
    np.testing.assert_array_equal(found.values["score"], VALUES)
    assert read(files, names=["x", "y"]).systems == ("x", "y")


def test_several_columns_are_several_metrics_and_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", [{**row, "fluency": 3, "seed": 1, "note": "ok"} for row in LONG])
    assert list(read(path).values) == ["grade", "fluency"]  # a seed is no score, a note no number
    assert list(read(path, metrics=["fluency"]).values) == ["fluency"]
    assert list(read(path, columns={"score": "seed"}, higher_is_better=["seed"]).values) == ["seed"]


def test_a_column_called_score_is_the_score(tmp_path: Path) -> None:
    path = write(
        tmp_path / "x.csv", [{"item": i, "system": s, "score": 1, "length": 7} for i in ITEMS for s in SYSTEMS]
    )
    assert list(read(path).values) == ["score"]


def test_names_of_metrics_stand_before_files(tmp_path: Path) -> None:
    first, second = (write(tmp_path / f"{name}.csv", WIDE) for name in ("x", "y"))
    assert list(read([f"fluency={first}", f"adequacy={second}"]).values) == ["fluency", "adequacy"]


def test_missing_scores_keep_their_reasons(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"item": "q1", "system": "a", "score": 1, "reason": ""},
        {"item": "q1", "system": "b", "score": "", "reason": "timeout"},
        {"item": "q2", "system": "a", "score": "NA", "reason": ""},
    ]
    found = read(write(tmp_path / "x.csv", rows))
    np.testing.assert_array_equal(found.values["score"], [[1, np.nan], [np.nan, np.nan]])
    assert found.reasons["score"] == {(0, 1): "no score", (1, 0): "timeout", (1, 1): "no row"}


def test_true_and_false_are_one_and_zero(tmp_path: Path) -> None:
    rows = [{"item": 1, "a": True, "b": False}, {"item": 2, "a": True, "b": None}]
    np.testing.assert_array_equal(read(write(tmp_path / "x.json", rows)).values["x"], [[1, 1], [0, np.nan]])


@pytest.mark.parametrize(("repeats", "expected"), [("first", 0.0), ("last", 1.0), ("mean", 0.5)])
def test_a_second_score_follows_the_rule(repeats: str, expected: float, tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", [{"item": 1, "system": "a", "score": score} for score in (0, "", 1)])
    assert read(path, repeats=repeats).values["score"].tolist() == [[expected]]
    with pytest.raises(DataError, match=r"line 3: the system 'a' has a second score on item '1'.*--repeats"):
        read(path)


def test_documents_come_from_columns_lines_and_tables(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", [{**row, "doc": row["item"] == "q3"} for row in WIDE])
    assert read(path).documents == ("False", "False", "True")
    plain = write(tmp_path / "y.csv", WIDE)
    assert read(plain).documents is None
    (tmp_path / "docs").write_text("d1\nd1\nd2\n")
    assert read(plain, documents=str(tmp_path / "docs")).documents == ("d1", "d1", "d2")
    table = write(tmp_path / "items.tsv", [{"id": item, "task": f"t{i}", "n": 1} for i, item in enumerate(ITEMS)][::-1])
    found = read(plain, documents=f"{table}:task")
    assert found.documents == ("t0", "t1", "t2") and [role for role, *_ in found.group_files] == ["documents"]


def test_comet_and_lines_of_scores_need_no_text(tmp_path: Path) -> None:
    comet = tmp_path / "c.json"
    comet.write_text(json.dumps({name: [{"COMET": x} for x in VALUES[s]] for s, name in enumerate(SYSTEMS)}))
    pairs = tmp_path / "x.seg.score"
    pairs.write_text("".join(f"{name}\t{x}\n" for s, name in enumerate(SYSTEMS) for x in VALUES[s]))
    for path, metric in ((comet, "COMET"), (pairs, "x")):
        found = read(str(path))
        assert found.systems == SYSTEMS
        np.testing.assert_array_equal(found.values[metric], VALUES)


def test_files_without_any_name_are_systems_called_after_them(tmp_path: Path) -> None:
    """Each file was a metric of its own; and two of one name in different folders were one system, scored twice."""
    paths = [tmp_path / "ours" / "run.txt", tmp_path / "theirs" / "run.txt"]
    for path, row in zip(paths, VALUES, strict=False):
        path.parent.mkdir()
        path.write_text("".join(f"{x}\n" for x in row))
    found = read(list(map(str, paths)))
    assert found.systems == tuple(map(str, paths)) and list(found.values) == ["score"]
    np.testing.assert_array_equal(found.values["score"], VALUES[:2])


def test_rows_without_ids_meet_by_their_order(tmp_path: Path) -> None:
    rows = [{"a": row["a"], "b": row["b"]} for row in WIDE]
    found = read(write(tmp_path / "x.csv", rows))
    assert (found.items, found.has_ids) == (("1", "2", "3"), False)
    files = [write(tmp_path / "one.csv", [{"score": 1}] * 3), write(tmp_path / "two.csv", [{"score": 1}] * 2)]
    with pytest.raises(AlignmentError, match=r"3 rows and .* 2, and no column names items"):
        read(files)


WORDS = [
    {"item": i, "system": s, "status": "unresolved" if VALUES[0, i] < 1 else "Resolved"} for i, s in enumerate("aaa")
]


def test_words_that_say_how_it_went_are_one_and_zero_and_told(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", WORDS)
    found = read(path)
    np.testing.assert_array_equal(found.values["status"], [[1, 0, 0]])
    assert found.notes == (f"{path}, column 'status': 'resolved' counts 1 and 'unresolved' counts 0",)
    columns = write(tmp_path / "y.csv", [{"item": 1, "a": "pass", "b": "fail"}, {"item": 2, "a": "fail", "b": "NA"}])
    found = read(columns)
    np.testing.assert_array_equal(found.values["y"], [[1, 0], [0, np.nan]])
    assert found.notes == (f"{columns}, columns 'a', 'b': 'pass' counts 1 and 'fail' counts 0",)


def test_words_beside_numbers_are_no_metric(tmp_path: Path) -> None:
    rows = [{**row, "flagged": "yes" if row["item"] == "q1" else "no"} for row in LONG]
    assert list(read(write(tmp_path / "x.csv", rows)).values) == ["grade"]


def test_a_board_has_systems_as_rows_and_items_as_columns(tmp_path: Path) -> None:
    rows = [
        {"model": system, **{item: float(VALUES[s, i]) for i, item in enumerate(ITEMS)}, "Average": 0.5}
        for s, system in enumerate(SYSTEMS)
    ]
    path = write(tmp_path / "board.tsv", rows)
    found = read(path, items_in_columns=True)
    assert (found.systems, found.items, found.has_ids) == (SYSTEMS, ITEMS, True)
    np.testing.assert_array_equal(found.values["board"], VALUES)
    assert "not used: Average (sums the others up)" in found.taken[path].said and not found.notes


REFUSED: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str]] = {
    "no number": (
        [{"item": 1, "system": "a", "grade": 1}, {"item": 2, "system": "a", "grade": "good"}],
        {},
        "'good' is no",
    ),
    "infinite": ([{"item": 1, "a": 1, "b": "1e999"}, {"item": 2, "a": 1, "b": 1}], {}, "no finite number"),
    "no scores": ([{"item": 1, "system": "a", "note": "good"}], {}, "no column holds scores"),
    "words that are not known": (
        [{"item": i, "system": "a", "status": word} for i, word in enumerate(["resolved", "error", "error"])],
        {},
        r"column 'status' has the words 'error' \(2\), 'resolved' \(1\): write 1, 0 or nothing",
    ),
    "words among numbers": (
        [{"item": i, "system": "a", "grade": cell} for i, cell in enumerate(["3", "4", "pass"])],
        {},
        "'pass' is no finite number",
    ),
    "runs of one system": (
        [{"task": 0, "trial": trial, "reward": 1, "messages": 7} for trial in range(2)],
        {},
        r"line 3 is a second row of item '0', and no column names systems\. If these are runs of one system, --repeats "
        "mean averages them",
    ),
    "a board that was not declared": (
        [{"model": s, "t1": 1, "t2": 0} for s in SYSTEMS],
        {},
        "one row for each of 2 systems, and 2 columns of numbers.*--items-in-columns",
    ),
    "a board with roles": (
        [{"model": s, "t1": 1, "t2": 0} for s in SYSTEMS],
        {"items_in_columns": True, "columns": {"score": "t1"}},
        "there is no column for score",
    ),
    "a board without systems": ([{"t1": 1, "t2": 0}], {"items_in_columns": True}, "no column that names the system"),
    "a board with a row twice": (
        [{"model": "a", "t1": 1}, {"model": "a", "t1": 0}],
        {"items_in_columns": True},
        "several rows for the system 'a'",
    ),
    "no items": ([{"system": "a", "score": 1}] * 2, {}, "no column says which item"),
    "whole systems": ([{"system": s, "score": 1} for s in SYSTEMS], {}, "one row for each of 2 systems. If it is of"),
    "no such column": (LONG, {"columns": {"item": "question"}}, "has no column 'question'"),
    "no such role": (LONG, {"columns": {"output": "x"}}, "role of a column of scores"),
    "no such system": (LONG, {"systems": ["c"]}, "system among the scores"),
    "a system twice": (LONG, {"systems": ["a", "a"]}, "asked for twice"),
    "a metric of text": (LONG, {"metrics": ["bleu"]}, "need REF and -i"),
    "two documents": ([{**row, "doc": n} for n, row in enumerate(LONG)], {}, "is of document '1' here and of '0'"),
    "no rule": (LONG, {"repeats": "best"}, "rule for repeated scores"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_unclear_is_refused(what: str, tmp_path: Path) -> None:
    rows, more, said = REFUSED[what]
    with pytest.raises((DataError, SpecError), match=said):
        read(write(tmp_path / "x.csv", rows), **more)


def test_files_of_which_nothing_says_what_columns_are_are_refused(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{name}.csv", WIDE) for name in ("x", "y")]
    with pytest.raises(SpecError, match=r"same columns .*NAME=FILE"):
        read(files)
    with pytest.raises(SpecError, match="given twice"):
        read([files[0], files[0]])
    with pytest.raises(SpecError, match="Cannot read the scores"):
        read(["=x"])
    assert read(files, columns={"score": "a"}, higher_is_better=["a"]).systems == ("x", "y")


def test_documents_must_fit(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", WIDE)
    (tmp_path / "docs").write_text("d\nd\n")
    with pytest.raises(AlignmentError, match="2 lines, but there are 3 items"):
        read(path, documents=str(tmp_path / "docs"))
    table = write(tmp_path / "few.csv", [{"id": "q1", "doc": "d"}])
    with pytest.raises(DataError, match="2 of 3 items have no document, 'q2' among them"):
        read(path, documents=table)
    with pytest.raises(DataError, match="no column with documents"):
        read(path, documents=write(tmp_path / "none.csv", [{"id": "q1", "kind": "d"}]))
    many = write(tmp_path / "many.csv", [{"item": i, "a": 1, "b": 0} for i in range(20)])
    with pytest.raises(DataError, match="documents of the 20 items are all different"):
        read(many, columns={"document": "item"})


def test_a_column_that_is_called_score_is_the_only_one_and_names_are_ids(tmp_path: Path) -> None:
    rows = [{"item": item, "system": system, "score": 1, "length": 9} for item in ITEMS for system in SYSTEMS]
    assert list(read(write(tmp_path / "s.csv", rows)).values) == ["score"]
    named = [{"what": f"the {item}", "a": 1, "b": 0} for item in ITEMS]
    assert read(write(tmp_path / "w.csv", named), systems=SYSTEMS).items == tuple(f"the {item}" for item in ITEMS)
    twice = [{"what": "the same", "a": 1, "b": 0} for _ in ITEMS]
    assert read(write(tmp_path / "t.csv", twice), systems=SYSTEMS).items == ("1", "2", "3")


def test_a_file_with_ids_and_one_without_are_not_joined(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,score\nq1,1\nq2,0\n")
    (tmp_path / "b.csv").write_text("score\n1\n0\n")
    with pytest.raises(AlignmentError, match=r"a\.csv names its items and .*b\.csv does not: they cannot be joined"):
        read([str(tmp_path / "a.csv"), str(tmp_path / "b.csv")])
