"""Scores alone from Python: files, frames and columns say what the command says of the same file."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from tests.cli.running import output
from tests.conftest import EXAMPLES

JUDGE = str(EXAMPLES / "judge.csv")
WAYS = {"missing": "drop-item", "columns": {"document": "topic"}}
FLAGS = ("--scores", JUDGE, "--missing", "drop-item", "--columns", "document=topic", "--format", "json")


def rows_of_judge() -> list[dict[str, Any]]:
    with Path(JUDGE).open(newline="") as file:
        return [{**row, "score": float(row["score"]) if row["score"] else None} for row in csv.DictReader(file)]


def columns_of_judge() -> dict[str, list[Any]]:
    rows = rows_of_judge()
    return {name: [row[name] for row in rows] for name in rows[0]}


def numbers(stored: dict[str, Any]) -> dict[str, Any]:
    """Leave out what names the files."""
    method = {key: value for key, value in stored["method"].items() if key not in ("inputs", "recipe")}
    return {**stored, "method": method}


def test_a_file_gives_what_the_command_gives_and_is_verified(tmp_path: Path) -> None:
    found = sy.evaluate_scores(JUDGE, **WAYS).compare()
    assert found.to_dict() == json.loads(output("compare", *FLAGS))
    found.save(tmp_path / "result.json")
    assert sy.verify(tmp_path / "result.json").outcome == "equal"


@pytest.mark.parametrize(
    "given",
    [
        rows_of_judge,
        columns_of_judge,
        lambda: {"score": columns_of_judge()},
        lambda: pytest.importorskip("polars").DataFrame(columns_of_judge()),
        lambda: pytest.importorskip("pandas").DataFrame(columns_of_judge()),
    ],
    ids=["rows", "columns", "named", "polars", "pandas"],
)
def test_frames_give_what_the_command_gives(given: Callable[[], Any]) -> None:
    found = sy.evaluate_scores(given(), **WAYS)
    assert numbers(found.compare().to_dict()) == numbers(json.loads(output("compare", *FLAGS)))
    assert numbers(found.scores().to_dict()) == numbers(json.loads(output("score", *FLAGS)))


def test_arrays_are_columns_and_keys_are_metrics() -> None:
    values = np.random.default_rng(1).random((2, 30)).astype(np.float32)
    values[0, 3] = np.nan
    both = {"grade": dict(zip("xy", values, strict=True)), "length": {"x": range(30), "y": range(1, 31)}}
    documents = [f"d{i // 3}" for i in range(30)]
    found = sy.evaluate_scores(
        both, documents=documents, missing="worst", worst={"grade": 0}, lower_is_better=["length"]
    )
    scores = {(row.metric, row.system): row.score for row in found.scores().scores}
    assert scores["grade", "x"] == pytest.approx(np.nansum(values[0].astype(float)) / 30, abs=1e-8)
    assert scores["length", "y"] == 15.5
    assert found.compare().method["unit"] == "document"
    assert repr(found.test_set) == "CountedSet(30 items, systems: x, y, 10 documents)"


def test_files_are_named_by_keys_and_lists_are_systems(tmp_path: Path) -> None:
    for name, cells in (("ours", "110"), ("theirs", "010")):
        (tmp_path / f"{name}.csv").write_text("id,score\n" + "".join(f"q{i},{cell}\n" for i, cell in enumerate(cells)))
    by_list = sy.evaluate_scores([tmp_path / "ours.csv", tmp_path / "theirs.csv"])
    assert by_list.test_set.system_names == ("ours", "theirs")
    (tmp_path / "both.csv").write_text("id,ours,theirs\nq0,pass,fail\nq1,pass,pass\n")
    by_key = sy.evaluate_scores({"solved": tmp_path / "both.csv"})
    assert [measurement.label for measurement in by_key.measurements] == ["solved"]
    [note] = by_key.test_set.notes
    assert note.endswith("'pass' counts 1 and 'fail' counts 0")


@pytest.mark.parametrize(
    ("given", "more", "kind", "said"),
    [
        (np.ones((2, 3)), {}, DataError, "named columns"),
        ([], {}, DataError, "named columns"),
        ({"a": [1, None], "b": [0, 1]}, {}, DataError, "a lacks 1 of 2 scores"),
        ({"a": [1, 1], "b": [0, 1]}, {"documents": ["d"]}, AlignmentError, "1 documents for 2 items"),
        ({"a": [1, 1], "b": [0, 1]}, {"missing": "worst", "worst": float("nan")}, SpecError, "finite number, not nan"),
        ({"a": [1, 1], "b": [0, 1]}, {"missing": "zero"}, SpecError, "rule for missing scores"),
        ({"a": [1, 1], "b": [0, 1]}, {"systems": ["c"]}, SpecError, "system among the scores"),
    ],
)
def test_what_is_unclear_is_refused(given: Any, more: dict[str, Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        sy.evaluate_scores(given, **more)
