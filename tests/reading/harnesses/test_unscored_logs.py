"""Logs of which nothing is scored: left out of a folder and named, refused where one names them."""

import json
from pathlib import Path

from tests.cli.running import output, run


def write(folder: Path, model: str, scores: list[str] | None) -> Path:
    samples = [
        {"id": i, "scores": {"match": {"value": value}}} for i, value in enumerate(scores or [])
    ] or [{"id": 0}, {"id": 1}]  # fmt: skip
    log = {"version": 2, "status": "success", "eval": {"task": "sums", "model": model}, "samples": samples}
    path = folder / f"{model}.json"
    path.write_text(json.dumps(log))
    return path


def test_a_folder_leaves_them_out_and_names_them(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    write(folder, "one", list("CCIC"))
    unscored = write(folder, "three", None)
    write(folder, "two", list("CIIC"))
    found = run("board", folder, "-n", "100")
    assert found.status == 0 and "2 systems on 4 items" in found.out
    assert f"left out: {unscored} has 2 samples, none of which is scored" in " ".join(found.err.split())
    stored = tmp_path / "board.json"
    stored.write_text(output("board", folder, "-n", "100", "-f", "json", "-q"), encoding="utf-8")
    assert "verified:" in output("check", "result", stored)
    assert "three.json" not in json.dumps(json.loads(stored.read_text())["method"]["inputs"])


def test_a_file_that_is_named_is_refused(tmp_path: Path) -> None:
    paths = [write(tmp_path, "one", list("CC")), write(tmp_path, "three", None)]
    outcome = run("board", *paths)
    assert outcome.status == 2 and "run `inspect score` on it" in outcome.err


def test_a_folder_of_nothing_else_is_refused(tmp_path: Path) -> None:
    for model in ("one", "two"):
        write(tmp_path, model, None)
    outcome = run("board", tmp_path)
    assert outcome.status == 2 and "one.json has 2 samples, none of which is scored" in outcome.err
