"""Tasks that are folders of statistics files: the numbers of the texts, and what sums of segments cannot say."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.conftest import EXAMPLES

SYSTEMS = ("harbour", "sparrow")
SHARDS = (str(EXAMPLES / "shards" / "part-1.csv"), str(EXAMPLES / "shards" / "part-2.csv"))


def counted(folder: Path, *shards: str, rows: str = "segment") -> str:
    done = run("score", "-q", "--shards", *shards, "--systems", *SYSTEMS, "-m", "chrf", "ter", "--keep", str(folder),
               "--rows", rows)  # fmt: skip
    assert done.status == 0, done.err
    return str(folder)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    return counted(tmp_path / "en-de", *SHARDS), counted(tmp_path / "en.cs", SHARDS[0])


def answer(*asked: str) -> dict[str, object]:
    done = run("board", "tasks", *asked, "-n", "200", "-f", "json")
    assert done.status == 0, done.err
    found: dict[str, object] = json.loads(done.out)
    return found


def said(found: dict[str, object]) -> list[object]:
    return [found[name] for name in ("pairs", "scores", "cells")]


def texts(folder: Path, kinds: dict[str, tuple[str, ...]]) -> Path:
    """Write a campaign of the same texts, each column a file."""
    lines = []
    for name, shards in kinds.items():
        rows = [line for shard in shards for line in _columns(shard)]
        for column in ("doc", "reference", *SYSTEMS):
            (folder / f"{name}.{column}").write_text("".join(f"{row[column]}\n" for row in rows), encoding="utf-8")
        systems = ", ".join(f'{one} = "{name}.{one}"' for one in SYSTEMS)
        lines += [f'[tasks."{name}"]', f'references = ["{name}.reference"]', f'documents = "{name}.doc"']
        lines += [f"systems = {{{systems}}}", 'metrics = ["chrf", "ter"]']
    path = folder / "texts.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _columns(shard: str) -> list[dict[str, str]]:
    import csv

    with open(shard, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_folders_of_statistics_are_tasks_with_the_numbers_of_their_texts(
    folders: tuple[str, str], tmp_path: Path
) -> None:
    found = answer(*folders)
    assert said(found) == said(answer(str(texts(tmp_path, {"en-de": SHARDS, "en.cs": SHARDS[:1]}))))
    listed = tmp_path / "campaign.toml"
    listed.write_text('[tasks.en-de]\nstatistics = ["en-de"]\n[tasks."en.cs"]\nstatistics = ["en.cs"]\n')
    assert said(answer(str(listed))) == said(found)


def test_a_campaign_of_folders_is_verified_though_a_file_came_since(folders: tuple[str, str], tmp_path: Path) -> None:
    stored = tmp_path / "campaign.json"
    stored.write_text(json.dumps(answer(*folders)), encoding="utf-8")
    Path(folders[1], "part-9.jsonl.gz").write_bytes(Path(folders[0], "part-2.jsonl.gz").read_bytes())
    done = run("check", "result", str(stored))
    assert done.status == 0 and "verified:" in done.out, done


def test_sums_of_segments_are_tasks_of_blocks(folders: tuple[str, str], tmp_path: Path) -> None:
    of_sums = counted(tmp_path / "sums", *SHARDS, rows="block:5")
    found = answer(of_sums, folders[1])
    assert [task["unit"] for task in found["method"]["tasks"]] == ["block", "document"]  # type: ignore[index]
    done = run("board", "tasks", of_sums, folders[1], "-m", "chrf", "--as-published")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "the statistics are sums, a row for each block:5: count with rows of segments" in done.err


def test_two_paths_of_one_name_are_told(folders: tuple[str, str], tmp_path: Path) -> None:
    again = counted(tmp_path / "other" / "en-de", SHARDS[0])
    done = run("board", "tasks", folders[0], again)
    assert done.status == 2 and "Two paths make the task 'en-de'" in done.err
