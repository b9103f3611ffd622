"""Damaged files and hostile arrays: what was found stays mended, and `make fuzz` goes over everything there is."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fuzz.readers.driving import Trials, examples_of, limited, run, try_content
from fuzz.readers.mutations import mutate
from fuzz.readers.registry import Reader, all_readers
from steelyard import _native
from tests.conftest import ROOT
from tests.imports import PACKAGE

CORPUS = ROOT / "tests" / "corpus"
READERS = all_readers()
PAST = sorted((CORPUS / "readers").glob("*/*"))
KERNELS = ROOT / "fuzz" / "native"
# Readers of the source that take a path and are none of these.
ELSEWHERE = {
    "read_conditions": "stored answers, as load",
    "read_bilingual": "a table, as read_records",
    "read_content": "the bytes of read_lines",
    "read_counts": "joins what read_statistics_file reads",
    "read_document_ids": "a column, as read_column, or lines",
    "read_folder": "finds files that others read",
    "read_judgements": "ratings.NAME, for each format",
    "read_lists": "read_moses_nbest and read_parses",
    "read_references": "lines, as read_lines, and read_parses",
    "read_metrics": "with read_campaign",
    "read_metrics_task": "a layout of read_output_scores",
    "read_people": "joins judgements to outputs",
    "read_rated": "joins judgements to what systems score",
    "read_score_pairs": "read_seg_scores",
    "read_score_table": "a layout of read_output_scores",
    "read_earlier_output": "of read_statistics_file and choose --shards",
    "read_settings": "of read_campaign",
    "read_statistics_metadata": "the head of what read_statistics_file reads",
}


def example_of(reader: Reader, name: str) -> tuple[Path, str]:
    """Return the example that a file of the corpus was made of, and how it was packed."""
    path = reader.examples / name.replace("__", "/")
    return (path, "") if path.exists() else (path.with_suffix(""), path.suffix)


@pytest.mark.parametrize("past", PAST, ids=[f"{path.parent.name}/{path.name}" for path in PAST])
def test_what_was_found_is_one_sentence_or_a_value(past: Path, tmp_path: Path) -> None:
    reader = READERS[past.parent.name]
    example, packed = example_of(reader, past.name.partition(".")[2])
    with limited(4096):
        assert try_content(reader, example, past.read_bytes(), tmp_path, packed) in ("", "read")


@pytest.mark.parametrize("name", READERS)
def test_every_reader_has_examples_and_reads_them(name: str, tmp_path: Path) -> None:
    reader = READERS[name]
    examples = examples_of(reader)
    assert examples
    for example in examples:
        with limited(4096):
            assert try_content(reader, example, example.read_bytes(), tmp_path) == "read", example


def test_every_reader_of_the_source_is_gone_over() -> None:
    takes_path = re.compile(r"^def (read_\w+)\(\s*(?:path|paths|folder|features)\b", re.MULTILINE)
    found = {name for path in PACKAGE.rglob("*.py") for name in takes_path.findall(path.read_text(encoding="utf-8"))}
    known = {name.partition(".")[0] for name in READERS} | set(ELSEWHERE)
    assert found <= known, sorted(found - known)
    assert set(ELSEWHERE) <= found, sorted(set(ELSEWHERE) - found)


def test_every_kernel_has_a_harness() -> None:
    harnesses = "".join(path.read_text(encoding="utf-8") for path in KERNELS.glob("*.cpp"))
    exported = [name for name, one in vars(_native).items() if callable(one) and not isinstance(one, ModuleType)]
    assert len(exported) > 50
    assert [name for name in exported if not re.search(rf"(?:\b|_){name}(?:\b|_)", harnesses)] == []


def test_damage_is_the_same_for_a_seed() -> None:
    contents = [b"one\ttwo\n1\t2\n", b'{"a": [1, 2]}']
    made = [[mutate(contents[i % 2], random.Random(i), contents) for i in range(300)] for _ in range(2)]
    assert made[0] == made[1] and len(set(made[0])) > 200


def test_a_finding_is_kept_as_small_as_it_gets(tmp_path: Path) -> None:
    def read(path: Path) -> None:
        if b"\xff" in path.read_bytes():
            raise KeyError("no sentence")

    for folder in ("examples", "work"):
        (tmp_path / folder).mkdir()
    (tmp_path / "examples" / "text.txt").write_bytes(b"a line\nanother\n")
    trials = Trials(Reader(read, tmp_path / "examples"), tmp_path / "work")
    run(trials, runs=400, seconds=60, seed=1)
    ran = trials.outcome(tmp_path / "kept")
    (kept,) = ran.findings.values()
    assert ran.n_inputs == 400 and 0 < ran.n_read < 400
    assert kept.parent == tmp_path / "kept" and kept.read_bytes() == b"\xff"
    assert example_of(trials.reader, kept.name.partition(".")[2])[0].name == "text.txt"


def test_readers_are_damaged_where_nothing_guides(tmp_path: Path) -> None:
    (tmp_path / "without_atheris.py").write_text(
        'import runpy, sys\nsys.modules["atheris"] = None\nrunpy.run_module("fuzz.readers", run_name="__main__")\n'
    )
    done = subprocess.run(
        [sys.executable, tmp_path / "without_atheris.py", "--runs", "40", "--keep", tmp_path / "kept", "read_lines"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "damaged by chance" in done.stdout and "\n40 inputs, 0 findings" in done.stdout
