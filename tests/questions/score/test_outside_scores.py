"""`--scores` in scores: segment scores of other tools, in whatever layout of file, are averaged."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.running import run
from tests.questions.outside import NAMES, SYSTEMS, N, drawn_scores, loaded, write_table


@pytest.fixture(scope="module")
def scores() -> dict[str, list[float]]:
    return drawn_scores()


@pytest.fixture
def table(tmp_path: Path, scores: dict[str, list[float]]) -> Path:
    return write_table(tmp_path / "comet.tsv", scores)


def comet_json(path: Path, scores: dict[str, list[float]], keys: dict[str, str]) -> Path:
    """Write what `comet-score --to_json` writes: each system's path, then one object per segment."""
    stored = {
        keys[name]: [{"src": "s", "mt": "m", "ref": "r", "COMET": score} for score in column]
        for name, column in scores.items()
    }
    path.write_text(json.dumps(stored))
    return path


def test_the_score_is_the_mean(table: Path, scores: dict[str, list[float]]) -> None:
    rows = loaded("score", "--scores", f"COMET={table}")["scores"]
    assert [row["metric"] for row in rows] == ["COMET"] * 3
    assert {row["system"]: row["score"] for row in rows} == pytest.approx(
        {name: sum(column) / N for name, column in scores.items()}, abs=1e-9
    )
    assert [row["rank"] for row in rows] == [2, 1, 3]


@pytest.mark.parametrize("how", ["paths", "names", "file names"])
def test_comets_json_is_read_by_path_or_name(
    tmp_path: Path, table: Path, scores: dict[str, list[float]], how: str
) -> None:
    paths = dict(zip(NAMES, SYSTEMS[1:], strict=True))
    keys = {"paths": paths, "names": {n: n for n in NAMES}, "file names": {n: f"{n}.en" for n in NAMES}}[how]
    stored = comet_json(tmp_path / "comet.json", scores, keys)
    rows = loaded("score", "--scores", f"COMET={stored}")["scores"]
    assert rows == loaded("score", "--scores", f"COMET={table}")["scores"]


def long_table(path: Path, scores: dict[str, list[float]], **more: float) -> Path:
    """Write a row per output, in a shuffled order, with a metric for each factor in `more`."""
    rows = [
        "\t".join([name, str(n + 1), str(score), *(str(score * factor) for factor in more.values())])
        for name, column in scores.items()
        for n, score in enumerate(column)
    ]
    np.random.default_rng(3).shuffle(rows)
    path.write_text("\n".join(["\t".join(["system", "line", "COMET", *more]), *rows, ""]))
    return path


def test_all_layouts_give_one_table(tmp_path: Path, table: Path, scores: dict[str, list[float]]) -> None:
    expected = loaded("score", "--scores", f"COMET={table}")["scores"]
    pairs = tmp_path / "en-de.COMET.seg.score"
    pairs.write_text("".join(f"{name}\t{score}\n" for name, column in scores.items() for score in column))
    task = tmp_path / "comet.scr"
    task.write_text(
        "".join(f"COMET\tx-en\ttest\t{s}\t{n}\t{v}\n" for s, row in scores.items() for n, v in enumerate(row, 1))
        .replace("x-en", "de-en")
    )  # fmt: skip
    for path in (long_table(tmp_path / "long.tsv", scores), pairs, task):
        assert loaded("score", "--scores", path)["scores"] == expected
        assert loaded("score", "--scores", f"COMET={path}")["scores"] == expected


def test_a_file_of_many_metrics_gives_all_or_the_one_named(tmp_path: Path, scores: dict[str, list[float]]) -> None:
    path = long_table(tmp_path / "long.tsv", scores, DOUBLE=2.0, TURNED=-1.0)
    every = loaded("score", "--scores", path, "--lower-is-better", "TURNED")
    assert [row["metric"] for row in every["scores"]] == ["COMET"] * 3 + ["DOUBLE"] * 3 + ["TURNED"] * 3
    assert [row["rank"] for row in every["scores"]] == [2, 1, 3] * 3
    inputs = [entry for entry in every["method"]["inputs"] if entry["role"].startswith("scores")]
    assert [entry["role"] for entry in inputs] == ["scores COMET", "scores DOUBLE", "scores TURNED"]
    assert len({entry["sha256"] for entry in inputs}) == 1
    one = loaded("score", "--scores", f"DOUBLE={path}")
    assert one["scores"] == [row for row in every["scores"] if row["metric"] == "DOUBLE"]


def test_systems_that_are_not_asked_for_may_lack_scores(tmp_path: Path, scores: dict[str, list[float]]) -> None:
    path = long_table(tmp_path / "long.tsv", scores)
    path.write_text(path.read_text() + "other\t1\tNA\nother\t2\t1\n")
    assert len(loaded("score", "--scores", path)["scores"]) == 3


def test_a_file_for_each_system_is_one_metric_and_lower_may_be_better(tmp_path: Path) -> None:
    for name in ("ref", "ours", "theirs"):
        (tmp_path / name).write_text("a b c\nd e f\n")
    for name, predictions in (("ours", (1.0, 3.0)), ("theirs", (0.5, 0.5))):
        rows = ({"source": "s", "hypothesis": "h", "prediction": value} for value in predictions)
        (tmp_path / f"{name}.metricx.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    files = [str(tmp_path / f"{name}.metricx.jsonl") for name in ("ours", "theirs")]
    systems = [str(tmp_path / name) for name in ("ours", "theirs")]
    outcome = run("score", str(tmp_path / "ref"), "-i", *systems, "--scores", *files, "--format", "json")
    assert outcome.status == 0 and "lower scores are better" in outcome.err
    stored = json.loads(outcome.out)
    assert [entry["name"] for entry in stored["method"]["inputs"] if entry["role"] == "scores MetricX"] == files
    assert stored["method"]["recipe"]["lower_is_better"] == ["MetricX"]
    (tmp_path / "stored.json").write_text(outcome.out)
    assert run("check", "result", str(tmp_path / "stored.json")).status == 0
