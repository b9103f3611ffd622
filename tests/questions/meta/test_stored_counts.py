"""Metrics from statistics files against people's ratings: as from texts, whatever the shards, and not from sums."""

import csv
import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.conftest import EXAMPLES

SYSTEMS = ("harbour", "lantern", "orator", "sparrow", "tangle")
RATINGS = str(EXAMPLES / "ratings.tsv")


@pytest.fixture
def shards(tmp_path: Path) -> list[str]:
    """Cut the example into twelve tables, whose order is not that of their names as letters."""
    columns = {"document": "documents.txt", "reference": "reference.1.en"}
    columns |= {name: f"systems/{name}.en" for name in SYSTEMS}
    lines = {name: (EXAMPLES / path).read_text(encoding="utf-8").splitlines() for name, path in columns.items()}
    rows, paths = list(zip(*lines.values(), strict=True)), []
    for number, (low, high) in enumerate(pairwise([*range(0, 111, 10), len(rows)])):
        paths.append(tmp_path / f"part-{number}.csv")
        with paths[-1].open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([list(lines), *rows[low:high]])
    return [str(path) for path in paths]


def counted(shards: list[str], folder: Path, rows: str) -> str:
    done = run("score", "-q", "--shards", *shards, "--systems", *SYSTEMS, "-m", "chrf", "ter", "--keep", str(folder),
               "--rows", rows)  # fmt: skip
    assert done.status == 0, done.err
    return str(folder)


def agreement(*asked: str) -> list[object]:
    done = run("meta", *asked, "--ratings", RATINGS, "-n", "50", "-f", "json")
    assert done.status == 0, done.err
    found = json.loads(done.out)
    return [found["agreement"], found["pairs"]]


def test_a_folder_agrees_with_people_as_its_texts_do(shards: list[str], tmp_path: Path) -> None:
    texts = (str(EXAMPLES / "reference.1.en"), "-i", *(str(EXAMPLES / "systems" / f"{name}.en") for name in SYSTEMS))
    documents = ("--documents", str(EXAMPLES / "documents.txt"))
    folder = counted(shards, tmp_path / "counts", "segment")
    assert agreement("--stats", folder) == agreement(*texts, *documents, "-m", "chrf", "ter")


def test_sums_of_segments_are_refused_with_the_cure(shards: list[str], tmp_path: Path) -> None:
    folder = counted(shards, tmp_path / "sums", "block:5")
    done = run("meta", "--stats", folder, "--ratings", RATINGS)
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("count with rows of segments.\n")
