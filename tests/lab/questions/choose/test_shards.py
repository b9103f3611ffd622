"""Choosing shard by shard: the outputs of one run, whatever the shards and workers, and what a shard cannot know."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import output, run
from tests.conftest import EXAMPLES

SAMPLES = EXAMPLES / "samples.jsonl"


def cut(ends: list[int], folder: Path) -> list[str]:
    lines, paths = SAMPLES.read_text(encoding="utf-8").splitlines(keepends=True), []
    for number, (low, high) in enumerate(pairwise([0, *ends, len(lines)])):
        paths.append(folder / f"part-{number}.jsonl")
        paths[-1].write_text("".join(lines[low:high]), encoding="utf-8")
    return [str(path) for path in paths]


def rows(*paths: Path) -> list[dict[str, Any]]:
    """Return what was chosen, source by source; their numbers begin anew in every shard."""
    found = [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in row.items() if key != "source"} for row in found]


def chosen(shards: list[str], folder: Path, *flags: str) -> str:
    done = run("lab", "choose", "--shards", *shards, "-o", str(folder), *flags)
    assert done.status == 0, done.err
    return done.out


@pytest.mark.one_in(5)
@pytest.mark.parametrize("flags", [(), ("--utility", "bleu"), ("--decoder", "aggregate"), ("--refine", "2"),
                                   ("--combine", "network")])  # fmt: skip
@pytest.mark.parametrize(("ends", "executor"), [([], "threads:1"), ([1, 7, 100], "threads:8"), ([60], "threads:2")])
def test_shards_and_workers_change_no_choice(
    ends: list[int], executor: str, flags: tuple[str, ...], tmp_path: Path
) -> None:
    shards, whole = cut(ends, tmp_path), tmp_path / "whole.jsonl"
    output("lab", "choose", SAMPLES, "-o", whole, "-n", "10", "--pools", "0", *flags)
    told = chosen(shards, tmp_path / "chosen", "--executor", executor, *flags)
    assert "120 outputs of 600" in told
    assert rows(*(tmp_path / "chosen" / Path(shard).name for shard in shards)) == rows(whole)


def test_processes_choose_what_one_chooses_and_what_is_there_is_kept(tmp_path: Path) -> None:
    shards, folder = cut([40, 80], tmp_path), tmp_path / "chosen"
    chosen(shards, folder, "--executor", "processes:2")
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    alone = tmp_path / "alone"
    chosen(shards, alone)
    assert found == {path.name: path.read_bytes() for path in alone.iterdir()}
    assert "3 shards, 3 of them finished before" in chosen(shards, folder)
    Path(shards[1]).write_text('{"outputs": ["a b", "a"]}\n', encoding="utf-8")
    assert "3 shards, 2 of them finished before; 81 outputs of 402" in chosen(shards, folder)
    (folder / "part-0.jsonl").write_bytes(found["part-0.jsonl"][:-1])
    (folder / "part-2.json").write_bytes(found["part-2.json"][:-9])
    assert "3 shards, 1 of them finished before" in chosen(shards, folder)
    assert (folder / "part-0.jsonl").read_bytes() == found["part-0.jsonl"]
    assert "3 shards; 81 outputs" in chosen(shards, folder, "--utility", "ter")


def test_an_error_leaves_what_was_chosen_and_nothing_of_the_bad_shard(tmp_path: Path) -> None:
    shards = cut([40, 80], tmp_path)
    Path(shards[1]).write_text('{"id": 1}\n', encoding="utf-8")
    done = run("lab", "choose", "--shards", *shards, "-o", str(tmp_path / "chosen"))
    assert (done.status, done.out) == (2, "") and "part-1.jsonl" in done.err
    found = {path.name for path in (tmp_path / "chosen").iterdir()}  # perhaps the third, too, which had begun
    assert {"part-0.json", "part-0.jsonl"} <= found and not any(name.startswith("part-1") for name in found)


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (("--references", "x"), "--references cannot be used with --shards: each shard is a file"),
        (("--ratings", "x"), "--ratings cannot be used with --shards"),
        (("--evidence", "x"), "--evidence cannot be used with --shards"),
        (("-f", "json"), "--format cannot be used with --shards"),
        (("--report", "x.html"), "--report cannot be used with --shards"),
        (("-m", "bleu"), "--metrics evaluates the choice"),
        (("--pools", "3"), "--pools evaluates the choice"),
        (("--rule", "oracle"), "An oracle of a whole is none of its shards"),
        (("--decoder", "pruned"), "--decoder pruned draws by the place of a source among all"),
        (("--executor", "cluster"), "There is no executor 'cluster'"),
        (("--qe", str(EXAMPLES / "chrf.tsv")), "give the name of their column"),
        (("--prior", "none.tsv"), "There is no file none.tsv (--prior)"),
    ],
)
def test_what_a_shard_cannot_know_is_refused(flags: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    done = run("lab", "choose", "--shards", str(SAMPLES), "-o", str(tmp_path / "chosen"), *flags)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert expected in done.err
    assert not (tmp_path / "chosen").exists()


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (("--shards", str(SAMPLES)), "add -o FOLDER"),
        (("--shards", str(SAMPLES), "--shards", str(SAMPLES), "-o", "chosen"), "name each shard once"),
        (("--shards", "none-*.jsonl", "-o", "chosen"), "No file matches none-*.jsonl"),
        ((str(SAMPLES), "--shards", str(SAMPLES), "-o", "chosen"), "Give all files of candidates after --shards"),
        ((str(SAMPLES), "--executor", "processes:2"), "--executor needs --shards"),
    ],
)
def test_shards_are_named_once_and_go_into_a_folder(
    asked: tuple[str, ...], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("lab", "choose", *asked)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert expected in done.err and not list(tmp_path.iterdir())


def test_statistics_have_no_text_to_choose(tmp_path: Path) -> None:
    shard, folder = str(EXAMPLES / "shards" / "part-1.csv"), str(tmp_path / "sums")
    output("score", "-q", "--shards", shard, "--systems", "harbour", "sparrow", "--rows", "block:5", "--keep", folder)
    done = run("lab", "choose", "--shards", f"{folder}/part-1.jsonl.gz", "-o", str(tmp_path / "chosen"))
    assert done.status == 2 and "is a statistics file, which has no text to choose: name the outputs." in done.err
