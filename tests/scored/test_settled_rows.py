"""What a row of many shards sums where nobody said: segments that fit, else documents or blocks; and why."""

import csv
import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import DataError
from steelyard.scored import count
from steelyard.scored.shards import counting
from steelyard.scored.shards.counting import settle_rows
from steelyard.scored.shards.shard import shards_of
from tests.cli.running import output, run

SYSTEMS = ["harbour", "orator"]
A_SEGMENT = 8 * 2 * 10  # bytes: two systems, and the ten counts of BLEU


@pytest.fixture
def tables(example: sy.TestSet, tmp_path: Path) -> list[str]:
    """Cut the example into four tables of 30 segments."""
    columns = {"reference": example.references[0], **{name: example.systems[name] for name in SYSTEMS}}
    rows, paths = list(zip(*columns.values(), strict=True)), []
    for number in range(4):
        paths.append(tmp_path / f"part-{number}.csv")
        with paths[-1].open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([list(columns), *rows[30 * number : 30 * (number + 1)]])
    return [str(path) for path in paths]


@pytest.mark.parametrize(
    ("most", "has_documents", "expected"),
    [
        (A_SEGMENT * 120, False, "segment"),
        (A_SEGMENT * 120 - 1, False, "block:2"),
        (A_SEGMENT * 59, False, "block:5"),
        (A_SEGMENT * 12, False, "block:10"),
        (A_SEGMENT * 12 - 1, False, "block:20"),
        (A_SEGMENT * 100, True, "document"),
        (A_SEGMENT * 1, True, "block:200"),
    ],
)
def test_rows_are_the_finest_that_fit(most: int, has_documents: bool, expected: str, example: sy.TestSet) -> None:
    data = sy.TestSet(
        references=[example.references[0]],
        systems={name: example.systems[name] for name in SYSTEMS},
        documents=example.documents if has_documents else None,
    )
    parts = [data.select(range(low, low + 30)) for low in range(0, 120, 30)]
    assert settle_rows(shards_of(parts), count(parts[0], ["bleu"]), most).rows == expected


def said(*words: object) -> str:
    """Return what a command says of what it keeps, beside the scores that it prints."""
    done = run(*words)
    assert done.status == 0 and done.out.startswith("BLEU"), done.err
    return done.err


def test_the_command_says_what_it_chose_and_why(
    tables: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("score", "--shards", *tables, "--systems", *SYSTEMS, "-m", "bleu", "--keep")
    assert "rows" not in said(*asked, tmp_path / "fits")
    monkeypatch.setattr(counting, "_MOST_BYTES", A_SEGMENT * 50)
    told = said(*asked, tmp_path / "sums")
    assert "4 shards; the first has 2 systems, 6 blocks, BLEU" in told
    assert "rows are block:5, as about 110 segments would take 1.8e-05 GB of numbers (--rows segment)" in told
    of_all = json.loads(output("compare", "--stats", tmp_path / "fits", "-n", "20", "-f", "json"))
    found = json.loads(output("compare", "--stats", tmp_path / "sums", "-n", "20", "-f", "json"))
    assert (of_all["method"]["unit"], found["method"]["unit"]) == ("segment", "block")
    assert [row["score"] for row in found["scores"]] == [row["score"] for row in of_all["scores"]]


def test_a_run_that_goes_on_keeps_the_rows_it_began_with(
    tables: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jobs of a scheduler have one shard each, and cannot know how many others there are."""
    asked = ("--systems", *SYSTEMS, "-m", "bleu", "--keep", tmp_path / "sums")
    output("score", "-q", "--shards", tables[0], "--rows", "block:7", *asked)
    told = said("score", "--shards", *tables, *asked)
    assert "4 shards, 1 of them counted before; the first has 2 systems, 5 blocks" in told and "rows are" not in told
    monkeypatch.setattr(counting, "_MOST_BYTES", 1)
    asked = ("--systems", *SYSTEMS, "-m", "bleu", "--keep", tmp_path / "alone")
    assert "30 segments" in said("score", "--shards", tables[1], *asked)


def test_shards_that_are_not_there_are_told_by_name(tables: list[str], tmp_path: Path) -> None:
    done = run(
        "score", "-q", "--shards", tables[0], "none.csv", "--systems", *SYSTEMS, "--keep", str(tmp_path / "sums")
    )
    assert done.status == 2 and "none.csv" in done.err
    with pytest.raises(DataError, match=r"none\.csv"):
        sy.evaluate_shards(["none.csv", tables[0]], "bleu", systems=SYSTEMS, rows="auto")


@pytest.mark.parametrize("rows", ["auto", "segment"])
def test_python_settles_rows_likewise(rows: str, example: sy.TestSet) -> None:
    parts = [example.select(range(50)), example.select(range(50, 120))]
    found = sy.evaluate_shards(parts, "bleu", rows=rows)
    assert found.test_set.n_segments == 120
    assert found.compare(n_resamples=20) == sy.evaluate_shards(parts, "bleu").compare(n_resamples=20)
