"""A test set in shards: whatever the parts, the workers and the rows, the same numbers as of all at once."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.reading.formats.statistics_files import read_statistics_metadata
from steelyard.scored.shards.executors import opened_executor
from tests.cli.running import run

METRICS = ("bleu", "chrf", "ter")
SYSTEMS = ["harbour", "orator"]
FORMAT = {"format": "steelyard statistics", "format_version": 1}


@pytest.fixture
def table(example: sy.TestSet) -> list[dict[str, str]]:
    assert example.documents is not None
    return [
        {"reference": reference or "", "document": document, "harbour": harbour, "orator": orator}
        for reference, document, harbour, orator in zip(
            example.references[0], example.documents, example.systems["harbour"], example.systems["orator"], strict=True
        )
    ]


def written(rows: Sequence[dict[str, str]], path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]))
        out.writeheader()
        out.writerows(rows)
    return path


def cut(rows: list[dict[str, str]], ends: Sequence[int], folder: Path) -> list[Path]:
    bounds = [0, *ends, len(rows)]
    return [written(rows[low:high], folder / f"part-{low:03}.csv") for low, high in pairwise(bounds)]


def numbers(evaluation: sy.Evaluation, **options: Any) -> list[Any]:
    """Return what is said of systems and pairs."""
    found = json.loads(evaluation.compare(n_resamples=20, **options).to_json())
    return [found["scores"], found["pairs"]]


@pytest.mark.parametrize("ends", [[60], [1, 2, 3, 119], list(range(13, 120, 13))])
@pytest.mark.parametrize("workers", [0, 2, 8])
def test_parts_and_workers_change_no_bit(
    ends: list[int], workers: int, table: list[dict[str, str]], tmp_path: Path
) -> None:
    whole = sy.evaluate(sy.TestSet.from_table(written(table, tmp_path / "all.csv"), systems=SYSTEMS), METRICS)
    shards = cut(table, ends, tmp_path)
    if not workers:
        found = sy.evaluate_shards(shards, METRICS, systems=SYSTEMS)
    else:
        with ThreadPoolExecutor(workers) as executor:
            found = sy.evaluate_shards(shards, METRICS, systems=SYSTEMS, executor=executor)
    assert numbers(found) == numbers(whole)


@pytest.mark.parametrize("place", ["folder", "memory"])
def test_processes_give_what_one_gives(place: str, table: list[dict[str, str]], tmp_path: Path) -> None:
    shards = cut(table, [40, 80], tmp_path)
    folder = tmp_path / "statistics" if place == "folder" else None
    with opened_executor("processes:2") as executor:
        found = sy.evaluate_shards(shards, METRICS, systems=SYSTEMS, executor=executor, folder=folder)
    assert numbers(found) == numbers(sy.evaluate_shards(shards, METRICS, systems=SYSTEMS))


@pytest.mark.parametrize("rows", ["block:7", "document"])
def test_sums_give_the_scores_of_segments(rows: str, table: list[dict[str, str]], tmp_path: Path) -> None:
    """The scores are the same bits; what is resampled is what was summed."""
    whole = sy.TestSet.from_table(written(table, tmp_path / "all.csv"), systems=SYSTEMS)
    found = sy.evaluate_shards([whole], METRICS, rows=rows)
    of_units = sy.evaluate(whole, METRICS)
    assert found.scores().scores == of_units.scores().scores
    assert numbers(found) == numbers(of_units, unit=rows)


def test_blocks_end_with_their_shard(table: list[dict[str, str]], tmp_path: Path) -> None:
    shards = cut(table, [50], tmp_path)
    found = sy.evaluate_shards(shards, METRICS, systems=SYSTEMS, rows="block:20")
    assert found.test_set.n_segments == 3 + 4
    assert found.compare(n_resamples=50).method["segments_are"] == "blocks"


def test_a_shard_that_was_counted_is_not_counted_again(table: list[dict[str, str]], tmp_path: Path) -> None:
    shards, folder = cut(table, [40, 80], tmp_path), tmp_path / "statistics"

    def counted_again(metrics: Sequence[str] = METRICS, **more: Any) -> list[str]:
        before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} if folder.exists() else {}
        sy.evaluate_shards(shards, metrics, systems=SYSTEMS, folder=folder, **more)
        after = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
        return sorted(name.partition(".")[0] for name in after if before.get(name) != after[name])

    every = ["part-000", "part-040", "part-080"]
    assert counted_again() == every
    assert counted_again() == []
    written([*table[40:79], {**table[79], "orator": "other"}], shards[1])
    assert counted_again() == ["part-040"]
    assert counted_again(("bleu", "chrf")) == every
    assert counted_again(("bleu", "chrf(beta=3)")) == every
    assert counted_again(("bleu", "chrf(beta=3)"), rows="block:10") == every
    (folder / "part-000.jsonl.gz").write_bytes((folder / "part-000.jsonl.gz").read_bytes()[:20])
    assert counted_again(("bleu", "chrf(beta=3)"), rows="block:10") == ["part-000"]


@pytest.mark.parametrize(
    "head",
    [
        {},
        {"metrics": 5},
        {"metrics": [{"metric": "bleu"}]},
        {"metrics": [{"metric": "bleu", "signature": "nrefs:1"}]},
        {"metrics": [{"metric": "bleu", "signature": "nrefs|1"}], "inputs": 3, "reading": []},
    ],
)
def test_a_file_with_half_a_head_is_counted_again(
    head: dict[str, Any], table: list[dict[str, str]], tmp_path: Path
) -> None:
    """It was a KeyError, a fault of Steelyard: what is of another form is as good as not there."""
    [shard], folder = cut(table[:9], [], tmp_path), tmp_path / "statistics"
    folder.mkdir()
    path = folder / "part-000.jsonl.gz"
    for rows in ("auto", "segment"):
        path.write_bytes(gzip.compress(json.dumps(FORMAT | head).encode() + b"\n"))
        sy.evaluate_shards([shard], ["bleu"], systems=SYSTEMS, folder=folder, rows=rows)
        assert sy.evaluate_files([path]).test_set.n_segments == 9


@pytest.mark.parametrize("kept", [1500, -9])
def test_a_file_that_was_cut_off_is_counted_again(kept: int, table: list[dict[str, str]], tmp_path: Path) -> None:
    """Its head was whole, which was all that was looked at: `compare --stats` refused it, and nothing counted again."""
    shards, folder = cut(table, [60], tmp_path), tmp_path / "statistics"
    asked = ("score", "--shards", *map(str, shards), "--systems", *SYSTEMS, "-m", "bleu", "--keep", str(folder))
    assert run(*asked).status == 0
    for path in folder.iterdir():
        whole = path.read_bytes()
        path.write_bytes(whole[:kept])
        assert "1 of them counted before" in run(*asked).err
        assert path.read_bytes() == whole


def test_a_fifo_among_statistics_does_not_wait_for_ever(
    table: list[dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steelyard.files.opening._PATIENCE", 0.05)
    [shard], folder = cut(table[:9], [], tmp_path), tmp_path / "statistics"
    folder.mkdir()
    os.mkfifo(folder / "part-000.jsonl.gz")
    with pytest.raises(DataError, match="it is a FIFO"):
        sy.evaluate_shards([shard], ["bleu"], systems=SYSTEMS, folder=folder)


def test_a_packed_file_that_holds_too_much_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A head without an end was read to its end: 1.2 GB of blanks in 5 MB took 2.4 GB."""
    monkeypatch.setattr("steelyard.files.opening._MOST", 2**16)
    path = tmp_path / "part-000.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * 2**26, 1))
    tracemalloc.start()
    try:
        assert read_statistics_metadata(path) is None
        assert tracemalloc.get_traced_memory()[1] < 2**25
    finally:
        tracemalloc.stop()


def test_a_system_may_say_the_same_in_two_shards() -> None:
    """Half a test set of "[no output]", and again, was refused as the same outputs under other references."""
    texts = ["a b c d", "e f g h", "i j k l", "m n o p"]
    whole = sy.TestSet(references=[texts], systems={"silent": ["[no output]"] * 4, "same": texts})
    parts = [whole.select(range(2)), whole.select(range(2, 4))]
    assert sy.evaluate_shards(parts, METRICS).scores().scores == sy.evaluate(whole, METRICS).scores().scores


def test_shards_with_the_same_references_are_other_segments() -> None:
    parts = [sy.TestSet(references=[["a b c d"]], systems={"x": [text]}) for text in ("a b c d", "a b c", "e")]
    whole = sy.TestSet(references=[["a b c d"] * 3], systems={"x": ["a b c d", "a b c", "e"]})
    assert sy.evaluate_shards(parts, METRICS).scores().scores == sy.evaluate(whole, METRICS).scores().scores
    with pytest.raises(DataError, match="their segments would count twice"):
        sy.evaluate_shards([parts[0], parts[0]], METRICS)


def test_a_pattern_names_shards_in_their_order(table: list[dict[str, str]], tmp_path: Path) -> None:
    shards = cut(table, [40, 80], tmp_path)
    found = sy.evaluate_shards([str(tmp_path / "part-*.csv")], METRICS, systems=SYSTEMS)
    assert numbers(found) == numbers(sy.evaluate_shards(shards, METRICS, systems=SYSTEMS))
    with pytest.raises(DataError, match="No file matches"):
        sy.evaluate_shards([str(tmp_path / "other-*.csv")], METRICS)


def test_what_was_counted_before_an_error_stays(table: list[dict[str, str]], tmp_path: Path) -> None:
    shards, folder = cut(table, [40, 80], tmp_path), tmp_path / "statistics"
    shards[1].write_text("reference,harbour\na,b\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"part-040\.csv"):
        sy.evaluate_shards(shards, METRICS, systems=SYSTEMS, folder=folder)
    assert [path.name for path in folder.iterdir()] == ["part-000.jsonl.gz"]


class Texts:
    """Makes texts where they are counted, or ends the process that asks for them."""

    def __init__(self, data: sy.TestSet, *, is_fatal: bool = False) -> None:
        self.data, self.is_fatal = data, is_fatal

    def __call__(self) -> sy.TestSet:
        if self.is_fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.data


def test_texts_may_be_made_where_they_are_counted(example: sy.TestSet) -> None:
    found = sy.evaluate_shards([Texts(example.select(range(50))), example.select(range(50, 120))], METRICS)
    assert numbers(found) == numbers(sy.evaluate(example, METRICS))


def test_a_killed_process_is_said_in_a_sentence(example: sy.TestSet) -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        pytest.raises(DataError, match="was killed, perhaps for want of memory"),
    ):
        sy.evaluate_shards([Texts(example, is_fatal=True)], METRICS, executor=executor)


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (lambda path: sy.evaluate_shards([]), "Give a list of shards"),
        (lambda path: sy.evaluate_shards(str(path)), "Give a list of shards"),
        (lambda path: sy.evaluate_shards([path, path], systems=SYSTEMS), "name each shard once"),
        (lambda path: sy.evaluate_shards([path], rows="block:0", systems=SYSTEMS), "A row is a segment, a document or"),
        (lambda path: sy.evaluate_shards([path, "b.csv"], "nist", systems=SYSTEMS), "NIST weighs each segment"),
        (lambda path: sy.evaluate_shards([path], systems=SYSTEMS, rows="block:9").influence(), "is about segments"),
        (lambda path: sy.evaluate_shards([path], systems=SYSTEMS, rows="block:9").compare(unit="block:3"), "sums of b"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(
    ask: Callable[[Path], object], expected: str, table: list[dict[str, str]], tmp_path: Path
) -> None:
    with pytest.raises(SpecError, match=expected):
        ask(written(table, tmp_path / "a.csv"))


def test_other_rows_are_not_put_together(table: list[dict[str, str]], tmp_path: Path) -> None:
    shards, folder = cut(table, [40], tmp_path), tmp_path / "statistics"
    sy.evaluate_shards(shards[:1], METRICS, systems=SYSTEMS, folder=folder)
    sy.evaluate_shards(shards[1:], METRICS, systems=SYSTEMS, folder=folder, rows="block:2")
    with pytest.raises(DataError, match=r"has a row for each segment, and .* for each block:2"):
        sy.evaluate_files([folder])


def test_the_command_counts_and_says_what_was_kept(table: list[dict[str, str]], tmp_path: Path) -> None:
    shards, folder = list(map(str, cut(table, [40], tmp_path))), str(tmp_path / "statistics")
    asked = ("score", "--shards", *shards, "--systems", *SYSTEMS, "-m", "bleu", "--keep", folder, "--executor")
    first, second = run(*asked, "processes:2"), run(*asked, "threads:2")
    assert (first.status, second.status) == (0, 0), (first.err, second.err)
    assert "2 shards; the first has 2 systems, 40 segments, BLEU" in first.err
    assert "2 shards, 2 of them counted before" in second.err
    scores = run("score", "--stats", folder)
    assert scores.status == 0
    assert "harbour" in scores.out


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (("--executor", "cluster:3"), "There is no executor 'cluster:3'"),
        (("--executor", "threads:many"), "threads are counted by a whole number, such as threads:4, not 'many'"),
        (("--executor", f"processes:{'9' * 5000}"), "processes are counted by a whole number"),
        (("--executor", "threads:0"), "The number of threads"),
        (("--rows", f"block:{'9' * 5000}"), "A row is a segment, a document or block:K"),
        (("--num-refs", "2"), "--num-refs cannot be used with --shards"),
        (("--missing", "worst"), "--missing cannot be used with --shards"),
        (("-i", "a.txt"), "-i cannot be used with --shards"),
        (("--rows", "line"), "A row is a segment, a document or block:K"),
    ],
)
def test_misused_flags_are_refused(
    flags: tuple[str, ...], expected: str, table: list[dict[str, str]], tmp_path: Path
) -> None:
    shard = str(written(table, tmp_path / "a.csv"))
    outcome = run(
        "score", "-q", "--shards", shard, "--systems", *SYSTEMS, "--keep", str(tmp_path / "statistics"), *flags
    )
    assert outcome.status == 2
    assert expected in outcome.err
    assert not (tmp_path / "statistics").exists()


def test_an_executor_is_any_of_the_standard_library(example: sy.TestSet) -> None:
    class Now(Executor):
        """Runs at once what it is given, and no two things of it at a time."""

        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
            from concurrent.futures import Future

            future: Future[Any] = Future()
            future.set_result(function(*args, **kwargs))
            return future

    parts = [example.select(range(50)), example.select(range(50, 120))]
    assert numbers(sy.evaluate_shards(parts, METRICS, executor=Now())) == numbers(sy.evaluate(example, METRICS))


def test_shards_may_come_one_by_one(example: sy.TestSet) -> None:
    parts = [example.select(range(50)), example.select(range(50, 120))]
    found = sy.evaluate_shards((part for part in parts), METRICS)
    assert numbers(found) == numbers(sy.evaluate(example, METRICS))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"executor": "processes:2"}, "executor must be one of concurrent.futures"),
        ({"rows": None}, "A row is a segment, a document or block:K"),
    ],
)
def test_an_option_of_another_kind_is_refused(options: dict[str, Any], told: str, example: sy.TestSet) -> None:
    with pytest.raises(SpecError, match=told):
        sy.evaluate_shards([example], METRICS, **options)


def test_systems_of_files_may_be_named_one_by_one(example: sy.TestSet, tmp_path: Path) -> None:
    sy.write_statistics(sy.evaluate(example, METRICS), tmp_path / "a.jsonl")
    found = sy.evaluate_files([tmp_path / "a.jsonl"], systems=(name for name in SYSTEMS))
    assert list(found.test_set.system_names) == SYSTEMS


def test_a_shard_under_two_names_is_refused_by_name(table: list[dict[str, str]], tmp_path: Path) -> None:
    paths = cut(table, [60], tmp_path)
    copy = tmp_path / "part-999.csv"
    copy.write_bytes(paths[0].read_bytes())
    ended = run("score", "-q", "--shards", *paths, copy, "--systems", *SYSTEMS, "--keep", tmp_path / "counts")
    assert ended.status == 2 and f"{paths[0]} and {copy} are the same file" in ended.err
    assert not (tmp_path / "counts").exists()
    for path in (*paths, copy):  # one by one, as jobs of a scheduler count
        assert run("score", "-q", "--shards", path, "--systems", *SYSTEMS, "--keep", tmp_path / "counts").status == 0
    ended = run("score", "--stats", tmp_path / "counts")
    assert ended.status == 2 and "part-000.jsonl.gz and " in ended.err and "counted from the same table" in ended.err


def test_a_folder_with_other_shards_than_those_named_is_refused(table: list[dict[str, str]], tmp_path: Path) -> None:
    paths = cut(table, [40, 80], tmp_path)
    words = ["--systems", *SYSTEMS, "--keep", tmp_path / "counts"]
    assert run("score", "-q", "--shards", *paths, *words).status == 0
    ended = run("score", "-q", "--shards", *paths[:2], *words)
    assert ended.status == 2 and "counts holds part-080.jsonl.gz, of none of the shards" in ended.err
    assert run("score", "-q", "--shards", paths[0], *words).status == 0  # perhaps one of many jobs


DRIVER = """
import os, sys, time
from steelyard.scored.shards.executors import opened_executor
if __name__ == "__main__":
    with opened_executor("processes:2") as executor:
        print(*{executor.submit(os.getpid).result() for _ in range(20)}, flush=True)
        executor.submit(time.sleep, 600)
        time.sleep(600)
"""


def is_running(process: int) -> bool:
    """Whether there is such a process, and it is none that only nobody has asked for yet."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


def test_workers_end_when_their_driver_is_killed(tmp_path: Path) -> None:
    (tmp_path / "driver.py").write_text(DRIVER)
    argv = [sys.executable, tmp_path / "driver.py"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as driver:
        assert driver.stdout is not None
        workers = [int(word) for word in driver.stdout.readline().split()]
        assert workers and all(map(is_running, workers))
        driver.kill()
        until = time.monotonic() + 30  # of a busy machine; else it takes a moment
        while any(map(is_running, workers)) and time.monotonic() < until:
            time.sleep(0.05)
        left = [worker for worker in workers if is_running(worker)]
        for worker in left:
            os.kill(worker, signal.SIGKILL)
    assert left == []
