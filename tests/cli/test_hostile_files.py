"""Files that are made to break a reader, or are broken by accident: one sentence and status 2, and no waiting."""

import gzip
import json
import os
import threading
from pathlib import Path

import pytest

from steelyard.files import opening
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, run

DEEP = '{"schema": ' + "[" * 100_000
MANY = "9" * 5000
PAST = str(2**63)
GIZA = "# Sentence pair (1) source length 1 target length 2 alignment score : 1\na b\nNULL ({{ }}) x ({{ {} }})\n"
TASK = "BLEU\tde-en\tset\tours\t{}\t27.1\n"
SCORES = ("score", REFERENCE, "-i", HARBOUR, "--scores")
LINKS = ("lab", "alignments", "{}", "-i", "{}")

CASES = {
    "deep JSON to verify": (DEEP, ("check", "result", "{}"), "no stored result"),
    "deep JSON to human": (DEEP, ("human", "{}"), ""),
    "deep JSON to meta": (DEEP, ("meta", REFERENCE, "-i", HARBOUR, LANTERN, "--ratings", "{}"), ""),
    "deep JSON of scores": (DEEP, (*SCORES, "{}"), ""),
    "a table of scores without rows": ("system\tBLEU\n", (*SCORES, "{}"), "no rows below its header"),
    "a link of many digits": (f"0-0 {MANY}-1\n", LINKS, "is no link"),
    "a sentence of many digits": (f"{MANY} 1 1\n", LINKS, "is no link"),
    "a link past 2**63": (f"0-{PAST}\n", LINKS, ""),
    "a place of many digits": (GIZA.format(MANY), LINKS, "there is no word 99999999999999999999 of 2"),
    "a segment of many digits": (TASK.format(MANY), (*SCORES, "{}"), "no number of a segment"),
    "a segment past all memory": (TASK.format("9" * 18), (*SCORES, "{}"), "no number of a segment"),
    "a line past 2**63": (f"system\tline\tscore\na\t{PAST}\t1\nb\t1\t1\n", (*SCORES, "{}"), "whole number"),
    "an input without a hash": (
        json.dumps({"schema": "steelyard.scores/1", "method": {"inputs": [{"role": "reference 1", "name": "x"}]}}),
        ("check", "result", "{}"),
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_sentence_and_status_2(case: str, tmp_path: Path) -> None:
    content, words, what = CASES[case]
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    outcome = run(*(str(word).format(path) for word in words))
    assert outcome.status == 2 and outcome.out == ""
    assert what in outcome.err and outcome.err.count("\n") == 1, outcome.err


def test_ids_that_stand_twice_are_refused(tmp_path: Path) -> None:
    lines, ratings = tmp_path / "lines.tsv", tmp_path / "ratings.tsv"
    lines.write_text("line\tseg_id\n1\t7\n2\t7\n", encoding="utf-8")
    ratings.write_text("system\tseg_id\tscore\nours\t7\t1\n", encoding="utf-8")
    outcome = run("human", ratings, "--lines", lines)
    assert outcome.status == 2 and "line 3: the segment '7' stands twice, for line 1 and for line 2" in outcome.err


def test_an_input_without_a_hash_is_named(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    path.write_text(run("score", REFERENCE, "-i", HARBOUR, "--format", "json").out, encoding="utf-8")
    if "inputs" not in json.loads(path.read_text(encoding="utf-8")).get("method", {}):
        path.write_text(run("compare", REFERENCE, "-i", HARBOUR, LANTERN, "-n", 20, "--format", "json").out)
    stored = json.loads(path.read_text(encoding="utf-8"))
    del stored["method"]["inputs"][0]["sha256"]
    path.write_text(json.dumps(stored), encoding="utf-8")
    outcome = run("check", "result", path)
    assert outcome.status == 2 and "Input 1 of the stored result has no sha256" in outcome.err, outcome.err


def test_a_cell_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f'reference,ours\n"{"x " * 80_000}","a b"\n', encoding="utf-8")
    assert run("score", "--table", path, "--systems", "ours").status == 0


def test_what_is_unpacked_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_MOST", 2**16)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"a b\n" * 2**18))
    outcome = run("score", path, "-i", HARBOUR)
    assert outcome.status == 2 and "If that is meant, unpack it first" in outcome.err and "\n" not in outcome.err[:-1]
    path.write_bytes(gzip.compress(os.urandom(2**18)))
    assert "If that is meant" not in run("score", path, "-i", HARBOUR).err


def test_a_device_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_ENDLESS", 2**16)
    outcome = run("score", "/dev/zero", "-i", HARBOUR)
    assert outcome.status == 2 and "it is a device that gives over" in outcome.err


def test_nobody_waits_for_a_fifo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_PATIENCE", 0.1)
    path = tmp_path / "fifo"
    os.mkfifo(path)
    outcome = run("score", path, "-i", HARBOUR)
    assert outcome.status == 2 and "it is a FIFO, and for 0.1 s nobody opened it to write" in outcome.err


def test_a_fifo_with_a_writer_is_read(tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    content = Path(REFERENCE).read_bytes()
    writer = threading.Thread(target=lambda: path.write_bytes(content))
    writer.start()
    outcome = run("score", path, "-i", HARBOUR)
    writer.join()
    assert outcome == run("score", REFERENCE, "-i", HARBOUR)
